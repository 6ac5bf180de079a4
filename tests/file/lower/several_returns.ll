; Without wave operations, a called function may return at several places (single_returns.ll).
; RUN: trellis %s --emit spvasm --validate

define i32 @f(i1 %c, i32 %a) {
  br i1 %c, label %early, label %late
early:
  ret i32 %a
late:
  %b = mul i32 %a, %a
  ret i32 %b
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[c]] = OpFunctionParameter %bool
; CHECK-NEXT: %[[a]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: OpSelectionMerge %[[label2]] None
; CHECK-NEXT: OpBranchConditional %[[c]] %[[label3]] %[[label2]]
; CHECK-NEXT: %[[label3]] = OpLabel
; CHECK-NEXT: OpReturnValue %[[a]]
; CHECK-NEXT: %[[label2]] = OpLabel
; CHECK-NEXT: %[[mul]] = OpIMul %uint %[[a]] %[[a]]
; CHECK-NEXT: OpReturnValue %[[mul]]
; CHECK-NEXT: OpFunctionEnd
