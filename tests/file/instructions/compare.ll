; Comparisons, selections.
; RUN: trellis %s --emit spvasm --validate

define i1 @integers(i32 %a, i32 %b) {
  %eq = icmp eq i32 %a, %b
  %lt = icmp slt i32 %a, %b
  %ge = icmp uge i32 %a, %b
  %1 = and i1 %eq, %lt
  %2 = or i1 %1, %ge
  ret i1 %2
}
; CHECK-LABEL: = OpFunction %bool None
; CHECK-NEXT: %[[a]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[b]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[equal]] = OpIEqual %bool %[[a]] %[[b]]
; CHECK-NEXT: %[[less]] = OpSLessThan %bool %[[a]] %[[b]]
; CHECK-NEXT: %[[greater]] = OpUGreaterThanEqual %bool %[[a]] %[[b]]
; CHECK-NEXT: %[[and]] = OpLogicalAnd %bool %[[equal]] %[[less]]
; CHECK-NEXT: %[[or]] = OpLogicalOr %bool %[[and]] %[[greater]]
; CHECK-NEXT: OpReturnValue %[[or]]
; CHECK-NEXT: OpFunctionEnd

; Ordered comparisons are false with NaN, unordered ones true.
define i1 @floats(float %a, float %b) {
  %lt = fcmp olt float %a, %b
  %une = fcmp une float %a, %b
  %1 = and i1 %lt, %une
  ret i1 %1
}
; CHECK-LABEL: = OpFunction %bool None
; CHECK-NEXT: %[[a]] = OpFunctionParameter %float
; CHECK-NEXT: %[[b]] = OpFunctionParameter %float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[less]] = OpFOrdLessThan %bool %[[a]] %[[b]]
; CHECK-NEXT: %[[equal]] = OpFUnordNotEqual %bool %[[a]] %[[b]]
; CHECK-NEXT: %[[and]] = OpLogicalAnd %bool %[[less]] %[[equal]]
; CHECK-NEXT: OpReturnValue %[[and]]
; CHECK-NEXT: OpFunctionEnd

; "Neither is NaN" has an instruction in kernels only.
define i1 @ordered(float %a, float %b) {
  %ord = fcmp ord float %a, %b
  ret i1 %ord
}
; CHECK-LABEL: = OpFunction %bool None
; CHECK-NEXT: %[[a]] = OpFunctionParameter %float
; CHECK-NEXT: %[[b]] = OpFunctionParameter %float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[nan]] = OpIsNan %bool %[[a]]
; CHECK-NEXT: %[[nan2]] = OpIsNan %bool %[[b]]
; CHECK-NEXT: %[[or]] = OpLogicalOr %bool %[[nan]] %[[nan2]]
; CHECK-NEXT: %[[not]] = OpLogicalNot %bool %[[or]]
; CHECK-NEXT: OpReturnValue %[[not]]
; CHECK-NEXT: OpFunctionEnd

define i1 @bools(i1 %a, i1 %b) {
  %eq = icmp eq i1 %a, %b
  %ne = icmp ne i1 %eq, %b
  ret i1 %ne
}
; CHECK-LABEL: = OpFunction %bool None
; CHECK-NEXT: %[[a]] = OpFunctionParameter %bool
; CHECK-NEXT: %[[b]] = OpFunctionParameter %bool
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[equal]] = OpLogicalEqual %bool %[[a]] %[[b]]
; CHECK-NEXT: %[[equal2]] = OpLogicalNotEqual %bool %[[equal]] %[[b]]
; CHECK-NEXT: OpReturnValue %[[equal2]]
; CHECK-NEXT: OpFunctionEnd

define float @select(i1 %c, float %a, float %b) {
  %r = select i1 %c, float %a, float %b
  ret float %r
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[c]] = OpFunctionParameter %bool
; CHECK-NEXT: %[[a]] = OpFunctionParameter %float
; CHECK-NEXT: %[[b]] = OpFunctionParameter %float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[select]] = OpSelect %float %[[c]] %[[a]] %[[b]]
; CHECK-NEXT: OpReturnValue %[[select]]
; CHECK-NEXT: OpFunctionEnd
