; Values of too many parts are refused.
; RUN: trellis %s --emit spvasm
; STATUS: 3

;--- An array as an argument and a result.
define [2000 x i32] @many([2000 x i32] %a) { ret [2000 x i32] %a }
define void @main() {
  %r = call [2000 x i32] @many([2000 x i32] zeroinitializer)
  ret void
}
; ERROR: error: a function parameter of a type without parts, or with too many, is not supported (function many)

;--- An array from memory.
define void @main() {
  %p = alloca [2000 x i32]
  %a = load [2000 x i32], ptr %p
  ret void
}
; ERROR: error: a value of a struct or array type without parts, or with too many, is not supported (function main, block 0, instruction 1, load)

;--- A vector longer than any of a shader model.
define i32 @first(<100000000 x i32> %a) noinline {
  %x = extractelement <100000000 x i32> %a, i32 0
  ret i32 %x
}
define void @main() {
  %x = call i32 @first(<100000000 x i32> zeroinitializer)
  write u1, 0, %x
  ret void
}
; ERROR: error: TYPE_BLOCK, record VECTOR (12): vector of 100000000 elements (part bitcode, offset {{0x[0-9a-f]+}})
