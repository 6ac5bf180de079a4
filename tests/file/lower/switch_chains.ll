; Which lanes a switch keeps together is up to the device. Where the module declares maximal reconvergence and a vote depends
; on it, the switch becomes two-way branches, one for each block.
; RUN: trellis %s --emit spvasm --validate
; RUN(maximal): trellis %s --emit spvasm --validate --maximal-reconvergence

define i32 @f(i32 %n) {
entry:
  switch i32 %n, label %other [ i32 1, label %one
                                i32 5, label %five
                                i32 6, label %five ]
one:
  br label %join
five:
  %votes = call i32 @dx.op.waveActiveOp.i32(i32 119, i32 1, i8 0, i8 1)
  br label %join
other:
  br label %join
join:
  %r = phi i32 [ 10, %one ], [ %votes, %five ], [ 0, %other ]
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK: OpSwitch
; CHECK-NOT(maximal): OpSwitch
; CHECK-LABEL(maximal): = OpFunction %uint None
; CHECK-NEXT(maximal): %[[n]] = OpFunctionParameter %uint
; CHECK-NEXT(maximal): %[[label]] = OpLabel
; CHECK-NEXT(maximal): %[[equal]] = OpIEqual %bool %[[n]] %uint_1
; CHECK-NEXT(maximal): OpSelectionMerge %[[label2]] None
; CHECK-NEXT(maximal): OpBranchConditional %[[equal]] %[[label3]] %[[label4]]
; CHECK-NEXT(maximal): %[[label3]] = OpLabel
; CHECK-NEXT(maximal): OpBranch %[[label2]]
; CHECK-NEXT(maximal): %[[label4]] = OpLabel
; CHECK-NEXT(maximal): %[[equal2]] = OpIEqual %bool %[[n]] %uint_5
; CHECK-NEXT(maximal): %[[equal3]] = OpIEqual %bool %[[n]] %uint_6
; CHECK-NEXT(maximal): %[[or]] = OpLogicalOr %bool %[[equal2]] %[[equal3]]
; CHECK-NEXT(maximal): OpSelectionMerge %[[label5]] None
; CHECK-NEXT(maximal): OpBranchConditional %[[or]] %[[label6]] %[[label7]]
; CHECK-NEXT(maximal): %[[label6]] = OpLabel
; CHECK-NEXT(maximal): %[[add]] = OpGroupNonUniformIAdd %uint %uint_3 Reduce %uint_1
; CHECK-NEXT(maximal): OpBranch %[[label5]]
; CHECK-NEXT(maximal): %[[label7]] = OpLabel
; CHECK-NEXT(maximal): OpBranch %[[label5]]
; CHECK-NEXT(maximal): %[[label5]] = OpLabel
; CHECK-NEXT(maximal): %[[phi]] = OpPhi %uint %[[add]] %[[label6]] %uint_0 %[[label7]]
; CHECK-NEXT(maximal): OpBranch %[[label2]]
; CHECK-NEXT(maximal): %[[label2]] = OpLabel
; CHECK-NEXT(maximal): %[[phi2]] = OpPhi %uint %uint_10 %[[label3]] %[[phi]] %[[label5]]
; CHECK-NEXT(maximal): OpReturnValue %[[phi2]]
; CHECK-NEXT(maximal): OpFunctionEnd
