; After the loop, the lanes are together again, each with the key of its own turn: there the key is no more uniform than the index.
; RUN: trellis %s --emit spvasm --validate
; RESOURCE: t0[8] StructuredBuffer 4

define i32 @f(i32 %index) {
entry:
  br label %loop
loop:
  %key = call i32 @dx.op.waveReadLaneFirst.i32(i32 118, i32 %index)
  %same = icmp eq i32 %key, %index
  br i1 %same, label %mine, label %loop
mine:
  %t = handle t0[%index]
  %l = call %dx.types.ResRet.i32 @dx.op.rawBufferLoad.i32(i32 139, %dx.types.Handle %t, i32 0, i32 0, i8 1, i32 4)
  %x = extractvalue %dx.types.ResRet.i32 %l, 0
  ret i32 %x
}
; CHECK: OpDecorate %[[PLACE]] NonUniform
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[index]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: OpBranch %[[label2]]
; CHECK-NEXT: %[[label2]] = OpLabel
; CHECK-NEXT: %[[first]] = OpGroupNonUniformBroadcastFirst %uint %uint_3 %[[index]]
; CHECK-NEXT: %[[equal]] = OpIEqual %bool %[[first]] %[[index]]
; CHECK-NEXT: OpLoopMerge %[[label3]] %[[label2]] None
; CHECK-NEXT: OpBranchConditional %[[equal]] %[[label3]] %[[label2]]
; CHECK-NEXT: %[[label3]] = OpLabel
; CHECK-NEXT: %[[PLACE]] = OpAccessChain %_ptr_StorageBuffer_uint %t0 %[[first]] %uint_0 %uint_0
; CHECK-NEXT: %[[load]] = OpLoad %uint %[[PLACE]]
; CHECK-NEXT: OpReturnValue %[[load]]
; CHECK-NEXT: OpFunctionEnd
