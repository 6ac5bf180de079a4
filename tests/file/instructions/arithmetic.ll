; LLVM's arithmetic.
; RUN: trellis %s --emit spvasm --validate

define i32 @integers(i32 %a, i32 %b) {
  %1 = add i32 %a, %b
  %2 = sub i32 %1, %b
  %3 = mul i32 %2, %b
  %4 = and i32 %3, %b
  %5 = or i32 %4, %a
  %6 = xor i32 %5, %b
  ret i32 %6
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[a]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[b]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[add]] = OpIAdd %uint %[[a]] %[[b]]
; CHECK-NEXT: %[[sub]] = OpISub %uint %[[add]] %[[b]]
; CHECK-NEXT: %[[mul]] = OpIMul %uint %[[sub]] %[[b]]
; CHECK-NEXT: %[[and]] = OpBitwiseAnd %uint %[[mul]] %[[b]]
; CHECK-NEXT: %[[or]] = OpBitwiseOr %uint %[[and]] %[[a]]
; CHECK-NEXT: %[[xor]] = OpBitwiseXor %uint %[[or]] %[[b]]
; CHECK-NEXT: OpReturnValue %[[xor]]
; CHECK-NEXT: OpFunctionEnd

; DXIL takes the low five bits of a distance, SPIR-V leaves distances from 32 on undefined.
define i32 @shifts(i32 %a, i32 %n) {
  %1 = shl i32 %a, %n
  %2 = lshr i32 %1, 3
  %3 = ashr i32 %2, %n
  ret i32 %3
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[a]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[n]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[and]] = OpBitwiseAnd %uint %[[n]] %uint_31
; CHECK-NEXT: %[[shift]] = OpShiftLeftLogical %uint %[[a]] %[[and]]
; CHECK-NEXT: %[[shift2]] = OpShiftRightLogical %uint %[[shift]] %uint_3
; CHECK-NEXT: %[[and2]] = OpBitwiseAnd %uint %[[n]] %uint_31
; CHECK-NEXT: %[[shift3]] = OpShiftRightArithmetic %uint %[[shift2]] %[[and2]]
; CHECK-NEXT: OpReturnValue %[[shift3]]
; CHECK-NEXT: OpFunctionEnd

define float @floats(float %a, float %b) {
  %1 = fadd fast float %a, %b
  %2 = fsub fast float %1, %b
  %3 = fmul fast float %2, %b
  %4 = fdiv fast float %3, %a
  ret float %4
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[a]] = OpFunctionParameter %float
; CHECK-NEXT: %[[b]] = OpFunctionParameter %float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[add]] = OpFAdd %float %[[a]] %[[b]]
; CHECK-NEXT: %[[sub]] = OpFSub %float %[[add]] %[[b]]
; CHECK-NEXT: %[[mul]] = OpFMul %float %[[sub]] %[[b]]
; CHECK-NEXT: %[[div]] = OpFDiv %float %[[mul]] %[[a]]
; CHECK-NEXT: OpReturnValue %[[div]]
; CHECK-NEXT: OpFunctionEnd

; A negation is written as a subtraction from -0.
define float @negation(float %a) {
  %1 = fsub fast float -0.0, %a
  ret float %1
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[a]] = OpFunctionParameter %float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[negate]] = OpFNegate %float %[[a]]
; CHECK-NEXT: OpReturnValue %[[negate]]
; CHECK-NEXT: OpFunctionEnd

; frem has the sign of the dividend, as OpFRem.
define float @remainder(float %a, float %b) {
  %1 = frem fast float %a, %b
  ret float %1
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[a]] = OpFunctionParameter %float
; CHECK-NEXT: %[[b]] = OpFunctionParameter %float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[rem]] = OpFRem %float %[[a]] %[[b]]
; CHECK-NEXT: OpReturnValue %[[rem]]
; CHECK-NEXT: OpFunctionEnd

; Of bools, arithmetic is logic.
define i1 @bools(i1 %a, i1 %b) {
  %1 = and i1 %a, %b
  %2 = xor i1 %1, true
  %3 = or i1 %2, %a
  %4 = xor i1 %3, %b
  ret i1 %4
}
; CHECK-LABEL: = OpFunction %bool None
; CHECK-NEXT: %[[a]] = OpFunctionParameter %bool
; CHECK-NEXT: %[[b]] = OpFunctionParameter %bool
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[and]] = OpLogicalAnd %bool %[[a]] %[[b]]
; CHECK-NEXT: %[[not]] = OpLogicalNot %bool %[[and]]
; CHECK-NEXT: %[[or]] = OpLogicalOr %bool %[[not]] %[[a]]
; CHECK-NEXT: %[[equal]] = OpLogicalNotEqual %bool %[[or]] %[[b]]
; CHECK-NEXT: OpReturnValue %[[equal]]
; CHECK-NEXT: OpFunctionEnd

; A constant of which no bit can be set in the other operand is added, but not to a masked number.
define i32 @disjoint(i32 %a) {
  %1 = shl i32 %a, 3
  %2 = or i32 %1, 7 ; The low bits are zero.
  %3 = or i32 %1, 8
  %4 = lshr i32 %a, 24
  %5 = or i32 %4, 256 ; The high bits are zero.
  %6 = or i32 %4, 128
  %7 = and i32 %a, 7
  %8 = or i32 %1, %7
  %9 = or i32 %7, 8
  %10 = xor i32 %2, %3
  %11 = xor i32 %5, %6
  %12 = xor i32 %8, %9
  %13 = xor i32 %10, %11
  %14 = xor i32 %12, %13
  ret i32 %14
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[a]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[shift]] = OpShiftLeftLogical %uint %[[a]] %uint_3
; CHECK-NEXT: %[[add]] = OpIAdd %uint %[[shift]] %uint_7
; CHECK-NEXT: %[[or]] = OpBitwiseOr %uint %[[shift]] %uint_8
; CHECK-NEXT: %[[high]] = OpShiftRightLogical %uint %[[a]] %uint_24
; CHECK-NEXT: %[[add2]] = OpIAdd %uint %[[high]] %uint_256
; CHECK-NEXT: %[[or2]] = OpBitwiseOr %uint %[[high]] %uint_128
; CHECK-NEXT: %[[and]] = OpBitwiseAnd %uint %[[a]] %uint_7
; CHECK-NEXT: %[[or3]] = OpBitwiseOr %uint %[[shift]] %[[and]]
; CHECK-NEXT: %[[or4]] = OpBitwiseOr %uint %[[and]] %uint_8
; CHECK-NEXT: %[[xor]] = OpBitwiseXor %uint %[[add]] %[[or]]
; CHECK-NEXT: %[[xor2]] = OpBitwiseXor %uint %[[add2]] %[[or2]]
; CHECK-NEXT: %[[xor3]] = OpBitwiseXor %uint %[[or3]] %[[or4]]
; CHECK-NEXT: %[[xor4]] = OpBitwiseXor %uint %[[xor]] %[[xor2]]
; CHECK-NEXT: %[[xor5]] = OpBitwiseXor %uint %[[xor3]] %[[xor4]]
; CHECK-NEXT: OpReturnValue %[[xor5]]
; CHECK-NEXT: OpFunctionEnd
