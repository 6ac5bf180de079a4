; Mathematics: what GLSL.std.450 has is taken from there.
; RUN: trellis %s --emit spvasm --validate

; CHECK: OpDecorate %[[PRODUCT]] NoContraction
; CHECK: OpDecorate %[[SUM]] NoContraction

; Frc is less than 1, which Fract need not be for small negative numbers.
define float @one_instruction(float %x) {
  %1 = call float @dx.op.unary.f32(i32 6, float %x)   ; FAbs
  %2 = call float @dx.op.unary.f32(i32 12, float %1)  ; Cos
  %3 = call float @dx.op.unary.f32(i32 14, float %2)  ; Tan
  %4 = call float @dx.op.unary.f32(i32 17, float %3)  ; Atan
  %5 = call float @dx.op.unary.f32(i32 21, float %4)  ; Exp
  %6 = call float @dx.op.unary.f32(i32 22, float %5)  ; Frc
  %7 = call float @dx.op.unary.f32(i32 23, float %6)  ; Log
  %8 = call float @dx.op.unary.f32(i32 24, float %7)  ; Sqrt
  %9 = call float @dx.op.unary.f32(i32 25, float %8)  ; Rsqrt
  %10 = call float @dx.op.unary.f32(i32 26, float %9) ; Round_ne
  %11 = call float @dx.op.unary.f32(i32 27, float %10) ; Round_ni
  %12 = call float @dx.op.unary.f32(i32 28, float %11) ; Round_pi
  %13 = call float @dx.op.unary.f32(i32 29, float %12) ; Round_z
  ret float %13
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[abs]] = OpExtInst %float %[[GLSL]] FAbs %[[x]]
; CHECK-NEXT: %[[cos]] = OpExtInst %float %[[GLSL]] Cos %[[abs]]
; CHECK-NEXT: %[[tan]] = OpExtInst %float %[[GLSL]] Tan %[[cos]]
; CHECK-NEXT: %[[atan]] = OpExtInst %float %[[GLSL]] Atan %[[tan]]
; CHECK-NEXT: %[[exp]] = OpExtInst %float %[[GLSL]] Exp2 %[[atan]]
; CHECK-NEXT: %[[fract]] = OpExtInst %float %[[GLSL]] Fract %[[exp]]
; CHECK-NEXT: %[[whole]] = OpExtInst %float %[[GLSL]] Floor %[[fract]]
; CHECK-NEXT: %[[below]] = OpExtInst %float %[[GLSL]] Fma %[[whole]] %{{.*}} %[[fract]]
; CHECK-NEXT: %[[log]] = OpExtInst %float %[[GLSL]] Log2 %[[below]]
; CHECK-NEXT: %[[sqrt]] = OpExtInst %float %[[GLSL]] Sqrt %[[log]]
; CHECK-NEXT: %[[sqrt2]] = OpExtInst %float %[[GLSL]] InverseSqrt %[[sqrt]]
; CHECK-NEXT: %[[even]] = OpExtInst %float %[[GLSL]] RoundEven %[[sqrt2]]
; CHECK-NEXT: %[[floor]] = OpExtInst %float %[[GLSL]] Floor %[[even]]
; CHECK-NEXT: %[[ceil]] = OpExtInst %float %[[GLSL]] Ceil %[[floor]]
; CHECK-NEXT: %[[trunc]] = OpExtInst %float %[[GLSL]] Trunc %[[ceil]]
; CHECK-NEXT: OpReturnValue %[[trunc]]
; CHECK-NEXT: OpFunctionEnd

; Of a number and NaN, minimum and maximum are the number; Saturate(NaN) is 0.
define float @minimum(float %a, float %b) {
  %low = call float @dx.op.binary.f32(i32 36, float %a, float %b)   ; FMin
  %high = call float @dx.op.binary.f32(i32 35, float %low, float %b) ; FMax
  %r = call float @dx.op.unary.f32(i32 7, float %high) ; Saturate
  ret float %r
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[a]] = OpFunctionParameter %float
; CHECK-NEXT: %[[b]] = OpFunctionParameter %float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[min]] = OpExtInst %float %[[GLSL]] NMin %[[a]] %[[b]]
; CHECK-NEXT: %[[max]] = OpExtInst %float %[[GLSL]] NMax %[[min]] %[[b]]
; CHECK-NEXT: %[[clamp]] = OpExtInst %float %[[GLSL]] NClamp %[[max]] %float_0 %float_1
; CHECK-NEXT: OpReturnValue %[[clamp]]
; CHECK-NEXT: OpFunctionEnd

; FMad is two operations, which may be fused unless they are precise.
define float @mad(float %a, float %b, float %c) {
  %fused = call fast float @dx.op.tertiary.f32(i32 46, float %a, float %b, float %c)
  %r = call float @dx.op.tertiary.f32(i32 46, float %fused, float %b, float %c), !dx.precise !1
  ret float %r
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[a]] = OpFunctionParameter %float
; CHECK-NEXT: %[[b]] = OpFunctionParameter %float
; CHECK-NEXT: %[[c]] = OpFunctionParameter %float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[add]] = OpExtInst %float %[[GLSL]] Fma %[[a]] %[[b]] %[[c]]
; CHECK-NEXT: %[[PRODUCT]] = OpFMul %float %[[add]] %[[b]]
; CHECK-NEXT: %[[SUM]] = OpFAdd %float %[[PRODUCT]] %[[c]]
; CHECK-NEXT: OpReturnValue %[[SUM]]
; CHECK-NEXT: OpFunctionEnd

; Fma is exact, of doubles only.
define double @fma(double %a, double %b, double %c) {
  %r = call double @dx.op.tertiary.f64(i32 47, double %a, double %b, double %c)
  ret double %r
}
; CHECK-LABEL: = OpFunction %double None
; CHECK-NEXT: %[[a]] = OpFunctionParameter %double
; CHECK-NEXT: %[[b]] = OpFunctionParameter %double
; CHECK-NEXT: %[[c]] = OpFunctionParameter %double
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[fma]] = OpExtInst %double %[[GLSL]] Fma %[[a]] %[[b]] %[[c]]
; CHECK-NEXT: OpReturnValue %[[fma]]
; CHECK-NEXT: OpFunctionEnd

; The arguments are components one by one.
define float @dot3(float %ax, float %ay, float %az, float %bx, float %by, float %bz) {
  %r = call float @dx.op.dot3.f32(i32 55, float %ax, float %ay, float %az, float %bx, float %by, float %bz)
  ret float %r
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[ax]] = OpFunctionParameter %float
; CHECK-NEXT: %[[ay]] = OpFunctionParameter %float
; CHECK-NEXT: %[[az]] = OpFunctionParameter %float
; CHECK-NEXT: %[[bx]] = OpFunctionParameter %float
; CHECK-NEXT: %[[by]] = OpFunctionParameter %float
; CHECK-NEXT: %[[bz]] = OpFunctionParameter %float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[construct]] = OpCompositeConstruct %v3float %[[ax]] %[[ay]] %[[az]]
; CHECK-NEXT: %[[construct2]] = OpCompositeConstruct %v3float %[[bx]] %[[by]] %[[bz]]
; CHECK-NEXT: %[[dot]] = OpDot %float %[[construct]] %[[construct2]]
; CHECK-NEXT: OpReturnValue %[[dot]]
; CHECK-NEXT: OpFunctionEnd

define i1 @special(float %x) {
  %nan = call i1 @dx.op.isSpecialFloat.f32(i32 8, float %x)
  %inf = call i1 @dx.op.isSpecialFloat.f32(i32 9, float %x)
  %either = or i1 %nan, %inf
  ret i1 %either
}
; CHECK-LABEL: = OpFunction %bool None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[nan]] = OpIsNan %bool %[[x]]
; CHECK-NEXT: %[[inf]] = OpIsInf %bool %[[x]]
; CHECK-NEXT: %[[or]] = OpLogicalOr %bool %[[nan]] %[[inf]]
; CHECK-NEXT: OpReturnValue %[[or]]
; CHECK-NEXT: OpFunctionEnd

; SPIR-V has no such instruction for shaders: the exponent's bits are compared.
define i1 @finite(float %x) {
  %r = call i1 @dx.op.isSpecialFloat.f32(i32 10, float %x)
  ret i1 %r
}
; CHECK-LABEL: = OpFunction %bool None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[bitcast]] = OpBitcast %uint %[[x]]
; CHECK-NEXT: %[[and]] = OpBitwiseAnd %uint %[[bitcast]] %uint_2139095040
; CHECK-NEXT: %[[equal]] = OpINotEqual %bool %[[and]] %uint_2139095040
; CHECK-NEXT: OpReturnValue %[[equal]]
; CHECK-NEXT: OpFunctionEnd

define i1 @normal(float %x) {
  %r = call i1 @dx.op.isSpecialFloat.f32(i32 11, float %x)
  ret i1 %r
}
; CHECK-LABEL: = OpFunction %bool None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[bitcast]] = OpBitcast %uint %[[x]]
; CHECK-NEXT: %[[and]] = OpBitwiseAnd %uint %[[bitcast]] %uint_2139095040
; CHECK-NEXT: %[[sub]] = OpISub %uint %[[and]] %uint_8388608
; CHECK-NEXT: %[[less]] = OpULessThan %bool %[[sub]] %uint_2130706432
; CHECK-NEXT: OpReturnValue %[[less]]
; CHECK-NEXT: OpFunctionEnd

; A half as the low bits of a word.
define i32 @to_half(float %x) {
  %bits = call i32 @dx.op.legacyF32ToF16(i32 130, float %x)
  ret i32 %bits
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[construct]] = OpCompositeConstruct %v2float %[[x]] %float_0
; CHECK-NEXT: %[[half]] = OpExtInst %uint %[[GLSL]] PackHalf2x16 %[[construct]]
; CHECK-NEXT: OpReturnValue %[[half]]
; CHECK-NEXT: OpFunctionEnd

define float @from_half(i32 %bits) {
  %x = call float @dx.op.legacyF16ToF32(i32 131, i32 %bits)
  ret float %x
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[bits]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[half]] = OpExtInst %v2float %[[GLSL]] UnpackHalf2x16 %[[bits]]
; CHECK-NEXT: %[[extract]] = OpCompositeExtract %float %[[half]] 0
; CHECK-NEXT: OpReturnValue %[[extract]]
; CHECK-NEXT: OpFunctionEnd

define double @doubles(double %x) {
  %parts = call %dx.types.splitdouble @dx.op.splitDouble.f64(i32 102, double %x)
  %low = extractvalue %dx.types.splitdouble %parts, 0
  %high = extractvalue %dx.types.splitdouble %parts, 1
  %r = call double @dx.op.makeDouble.f64(i32 101, i32 %high, i32 %low)
  ret double %r
}
; CHECK-LABEL: = OpFunction %double None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %double
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[bitcast]] = OpBitcast %v2uint %[[x]]
; CHECK-NEXT: %[[extract]] = OpCompositeExtract %uint %[[bitcast]] 0
; CHECK-NEXT: %[[extract2]] = OpCompositeExtract %uint %[[bitcast]] 1
; CHECK-NEXT: %[[construct]] = OpCompositeConstruct %v2uint %[[extract2]] %[[extract]]
; CHECK-NEXT: %[[bitcast2]] = OpBitcast %double %[[construct]]
; CHECK-NEXT: OpReturnValue %[[bitcast2]]
; CHECK-NEXT: OpFunctionEnd

!1 = !{i32 1}
