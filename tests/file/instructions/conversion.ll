; Conversions. D3D clamps floats that an integer cannot hold, and makes NaN 0; SPIR-V leaves both undefined.
; RUN: trellis %s --emit spvasm --validate

define i32 @to_unsigned(float %x) {
  %r = fptoui float %x to i32
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[clamp]] = OpExtInst %float %[[GLSL]] NClamp %[[x]] %float_0 %float_4_29496704e_09
; CHECK-NEXT: %[[convert]] = OpConvertFToU %uint %[[clamp]]
; CHECK-NEXT: %[[greater]] = OpFOrdGreaterThan %bool %[[x]] %float_4_29496704e_09
; CHECK-NEXT: %[[select]] = OpSelect %uint %[[greater]] %uint_4294967295 %[[convert]]
; CHECK-NEXT: OpReturnValue %[[select]]
; CHECK-NEXT: OpFunctionEnd

define i32 @to_signed(float %x) {
  %r = fptosi float %x to i32
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[clamp2]] = OpExtInst %float %[[GLSL]] NClamp %[[x]] %float_0 %float_2_14748365e_09
; CHECK-NEXT: %[[min2]] = OpExtInst %float %[[GLSL]] NMin %[[x]] %float_0
; CHECK-NEXT: %[[clamp]] = OpExtInst %float %[[GLSL]] NMax %[[min2]] %float_n2_14748365e_09
; CHECK-NEXT: %[[convert2]] = OpConvertFToU %uint %[[clamp2]]
; CHECK-NEXT: %[[convert]] = OpConvertFToS %uint %[[clamp]]
; CHECK-NEXT: %[[min]] = OpExtInst %uint %[[GLSL]] UMin %[[convert2]] %uint_2147483647
; CHECK-NEXT: %[[select2]] = OpExtInst %uint %[[GLSL]] UMax %[[min]] %[[convert]]
; CHECK-NEXT: OpReturnValue %[[select2]]
; CHECK-NEXT: OpFunctionEnd

; Values whose bounds are known are not clamped.
define i32 @bounded(float %x) {
  %s = call float @dx.op.unary.f32(i32 7, float %x) ; Saturate
  %t = fmul fast float %s, 2.55e+02
  %r = fptoui float %t to i32
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[clamp]] = OpExtInst %float %[[GLSL]] NClamp %[[x]] %float_0 %float_1
; CHECK-NEXT: %[[mul]] = OpFMul %float %[[clamp]] %float_255
; CHECK-NEXT: %[[convert]] = OpConvertFToU %uint %[[mul]]
; CHECK-NEXT: OpReturnValue %[[convert]]
; CHECK-NEXT: OpFunctionEnd

define float @to_float(i32 %x) {
  %u = uitofp i32 %x to float
  %s = sitofp i32 %x to float
  %r = fadd fast float %u, %s
  ret float %r
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[convert]] = OpConvertUToF %float %[[x]]
; CHECK-NEXT: %[[convert2]] = OpConvertSToF %float %[[x]]
; CHECK-NEXT: %[[add]] = OpFAdd %float %[[convert]] %[[convert2]]
; CHECK-NEXT: OpReturnValue %[[add]]
; CHECK-NEXT: OpFunctionEnd

define i32 @bools(i1 %x) {
  %one = zext i1 %x to i32
  %all = sext i1 %x to i32
  %r = add i32 %one, %all
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %bool
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[select]] = OpSelect %uint %[[x]] %uint_1 %uint_0
; CHECK-NEXT: %[[select2]] = OpSelect %uint %[[x]] %uint_4294967295 %uint_0
; CHECK-NEXT: %[[add]] = OpIAdd %uint %[[select]] %[[select2]]
; CHECK-NEXT: OpReturnValue %[[add]]
; CHECK-NEXT: OpFunctionEnd

define i64 @wide(i32 %x) {
  %u = zext i32 %x to i64
  %s = sext i32 %x to i64
  %r = add i64 %u, %s
  ret i64 %r
}
; CHECK-LABEL: = OpFunction %ulong None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[convert]] = OpUConvert %ulong %[[x]]
; CHECK-NEXT: %[[convert2]] = OpSConvert %ulong %[[x]]
; CHECK-NEXT: %[[add]] = OpIAdd %ulong %[[convert]] %[[convert2]]
; CHECK-NEXT: OpReturnValue %[[add]]
; CHECK-NEXT: OpFunctionEnd

define double @doubles(float %x) {
  %d = fpext float %x to double
  %f = fptrunc double %d to float
  %r = fpext float %f to double
  ret double %r
}
; CHECK-LABEL: = OpFunction %double None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[convert]] = OpFConvert %double %[[x]]
; CHECK-NEXT: %[[convert2]] = OpFConvert %float %[[convert]]
; CHECK-NEXT: %[[convert3]] = OpFConvert %double %[[convert2]]
; CHECK-NEXT: OpReturnValue %[[convert3]]
; CHECK-NEXT: OpFunctionEnd

; Min precision: i16 is a word here, and only its low 16 bits count.
define i32 @min_precision(i32 %x) {
  %n = trunc i32 %x to i16
  %m = mul i16 %n, 3
  %r = sext i16 %m to i32
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[mul]] = OpIMul %uint %[[x]] %uint_3
; CHECK-NEXT: %[[extract]] = OpBitFieldSExtract %uint %[[mul]] %uint_0 %uint_16
; CHECK-NEXT: OpReturnValue %[[extract]]
; CHECK-NEXT: OpFunctionEnd
