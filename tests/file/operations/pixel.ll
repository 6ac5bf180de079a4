; What only pixel shaders have: derivatives, discarding, inputs at other places.
; RUN: trellis %s --emit spvasm --validate
; STAGE: pixel
; INPUT: UV0 float2 centroid
; OUTPUT: SV_Target0 float

define float @derivatives(float %x) {
  %cx = call float @dx.op.unary.f32(i32 83, float %x)
  %cy = call float @dx.op.unary.f32(i32 84, float %cx)
  %fx = call float @dx.op.unary.f32(i32 85, float %cy)
  %fy = call float @dx.op.unary.f32(i32 86, float %fx)
  ret float %fy
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[coarse]] = OpDPdxCoarse %float %[[x]]
; CHECK-NEXT: %[[coarse2]] = OpDPdyCoarse %float %[[coarse]]
; CHECK-NEXT: %[[fine]] = OpDPdxFine %float %[[coarse2]]
; CHECK-NEXT: %[[fine2]] = OpDPdyFine %float %[[fine]]
; CHECK-NEXT: OpReturnValue %[[fine2]]
; CHECK-NEXT: OpFunctionEnd

; A discarded pixel goes on as a helper, as D3D's does: derivatives still need it.
define void @discard(i1 %out) {
  call void @dx.op.discard(i32 82, i1 %out)
  ret void
}
; CHECK-LABEL: = OpFunction %void None
; CHECK-NEXT: %[[out]] = OpFunctionParameter %bool
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: OpSelectionMerge %[[label2]] None
; CHECK-NEXT: OpBranchConditional %[[out]] %[[label3]] %[[label2]]
; CHECK-NEXT: %[[label3]] = OpLabel
; CHECK-NEXT: OpDemoteToHelperInvocation
; CHECK-NEXT: OpBranch %[[label2]]
; CHECK-NEXT: %[[label2]] = OpLabel
; CHECK-NEXT: OpReturn
; CHECK-NEXT: OpFunctionEnd

; The offset is in sixteenths of a pixel, from -8 to 7.
define float @snapped(i32 %x, i32 %y) {
  %r = call float @dx.op.evalSnapped.f32(i32 87, i32 0, i32 0, i8 1, i32 %x, i32 %y)
  ret float %r
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[y]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[extract]] = OpBitFieldSExtract %uint %[[x]] %uint_0 %uint_4
; CHECK-NEXT: %[[convert]] = OpConvertSToF %float %[[extract]]
; CHECK-NEXT: %[[mul]] = OpFMul %float %[[convert]] %float_0_0625
; CHECK-NEXT: %[[extract2]] = OpBitFieldSExtract %uint %[[y]] %uint_0 %uint_4
; CHECK-NEXT: %[[convert2]] = OpConvertSToF %float %[[extract2]]
; CHECK-NEXT: %[[mul2]] = OpFMul %float %[[convert2]] %float_0_0625
; CHECK-NEXT: %[[construct]] = OpCompositeConstruct %v2float %[[mul]] %[[mul2]]
; CHECK-NEXT: %[[offset]] = OpExtInst %v2float %[[GLSL]] InterpolateAtOffset %in_UV %[[construct]]
; CHECK-NEXT: %[[extract3]] = OpCompositeExtract %float %[[offset]] 1
; CHECK-NEXT: OpReturnValue %[[extract3]]
; CHECK-NEXT: OpFunctionEnd

define float @at_sample(i32 %sample) {
  %r = call float @dx.op.evalSampleIndex.f32(i32 88, i32 0, i32 0, i8 0, i32 %sample)
  ret float %r
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[sample]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[sample2]] = OpExtInst %v2float %[[GLSL]] InterpolateAtSample %in_UV %[[sample]]
; CHECK-NEXT: %[[extract]] = OpCompositeExtract %float %[[sample2]] 0
; CHECK-NEXT: OpReturnValue %[[extract]]
; CHECK-NEXT: OpFunctionEnd

define i32 @coverage() {
  %sample = call i32 @dx.op.sampleIndex.i32(i32 90)
  %mask = call i32 @dx.op.coverage.i32(i32 91)
  %r = add i32 %sample, %mask
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[load]] = OpLoad %uint %gl_SampleID
; CHECK-NEXT: %[[place]] = OpAccessChain %_ptr_Input_uint %gl_SampleMask %uint_0
; CHECK-NEXT: %[[load2]] = OpLoad %uint %[[place]]
; CHECK-NEXT: %[[add]] = OpIAdd %uint %[[load]] %[[load2]]
; CHECK-NEXT: OpReturnValue %[[add]]
; CHECK-NEXT: OpFunctionEnd
