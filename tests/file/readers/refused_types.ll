; Types and constants that DXIL does not have.
; RUN: trellis %s --reader records --emit spvasm
; RUN: trellis %s --reader llvm --emit spvasm

;--- An integer of 24 bits.
define void @f(i24 %a) {
  ret void
}
define void @main() {
  ret void
}
; STATUS: 1
; ERROR: error: integer type i24 is not part of DXIL (part bitcode, function f)

;--- A float of 128 bits.
define void @f(fp128 %a) {
  ret void
}
define void @main() {
  ret void
}
; STATUS: 3
; ERROR: error: TYPE_BLOCK, record FP128 (14): type does not occur in DXIL (part bitcode, offset {{0x[0-9a-f]+}})

;--- A scalable vector.
define void @f(<vscale x 4 x i32> %a) {
  ret void
}
define void @main() {
  ret void
}
; STATUS: 1
; ERROR: error: TYPE_BLOCK, record VECTOR (12): type has 3 operands, expected 2 (part bitcode, offset {{0x[0-9a-f]+}})

;--- The address of a function.
declare void @dx.op.x(i32)
define ptr @f() {
  ret ptr @dx.op.x
}
define void @main() {
  ret void
}
; STATUS: 3
; ERROR: error: the address of function 'dx.op.x' is used as a value (part bitcode, function f, block 0, instruction 0, ret)
