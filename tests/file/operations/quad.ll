; Quads: 2 x 2 pixels, or four threads in a row of a compute shader's group.
; RUN: trellis %s --emit spvasm --validate

; A constant lane of the quad.
define float @read(float %x) {
  %r = call float @dx.op.quadReadLaneAt.f32(i32 122, float %x, i32 2)
  ret float %r
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[broadcast]] = OpGroupNonUniformQuadBroadcast %float %uint_3 %[[x]] %uint_2
; CHECK-NEXT: OpReturnValue %[[broadcast]]
; CHECK-NEXT: OpFunctionEnd

; Across: 0 horizontally, 1 vertically, 2 diagonally; the same numbers as SPIR-V's.
define float @across(float %x) {
  %h = call float @dx.op.quadOp.f32(i32 123, float %x, i8 0)
  %v = call float @dx.op.quadOp.f32(i32 123, float %h, i8 1)
  %d = call float @dx.op.quadOp.f32(i32 123, float %v, i8 2)
  ret float %d
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[swap]] = OpGroupNonUniformQuadSwap %float %uint_3 %[[x]] %uint_0
; CHECK-NEXT: %[[swap2]] = OpGroupNonUniformQuadSwap %float %uint_3 %[[swap]] %uint_1
; CHECK-NEXT: %[[swap3]] = OpGroupNonUniformQuadSwap %float %uint_3 %[[swap2]] %uint_2
; CHECK-NEXT: OpReturnValue %[[swap3]]
; CHECK-NEXT: OpFunctionEnd

define i1 @votes(i1 %x) {
  %any = call i1 @dx.op.quadVote.i1(i32 222, i1 %x, i8 0)
  %all = call i1 @dx.op.quadVote.i1(i32 222, i1 %any, i8 1)
  ret i1 %all
}
; CHECK-LABEL: = OpFunction %bool None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %bool
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[broadcast]] = OpGroupNonUniformQuadBroadcast %bool %uint_3 %[[x]] %uint_0
; CHECK-NEXT: %[[broadcast2]] = OpGroupNonUniformQuadBroadcast %bool %uint_3 %[[x]] %uint_1
; CHECK-NEXT: %[[or]] = OpLogicalOr %bool %[[broadcast]] %[[broadcast2]]
; CHECK-NEXT: %[[broadcast3]] = OpGroupNonUniformQuadBroadcast %bool %uint_3 %[[x]] %uint_2
; CHECK-NEXT: %[[or2]] = OpLogicalOr %bool %[[or]] %[[broadcast3]]
; CHECK-NEXT: %[[broadcast4]] = OpGroupNonUniformQuadBroadcast %bool %uint_3 %[[x]] %uint_3
; CHECK-NEXT: %[[or3]] = OpLogicalOr %bool %[[or2]] %[[broadcast4]]
; CHECK-NEXT: %[[broadcast5]] = OpGroupNonUniformQuadBroadcast %bool %uint_3 %[[or3]] %uint_0
; CHECK-NEXT: %[[broadcast6]] = OpGroupNonUniformQuadBroadcast %bool %uint_3 %[[or3]] %uint_1
; CHECK-NEXT: %[[and]] = OpLogicalAnd %bool %[[broadcast5]] %[[broadcast6]]
; CHECK-NEXT: %[[broadcast7]] = OpGroupNonUniformQuadBroadcast %bool %uint_3 %[[or3]] %uint_2
; CHECK-NEXT: %[[and2]] = OpLogicalAnd %bool %[[and]] %[[broadcast7]]
; CHECK-NEXT: %[[broadcast8]] = OpGroupNonUniformQuadBroadcast %bool %uint_3 %[[or3]] %uint_3
; CHECK-NEXT: %[[and3]] = OpLogicalAnd %bool %[[and2]] %[[broadcast8]]
; CHECK-NEXT: OpReturnValue %[[and3]]
; CHECK-NEXT: OpFunctionEnd
