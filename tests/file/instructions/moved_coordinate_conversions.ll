; Conversions that become coordinates of loads with offsets.
; RUN: trellis %s --emit spvasm --validate
; RESOURCE: t0 Texture2D float4

; An offset leaves the ends of the signed integers outside.
define float @signed_offset(float %x) {
  %t = handle t0
  %u = fptosi float %x to i32
  %r = call %dx.types.ResRet.f32 @dx.op.textureLoad.f32(i32 66, %dx.types.Handle %t, i32 0, i32 %u, i32 %u, i32 undef, i32 1, i32 -8, i32 undef)
  %c = extractvalue %dx.types.ResRet.f32 %r, 0
  ret float %c
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[abs]] = OpExtInst %float %[[GLSL]] FAbs %[[x]]
; CHECK-NEXT: %[[clamp]] = OpExtInst %float %[[GLSL]] NClamp %[[abs]] %float_0 %float_2_14748352e_09
; CHECK-NEXT: %[[bitcast]] = OpBitcast %uint %[[x]]
; CHECK-NEXT: %[[and]] = OpBitwiseAnd %uint %[[bitcast]] %uint_2147483648
; CHECK-NEXT: %[[bitcast2]] = OpBitcast %uint %[[clamp]]
; CHECK-NEXT: %[[or]] = OpBitwiseOr %uint %[[bitcast2]] %[[and]]
; CHECK-NEXT: %[[bitcast3]] = OpBitcast %float %[[or]]
; CHECK-NEXT: %[[convert]] = OpConvertFToS %uint %[[bitcast3]]
; CHECK-NEXT: %[[add]] = OpIAdd %uint %[[convert]] %uint_1
; CHECK-NEXT: %[[add2]] = OpIAdd %uint %[[convert]] %uint_4294967288
; CHECK-NEXT: %[[construct]] = OpCompositeConstruct %v2uint %[[add]] %[[add2]]
; CHECK-NEXT: %[[load]] = OpLoad %[[IMAGE]] %t0
; CHECK-NEXT: %[[texel]] = OpImageFetch %v4float %[[load]] %[[construct]] Lod %uint_0
; CHECK-NEXT: %[[extract]] = OpCompositeExtract %float %[[texel]] 0
; CHECK-NEXT: OpReturnValue %[[extract]]
; CHECK-NEXT: OpFunctionEnd

; The largest unsigned integer, moved by 1, is inside.
define float @unsigned_offset(float %x) {
  %t = handle t0
  %u = fptoui float %x to i32
  %r = call %dx.types.ResRet.f32 @dx.op.textureLoad.f32(i32 66, %dx.types.Handle %t, i32 0, i32 %u, i32 %u, i32 undef, i32 1, i32 1, i32 undef)
  %c = extractvalue %dx.types.ResRet.f32 %r, 0
  ret float %c
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[clamp]] = OpExtInst %float %[[GLSL]] NClamp %[[x]] %float_0 %float_4_29496704e_09
; CHECK-NEXT: %[[convert]] = OpConvertFToU %uint %[[clamp]]
; CHECK-NEXT: %[[greater]] = OpFOrdGreaterThan %bool %[[x]] %float_4_29496704e_09
; CHECK-NEXT: %[[select]] = OpSelect %uint %[[greater]] %uint_4294967295 %[[convert]]
; CHECK-NEXT: %[[add]] = OpIAdd %uint %[[select]] %uint_1
; CHECK-NEXT: %[[add2]] = OpIAdd %uint %[[select]] %uint_1
; CHECK-NEXT: %[[construct]] = OpCompositeConstruct %v2uint %[[add]] %[[add2]]
; CHECK-NEXT: %[[load]] = OpLoad %[[IMAGE]] %t0
; CHECK-NEXT: %[[texel]] = OpImageFetch %v4float %[[load]] %[[construct]] Lod %uint_0
; CHECK-NEXT: %[[extract]] = OpCompositeExtract %float %[[texel]] 0
; CHECK-NEXT: OpReturnValue %[[extract]]
; CHECK-NEXT: OpFunctionEnd
