; Positions of a hit triangle's vertices (shader model 6.10).
; RUN: trellis %s --emit spvasm -E hit
; STAGE: library
; MODEL: 6.10
; ENTRY: hit 10 i32 6, i32 8, i32 7, i32 8

%Payload = type { float, i32 }

define void @hit(ptr noalias %payload, ptr %attributes) {
  %p = call <9 x float> @dx.op.triangleObjectPosition.f32(i32 -2147483641)
  %z = extractelement <9 x float> %p, i32 5
  %place = getelementptr inbounds %Payload, ptr %payload, i32 0, i32 0
  store float %z, ptr %place, align 4
  ret void
}
; CHECK: OpExtension "SPV_KHR_ray_tracing_position_fetch"
; CHECK: OpDecorate %[[POSITIONS]] BuiltIn HitTriangleVertexPositionsKHR
; CHECK-LABEL: %hit = OpFunction
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[load]] = OpLoad %_arr_v3float_uint_3 %[[POSITIONS]]
; CHECK-NEXT: %[[extract]] = OpCompositeExtract %float %[[load]] 0 0
; CHECK-NEXT: %[[extract2]] = OpCompositeExtract %float %[[load]] 0 1
; CHECK-NEXT: %[[extract3]] = OpCompositeExtract %float %[[load]] 0 2
; CHECK-NEXT: %[[extract4]] = OpCompositeExtract %float %[[load]] 1 0
; CHECK-NEXT: %[[extract5]] = OpCompositeExtract %float %[[load]] 1 1
; CHECK-NEXT: %[[extract6]] = OpCompositeExtract %float %[[load]] 1 2
; CHECK-NEXT: %[[extract7]] = OpCompositeExtract %float %[[load]] 2 0
; CHECK-NEXT: %[[extract8]] = OpCompositeExtract %float %[[load]] 2 1
; CHECK-NEXT: %[[extract9]] = OpCompositeExtract %float %[[load]] 2 2
; CHECK-NEXT: %[[bitcast]] = OpBitcast %uint %[[extract6]]
; CHECK-NEXT: %[[place]] = OpAccessChain %_ptr_IncomingRayPayloadKHR_uint %[[VARIABLE]] %uint_0
; CHECK-NEXT: OpStore %[[place]] %[[bitcast]]
; CHECK-NEXT: OpReturn
; CHECK-NEXT: OpFunctionEnd
