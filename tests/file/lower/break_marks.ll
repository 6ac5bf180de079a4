; dx.break: dxc marks a break whose code must stay in the loop by a condition that is always true. Nothing of the mark is left, and
; the vote before the break is inside of the loop.
; RUN: trellis %s --emit spvasm --validate

@dx.break.cond = internal constant [1 x i32] zeroinitializer

define i32 @f(i32 %n) {
entry:
  %mark = load i32, ptr @dx.break.cond
  %always = icmp eq i32 %mark, 0
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %more ]
  %now = icmp eq i32 %i, %n
  br i1 %now, label %leave, label %more
leave:
  %votes = call i32 @dx.op.waveActiveOp.i32(i32 119, i32 1, i8 0, i8 1)
  br i1 %always, label %out, label %more
more:
  %next = add i32 %i, 1
  br label %loop
out:
  ret i32 %votes
}
; CHECK-NOT: = OpVariable %{{\w+}} Private
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[n]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: OpBranch %[[label2]]
; CHECK-NEXT: %[[label2]] = OpLabel
; CHECK-NEXT: %[[phi]] = OpPhi %uint %uint_0 %[[label]] %[[add]] %[[label3]]
; CHECK-NEXT: %[[equal]] = OpIEqual %bool %[[phi]] %[[n]]
; CHECK-NEXT: OpLoopMerge %[[label4]] %[[label3]] None
; CHECK-NEXT: OpBranchConditional %[[equal]] %[[label5]] %[[label3]]
; CHECK-NEXT: %[[label5]] = OpLabel
; CHECK-NEXT: %[[add2]] = OpGroupNonUniformIAdd %uint %uint_3 Reduce %uint_1
; CHECK-NEXT: OpBranch %[[label4]]
; CHECK-NEXT: %[[label3]] = OpLabel
; CHECK-NEXT: %[[add]] = OpIAdd %uint %[[phi]] %uint_1
; CHECK-NEXT: OpBranch %[[label2]]
; CHECK-NEXT: %[[label4]] = OpLabel
; CHECK-NEXT: OpReturnValue %[[add2]]
; CHECK-NEXT: OpFunctionEnd
