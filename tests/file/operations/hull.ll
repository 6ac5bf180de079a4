; Hull shaders: D3D's two functions become one, the patch's constants are computed by the first invocation after all others.
; RUN: trellis %s --emit spvasm --validate
; STAGE: hull
; PROPERTY: i32 3, !{ptr @constants, i32 3, i32 3, i32 2, i32 1, i32 3, float 6.4e+01}
; INPUT: POSITION0 float
; OUTPUT: POSITION0 float
; PATCH: SV_TessFactor0 float1x3 row0.3
; PATCH: SV_InsideTessFactor0 float row3.3

; CHECK: OpExecutionMode %main OutputVertices 3
; CHECK: OpExecutionMode %main Triangles
; CHECK: OpExecutionMode %main SpacingEqual
; CHECK: OpExecutionMode %main VertexOrderCw

define void @constants() {
  call void @dx.op.storePatchConstant.f32(i32 106, i32 0, i32 0, i8 0, float 4.0)
  call void @dx.op.storePatchConstant.f32(i32 106, i32 0, i32 1, i8 0, float 4.0)
  call void @dx.op.storePatchConstant.f32(i32 106, i32 0, i32 2, i8 0, float 4.0)
  %x = call float @dx.op.loadOutputControlPoint.f32(i32 103, i32 0, i32 0, i8 0, i32 2)
  call void @dx.op.storePatchConstant.f32(i32 106, i32 1, i32 0, i8 0, float %x)
  ret void
}

define void @main() {
  %id = call i32 @dx.op.outputControlPointID.i32(i32 107)
  %x = call float @dx.op.loadInput.f32(i32 4, i32 0, i32 0, i8 0, i32 %id)
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 0, float %x)
  ret void
}
; CHECK-LABEL: %[[CONTROL_POINT]] = OpFunction %void None
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[load]] = OpLoad %uint %gl_InvocationID
; CHECK-NEXT: %[[place]] = OpAccessChain %_ptr_Input_float %in_POSITION %[[load]]
; CHECK-NEXT: %[[load2]] = OpLoad %float %[[place]]
; CHECK-NEXT: %[[place2]] = OpAccessChain %_ptr_Output_float %out_POSITION %[[load]]
; CHECK-NEXT: OpStore %[[place2]] %[[load2]]
; CHECK-NEXT: OpReturn
; CHECK-NEXT: OpFunctionEnd
; CHECK-LABEL: %[[PATCH]] = OpFunction %void None
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[place]] = OpAccessChain %_ptr_Output_float %patch_SV_TessFactor %uint_0
; CHECK-NEXT: OpStore %[[place]] %float_4
; CHECK-NEXT: %[[place2]] = OpAccessChain %_ptr_Output_float %patch_SV_TessFactor %uint_1
; CHECK-NEXT: OpStore %[[place2]] %float_4
; CHECK-NEXT: %[[place3]] = OpAccessChain %_ptr_Output_float %patch_SV_TessFactor %uint_2
; CHECK-NEXT: OpStore %[[place3]] %float_4
; CHECK-NEXT: %[[place4]] = OpAccessChain %_ptr_Output_float %out_POSITION %uint_2
; CHECK-NEXT: %[[load]] = OpLoad %float %[[place4]]
; CHECK-NEXT: %[[place5]] = OpAccessChain %_ptr_Output_float %patch_SV_InsideTessFactor %uint_0
; CHECK-NEXT: OpStore %[[place5]] %[[load]]
; CHECK-NEXT: OpReturn
; CHECK-NEXT: OpFunctionEnd
; CHECK-LABEL: %main = OpFunction %void None
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[call]] = OpFunctionCall %void %[[CONTROL_POINT]]
; CHECK-NEXT: OpControlBarrier %uint_2 %uint_4 %uint_0
; CHECK-NEXT: %[[load]] = OpLoad %uint %gl_InvocationID
; CHECK-NEXT: %[[equal]] = OpIEqual %bool %[[load]] %uint_0
; CHECK-NEXT: OpSelectionMerge %[[label2]] None
; CHECK-NEXT: OpBranchConditional %[[equal]] %[[label3]] %[[label2]]
; CHECK-NEXT: %[[label3]] = OpLabel
; CHECK-NEXT: %[[call2]] = OpFunctionCall %void %[[PATCH]]
; CHECK-NEXT: OpBranch %[[label2]]
; CHECK-NEXT: %[[label2]] = OpLabel
; CHECK-NEXT: OpReturn
; CHECK-NEXT: OpFunctionEnd
