; Helper lanes take no part in wave operations: the results are those of the other lanes.
; RUN: trellis %s --emit spvasm --validate
; STAGE: pixel
; OUTPUT: SV_Target0 float

define i1 @is_helper() {
  %r = call i1 @dx.op.isHelperLane.i1(i32 221)
  ret i1 %r
}
; CHECK-LABEL: = OpFunction %bool None
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[helper]] = OpIsHelperInvocationEXT %bool
; CHECK-NEXT: OpReturnValue %[[helper]]
; CHECK-NEXT: OpFunctionEnd

define i1 @any(i1 %x) {
  %r = call i1 @dx.op.waveAnyTrue(i32 113, i1 %x)
  ret i1 %r
}
; CHECK-LABEL: = OpFunction %bool None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %bool
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[helper]] = OpIsHelperInvocationEXT %bool
; CHECK-NEXT: OpSelectionMerge %[[label2]] DontFlatten
; CHECK-NEXT: OpBranchConditional %[[helper]] %[[label2]] %[[label3]]
; CHECK-NEXT: %[[label3]] = OpLabel
; CHECK-NEXT: %[[any]] = OpGroupNonUniformAny %bool %uint_3 %[[x]]
; CHECK-NEXT: OpBranch %[[label2]]
; CHECK-NEXT: %[[label2]] = OpLabel
; CHECK-NEXT: %[[phi]] = OpPhi %bool %[[NULL]] %[[label]] %[[any]] %[[label3]]
; CHECK-NEXT: OpReturnValue %[[phi]]
; CHECK-NEXT: OpFunctionEnd

define i32 @sum(i32 %x) {
  %r = call i32 @dx.op.waveActiveOp.i32(i32 119, i32 %x, i8 0, i8 0)
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[helper]] = OpIsHelperInvocationEXT %bool
; CHECK-NEXT: OpSelectionMerge %[[label2]] DontFlatten
; CHECK-NEXT: OpBranchConditional %[[helper]] %[[label2]] %[[label3]]
; CHECK-NEXT: %[[label3]] = OpLabel
; CHECK-NEXT: %[[add]] = OpGroupNonUniformIAdd %uint %uint_3 Reduce %[[x]]
; CHECK-NEXT: OpBranch %[[label2]]
; CHECK-NEXT: %[[label2]] = OpLabel
; CHECK-NEXT: %[[phi]] = OpPhi %uint %[[NULL2]] %[[label]] %[[add]] %[[label3]]
; CHECK-NEXT: OpReturnValue %[[phi]]
; CHECK-NEXT: OpFunctionEnd
