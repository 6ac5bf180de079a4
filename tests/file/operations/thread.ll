; Where a thread is, and barriers.
; RUN: trellis %s --emit spvasm --validate
; STAGE: compute 8 4 2

; CHECK: OpExecutionMode %main LocalSize 8 4 2

define i32 @ids() {
  %x = call i32 @dx.op.threadId.i32(i32 93, i32 0)
  %y = call i32 @dx.op.groupId.i32(i32 94, i32 1)
  %z = call i32 @dx.op.threadIdInGroup.i32(i32 95, i32 2)
  %flat = call i32 @dx.op.flattenedThreadIdInGroup.i32(i32 96)
  %a = add i32 %x, %y
  %b = add i32 %a, %z
  %c = add i32 %b, %flat
  ret i32 %c
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[load]] = OpLoad %v3uint %gl_GlobalInvocationID
; CHECK-NEXT: %[[extract]] = OpCompositeExtract %uint %[[load]] 0
; CHECK-NEXT: %[[load2]] = OpLoad %v3uint %gl_WorkGroupID
; CHECK-NEXT: %[[extract2]] = OpCompositeExtract %uint %[[load2]] 1
; CHECK-NEXT: %[[load3]] = OpLoad %v3uint %gl_LocalInvocationID
; CHECK-NEXT: %[[extract3]] = OpCompositeExtract %uint %[[load3]] 2
; CHECK-NEXT: %[[load4]] = OpLoad %uint %gl_LocalInvocationIndex
; CHECK-NEXT: %[[add]] = OpIAdd %uint %[[extract]] %[[extract2]]
; CHECK-NEXT: %[[add2]] = OpIAdd %uint %[[add]] %[[extract3]]
; CHECK-NEXT: %[[add3]] = OpIAdd %uint %[[add2]] %[[load4]]
; CHECK-NEXT: OpReturnValue %[[add3]]
; CHECK-NEXT: OpFunctionEnd

; The modes are bits: 1 synchronizes the threads, 2 orders accesses to resources of the device, 4 those of the group, 8 group-shared ones.
define void @group_sync() {
  call void @dx.op.barrier(i32 80, i32 9)
  ret void
}
; CHECK-LABEL: = OpFunction %void None
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: OpControlBarrier %uint_2 %uint_2 %uint_264
; CHECK-NEXT: OpReturn
; CHECK-NEXT: OpFunctionEnd

define void @device_memory() {
  call void @dx.op.barrier(i32 80, i32 2)
  ret void
}
; CHECK-LABEL: = OpFunction %void None
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: OpMemoryBarrier %uint_1 %uint_2120
; CHECK-NEXT: OpReturn
; CHECK-NEXT: OpFunctionEnd

define void @all_memory_sync() {
  call void @dx.op.barrier(i32 80, i32 11)
  ret void
}
; CHECK-LABEL: = OpFunction %void None
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: OpControlBarrier %uint_2 %uint_1 %uint_2376
; CHECK-NEXT: OpReturn
; CHECK-NEXT: OpFunctionEnd
