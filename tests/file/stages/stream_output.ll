; Stream output is transform feedback: buffers, offsets and strides of the outputs.
; RUN: trellis %s --emit spvasm --validate --stream-output POSITION0 0 4 --stream-output-stride 0 32
; STAGE: vertex
; INPUT: POSITION0 float4
; OUTPUT: POSITION0 float4

define void @main() {
  %x = call float @dx.op.loadInput.f32(i32 4, i32 0, i32 0, i8 0, i32 undef)
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 0, float %x)
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 1, float %x)
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 2, float %x)
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 3, float %x)
  ret void
}
; CHECK: OpCapability TransformFeedback
; CHECK: OpExecutionMode %main Xfb
; CHECK: OpDecorate %out_POSITION XfbBuffer 0
; CHECK-NEXT: OpDecorate %out_POSITION XfbStride 32
; CHECK-NEXT: OpDecorate %out_POSITION Offset 4
