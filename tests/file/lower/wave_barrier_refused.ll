; Lowering makes barriers of waves with flags that no program may use.
; RUN: trellis %s --emit spvasm
; STATUS: 1
; ERROR: the flags of a barrier are not a known constant (function wait, block 0, instruction 0, dx.op.barrierByMemoryType (BarrierByMemoryType, 244))
; MODEL: 6.8

define void @wait() {
  call void @dx.op.barrierByMemoryType(i32 244, i32 3, i32 -2147483648)
  ret void
}
