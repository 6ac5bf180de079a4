; Wave operations are group operations of subgroups.
; RUN: trellis %s --emit spvasm --validate

define i32 @lane() {
  %n = call i32 @dx.op.waveGetLaneCount(i32 112)
  %i = call i32 @dx.op.waveGetLaneIndex(i32 111)
  %r = mul i32 %n, %i
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[load]] = OpLoad %uint %SubgroupSize
; CHECK-NEXT: %[[load2]] = OpLoad %uint %SubgroupLocalInvocationId
; CHECK-NEXT: %[[mul]] = OpIMul %uint %[[load]] %[[load2]]
; CHECK-NEXT: OpReturnValue %[[mul]]
; CHECK-NEXT: OpFunctionEnd

define i1 @votes(i1 %x) {
  %any = call i1 @dx.op.waveAnyTrue(i32 113, i1 %x)
  %all = call i1 @dx.op.waveAllTrue(i32 114, i1 %any)
  %first = call i1 @dx.op.waveIsFirstLane(i32 110)
  %r = and i1 %all, %first
  ret i1 %r
}
; CHECK-LABEL: = OpFunction %bool None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %bool
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[any]] = OpGroupNonUniformAny %bool %uint_3 %[[x]]
; CHECK-NEXT: %[[all]] = OpGroupNonUniformAll %bool %uint_3 %[[any]]
; CHECK-NEXT: %[[elect]] = OpGroupNonUniformElect %bool %uint_3
; CHECK-NEXT: %[[and]] = OpLogicalAnd %bool %[[all]] %[[elect]]
; CHECK-NEXT: OpReturnValue %[[and]]
; CHECK-NEXT: OpFunctionEnd

define i32 @ballot(i1 %x) {
  %b = call %dx.types.fouri32 @dx.op.waveActiveBallot(i32 116, i1 %x)
  %low = extractvalue %dx.types.fouri32 %b, 0
  ret i32 %low
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %bool
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[ballot]] = OpGroupNonUniformBallot %v4uint %uint_3 %[[x]]
; CHECK-NEXT: %[[extract]] = OpCompositeExtract %uint %[[ballot]] 0
; CHECK-NEXT: OpReturnValue %[[extract]]
; CHECK-NEXT: OpFunctionEnd

define i32 @all_equal(i32 %x) {
  %b = call i1 @dx.op.waveActiveAllEqual.i32(i32 115, i32 %x)
  %r = zext i1 %b to i32
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[equal]] = OpGroupNonUniformAllEqual %bool %uint_3 %[[x]]
; CHECK-NEXT: %[[select]] = OpSelect %uint %[[equal]] %uint_1 %uint_0
; CHECK-NEXT: OpReturnValue %[[select]]
; CHECK-NEXT: OpFunctionEnd

define float @broadcast(float %x, i32 %lane) {
  %one = call float @dx.op.waveReadLaneAt.f32(i32 117, float %x, i32 %lane)
  %r = call float @dx.op.waveReadLaneFirst.f32(i32 118, float %one)
  ret float %r
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %float
; CHECK-NEXT: %[[lane]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[shuffle]] = OpGroupNonUniformShuffle %float %uint_3 %[[x]] %[[lane]]
; CHECK-NEXT: %[[first]] = OpGroupNonUniformBroadcastFirst %float %uint_3 %[[shuffle]]
; CHECK-NEXT: OpReturnValue %[[first]]
; CHECK-NEXT: OpFunctionEnd

; The first number: 0 sum, 1 product, 2 minimum, 3 maximum; the second: 0 signed, 1 unsigned.
define i32 @reductions(i32 %x) {
  %sum = call i32 @dx.op.waveActiveOp.i32(i32 119, i32 %x, i8 0, i8 0)
  %min = call i32 @dx.op.waveActiveOp.i32(i32 119, i32 %sum, i8 2, i8 0)
  %max = call i32 @dx.op.waveActiveOp.i32(i32 119, i32 %min, i8 3, i8 1)
  %and = call i32 @dx.op.waveActiveBit.i32(i32 120, i32 %max, i8 0)
  ret i32 %and
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[add]] = OpGroupNonUniformIAdd %uint %uint_3 Reduce %[[x]]
; CHECK-NEXT: %[[min]] = OpGroupNonUniformSMin %uint %uint_3 Reduce %[[add]]
; CHECK-NEXT: %[[max]] = OpGroupNonUniformUMax %uint %uint_3 Reduce %[[min]]
; CHECK-NEXT: %[[and]] = OpGroupNonUniformBitwiseAnd %uint %uint_3 Reduce %[[max]]
; CHECK-NEXT: OpReturnValue %[[and]]
; CHECK-NEXT: OpFunctionEnd

; A prefix sum does not count the lane itself: exclusive.
define float @prefix(float %x) {
  %r = call float @dx.op.wavePrefixOp.f32(i32 121, float %x, i8 0, i8 0)
  ret float %r
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[add]] = OpGroupNonUniformFAdd %float %uint_3 ExclusiveScan %[[x]]
; CHECK-NEXT: OpReturnValue %[[add]]
; CHECK-NEXT: OpFunctionEnd

define i32 @counts(i1 %x) {
  %all = call i32 @dx.op.waveAllOp(i32 135, i1 %x)
  %before = call i32 @dx.op.wavePrefixOp(i32 136, i1 %x)
  %r = add i32 %all, %before
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %bool
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[ballot]] = OpGroupNonUniformBallot %v4uint %uint_3 %[[x]]
; CHECK-NEXT: %[[count]] = OpGroupNonUniformBallotBitCount %uint %uint_3 Reduce %[[ballot]]
; CHECK-NEXT: %[[ballot2]] = OpGroupNonUniformBallot %v4uint %uint_3 %[[x]]
; CHECK-NEXT: %[[count2]] = OpGroupNonUniformBallotBitCount %uint %uint_3 ExclusiveScan %[[ballot2]]
; CHECK-NEXT: %[[add]] = OpIAdd %uint %[[count]] %[[count2]]
; CHECK-NEXT: OpReturnValue %[[add]]
; CHECK-NEXT: OpFunctionEnd
