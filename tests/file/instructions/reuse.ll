; Equal code is written once, where the first of its results is available.
; RUN: trellis %s --emit spvasm --validate --nonuniform declared
; RESOURCE: t0 Texture2D float4
; RESOURCE: t1[8] Texture2D float4
; RESOURCE: s0

; CHECK: OpDecorate %[[POINTER]] NonUniform
; CHECK-NEXT: OpDecorate %[[LOADED]] NonUniform
; CHECK-NEXT: OpDecorate %[[SUM]] RelaxedPrecision
; CHECK-NEXT: OpDecorate %[[SUM2]] RelaxedPrecision


; The vector of the coordinates, the image and the sampled image serve both operations.
define float @in_a_block(float %x, float %y) {
  %t = handle t0
  %s = handle s0
  %a = call %dx.types.ResRet.f32 @dx.op.sampleLevel.f32(i32 62, %dx.types.Handle %t, %dx.types.Handle %s, float %x, float %y, float undef, float undef, i32 0, i32 0, i32 undef, float 0.0)
  %a0 = extractvalue %dx.types.ResRet.f32 %a, 0
  %b = call %dx.types.ResRet.f32 @dx.op.sampleLevel.f32(i32 62, %dx.types.Handle %t, %dx.types.Handle %s, float %x, float %y, float undef, float undef, i32 0, i32 0, i32 undef, float 1.0)
  %b0 = extractvalue %dx.types.ResRet.f32 %b, 0
  %r = fadd fast float %a0, %b0
  ret float %r
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %float
; CHECK-NEXT: %[[y]] = OpFunctionParameter %float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[construct]] = OpCompositeConstruct %v2float %[[x]] %[[y]]
; CHECK-NEXT: %[[load]] = OpLoad %[[IMAGE]] %t0
; CHECK-NEXT: %[[load2]] = OpLoad %[[SAMPLER]] %s0
; CHECK-NEXT: %[[image]] = OpSampledImage %[[IMAGE2]] %[[load]] %[[load2]]
; CHECK-NEXT: %[[texel]] = OpImageSampleExplicitLod %v4float %[[image]] %[[construct]] Lod %float_0
; CHECK-NEXT: %[[extract]] = OpCompositeExtract %float %[[texel]] 0
; CHECK-NEXT: %[[texel2]] = OpImageSampleExplicitLod %v4float %[[image]] %[[construct]] Lod %float_1
; CHECK-NEXT: %[[extract2]] = OpCompositeExtract %float %[[texel2]] 0
; CHECK-NEXT: %[[add]] = OpFAdd %float %[[extract]] %[[extract2]]
; CHECK-NEXT: OpReturnValue %[[add]]
; CHECK-NEXT: OpFunctionEnd

; Blocks use what a block that dominates them wrote. A sampled image must be used in its own block.
define float @in_dominated_blocks(float %x, float %y, i1 %c) {
entry:
  %t = handle t0
  %s = handle s0
  %a = call %dx.types.ResRet.f32 @dx.op.sampleLevel.f32(i32 62, %dx.types.Handle %t, %dx.types.Handle %s, float %x, float %y, float undef, float undef, i32 0, i32 0, i32 undef, float 0.0)
  %a0 = extractvalue %dx.types.ResRet.f32 %a, 0
  br i1 %c, label %then, label %end
then:
  %b = call %dx.types.ResRet.f32 @dx.op.sampleLevel.f32(i32 62, %dx.types.Handle %t, %dx.types.Handle %s, float %x, float %y, float undef, float undef, i32 0, i32 0, i32 undef, float 1.0)
  %b0 = extractvalue %dx.types.ResRet.f32 %b, 0
  br label %end
end:
  %r = phi float [ %a0, %entry ], [ %b0, %then ]
  ret float %r
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %float
; CHECK-NEXT: %[[y]] = OpFunctionParameter %float
; CHECK-NEXT: %[[c]] = OpFunctionParameter %bool
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[construct]] = OpCompositeConstruct %v2float %[[x]] %[[y]]
; CHECK-NEXT: %[[load]] = OpLoad %[[IMAGE]] %t0
; CHECK-NEXT: %[[load2]] = OpLoad %[[SAMPLER]] %s0
; CHECK-NEXT: %[[image]] = OpSampledImage %[[IMAGE2]] %[[load]] %[[load2]]
; CHECK-NEXT: %[[texel]] = OpImageSampleExplicitLod %v4float %[[image]] %[[construct]] Lod %float_0
; CHECK-NEXT: %[[extract]] = OpCompositeExtract %float %[[texel]] 0
; CHECK-NEXT: OpSelectionMerge %[[label2]] None
; CHECK-NEXT: OpBranchConditional %[[c]] %[[label3]] %[[label2]]
; CHECK-NEXT: %[[label3]] = OpLabel
; CHECK-NEXT: %[[image2]] = OpSampledImage %[[IMAGE2]] %[[load]] %[[load2]]
; CHECK-NEXT: %[[texel2]] = OpImageSampleExplicitLod %v4float %[[image2]] %[[construct]] Lod %float_1
; CHECK-NEXT: %[[extract2]] = OpCompositeExtract %float %[[texel2]] 0
; CHECK-NEXT: OpBranch %[[label2]]
; CHECK-NEXT: %[[label2]] = OpLabel
; CHECK-NEXT: %[[phi]] = OpPhi %float %[[extract]] %[[label]] %[[extract2]] %[[label3]]
; CHECK-NEXT: OpReturnValue %[[phi]]
; CHECK-NEXT: OpFunctionEnd

; Neither branch dominates the other, nor what follows.
define float @in_neither(float %x, float %y, i1 %c) {
entry:
  br i1 %c, label %then, label %else
then:
  %p = call fast float @dx.op.dot2.f32(i32 54, float %x, float %y, float %y, float %x)
  br label %end
else:
  %q = call fast float @dx.op.dot2.f32(i32 54, float %x, float %y, float %x, float %x)
  br label %end
end:
  %d = phi float [ %p, %then ], [ %q, %else ]
  %e = call fast float @dx.op.dot2.f32(i32 54, float %x, float %y, float %d, float %x)
  ret float %e
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %float
; CHECK-NEXT: %[[y]] = OpFunctionParameter %float
; CHECK-NEXT: %[[c]] = OpFunctionParameter %bool
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: OpSelectionMerge %[[label2]] Flatten
; CHECK-NEXT: OpBranchConditional %[[c]] %[[label3]] %[[label4]]
; CHECK-NEXT: %[[label3]] = OpLabel
; CHECK-NEXT: %[[construct]] = OpCompositeConstruct %v2float %[[x]] %[[y]]
; CHECK-NEXT: %[[construct2]] = OpCompositeConstruct %v2float %[[y]] %[[x]]
; CHECK-NEXT: %[[dot]] = OpDot %float %[[construct]] %[[construct2]]
; CHECK-NEXT: OpBranch %[[label2]]
; CHECK-NEXT: %[[label4]] = OpLabel
; CHECK-NEXT: %[[construct3]] = OpCompositeConstruct %v2float %[[x]] %[[y]]
; CHECK-NEXT: %[[construct4]] = OpCompositeConstruct %v2float %[[x]] %[[x]]
; CHECK-NEXT: %[[dot2]] = OpDot %float %[[construct3]] %[[construct4]]
; CHECK-NEXT: OpBranch %[[label2]]
; CHECK-NEXT: %[[label2]] = OpLabel
; CHECK-NEXT: %[[phi]] = OpPhi %float %[[dot]] %[[label3]] %[[dot2]] %[[label4]]
; CHECK-NEXT: %[[construct5]] = OpCompositeConstruct %v2float %[[x]] %[[y]]
; CHECK-NEXT: %[[construct6]] = OpCompositeConstruct %v2float %[[phi]] %[[x]]
; CHECK-NEXT: %[[dot3]] = OpDot %float %[[construct5]] %[[construct6]]
; CHECK-NEXT: OpReturnValue %[[dot3]]
; CHECK-NEXT: OpFunctionEnd

; A pointer that is decorated NonUniform is another one than the plain pointer with the same index.
define float @decorated(i32 %n, i32 %x) {
  %p = handle t1[%n]
  %q = handle t1[%n] nonuniform
  %a = call %dx.types.ResRet.f32 @dx.op.textureLoad.f32(i32 66, %dx.types.Handle %p, i32 0, i32 %x, i32 %x, i32 undef, i32 undef, i32 undef, i32 undef)
  %a0 = extractvalue %dx.types.ResRet.f32 %a, 0
  %b = call %dx.types.ResRet.f32 @dx.op.textureLoad.f32(i32 66, %dx.types.Handle %q, i32 0, i32 %x, i32 %x, i32 undef, i32 undef, i32 undef, i32 undef)
  %b0 = extractvalue %dx.types.ResRet.f32 %b, 0
  %c = call %dx.types.ResRet.f32 @dx.op.textureLoad.f32(i32 66, %dx.types.Handle %q, i32 1, i32 %x, i32 %x, i32 undef, i32 undef, i32 undef, i32 undef)
  %c0 = extractvalue %dx.types.ResRet.f32 %c, 0
  %ab = fadd fast float %a0, %b0
  %abc = fadd fast float %ab, %c0
  ret float %abc
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[n]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[x]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[sub]] = OpISub %uint %[[n]] %uint_1
; CHECK-NEXT: %[[construct]] = OpCompositeConstruct %v2uint %[[x]] %[[x]]
; CHECK-NEXT: %[[place]] = OpAccessChain %_ptr_UniformConstant_[[IMAGE]] %t1 %[[sub]]
; CHECK-NEXT: %[[load]] = OpLoad %[[IMAGE]] %[[place]]
; CHECK-NEXT: %[[texel]] = OpImageFetch %v4float %[[load]] %[[construct]] Lod %uint_0
; CHECK-NEXT: %[[extract]] = OpCompositeExtract %float %[[texel]] 0
; CHECK-NEXT: %[[POINTER]] = OpAccessChain %_ptr_UniformConstant_[[IMAGE]] %t1 %[[sub]]
; CHECK-NEXT: %[[LOADED]] = OpLoad %[[IMAGE]] %[[POINTER]]
; CHECK-NEXT: %[[texel2]] = OpImageFetch %v4float %[[LOADED]] %[[construct]] Lod %uint_0
; CHECK-NEXT: %[[extract2]] = OpCompositeExtract %float %[[texel2]] 0
; CHECK-NEXT: %[[texel3]] = OpImageFetch %v4float %[[LOADED]] %[[construct]] Lod %uint_1
; CHECK-NEXT: %[[extract3]] = OpCompositeExtract %float %[[texel3]] 0
; CHECK-NEXT: %[[add]] = OpFAdd %float %[[extract]] %[[extract2]]
; CHECK-NEXT: %[[add2]] = OpFAdd %float %[[add]] %[[extract3]]
; CHECK-NEXT: OpReturnValue %[[add2]]
; CHECK-NEXT: OpFunctionEnd

; Sums of 32 bits are written once. Those with min precision have a decoration, which others must not get.
define i32 @sums(i32 %a, i32 %b) {
  %p = add i32 %a, %b
  %q = add i32 %a, %b
  %x = trunc i32 %p to i16
  %r = add i16 %x, %x
  %s = add i16 %x, %x
  %u = mul i16 %r, %s
  %v = zext i16 %u to i32
  %w = mul i32 %q, %v
  ret i32 %w
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[a]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[b]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[add]] = OpIAdd %uint %[[a]] %[[b]]
; CHECK-NEXT: %[[SUM]] = OpIAdd %uint %[[add]] %[[add]]
; CHECK-NEXT: %[[SUM2]] = OpIAdd %uint %[[add]] %[[add]]
; CHECK-NEXT: %[[mul]] = OpIMul %uint %[[SUM]] %[[SUM2]]
; CHECK-NEXT: %[[and]] = OpBitwiseAnd %uint %[[mul]] %uint_65535
; CHECK-NEXT: %[[mul2]] = OpIMul %uint %[[add]] %[[and]]
; CHECK-NEXT: OpReturnValue %[[mul2]]
; CHECK-NEXT: OpFunctionEnd
