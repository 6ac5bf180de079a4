; Sampling. The four coordinates and three offsets of DXIL become as many as the texture has dimensions.
; RUN: trellis %s --emit spvasm --validate
; STAGE: pixel
; RESOURCE: t0 Texture2D float4
; RESOURCE: t1 TextureCubeArray float4
; RESOURCE: s0
; INPUT: UV0 float4
; OUTPUT: SV_Target0 float

define float @implicit(float %u, float %v) {
  %t = handle t0
  %s = handle s0
  %r = call %dx.types.ResRet.f32 @dx.op.sample.f32(i32 60, %dx.types.Handle %t, %dx.types.Handle %s, float %u, float %v, float undef, float undef, i32 0, i32 0, i32 undef, float undef)
  %x = extractvalue %dx.types.ResRet.f32 %r, 0
  ret float %x
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[u]] = OpFunctionParameter %float
; CHECK-NEXT: %[[v]] = OpFunctionParameter %float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[construct]] = OpCompositeConstruct %v2float %[[u]] %[[v]]
; CHECK-NEXT: %[[load]] = OpLoad %[[IMAGE]] %t0
; CHECK-NEXT: %[[load2]] = OpLoad %[[SAMPLER]] %s0
; CHECK-NEXT: %[[image]] = OpSampledImage %[[IMAGE2]] %[[load]] %[[load2]]
; CHECK-NEXT: %[[texel]] = OpImageSampleImplicitLod %v4float %[[image]] %[[construct]]
; CHECK-NEXT: %[[extract]] = OpCompositeExtract %float %[[texel]] 0
; CHECK-NEXT: OpReturnValue %[[extract]]
; CHECK-NEXT: OpFunctionEnd

; Constant offsets are an operand of the instruction.
define float @offset(float %u, float %v) {
  %t = handle t0
  %s = handle s0
  %r = call %dx.types.ResRet.f32 @dx.op.sample.f32(i32 60, %dx.types.Handle %t, %dx.types.Handle %s, float %u, float %v, float undef, float undef, i32 1, i32 -2, i32 undef, float undef)
  %x = extractvalue %dx.types.ResRet.f32 %r, 3
  ret float %x
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[u]] = OpFunctionParameter %float
; CHECK-NEXT: %[[v]] = OpFunctionParameter %float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[construct]] = OpCompositeConstruct %v2float %[[u]] %[[v]]
; CHECK-NEXT: %[[load]] = OpLoad %[[IMAGE]] %t0
; CHECK-NEXT: %[[load2]] = OpLoad %[[SAMPLER]] %s0
; CHECK-NEXT: %[[image]] = OpSampledImage %[[IMAGE2]] %[[load]] %[[load2]]
; CHECK-NEXT: %[[texel]] = OpImageSampleImplicitLod %v4float %[[image]] %[[construct]] ConstOffset %[[COMPOSITE]]
; CHECK-NEXT: %[[extract]] = OpCompositeExtract %float %[[texel]] 3
; CHECK-NEXT: OpReturnValue %[[extract]]
; CHECK-NEXT: OpFunctionEnd

define float @bias(float %u, float %v, float %bias) {
  %t = handle t0
  %s = handle s0
  %r = call %dx.types.ResRet.f32 @dx.op.sampleBias.f32(i32 61, %dx.types.Handle %t, %dx.types.Handle %s, float %u, float %v, float undef, float undef, i32 0, i32 0, i32 undef, float %bias, float undef)
  %x = extractvalue %dx.types.ResRet.f32 %r, 0
  ret float %x
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[u]] = OpFunctionParameter %float
; CHECK-NEXT: %[[v]] = OpFunctionParameter %float
; CHECK-NEXT: %[[bias]] = OpFunctionParameter %float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[construct]] = OpCompositeConstruct %v2float %[[u]] %[[v]]
; CHECK-NEXT: %[[load]] = OpLoad %[[IMAGE]] %t0
; CHECK-NEXT: %[[load2]] = OpLoad %[[SAMPLER]] %s0
; CHECK-NEXT: %[[image]] = OpSampledImage %[[IMAGE2]] %[[load]] %[[load2]]
; CHECK-NEXT: %[[texel]] = OpImageSampleImplicitLod %v4float %[[image]] %[[construct]] Bias %[[bias]]
; CHECK-NEXT: %[[extract]] = OpCompositeExtract %float %[[texel]] 0
; CHECK-NEXT: OpReturnValue %[[extract]]
; CHECK-NEXT: OpFunctionEnd

; An array of cubes has four coordinates: a direction and a number.
define float @level(float %x, float %y, float %z, float %n, float %lod) {
  %t = handle t1
  %s = handle s0
  %r = call %dx.types.ResRet.f32 @dx.op.sampleLevel.f32(i32 62, %dx.types.Handle %t, %dx.types.Handle %s, float %x, float %y, float %z, float %n, i32 undef, i32 undef, i32 undef, float %lod)
  %c = extractvalue %dx.types.ResRet.f32 %r, 0
  ret float %c
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %float
; CHECK-NEXT: %[[y]] = OpFunctionParameter %float
; CHECK-NEXT: %[[z]] = OpFunctionParameter %float
; CHECK-NEXT: %[[n]] = OpFunctionParameter %float
; CHECK-NEXT: %[[lod]] = OpFunctionParameter %float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[construct]] = OpCompositeConstruct %v4float %[[x]] %[[y]] %[[z]] %[[n]]
; CHECK-NEXT: %[[load]] = OpLoad %[[IMAGE3]] %t1
; CHECK-NEXT: %[[load2]] = OpLoad %[[SAMPLER]] %s0
; CHECK-NEXT: %[[image]] = OpSampledImage %[[IMAGE4]] %[[load]] %[[load2]]
; CHECK-NEXT: %[[texel]] = OpImageSampleExplicitLod %v4float %[[image]] %[[construct]] Lod %[[lod]]
; CHECK-NEXT: %[[extract]] = OpCompositeExtract %float %[[texel]] 0
; CHECK-NEXT: OpReturnValue %[[extract]]
; CHECK-NEXT: OpFunctionEnd

define float @gradients(float %u, float %v, float %dx, float %dy) {
  %t = handle t0
  %s = handle s0
  %r = call %dx.types.ResRet.f32 @dx.op.sampleGrad.f32(i32 63, %dx.types.Handle %t, %dx.types.Handle %s, float %u, float %v, float undef, float undef, i32 0, i32 0, i32 undef, float %dx, float 0.0, float undef, float 0.0, float %dy, float undef, float undef)
  %c = extractvalue %dx.types.ResRet.f32 %r, 0
  ret float %c
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[u]] = OpFunctionParameter %float
; CHECK-NEXT: %[[v]] = OpFunctionParameter %float
; CHECK-NEXT: %[[dx]] = OpFunctionParameter %float
; CHECK-NEXT: %[[dy]] = OpFunctionParameter %float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[construct]] = OpCompositeConstruct %v2float %[[u]] %[[v]]
; CHECK-NEXT: %[[construct2]] = OpCompositeConstruct %v2float %[[dx]] %float_0
; CHECK-NEXT: %[[construct3]] = OpCompositeConstruct %v2float %float_0 %[[dy]]
; CHECK-NEXT: %[[load]] = OpLoad %[[IMAGE]] %t0
; CHECK-NEXT: %[[load2]] = OpLoad %[[SAMPLER]] %s0
; CHECK-NEXT: %[[image]] = OpSampledImage %[[IMAGE2]] %[[load]] %[[load2]]
; CHECK-NEXT: %[[texel]] = OpImageSampleExplicitLod %v4float %[[image]] %[[construct]] Grad %[[construct2]] %[[construct3]]
; CHECK-NEXT: %[[extract]] = OpCompositeExtract %float %[[texel]] 0
; CHECK-NEXT: OpReturnValue %[[extract]]
; CHECK-NEXT: OpFunctionEnd

; Comparison makes one number, which is DXIL's first component.
define float @compare(float %u, float %v, float %reference) {
  %t = handle t0
  %s = handle s0
  %r = call %dx.types.ResRet.f32 @dx.op.sampleCmpLevelZero.f32(i32 65, %dx.types.Handle %t, %dx.types.Handle %s, float %u, float %v, float undef, float undef, i32 0, i32 0, i32 undef, float %reference)
  %c = extractvalue %dx.types.ResRet.f32 %r, 0
  ret float %c
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[u]] = OpFunctionParameter %float
; CHECK-NEXT: %[[v]] = OpFunctionParameter %float
; CHECK-NEXT: %[[reference]] = OpFunctionParameter %float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[construct]] = OpCompositeConstruct %v2float %[[u]] %[[v]]
; CHECK-NEXT: %[[load]] = OpLoad %[[IMAGE]] %t0
; CHECK-NEXT: %[[load2]] = OpLoad %[[SAMPLER]] %s0
; CHECK-NEXT: %[[image]] = OpSampledImage %[[IMAGE2]] %[[load]] %[[load2]]
; CHECK-NEXT: %[[texel]] = OpImageSampleDrefExplicitLod %float %[[image]] %[[construct]] %[[reference]] Lod %float_0
; CHECK-NEXT: OpReturnValue %[[texel]]
; CHECK-NEXT: OpFunctionEnd

; The offsets of a gather need not be constant: the low six bits count, with their sign.
define float @gather(float %u, float %v, i32 %ox, i32 %oy) {
  %t = handle t0
  %s = handle s0
  %r = call %dx.types.ResRet.f32 @dx.op.textureGather.f32(i32 73, %dx.types.Handle %t, %dx.types.Handle %s, float %u, float %v, float undef, float undef, i32 %ox, i32 %oy, i32 2)
  %c = extractvalue %dx.types.ResRet.f32 %r, 0
  ret float %c
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[u]] = OpFunctionParameter %float
; CHECK-NEXT: %[[v]] = OpFunctionParameter %float
; CHECK-NEXT: %[[ox]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[oy]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[construct]] = OpCompositeConstruct %v2float %[[u]] %[[v]]
; CHECK-NEXT: %[[extract]] = OpBitFieldSExtract %uint %[[ox]] %uint_0 %uint_6
; CHECK-NEXT: %[[bitcast]] = OpBitcast %int %[[extract]]
; CHECK-NEXT: %[[extract2]] = OpBitFieldSExtract %uint %[[oy]] %uint_0 %uint_6
; CHECK-NEXT: %[[bitcast2]] = OpBitcast %int %[[extract2]]
; CHECK-NEXT: %[[construct2]] = OpCompositeConstruct %v2int %[[bitcast]] %[[bitcast2]]
; CHECK-NEXT: %[[load]] = OpLoad %[[IMAGE]] %t0
; CHECK-NEXT: %[[load2]] = OpLoad %[[SAMPLER]] %s0
; CHECK-NEXT: %[[image]] = OpSampledImage %[[IMAGE2]] %[[load]] %[[load2]]
; CHECK-NEXT: %[[texel]] = OpImageGather %v4float %[[image]] %[[construct]] %uint_2 Offset %[[construct2]]
; CHECK-NEXT: %[[extract3]] = OpCompositeExtract %float %[[texel]] 0
; CHECK-NEXT: OpReturnValue %[[extract3]]
; CHECK-NEXT: OpFunctionEnd

; A use of component 4, the status of the access, makes it a sparse one.
define i1 @status(float %u, float %v) {
  %t = handle t0
  %s = handle s0
  %r = call %dx.types.ResRet.f32 @dx.op.sampleLevel.f32(i32 62, %dx.types.Handle %t, %dx.types.Handle %s, float %u, float %v, float undef, float undef, i32 0, i32 0, i32 undef, float 0.0)
  %status = extractvalue %dx.types.ResRet.f32 %r, 4
  %c = call i1 @dx.op.checkAccessFullyMapped.i32(i32 71, i32 %status)
  ret i1 %c
}
; CHECK-LABEL: = OpFunction %bool None
; CHECK-NEXT: %[[u]] = OpFunctionParameter %float
; CHECK-NEXT: %[[v]] = OpFunctionParameter %float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[construct]] = OpCompositeConstruct %v2float %[[u]] %[[v]]
; CHECK-NEXT: %[[load]] = OpLoad %[[IMAGE]] %t0
; CHECK-NEXT: %[[load2]] = OpLoad %[[SAMPLER]] %s0
; CHECK-NEXT: %[[image]] = OpSampledImage %[[IMAGE2]] %[[load]] %[[load2]]
; CHECK-NEXT: %[[texel]] = OpImageSparseSampleExplicitLod %_struct_[[STRUCT]] %[[image]] %[[construct]] Lod %float_0
; CHECK-NEXT: %[[extract]] = OpCompositeExtract %v4float %[[texel]] 1
; CHECK-NEXT: %[[extract2]] = OpCompositeExtract %uint %[[texel]] 0
; CHECK-NEXT: %[[texel2]] = OpImageSparseTexelsResident %bool %[[extract2]]
; CHECK-NEXT: %[[select]] = OpSelect %uint %[[texel2]] %uint_1 %uint_0
; CHECK-NEXT: %[[equal]] = OpINotEqual %bool %[[select]] %uint_0
; CHECK-NEXT: OpReturnValue %[[equal]]
; CHECK-NEXT: OpFunctionEnd
