; A waterfall loop reads the first lane's index and runs the lanes that have the same. There the key replaces the index: it is uniform,
; so nothing needs the decoration NonUniform.
; RUN: trellis %s --emit spvasm --validate
; RESOURCE: t0[8] StructuredBuffer 4

define i32 @f(i32 %index) {
entry:
  br label %loop
loop:
  %key = call i32 @dx.op.waveReadLaneFirst.i32(i32 118, i32 %index)
  %same = icmp eq i32 %key, %index
  br i1 %same, label %mine, label %next
mine:
  %t = handle t0[%index]
  %l = call %dx.types.ResRet.i32 @dx.op.rawBufferLoad.i32(i32 139, %dx.types.Handle %t, i32 0, i32 0, i8 1, i32 4)
  %x = extractvalue %dx.types.ResRet.i32 %l, 0
  br label %next
next:
  %r = phi i32 [ 0, %loop ], [ %x, %mine ]
  br i1 %same, label %out, label %loop
out:
  ret i32 %r
}
; CHECK-NOT: OpDecorate %{{\w+}} NonUniform
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[index]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: OpBranch %[[label2]]
; CHECK-NEXT: %[[label2]] = OpLabel
; CHECK-NEXT: OpLoopMerge %[[label3]] %[[label4]] None
; CHECK-NEXT: OpBranch %[[label5]]
; CHECK-NEXT: %[[label5]] = OpLabel
; CHECK-NEXT: %[[first]] = OpGroupNonUniformBroadcastFirst %uint %uint_3 %[[index]]
; CHECK-NEXT: %[[equal]] = OpIEqual %bool %[[first]] %[[index]]
; CHECK-NEXT: OpSelectionMerge %[[label6]] None
; CHECK-NEXT: OpBranchConditional %[[equal]] %[[label7]] %[[label6]]
; CHECK-NEXT: %[[label7]] = OpLabel
; CHECK-NEXT: %[[place]] = OpAccessChain %_ptr_StorageBuffer_uint %t0 %[[first]] %uint_0 %uint_0
; CHECK-NEXT: %[[load]] = OpLoad %uint %[[place]]
; CHECK-NEXT: OpBranch %[[label6]]
; CHECK-NEXT: %[[label6]] = OpLabel
; CHECK-NEXT: %[[phi]] = OpPhi %uint %uint_0 %[[label5]] %[[load]] %[[label7]]
; CHECK-NEXT: OpBranchConditional %[[equal]] %[[label3]] %[[label4]]
; CHECK-NEXT: %[[label4]] = OpLabel
; CHECK-NEXT: OpBranch %[[label2]]
; CHECK-NEXT: %[[label3]] = OpLabel
; CHECK-NEXT: OpReturnValue %[[phi]]
; CHECK-NEXT: OpFunctionEnd
