; Floats that are converted to integers and back are truncated, if no use sees the sign of zero.
; RUN: trellis %s --emit spvasm --validate

define float @unsigned_number(float %x) {
  %u = fptoui float %x to i32
  %f = uitofp i32 %u to float
  %r = fadd fast float %f, 5.000000e-01
  ret float %r
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[parameter]] = OpFunctionParameter %float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[clamp2]] = OpExtInst %float %[[GLSL]] NClamp %[[parameter]] %float_0 %float_4_2949673e_09
; CHECK-NEXT: %[[trunc]] = OpExtInst %float %[[GLSL]] Trunc %[[clamp2]]
; CHECK-NEXT: %[[add]] = OpFAdd %float %[[trunc]] %float_0_5
; CHECK-NEXT: OpReturnValue %[[add]]
; CHECK-NEXT: OpFunctionEnd

define float @signed_number(float %x) {
  %s = fptosi float %x to i32
  %f = sitofp i32 %s to float
  %p = fmul fast float %f, 2.000000e+00
  %r = fsub fast float 1.000000e+00, %p
  ret float %r
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[abs]] = OpExtInst %float %[[GLSL]] FAbs %[[x]]
; CHECK-NEXT: %[[clamp]] = OpExtInst %float %[[GLSL]] NClamp %[[abs]] %float_0 %float_2_14748365e_09
; CHECK-NEXT: %[[bitcast]] = OpBitcast %uint %[[x]]
; CHECK-NEXT: %[[and]] = OpBitwiseAnd %uint %[[bitcast]] %uint_2147483648
; CHECK-NEXT: %[[bitcast2]] = OpBitcast %uint %[[clamp]]
; CHECK-NEXT: %[[or]] = OpBitwiseOr %uint %[[bitcast2]] %[[and]]
; CHECK-NEXT: %[[bitcast3]] = OpBitcast %float %[[or]]
; CHECK-NEXT: %[[trunc]] = OpExtInst %float %[[GLSL]] Trunc %[[bitcast3]]
; CHECK-NEXT: %[[mul]] = OpFMul %float %[[trunc]] %float_2
; CHECK-NEXT: %[[sub]] = OpFSub %float %float_1 %[[mul]]
; CHECK-NEXT: OpReturnValue %[[sub]]
; CHECK-NEXT: OpFunctionEnd

; A number within bounds needs no clamp, whatever the uses of the integer.
define float @bounded(float %x) {
  %s = call float @dx.op.unary.f32(i32 7, float %x) ; Saturate
  %t = fmul fast float %s, 2.550000e+02
  %u = fptoui float %t to i32
  %f = uitofp i32 %u to float
  %a = fadd fast float %f, 5.000000e-01
  %b = bitcast i32 %u to float
  %r = fmul fast float %a, %b
  ret float %r
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[clamp]] = OpExtInst %float %[[GLSL]] NClamp %[[x]] %float_0 %float_1
; CHECK-NEXT: %[[mul]] = OpFMul %float %[[clamp]] %float_255
; CHECK-NEXT: %[[convert]] = OpConvertFToU %uint %[[mul]]
; CHECK-NEXT: %[[trunc]] = OpExtInst %float %[[GLSL]] Trunc %[[mul]]
; CHECK-NEXT: %[[add]] = OpFAdd %float %[[trunc]] %float_0_5
; CHECK-NEXT: %[[bitcast]] = OpBitcast %float %[[convert]]
; CHECK-NEXT: %[[mul2]] = OpFMul %float %[[add]] %[[bitcast]]
; CHECK-NEXT: OpReturnValue %[[mul2]]
; CHECK-NEXT: OpFunctionEnd

; The result may be seen to be -0.
define float @sign_of_zero(float %x) {
  %s = fptosi float %x to i32
  %f = sitofp i32 %s to float
  ret float %f
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[call]] = OpFunctionCall %uint %[[FUNCTION]] %[[x]]
; CHECK-NEXT: %[[convert]] = OpConvertSToF %float %[[call]]
; CHECK-NEXT: OpReturnValue %[[convert]]
; CHECK-NEXT: OpFunctionEnd

; A sum with a number that is not 0 hides the sign; this one may be 0.
define float @sum_with_zero(float %x, float %y) {
  %s = fptosi float %x to i32
  %f = sitofp i32 %s to float
  %r = fadd fast float %f, %y
  ret float %r
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %float
; CHECK-NEXT: %[[y]] = OpFunctionParameter %float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[call]] = OpFunctionCall %uint %[[FUNCTION]] %[[x]]
; CHECK-NEXT: %[[convert]] = OpConvertSToF %float %[[call]]
; CHECK-NEXT: %[[add]] = OpFAdd %float %[[convert]] %[[y]]
; CHECK-NEXT: OpReturnValue %[[add]]
; CHECK-NEXT: OpFunctionEnd

; A clamp for the truncation and one for the integer would cost more.
define float @other_uses(float %x) {
  %u = fptoui float %x to i32
  %f = uitofp i32 %u to float
  %a = fadd fast float %f, 5.000000e-01
  %b = bitcast i32 %u to float
  %r = fmul fast float %a, %b
  ret float %r
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[clamp]] = OpExtInst %float %[[GLSL]] NClamp %[[x]] %float_0 %float_4_29496704e_09
; CHECK-NEXT: %[[convert]] = OpConvertFToU %uint %[[clamp]]
; CHECK-NEXT: %[[greater]] = OpFOrdGreaterThan %bool %[[x]] %float_4_29496704e_09
; CHECK-NEXT: %[[select]] = OpSelect %uint %[[greater]] %uint_4294967295 %[[convert]]
; CHECK-NEXT: %[[convert2]] = OpConvertUToF %float %[[select]]
; CHECK-NEXT: %[[add]] = OpFAdd %float %[[convert2]] %float_0_5
; CHECK-NEXT: %[[bitcast]] = OpBitcast %float %[[select]]
; CHECK-NEXT: %[[mul]] = OpFMul %float %[[add]] %[[bitcast]]
; CHECK-NEXT: OpReturnValue %[[mul]]
; CHECK-NEXT: OpFunctionEnd
