; A load of a multisampled texture whose sample is undefined takes the first one.
; RUN: trellis %s --emit spvasm --validate
; RESOURCE: t0 Texture2DMS float4

define float @f(i32 %x) {
  %t = handle t0
  %r = call %dx.types.ResRet.f32 @dx.op.textureLoad.f32(i32 66, %dx.types.Handle %t, i32 undef, i32 %x, i32 %x, i32 undef, i32 undef, i32 undef, i32 undef)
  %c = extractvalue %dx.types.ResRet.f32 %r, 0
  ret float %c
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[construct]] = OpCompositeConstruct %v2uint %[[x]] %[[x]]
; CHECK-NEXT: %[[load]] = OpLoad %[[IMAGE]] %t0
; CHECK-NEXT: %[[texel]] = OpImageFetch %v4float %[[load]] %[[construct]] Sample %uint_0
; CHECK-NEXT: %[[extract]] = OpCompositeExtract %float %[[texel]] 0
; CHECK-NEXT: OpReturnValue %[[extract]]
; CHECK-NEXT: OpFunctionEnd
