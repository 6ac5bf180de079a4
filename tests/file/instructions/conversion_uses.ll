; Conversions of which no use sees the integers above the largest float: these are not selected.
; RUN: trellis %s --emit spvasm --validate
; RESOURCE: t0 Texture2D float4

define i32 @minimum(float %x) {
  %u = fptoui float %x to i32
  %r = call i32 @dx.op.binary.i32(i32 40, i32 %u, i32 1000) ; UMin
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[clamp]] = OpExtInst %float %[[GLSL]] NClamp %[[x]] %float_0 %float_4_29496704e_09
; CHECK-NEXT: %[[convert]] = OpConvertFToU %uint %[[clamp]]
; CHECK-NEXT: %[[min]] = OpExtInst %uint %[[GLSL]] UMin %[[convert]] %uint_1000
; CHECK-NEXT: OpReturnValue %[[min]]
; CHECK-NEXT: OpFunctionEnd

; This minimum does see them.
define i32 @large_minimum(float %x) {
  %u = fptoui float %x to i32
  %r = call i32 @dx.op.binary.i32(i32 40, i32 %u, i32 -256) ; UMin
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[clamp]] = OpExtInst %float %[[GLSL]] NClamp %[[x]] %float_0 %float_4_29496704e_09
; CHECK-NEXT: %[[convert]] = OpConvertFToU %uint %[[clamp]]
; CHECK-NEXT: %[[greater]] = OpFOrdGreaterThan %bool %[[x]] %float_4_29496704e_09
; CHECK-NEXT: %[[select]] = OpSelect %uint %[[greater]] %uint_4294967295 %[[convert]]
; CHECK-NEXT: %[[min]] = OpExtInst %uint %[[GLSL]] UMin %[[select]] %uint_4294967040
; CHECK-NEXT: OpReturnValue %[[min]]
; CHECK-NEXT: OpFunctionEnd

; Both are outside of any texture. NaN is 0, which is inside.
define float @texel(float %x) {
  %t = handle t0
  %s = fptosi float %x to i32
  %r = call %dx.types.ResRet.f32 @dx.op.textureLoad.f32(i32 66, %dx.types.Handle %t, i32 0, i32 %s, i32 %s, i32 undef, i32 undef, i32 undef, i32 undef)
  %c = extractvalue %dx.types.ResRet.f32 %r, 0
  ret float %c
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[abs]] = OpExtInst %float %[[GLSL]] FAbs %[[x]]
; CHECK-NEXT: %[[clamp2]] = OpExtInst %float %[[GLSL]] NClamp %[[abs]] %float_0 %float_2_14748352e_09
; CHECK-NEXT: %[[bitcast]] = OpBitcast %uint %[[x]]
; CHECK-NEXT: %[[and]] = OpBitwiseAnd %uint %[[bitcast]] %uint_2147483648
; CHECK-NEXT: %[[bitcast2]] = OpBitcast %uint %[[clamp2]]
; CHECK-NEXT: %[[or]] = OpBitwiseOr %uint %[[bitcast2]] %[[and]]
; CHECK-NEXT: %[[clamp]] = OpBitcast %float %[[or]]
; CHECK-NEXT: %[[convert]] = OpConvertFToS %uint %[[clamp]]
; CHECK-NEXT: %[[construct]] = OpCompositeConstruct %v2uint %[[convert]] %[[convert]]
; CHECK: OpFunctionEnd
