; Constants that DXIL does not have.
; RUN: trellis %s --emit spvasm
; STATUS: 3

;--- An address as a number.
@g = external global i32
define i64 @f() {
  ret i64 ptrtoint (ptr @g to i64)
}
; ERROR: error: constant expression 'ptrtoint' is not supported (part bitcode, function f, block 0, instruction 0, ret)
