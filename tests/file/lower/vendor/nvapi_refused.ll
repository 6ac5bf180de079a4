; An operation of NVAPI that is not complete is refused by name.
; RUN: trellis %s --emit spvasm --nvapi 7 3
; STATUS: 3
; ERROR: NVAPI operation 33 (SHFL_GENERIC): it is cut off, or more results are taken than it has
; RESOURCE: u7 space3 RWStructuredBuffer 256 counter

define void @main() {
  %b = handle u7 space3
  %packet = call i32 @dx.op.bufferUpdateCounter(i32 70, %dx.types.Handle %b, i8 1)
  call void @dx.op.bufferStore.i32(i32 69, %dx.types.Handle %b, i32 %packet, i32 0, i32 33, i32 undef, i32 undef, i32 undef, i8 1)
  %x = call i32 @dx.op.bufferUpdateCounter(i32 70, %dx.types.Handle %b, i8 1)
  write u1, 0, %x
  ret void
}
