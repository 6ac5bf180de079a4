; Geometry shaders: inputs of each vertex of a primitive, and streams.
; RUN: trellis %s --emit spvasm --validate
; STAGE: geometry
; PROPERTY: i32 1, !{i32 3, i32 3, i32 1, i32 5, i32 2}
; INPUT: SV_Position0 float4
; OUTPUT: SV_Position0 float4

; Triangles in, triangle strips of at most 3 vertices out, two instances.
; CHECK: OpExecutionMode %main Triangles
; CHECK: OpExecutionMode %main Invocations 2
; CHECK: OpExecutionMode %main OutputTriangleStrip
; CHECK: OpExecutionMode %main OutputVertices 3

define void @main() {
  %instance = call i32 @dx.op.gsInstanceID.i32(i32 100)
  %x = call float @dx.op.loadInput.f32(i32 4, i32 0, i32 0, i8 0, i32 %instance)
  %primitive = call i32 @dx.op.primitiveID.i32(i32 108)
  %p = uitofp i32 %primitive to float
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 0, float %x)
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 1, float %p)
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 2, float 0.0)
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 3, float 1.0)
  call void @dx.op.emitStream(i32 97, i8 0)
  call void @dx.op.cutStream(i32 98, i8 0)
  call void @dx.op.emitThenCutStream(i32 99, i8 0)
  ret void
}
; CHECK-LABEL: %main = OpFunction %void None
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[load]] = OpLoad %uint %gl_InvocationID
; CHECK-NEXT: %[[load2]] = OpLoad %uint %gl_PrimitiveID
; CHECK-NEXT: %[[place]] = OpAccessChain %_ptr_Input_float %in_SV_Position %[[load]] %uint_0
; CHECK-NEXT: %[[load3]] = OpLoad %float %[[place]]
; CHECK-NEXT: %[[convert]] = OpConvertUToF %float %[[load2]]
; CHECK-NEXT: %[[place2]] = OpAccessChain %_ptr_Output_float %out_SV_Position %uint_0
; CHECK-NEXT: OpStore %[[place2]] %[[load3]]
; CHECK-NEXT: %[[place3]] = OpAccessChain %_ptr_Output_float %out_SV_Position %uint_1
; CHECK-NEXT: OpStore %[[place3]] %[[convert]]
; CHECK-NEXT: %[[place4]] = OpAccessChain %_ptr_Output_float %out_SV_Position %uint_2
; CHECK-NEXT: OpStore %[[place4]] %float_0
; CHECK-NEXT: %[[place5]] = OpAccessChain %_ptr_Output_float %out_SV_Position %uint_3
; CHECK-NEXT: OpStore %[[place5]] %float_1
; CHECK-NEXT: OpEmitVertex
; CHECK-NEXT: OpEndPrimitive
; CHECK-NEXT: OpEmitVertex
; CHECK-NEXT: OpEndPrimitive
; CHECK-NEXT: OpReturn
; CHECK-NEXT: OpFunctionEnd
