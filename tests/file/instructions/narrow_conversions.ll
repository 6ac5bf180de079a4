; Devices that saturate conversions do so for 32 bits: conversions to narrower integers are clamped in any case.
; RUN: trellis %s --emit spvasm --validate --device-semantics conversions
; FLAGS: 8388608

define i16 @narrow(float %x) {
  %r = fptoui float %x to i16
  ret i16 %r
}
; CHECK-LABEL: = OpFunction %ushort None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[clamp]] = OpExtInst %float %[[GLSL]] NClamp %[[x]] %float_0 %float_65535
; CHECK-NEXT: %[[convert]] = OpConvertFToU %ushort %[[clamp]]
; CHECK-NEXT: OpReturnValue %[[convert]]
; CHECK-NEXT: OpFunctionEnd

define i32 @wide(float %x) {
  %r = fptoui float %x to i32
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[convert]] = OpConvertFToU %uint %[[x]]
; CHECK-NEXT: OpReturnValue %[[convert]]
; CHECK-NEXT: OpFunctionEnd
