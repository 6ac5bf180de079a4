; Outputs of pixel shaders: render targets are locations; depth and coverage are built in. A front face is a bool in SPIR-V, all bits of a
; word in DXIL.
; RUN: trellis %s --emit spvasm --validate
; STAGE: pixel
; INPUT: SV_Position0 float4
; INPUT: COLOR0 float4 constant
; INPUT: SV_IsFrontFace0 uint
; OUTPUT: SV_Target0 float4
; OUTPUT: SV_Target3 uint
; OUTPUT: SV_Depth0 float
; OUTPUT: SV_Coverage0 uint

define void @main() {
  %x = call float @dx.op.loadInput.f32(i32 4, i32 0, i32 0, i8 0, i32 undef)
  %c = call float @dx.op.loadInput.f32(i32 4, i32 1, i32 0, i8 1, i32 undef)
  %front = call i32 @dx.op.loadInput.i32(i32 4, i32 2, i32 0, i8 0, i32 undef)
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 0, float %x)
  call void @dx.op.storeOutput.i32(i32 5, i32 1, i32 0, i8 0, i32 %front)
  call void @dx.op.storeOutput.f32(i32 5, i32 2, i32 0, i8 0, float %c)
  call void @dx.op.storeOutput.i32(i32 5, i32 3, i32 0, i8 0, i32 1)
  ret void
}
; CHECK: OpExecutionMode %main OriginUpperLeft
; CHECK: OpExecutionMode %main DepthReplacing
; CHECK: OpDecorate %in_SV_Position BuiltIn FragCoord
; CHECK: OpDecorate %in_COLOR Location 1
; CHECK: OpDecorate %in_COLOR Flat
; CHECK: OpDecorate %in_SV_IsFrontFace BuiltIn FrontFacing
; CHECK: OpDecorate %out_SV_Target Location 0
; CHECK: OpDecorate %out_SV_Target3 Location 3
; CHECK: OpDecorate %out_SV_Depth BuiltIn FragDepth
; CHECK: OpDecorate %out_SV_Coverage BuiltIn SampleMask
; CHECK-LABEL: %main = OpFunction %void None
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[place]] = OpAccessChain %_ptr_Input_float %in_SV_Position %uint_0
; CHECK-NEXT: %[[load]] = OpLoad %float %[[place]]
; CHECK-NEXT: %[[place2]] = OpAccessChain %_ptr_Input_float %in_COLOR %uint_1
; CHECK-NEXT: %[[load2]] = OpLoad %float %[[place2]]
; CHECK-NEXT: %[[load3]] = OpLoad %bool %in_SV_IsFrontFace
; CHECK-NEXT: %[[select]] = OpSelect %uint %[[load3]] %uint_4294967295 %uint_0
; CHECK-NEXT: %[[place3]] = OpAccessChain %_ptr_Output_float %out_SV_Target %uint_0
; CHECK-NEXT: OpStore %[[place3]] %[[load]]
; CHECK-NEXT: OpStore %out_SV_Target3 %[[select]]
; CHECK-NEXT: OpStore %out_SV_Depth %[[load2]]
; CHECK-NEXT: %[[place4]] = OpAccessChain %_ptr_Output_uint %out_SV_Coverage %uint_0
; CHECK-NEXT: OpStore %[[place4]] %uint_1
; CHECK-NEXT: OpReturn
; CHECK-NEXT: OpFunctionEnd
