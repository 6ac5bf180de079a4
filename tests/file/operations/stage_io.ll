; Inputs and outputs of stages: a variable for each element of the signature.
; RUN: trellis %s --emit spvasm --validate
; STAGE: vertex
; INPUT: POSITION0 float3
; INPUT: COLOR0 uint4
; INPUT: SV_VertexID0 uint
; OUTPUT: SV_Position0 float4
; OUTPUT: COLOR0 uint4
; OUTPUT: DEPTH2 float

; CHECK: OpDecorate %in_POSITION Location 0
; CHECK: OpDecorate %in_COLOR Location 1
; CHECK: OpDecorate %in_SV_VertexID BuiltIn VertexIndex
; CHECK: OpDecorate %out_SV_Position BuiltIn Position
; CHECK: OpDecorate %out_COLOR Location 1
; CHECK: OpDecorate %out_DEPTH2 Location 2
; CHECK: OpDecorate %[[BASE]] BuiltIn BaseVertex

; Vulkan's VertexIndex includes the base vertex of the draw, SV_VertexID does not.
define void @main() {
  %x = call float @dx.op.loadInput.f32(i32 4, i32 0, i32 0, i8 0, i32 undef)
  %z = call float @dx.op.loadInput.f32(i32 4, i32 0, i32 0, i8 2, i32 undef)
  %c = call i32 @dx.op.loadInput.i32(i32 4, i32 1, i32 0, i8 3, i32 undef)
  %id = call i32 @dx.op.loadInput.i32(i32 4, i32 2, i32 0, i8 0, i32 undef)
  %sum = add i32 %c, %id
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 0, float %x)
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 1, float 0.0)
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 2, float %z)
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 3, float 1.0)
  call void @dx.op.storeOutput.i32(i32 5, i32 1, i32 0, i8 3, i32 %sum)
  call void @dx.op.storeOutput.f32(i32 5, i32 2, i32 0, i8 0, float %z)
  ret void
}
; CHECK-LABEL: %main = OpFunction %void None
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[load]] = OpLoad %uint %[[BASE]]
; CHECK-NEXT: %[[place]] = OpAccessChain %_ptr_Input_float %in_POSITION %uint_0
; CHECK-NEXT: %[[load2]] = OpLoad %float %[[place]]
; CHECK-NEXT: %[[place2]] = OpAccessChain %_ptr_Input_float %in_POSITION %uint_2
; CHECK-NEXT: %[[load3]] = OpLoad %float %[[place2]]
; CHECK-NEXT: %[[place3]] = OpAccessChain %_ptr_Input_uint %in_COLOR %uint_3
; CHECK-NEXT: %[[load4]] = OpLoad %uint %[[place3]]
; CHECK-NEXT: %[[load5]] = OpLoad %uint %in_SV_VertexID
; CHECK-NEXT: %[[sub]] = OpISub %uint %[[load5]] %[[load]]
; CHECK-NEXT: %[[add]] = OpIAdd %uint %[[load4]] %[[sub]]
; CHECK-NEXT: %[[place4]] = OpAccessChain %_ptr_Output_float %out_SV_Position %uint_0
; CHECK-NEXT: OpStore %[[place4]] %[[load2]]
; CHECK-NEXT: %[[place5]] = OpAccessChain %_ptr_Output_float %out_SV_Position %uint_1
; CHECK-NEXT: OpStore %[[place5]] %float_0
; CHECK-NEXT: %[[place6]] = OpAccessChain %_ptr_Output_float %out_SV_Position %uint_2
; CHECK-NEXT: OpStore %[[place6]] %[[load3]]
; CHECK-NEXT: %[[place7]] = OpAccessChain %_ptr_Output_float %out_SV_Position %uint_3
; CHECK-NEXT: OpStore %[[place7]] %float_1
; CHECK-NEXT: %[[place8]] = OpAccessChain %_ptr_Output_uint %out_COLOR %uint_3
; CHECK-NEXT: OpStore %[[place8]] %[[add]]
; CHECK-NEXT: OpStore %out_DEPTH2 %[[load3]]
; CHECK-NEXT: OpReturn
; CHECK-NEXT: OpFunctionEnd
