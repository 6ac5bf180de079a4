; The class and the number of a handle are checked even if nothing uses it.
; RUN: trellis %s --emit spvasm
; STATUS: 1

;--- There are four classes.
define void @main() {
  %h = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 4, i32 0, i32 0, i1 false)
  ret void
}
; ERROR: error: no resource has this class and index (function main, block 0, instruction 0, dx.op.createHandle (CreateHandle, 57))

;--- A range of -1.
define void @main() {
  %h = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 1, i32 -1, i32 0, i1 false)
  ret void
}
; ERROR: error: no resource has this class and index (function main, block 0, instruction 0, dx.op.createHandle (CreateHandle, 57))
