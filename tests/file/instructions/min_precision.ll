; Min-precision integers are in registers of 32 bits, of which the high half is arbitrary. Where more than the low
; half matters, they are extended first, unless the value is known to be a small number.
; RUN: trellis %s --emit spvasm --validate

define i1 @bit(i16 %x) {
  %1 = and i16 %x, 4
  %2 = icmp eq i16 %1, 0
  ret i1 %2
}
; CHECK-LABEL: = OpFunction %bool None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[and]] = OpBitwiseAnd %uint %[[x]] %uint_4
; CHECK-NEXT: %[[equal]] = OpIEqual %bool %[[and]] %uint_0
; CHECK-NEXT: OpReturnValue %[[equal]]
; CHECK-NEXT: OpFunctionEnd

define i1 @sign(i16 %x) {
  %1 = and i16 %x, -32768
  %2 = icmp slt i16 %1, 0
  ret i1 %2
}
; CHECK-LABEL: = OpFunction %bool None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[and]] = OpBitwiseAnd %uint %[[x]] %uint_4294934528
; CHECK-NEXT: %[[extended]] = OpBitFieldSExtract %uint %[[and]] %uint_0 %uint_16
; CHECK-NEXT: %[[less]] = OpSLessThan %bool %[[extended]] %uint_0
; CHECK-NEXT: OpReturnValue %[[less]]
; CHECK-NEXT: OpFunctionEnd

define i32 @shifted(i16 %x) {
  %1 = lshr i16 %x, 3
  %2 = sext i16 %1 to i32
  ret i32 %2
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[and]] = OpBitwiseAnd %uint %[[x]] %uint_65535
; CHECK-NEXT: %[[shift]] = OpShiftRightLogical %uint %[[and]] %uint_3
; CHECK-NEXT: OpReturnValue %[[shift]]
; CHECK-NEXT: OpFunctionEnd

; The distance may be 0.
define i32 @variable(i16 %x, i16 %n) {
  %1 = lshr i16 %x, %n
  %2 = sext i16 %1 to i32
  ret i32 %2
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK: %[[shift]] = OpShiftRightLogical %uint
; CHECK-NEXT: %[[extended]] = OpBitFieldSExtract %uint %[[shift]] %uint_0 %uint_16
; CHECK-NEXT: OpReturnValue %[[extended]]
; CHECK-NEXT: OpFunctionEnd

define float @from_bool(i1 %b) {
  %1 = zext i1 %b to i16
  %2 = sitofp i16 %1 to float
  ret float %2
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[b]] = OpFunctionParameter %bool
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[select]] = OpSelect %uint %[[b]] %uint_1 %uint_0
; CHECK-NEXT: %[[float]] = OpConvertSToF %float %[[select]]
; CHECK-NEXT: OpReturnValue %[[float]]
; CHECK-NEXT: OpFunctionEnd
