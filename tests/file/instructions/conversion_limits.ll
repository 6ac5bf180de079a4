; Conversions to signed integers of which no use sees the ends of the range: both are clamped to the same
; magnitude.
; RUN: trellis %s --emit spvasm --validate

;--- The lowest integers differ in one more bit than the greatest ones: with a shift by 7, they would be seen.
define i32 @high_bits(float %x) {
  %s = fptosi float %x to i32
  %r = ashr i32 %s, 8
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
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
; CHECK-NEXT: %[[shift]] = OpShiftRightArithmetic %uint %[[convert]] %uint_8
; CHECK-NEXT: OpReturnValue %[[shift]]
; CHECK-NEXT: OpFunctionEnd

;--- The minimum hides the greatest integers, the maximum the lowest.
define i32 @clamp(float %x) {
  %s = fptosi float %x to i32
  %l = call i32 @dx.op.binary.i32(i32 37, i32 %s, i32 -2147483519) ; IMax
  %r = call i32 @dx.op.binary.i32(i32 38, i32 %l, i32 100) ; IMin
  ret i32 %r
}
; CHECK: NClamp
; CHECK: OpBitwiseOr
; CHECK: OpConvertFToS

;--- This maximum does not.
define i32 @lower_clamp(float %x) {
  %s = fptosi float %x to i32
  %l = call i32 @dx.op.binary.i32(i32 37, i32 %s, i32 -2147483648) ; IMax
  %r = call i32 @dx.op.binary.i32(i32 38, i32 %l, i32 100) ; IMin
  ret i32 %r
}
; CHECK: NClamp
; CHECK: OpConvertFToS
; CHECK: UMax
