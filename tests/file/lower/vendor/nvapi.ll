; NVAPI: an operation's number and arguments are stores to a buffer at the number that its counter gives, results are further counts.
; The application says which register the buffer has.
; RUN: trellis %s --emit spvasm --validate --nvapi 7 3
; RUN(ordinary): trellis %s --emit spvasm --validate
; RESOURCE: u0 RWByteAddressBuffer
; RESOURCE: u1 RWByteAddressBuffer
; RESOURCE: u7 space3 RWStructuredBuffer 256 counter

; Operation 8, GET_LANE_ID.
define void @main() {
  %b = handle u7 space3
  %packet = call i32 @dx.op.bufferUpdateCounter(i32 70, %dx.types.Handle %b, i8 1)
  call void @dx.op.bufferStore.i32(i32 69, %dx.types.Handle %b, i32 %packet, i32 0, i32 8, i32 undef, i32 undef, i32 undef, i8 1)
  %lane = call i32 @dx.op.bufferUpdateCounter(i32 70, %dx.types.Handle %b, i8 1)
  write u1, 0, %lane
  ret void
}
; CHECK-NOT: OpDecorate %u7 Binding {{.*}}
; CHECK-NOT: OpDecorate %u7_counter Binding {{.*}}
; CHECK-LABEL: %main = OpFunction
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[load]] = OpLoad %uint %SubgroupLocalInvocationId
; CHECK-NEXT: %[[place]] = OpAccessChain %_ptr_StorageBuffer_uint %u1 %uint_0 %uint_0
; CHECK-NEXT: OpStore %[[place]] %[[load]]
; CHECK-NEXT: OpReturn
; CHECK-NEXT: OpFunctionEnd

; Without that option, the buffer is like any other, with a warning.
; ERROR(ordinary): warning: entry point main seems to use NVIDIA's NVAPI intrinsics through UAV u7, space3 (u7):
; CHECK-LABEL(ordinary): %main = OpFunction
; CHECK(ordinary): OpAtomicIAdd
