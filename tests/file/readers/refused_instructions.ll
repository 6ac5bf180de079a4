; Instructions that DXIL does not have.
; RUN: trellis %s --reader records --emit spvasm
; RUN: trellis %s --reader llvm --emit spvasm

;--- An integer becomes a pointer.
define void @f(i32 %i) {
  %1 = inttoptr i32 %i to ptr
  ret void
}
; STATUS: 1
; ERROR: error: conversions between pointers and integers are not part of DXIL (part bitcode, function f, block 0, instruction 0, inttoptr)

;--- A pointer becomes an integer: the message has the function, the block and the instruction.
define void @main() {
  %p = alloca i32
  br label %next
next:
  %1 = load i32, ptr %p
  %2 = ptrtoint ptr %p to i32
  ret void
}
; STATUS: 1
; ERROR: error: conversions between pointers and integers are not part of DXIL (part bitcode, function main, block 1, instruction 1, ptrtoint)

;--- An indirect call.
define void @main() {
  %p = alloca i32
  call void %p()
  ret void
}
; STATUS: 3
; ERROR: error: FUNCTION_BLOCK, record CALL (34): call of something that is not a function (part bitcode, offset {{0x[0-9a-f]+}})

;--- Inline assembly.
define void @f() {
  call void asm "nop", ""()
  ret void
}
; STATUS: 3
; ERROR: error: CONSTANTS_BLOCK, record INLINEASM (30): constant does not occur in DXIL (part bitcode, offset {{0x[0-9a-f]+}})

;--- va_arg.
define void @main() {
  %l = alloca i32
  %1 = va_arg ptr %l, i32
  ret void
}
; STATUS: 3
; ERROR: error: FUNCTION_BLOCK, record VAARG (23): instruction does not occur in DXIL (part bitcode, offset {{0x[0-9a-f]+}})

;--- indirectbr.
define void @main() {
  %p = alloca i32
  indirectbr ptr %p, [label %a]
a:
  ret void
}
; STATUS: 3
; ERROR: error: FUNCTION_BLOCK, record INDIRECTBR (31): instruction does not occur in DXIL (part bitcode, offset {{0x[0-9a-f]+}})

;--- invoke.
declare void @g()
declare i32 @p(...)
define void @main() personality ptr @p {
  invoke void @g() to label %a unwind label %b
a:
  ret void
b:
  %1 = landingpad { ptr, i32 } cleanup
  ret void
}
; STATUS: 3
; ERROR: error: TYPE_BLOCK, record FUNCTION (21): function with a variable number of arguments (part bitcode, offset {{0x[0-9a-f]+}})

;--- An alloca of several elements.
define void @main() {
  %1 = alloca i32, i32 4
  ret void
}
; STATUS: 3
; ERROR: error: an alloca of more than one element is not supported (function main, block 0, instruction 0, alloca)

;--- An atomic operation without an equivalent.
define void @main() {
  %p = alloca i32
  %1 = atomicrmw nand ptr %p, i32 1 seq_cst
  ret void
}
; STATUS: 3
; ERROR: error: atomic operation 'nand' is not supported (part bitcode, function main, block 0, instruction 1, atomicrmw)

;--- An atomic operation on floats.
define void @main() {
  %p = alloca float
  %1 = atomicrmw fadd ptr %p, float 1.0 seq_cst
  ret void
}
; STATUS: 3
; ERROR: error: FUNCTION_BLOCK, record ATOMICRMW (59): atomic operation 11 (part bitcode, offset {{0x[0-9a-f]+}})
