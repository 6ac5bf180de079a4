; Mesh shaders: counts, vertices, primitives and their indices; the payload of the amplification shader.
; RUN: trellis %s --emit spvasm --validate
; STAGE: mesh
; MODEL: 6.5
; PROPERTY: i32 9, !{!{i32 32, i32 1, i32 1}, i32 64, i32 126, i32 2, i32 4}
; OUTPUT: SV_Position0 float4
; OUTPUT: COLOR0 float
; PATCH: SV_CullPrimitive0 bool

; CHECK: OpExecutionMode %main OutputVertices 64
; CHECK: OpExecutionMode %main OutputPrimitivesEXT 126
; CHECK: OpDecorate %primitive_SV_CullPrimitive BuiltIn CullPrimitiveEXT
; CHECK: OpDecorate %primitive_SV_CullPrimitive PerPrimitiveEXT

%Payload = type { i32 }

define void @main() {
  %t = thread
  %payload = call ptr @dx.op.getMeshPayload.Payload(i32 170)
  %place = getelementptr inbounds %Payload, ptr %payload, i32 0, i32 0
  %number = load i32, ptr %place, align 4
  call void @dx.op.setMeshOutputCounts(i32 168, i32 3, i32 %number)
  call void @dx.op.storeVertexOutput.f32(i32 171, i32 0, i32 0, i8 3, float 1.0, i32 %t)
  call void @dx.op.storeVertexOutput.f32(i32 171, i32 1, i32 0, i8 0, float 0.5, i32 %t)
  call void @dx.op.storePrimitiveOutput.i32(i32 172, i32 0, i32 0, i8 0, i32 1, i32 %t)
  call void @dx.op.emitIndices(i32 169, i32 %t, i32 0, i32 1, i32 2)
  ret void
}
; CHECK-LABEL: %main = OpFunction %void None
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[load]] = OpLoad %uint %gl_LocalInvocationIndex
; CHECK-NEXT: %[[load2]] = OpLoad %uint %[[VARIABLE]]
; CHECK-NEXT: %[[min]] = OpExtInst %uint %[[GLSL]] UMin %[[load2]] %uint_126
; CHECK-NEXT: OpSetMeshOutputsEXT %uint_3 %[[min]]
; CHECK-NEXT: %[[place]] = OpAccessChain %_ptr_Output_float %out_SV_Position %[[load]] %uint_3
; CHECK-NEXT: OpStore %[[place]] %float_1
; CHECK-NEXT: %[[place2]] = OpAccessChain %_ptr_Output_float %out_COLOR %[[load]]
; CHECK-NEXT: OpStore %[[place2]] %float_0_5
; CHECK-NEXT: %[[equal]] = OpINotEqual %bool %uint_1 %uint_0
; CHECK-NEXT: %[[place3]] = OpAccessChain %_ptr_Output_bool %primitive_SV_CullPrimitive %[[load]]
; CHECK-NEXT: OpStore %[[place3]] %[[equal]]
; CHECK-NEXT: %[[construct]] = OpCompositeConstruct %v3uint %uint_0 %uint_1 %uint_2
; CHECK-NEXT: %[[place4]] = OpAccessChain %_ptr_Output_v3uint %[[VARIABLE2]] %[[load]]
; CHECK-NEXT: OpStore %[[place4]] %[[construct]]
; CHECK-NEXT: OpReturn
; CHECK-NEXT: OpFunctionEnd
