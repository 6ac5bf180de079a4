; Calls that do not match the table of operations.
; RUN: trellis %s --reader records --emit spvasm
; RUN: trellis %s --reader llvm --emit spvasm
; STATUS: 1

;--- The number is not a constant.
declare float @dx.op.unary.f32(i32, float)
define void @f(i32 %n) {
  %1 = call float @dx.op.unary.f32(i32 %n, float 1.0)
  ret void
}
; ERROR: error: the first argument of dx.op.unary.f32 is not a constant operation number (part bitcode, function f, block 0, instruction 0, call)

;--- There is no number.
declare void @dx.op.nothing()
define void @f() {
  call void @dx.op.nothing()
  ret void
}
; ERROR: error: the first argument of dx.op.nothing is not a constant operation number (part bitcode, function f, block 0, instruction 0, call)

;--- No operation has this number.
declare float @dx.op.unary.f32(i32, float)
define void @f() {
  %1 = call float @dx.op.unary.f32(i32 4711, float 1.0)
  ret void
}
; ERROR: error: no such DXIL operation (part bitcode, function f, block 0, instruction 0, unknown DXIL operation 4711)

;--- The number of arguments differs.
declare float @dx.op.unary.f32(i32, float, float)
define void @f() {
  %1 = call float @dx.op.unary.f32(i32 13, float 1.0, float 2.0)
  ret void
}
; ERROR: error: the DXIL operation has the wrong number of arguments (part bitcode, function f, block 0, instruction 0, dx.op.unary (Sin, 13))
