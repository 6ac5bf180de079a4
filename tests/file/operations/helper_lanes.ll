; Helper lanes take no part in wave operations: the results are those of the other lanes. Where zero does not change a
; result, they contribute it, and receive the result.
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
; CHECK-NEXT: %[[select]] = OpSelect %bool %[[helper]] %false %[[x]]
; CHECK-NEXT: %[[any]] = OpGroupNonUniformAny %bool %uint_3 %[[select]]
; CHECK-NEXT: OpReturnValue %[[any]]
; CHECK-NEXT: OpFunctionEnd

define i32 @sum(i32 %x) {
  %r = call i32 @dx.op.waveActiveOp.i32(i32 119, i32 %x, i8 0, i8 0)
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[helper]] = OpIsHelperInvocationEXT %bool
; CHECK-NEXT: %[[select]] = OpSelect %uint %[[helper]] %uint_0 %[[x]]
; CHECK-NEXT: %[[add]] = OpGroupNonUniformIAdd %uint %uint_3 Reduce %[[select]]
; CHECK-NEXT: OpReturnValue %[[add]]
; CHECK-NEXT: OpFunctionEnd

; The result is the same in all lanes, also in helper lanes.
define i32 @first_of_all(i32 %x) {
  %any = call i32 @dx.op.waveActiveBit.i32(i32 120, i32 %x, i8 1)
  %r = call i32 @dx.op.waveReadLaneFirst.i32(i32 118, i32 %any)
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[helper]] = OpIsHelperInvocationEXT %bool
; CHECK-NEXT: %[[select]] = OpSelect %uint %[[helper]] %uint_0 %[[x]]
; CHECK-NEXT: %[[or]] = OpGroupNonUniformBitwiseOr %uint %uint_3 Reduce %[[select]]
; CHECK-NEXT: OpReturnValue %[[or]]
; CHECK-NEXT: OpFunctionEnd

; Lanes leave the loop in different iterations, with different results.
define i32 @first_after_loop(i32 %x) {
  br label %loop
loop:
  %n = phi i32 [ 0, %0 ], [ %next, %loop ]
  %any = call i32 @dx.op.waveActiveBit.i32(i32 120, i32 %n, i8 1)
  %next = add i32 %n, 1
  %again = icmp ult i32 %next, %x
  br i1 %again, label %loop, label %out
out:
  %r = call i32 @dx.op.waveReadLaneFirst.i32(i32 118, i32 %any)
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK: OpGroupNonUniformBroadcastFirst
; CHECK: OpFunctionEnd
; CHECK-LABEL: = OpFunction %uint None
; CHECK: OpGroupNonUniformBitwiseOr
; CHECK: OpFunctionCall
; CHECK-NEXT: OpReturnValue
; CHECK-NEXT: OpFunctionEnd

; A maximum is 0 if all lanes are helpers, which is not a neutral operand. A function leaves helper lanes out.
define i32 @largest(i32 %x) {
  %r = call i32 @dx.op.waveActiveOp.i32(i32 119, i32 %x, i8 3, i8 0)
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[helper]] = OpIsHelperInvocationEXT %bool
; CHECK-NEXT: OpSelectionMerge %[[label2]] DontFlatten
; CHECK-NEXT: OpBranchConditional %[[helper]] %[[label2]] %[[label3]]
; CHECK-NEXT: %[[label3]] = OpLabel
; CHECK-NEXT: %[[max]] = OpGroupNonUniformSMax %uint %uint_3 Reduce %[[x]]
; CHECK-NEXT: OpBranch %[[label2]]
; CHECK-NEXT: %[[label2]] = OpLabel
; CHECK-NEXT: %[[phi]] = OpPhi %uint %[[NULL]] %[[label]] %[[max]] %[[label3]]
; CHECK-NEXT: OpReturnValue %[[phi]]
; CHECK-NEXT: OpFunctionEnd
