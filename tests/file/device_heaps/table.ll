; A table of a root signature is a slice of a heap: a word of the push data is the index of its first descriptor. In the root signature, t0 to
; t2 begin the second table, and s0 and s1 are the third one.
; RUN: trellis %s -o %t/module.spv --heaps extension --root-signature %root/reference_shaders/resources/rootsig_constants_cbv_and_table.dxil
; STAGE: pixel
; RESOURCE: t0[3] Texture2D float4
; RESOURCE: s0[2]
; INPUT: TEXCOORD0 float2
; OUTPUT: SV_Target0 float

define void @main() {
  %u = call float @dx.op.loadInput.f32(i32 4, i32 0, i32 0, i8 0, i32 undef)
  %v = call float @dx.op.loadInput.f32(i32 4, i32 0, i32 0, i8 1, i32 undef)
  %t = handle t0[2]
  %s = handle s0[1]
  %r = call %dx.types.ResRet.f32 @dx.op.sampleLevel.f32(i32 62, %dx.types.Handle %t, %dx.types.Handle %s, float %u, float %v, float undef, float undef, i32 0, i32 0, i32 undef, float 0.0)
  %c = extractvalue %dx.types.ResRet.f32 %r, 0
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 0, float %c)
  ret void
}
; CHECK: OpMemberDecorate %[[ROOT]] 0 Offset 0
; CHECK: %root_data = OpVariable %_ptr_PushConstant_[[ROOT]] PushConstant
; CHECK-LABEL: %main = OpFunction %void None
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[place]] = OpAccessChain %_ptr_PushConstant_uint %root_data %uint_0 %uint_6
; CHECK-NEXT: %[[load]] = OpLoad %uint %[[place]]
; CHECK-NEXT: %[[place2]] = OpAccessChain %_ptr_PushConstant_uint %root_data %uint_0 %uint_8
; CHECK-NEXT: %[[load2]] = OpLoad %uint %[[place2]]
; CHECK-NEXT: %[[place3]] = OpAccessChain %_ptr_Input_float %in_TEXCOORD %uint_0
; CHECK-NEXT: %[[load3]] = OpLoad %float %[[place3]]
; CHECK-NEXT: %[[place4]] = OpAccessChain %_ptr_Input_float %in_TEXCOORD %uint_1
; CHECK-NEXT: %[[load4]] = OpLoad %float %[[place4]]
; CHECK-NEXT: %[[add]] = OpIAdd %uint %uint_2 %[[load]]
; CHECK-NEXT: %[[add2]] = OpIAdd %uint %uint_1 %[[load2]]
; CHECK-NEXT: %[[construct]] = OpCompositeConstruct %v2float %[[load3]] %[[load4]]
; CHECK-NEXT: %[[place5]] = OpUntypedAccessChainKHR %_ptr_UniformConstant %_runtimearr_[[IMAGE]] %ResourceDescriptorHeap %[[add]]
; CHECK-NEXT: %[[load5]] = OpLoad %[[IMAGE]] %[[place5]]
; CHECK-NEXT: %[[place6]] = OpUntypedAccessChainKHR %_ptr_UniformConstant %_runtimearr_[[SAMPLER]] %SamplerDescriptorHeap %[[add2]]
; CHECK-NEXT: %[[load6]] = OpLoad %[[SAMPLER]] %[[place6]]
; CHECK-NEXT: %[[image]] = OpSampledImage %[[IMAGE2]] %[[load5]] %[[load6]]
; CHECK-NEXT: %[[texel]] = OpImageSampleExplicitLod %v4float %[[image]] %[[construct]] Lod %float_0
; CHECK-NEXT: %[[extract]] = OpCompositeExtract %float %[[texel]] 0
; CHECK-NEXT: OpStore %out_SV_Target %[[extract]]
; CHECK-NEXT: OpReturn
; CHECK-NEXT: OpFunctionEnd
