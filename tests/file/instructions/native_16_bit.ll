; With native types of 16 bits (flag 0x800000), halves and i16 are themselves.
; RUN: trellis %s --emit spvasm --validate
; FLAGS: 8388608

; CHECK: OpCapability Int16
; CHECK: OpCapability Float16

define half @halves(half %a, half %b) {
  %r = fmul fast half %a, %b
  ret half %r
}
; CHECK-LABEL: = OpFunction %half None
; CHECK-NEXT: %[[a]] = OpFunctionParameter %half
; CHECK-NEXT: %[[b]] = OpFunctionParameter %half
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[mul]] = OpFMul %half %[[a]] %[[b]]
; CHECK-NEXT: OpReturnValue %[[mul]]
; CHECK-NEXT: OpFunctionEnd

define i16 @integers(i16 %a) {
  %1 = mul i16 %a, 3
  %2 = shl i16 %1, 2
  ret i16 %2
}
; CHECK-LABEL: = OpFunction %ushort None
; CHECK-NEXT: %[[a]] = OpFunctionParameter %ushort
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[mul]] = OpIMul %ushort %[[a]] %ushort_3
; CHECK-NEXT: %[[shift]] = OpShiftLeftLogical %ushort %[[mul]] %ushort_2
; CHECK-NEXT: OpReturnValue %[[shift]]
; CHECK-NEXT: OpFunctionEnd

define i32 @words(i16 %a) {
  %r = sext i16 %a to i32
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[a]] = OpFunctionParameter %ushort
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[convert]] = OpSConvert %uint %[[a]]
; CHECK-NEXT: OpReturnValue %[[convert]]
; CHECK-NEXT: OpFunctionEnd

; Halves have bounds, so this needs no clamp.
define i32 @byte(half %x) {
  %s = call half @dx.op.unary.f16(i32 7, half %x) ; Saturate
  %t = fmul fast half %s, 0xH5BF8
  %r = fptoui half %t to i32
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %half
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[clamp]] = OpExtInst %half %[[GLSL]] NClamp %[[x]] %half_0x0p_0 %half_0x1p_0
; CHECK-NEXT: %[[mul]] = OpFMul %half %[[clamp]] %half_0x1_fep_7
; CHECK-NEXT: %[[convert]] = OpFConvert %float %[[mul]]
; CHECK-NEXT: %[[convert2]] = OpConvertFToU %uint %[[convert]]
; CHECK-NEXT: OpReturnValue %[[convert2]]
; CHECK-NEXT: OpFunctionEnd
