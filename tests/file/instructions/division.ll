; Division by zero is all ones in D3D, undefined in SPIR-V, which therefore divides by 1 instead.
; RUN: trellis %s --emit spvasm --validate

define i32 @unsigned(i32 %a, i32 %b) {
  %q = udiv i32 %a, %b
  ret i32 %q
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[a]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[b]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[equal]] = OpIEqual %bool %[[b]] %uint_0
; CHECK-NEXT: %[[select]] = OpSelect %uint %[[equal]] %uint_1 %[[b]]
; CHECK-NEXT: %[[div]] = OpUDiv %uint %[[a]] %[[select]]
; CHECK-NEXT: %[[select2]] = OpSelect %uint %[[equal]] %uint_4294967295 %[[div]]
; CHECK-NEXT: OpReturnValue %[[select2]]
; CHECK-NEXT: OpFunctionEnd

define i32 @unsigned_remainder(i32 %a, i32 %b) {
  %r = urem i32 %a, %b
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[a]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[b]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[equal]] = OpIEqual %bool %[[b]] %uint_0
; CHECK-NEXT: %[[select]] = OpSelect %uint %[[equal]] %uint_1 %[[b]]
; CHECK-NEXT: %[[mod]] = OpUMod %uint %[[a]] %[[select]]
; CHECK-NEXT: %[[select2]] = OpSelect %uint %[[equal]] %uint_4294967295 %[[mod]]
; CHECK-NEXT: OpReturnValue %[[select2]]
; CHECK-NEXT: OpFunctionEnd

; Division of the smallest number by -1 has no result, either: it is a negation.
define i32 @signed(i32 %a, i32 %b) {
  %q = sdiv i32 %a, %b
  ret i32 %q
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[a]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[b]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[equal]] = OpIEqual %bool %[[b]] %uint_0
; CHECK-NEXT: %[[equal2]] = OpIEqual %bool %[[b]] %uint_4294967295
; CHECK-NEXT: %[[or]] = OpLogicalOr %bool %[[equal]] %[[equal2]]
; CHECK-NEXT: %[[select]] = OpSelect %uint %[[or]] %uint_1 %[[b]]
; CHECK-NEXT: %[[div]] = OpSDiv %uint %[[a]] %[[select]]
; CHECK-NEXT: %[[negate]] = OpSNegate %uint %[[a]]
; CHECK-NEXT: %[[select2]] = OpSelect %uint %[[equal2]] %[[negate]] %[[div]]
; CHECK-NEXT: %[[select3]] = OpSelect %uint %[[equal]] %uint_4294967295 %[[select2]]
; CHECK-NEXT: OpReturnValue %[[select3]]
; CHECK-NEXT: OpFunctionEnd

; A divisor that cannot be zero needs no check. Vulkan leaves OpSRem of negative numbers undefined; for others,
; unsigned division gives the same.
define i32 @constant(i32 %a) {
  %n = srem i32 %a, 7
  %q = udiv i32 %n, 10
  %r = srem i32 %q, 7
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[a]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[div2]] = OpSDiv %uint %[[a]] %uint_7
; CHECK-NEXT: %[[mul]] = OpIMul %uint %[[div2]] %uint_7
; CHECK-NEXT: %[[sub]] = OpISub %uint %[[a]] %[[mul]]
; CHECK-NEXT: %[[div]] = OpUDiv %uint %[[sub]] %uint_10
; CHECK-NEXT: %[[mod]] = OpUMod %uint %[[div]] %uint_7
; CHECK-NEXT: OpReturnValue %[[mod]]
; CHECK-NEXT: OpFunctionEnd

; The quotient by a power of two is rounded to zero.
define i32 @power(i32 %a) {
  %q = sdiv i32 %a, 2
  %r = srem i32 %q, 8
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[a]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[shift]] = OpShiftRightLogical %uint %[[a]] %uint_31
; CHECK-NEXT: %[[add]] = OpIAdd %uint %[[a]] %[[shift]]
; CHECK-NEXT: %[[shift2]] = OpShiftRightArithmetic %uint %[[add]] %uint_1
; CHECK-NEXT: %[[shift3]] = OpShiftRightArithmetic %uint %[[shift2]] %uint_31
; CHECK-NEXT: %[[shift4]] = OpShiftRightLogical %uint %[[shift3]] %uint_29
; CHECK-NEXT: %[[add2]] = OpIAdd %uint %[[shift2]] %[[shift4]]
; CHECK-NEXT: %[[and]] = OpBitwiseAnd %uint %[[add2]] %uint_4294967288
; CHECK-NEXT: %[[sub]] = OpISub %uint %[[shift2]] %[[and]]
; CHECK-NEXT: OpReturnValue %[[sub]]
; CHECK-NEXT: OpFunctionEnd
