; Products and sums that need not be precise become one Fma where the product has no other use.
; RUN: trellis %s --emit spvasm --validate

define float @first(float %a, float %b, float %c) {
  %p = fmul fast float %a, %b
  %r = fadd fast float %p, %c
  ret float %r
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[a]] = OpFunctionParameter %float
; CHECK-NEXT: %[[b]] = OpFunctionParameter %float
; CHECK-NEXT: %[[c]] = OpFunctionParameter %float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[fma]] = OpExtInst %float %[[GLSL]] Fma %[[a]] %[[b]] %[[c]]
; CHECK-NEXT: OpReturnValue %[[fma]]
; CHECK-NEXT: OpFunctionEnd

; A product that is the second operand stays.
define float @second(float %a, float %b, float %c) {
  %p = fmul fast float %a, %b
  %r = fadd fast float %c, %p
  ret float %r
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[a]] = OpFunctionParameter %float
; CHECK-NEXT: %[[b]] = OpFunctionParameter %float
; CHECK-NEXT: %[[c]] = OpFunctionParameter %float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[mul]] = OpFMul %float %[[a]] %[[b]]
; CHECK-NEXT: %[[add]] = OpFAdd %float %[[c]] %[[mul]]
; CHECK-NEXT: OpReturnValue %[[add]]
; CHECK-NEXT: OpFunctionEnd

; A precise sum or product stays, too.
define float @precise_sum(float %a, float %b, float %c) {
  %p = fmul fast float %a, %b
  %r = fadd float %p, %c
  ret float %r
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[a]] = OpFunctionParameter %float
; CHECK-NEXT: %[[b]] = OpFunctionParameter %float
; CHECK-NEXT: %[[c]] = OpFunctionParameter %float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[mul]] = OpFMul %float %[[a]] %[[b]]
; CHECK-NEXT: %[[add]] = OpFAdd %float %[[mul]] %[[c]]
; CHECK-NEXT: OpReturnValue %[[add]]
; CHECK-NEXT: OpFunctionEnd

define float @precise_product(float %a, float %b, float %c) {
  %p = fmul float %a, %b
  %r = fadd fast float %p, %c
  ret float %r
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[a]] = OpFunctionParameter %float
; CHECK-NEXT: %[[b]] = OpFunctionParameter %float
; CHECK-NEXT: %[[c]] = OpFunctionParameter %float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[mul]] = OpFMul %float %[[a]] %[[b]]
; CHECK-NEXT: %[[add]] = OpFAdd %float %[[mul]] %[[c]]
; CHECK-NEXT: OpReturnValue %[[add]]
; CHECK-NEXT: OpFunctionEnd

define float @used_twice(float %a, float %b, float %c) {
  %p = fmul fast float %a, %b
  %s = fadd fast float %p, %c
  %r = fmul fast float %s, %p
  ret float %r
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[a]] = OpFunctionParameter %float
; CHECK-NEXT: %[[b]] = OpFunctionParameter %float
; CHECK-NEXT: %[[c]] = OpFunctionParameter %float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[mul]] = OpFMul %float %[[a]] %[[b]]
; CHECK-NEXT: %[[add]] = OpFAdd %float %[[mul]] %[[c]]
; CHECK-NEXT: %[[mul2]] = OpFMul %float %[[add]] %[[mul]]
; CHECK-NEXT: OpReturnValue %[[mul2]]
; CHECK-NEXT: OpFunctionEnd

; Saturated, any sum is one: 1 - a * b.
define float @saturated(float %a, float %b) {
  %p = fmul fast float %a, %b
  %s = fsub fast float 1.0, %p
  %r = call float @dx.op.unary.f32(i32 7, float %s) ; Saturate
  ret float %r
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[a]] = OpFunctionParameter %float
; CHECK-NEXT: %[[b]] = OpFunctionParameter %float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[negate]] = OpFNegate %float %[[a]]
; CHECK-NEXT: %[[fma]] = OpExtInst %float %[[GLSL]] Fma %[[negate]] %[[b]] %float_1
; CHECK-NEXT: %[[clamp]] = OpExtInst %float %[[GLSL]] NClamp %[[fma]] %float_0 %float_1
; CHECK-NEXT: OpReturnValue %[[clamp]]
; CHECK-NEXT: OpFunctionEnd

; 1 - |a * b|, as dxc writes it.
define float @saturated_distance(float %a, float %b) {
  %p = fmul fast float %a, %b
  %d = call float @dx.op.unary.f32(i32 6, float %p) ; FAbs
  %s = fadd fast float %d, -1.0
  %n = fsub fast float -0.0, %s
  %r = call float @dx.op.unary.f32(i32 7, float %n) ; Saturate
  ret float %r
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[a]] = OpFunctionParameter %float
; CHECK-NEXT: %[[b]] = OpFunctionParameter %float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[abs]] = OpExtInst %float %[[GLSL]] FAbs %[[a]]
; CHECK-NEXT: %[[abs2]] = OpExtInst %float %[[GLSL]] FAbs %[[b]]
; CHECK-NEXT: %[[negate]] = OpFNegate %float %[[abs]]
; CHECK-NEXT: %[[fma]] = OpExtInst %float %[[GLSL]] Fma %[[negate]] %[[abs2]] %float_1
; CHECK-NEXT: %[[clamp]] = OpExtInst %float %[[GLSL]] NClamp %[[fma]] %float_0 %float_1
; CHECK-NEXT: OpReturnValue %[[clamp]]
; CHECK-NEXT: OpFunctionEnd

; a * 3 - c
define float @saturated_difference(float %a, float %c) {
  %p = fmul fast float %a, 3.0
  %s = fsub fast float %p, %c
  %r = call float @dx.op.unary.f32(i32 7, float %s) ; Saturate
  ret float %r
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[a]] = OpFunctionParameter %float
; CHECK-NEXT: %[[c]] = OpFunctionParameter %float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[negate]] = OpFNegate %float %[[c]]
; CHECK-NEXT: %[[fma]] = OpExtInst %float %[[GLSL]] Fma %[[a]] %float_3 %[[negate]]
; CHECK-NEXT: %[[clamp]] = OpExtInst %float %[[GLSL]] NClamp %[[fma]] %float_0 %float_1
; CHECK-NEXT: OpReturnValue %[[clamp]]
; CHECK-NEXT: OpFunctionEnd

; Not saturated, the absolute value stays.
define float @distance(float %a, float %b) {
  %p = fmul fast float %a, %b
  %d = call float @dx.op.unary.f32(i32 6, float %p) ; FAbs
  %s = fadd fast float %d, -1.0
  ret float %s
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[a]] = OpFunctionParameter %float
; CHECK-NEXT: %[[b]] = OpFunctionParameter %float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[mul]] = OpFMul %float %[[a]] %[[b]]
; CHECK-NEXT: %[[abs]] = OpExtInst %float %[[GLSL]] FAbs %[[mul]]
; CHECK-NEXT: %[[add]] = OpFAdd %float %[[abs]] %float_n1
; CHECK-NEXT: OpReturnValue %[[add]]
; CHECK-NEXT: OpFunctionEnd
