; Branches and phis.
; RUN: trellis %s --emit spvasm --validate

define i32 @choice(i1 %c, i32 %a, i32 %b) {
  br i1 %c, label %yes, label %no
yes:
  %x = add i32 %a, 1
  br label %join
no:
  %y = mul i32 %b, 3
  br label %join
join:
  %r = phi i32 [ %x, %yes ], [ %y, %no ]
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[c]] = OpFunctionParameter %bool
; CHECK-NEXT: %[[a]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[b]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: OpSelectionMerge %[[label2]] Flatten
; CHECK-NEXT: OpBranchConditional %[[c]] %[[label3]] %[[label4]]
; CHECK-NEXT: %[[label3]] = OpLabel
; CHECK-NEXT: %[[add]] = OpIAdd %uint %[[a]] %uint_1
; CHECK-NEXT: OpBranch %[[label2]]
; CHECK-NEXT: %[[label4]] = OpLabel
; CHECK-NEXT: %[[mul]] = OpIMul %uint %[[b]] %uint_3
; CHECK-NEXT: OpBranch %[[label2]]
; CHECK-NEXT: %[[label2]] = OpLabel
; CHECK-NEXT: %[[phi]] = OpPhi %uint %[[add]] %[[label3]] %[[mul]] %[[label4]]
; CHECK-NEXT: OpReturnValue %[[phi]]
; CHECK-NEXT: OpFunctionEnd

define i32 @loop(i32 %n) {
entry:
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %sum = phi i32 [ 0, %entry ], [ %more, %body ]
  %more = add i32 %sum, %i
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, %n
  br i1 %again, label %body, label %done
done:
  ret i32 %more
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[n]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: OpBranch %[[label2]]
; CHECK-NEXT: %[[label2]] = OpLabel
; CHECK-NEXT: %[[phi]] = OpPhi %uint %uint_0 %[[label]] %[[add]] %[[label2]]
; CHECK-NEXT: %[[phi2]] = OpPhi %uint %uint_0 %[[label]] %[[add2]] %[[label2]]
; CHECK-NEXT: %[[add2]] = OpIAdd %uint %[[phi2]] %[[phi]]
; CHECK-NEXT: %[[add]] = OpIAdd %uint %[[phi]] %uint_1
; CHECK-NEXT: %[[less]] = OpULessThan %bool %[[add]] %[[n]]
; CHECK-NEXT: OpLoopMerge %[[label3]] %[[label2]] None
; CHECK-NEXT: OpBranchConditional %[[less]] %[[label2]] %[[label3]]
; CHECK-NEXT: %[[label3]] = OpLabel
; CHECK-NEXT: OpReturnValue %[[add2]]
; CHECK-NEXT: OpFunctionEnd

define i32 @switch(i32 %n) {
entry:
  switch i32 %n, label %other [ i32 1, label %one
                                i32 5, label %five
                                i32 6, label %five ]
one:
  br label %join
five:
  br label %join
other:
  br label %join
join:
  %r = phi i32 [ 10, %one ], [ 50, %five ], [ 0, %other ]
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[n]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: OpSelectionMerge %[[label2]] None
; CHECK-NEXT: OpSwitch %[[n]] %[[label3]] 1 %[[label4]] 5 %[[label5]] 6 %[[label5]]
; CHECK-NEXT: %[[label3]] = OpLabel
; CHECK-NEXT: OpBranch %[[label2]]
; CHECK-NEXT: %[[label4]] = OpLabel
; CHECK-NEXT: OpBranch %[[label2]]
; CHECK-NEXT: %[[label5]] = OpLabel
; CHECK-NEXT: OpBranch %[[label2]]
; CHECK-NEXT: %[[label2]] = OpLabel
; CHECK-NEXT: %[[phi]] = OpPhi %uint %uint_0 %[[label3]] %uint_10 %[[label4]] %uint_50 %[[label5]]
; CHECK-NEXT: OpReturnValue %[[phi]]
; CHECK-NEXT: OpFunctionEnd
