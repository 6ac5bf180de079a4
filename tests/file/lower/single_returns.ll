; Where the module has a wave operation, each called function returns at one place only: lanes that return at different places need not
; be together after the call.
; RUN: trellis %s --emit spvasm --validate

define i32 @f(i1 %c, i32 %a) {
  br i1 %c, label %early, label %late
early:
  ret i32 %a
late:
  %votes = call i32 @dx.op.waveActiveOp.i32(i32 119, i32 1, i8 0, i8 1)
  ret i32 %votes
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[c]] = OpFunctionParameter %bool
; CHECK-NEXT: %[[a]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: OpSelectionMerge %[[label2]] None
; CHECK-NEXT: OpBranchConditional %[[c]] %[[label3]] %[[label4]]
; CHECK-NEXT: %[[label3]] = OpLabel
; CHECK-NEXT: OpBranch %[[label2]]
; CHECK-NEXT: %[[label4]] = OpLabel
; CHECK-NEXT: %[[add]] = OpGroupNonUniformIAdd %uint %uint_3 Reduce %uint_1
; CHECK-NEXT: OpBranch %[[label2]]
; CHECK-NEXT: %[[label2]] = OpLabel
; CHECK-NEXT: %[[phi]] = OpPhi %uint %[[a]] %[[label3]] %[[add]] %[[label4]]
; CHECK-NEXT: OpReturnValue %[[phi]]
; CHECK-NEXT: OpFunctionEnd
