; Ray generation: a trace hands a payload to the shaders that it starts, as a variable of its own storage class.
; RUN: trellis %s --emit spvasm --validate -E generate
; RUN(hit): trellis %s --emit spvasm --validate -E hit
; STAGE: library
; ENTRY: generate 7
; ENTRY: hit 10 i32 6, i32 8, i32 7, i32 8
; RESOURCE: t0 RaytracingAccelerationStructure
; RESOURCE: u1 RWByteAddressBuffer

%Payload = type { float, i32 }
%Attributes = type { <2 x float> }

define void @generate() {
  %payload = alloca %Payload, align 4
  %place = getelementptr inbounds %Payload, ptr %payload, i32 0, i32 1
  %x = call i32 @dx.op.dispatchRaysIndex.i32(i32 145, i8 0)
  store i32 %x, ptr %place, align 4
  %scene = handle t0
  call void @dx.op.traceRay.Payload(i32 157, %dx.types.Handle %scene, i32 0, i32 255, i32 0, i32 1, i32 0, float 0.0, float 0.0, float 0.0, float 0.0, float 0.0, float 0.0, float 1.0, float 1.0e+02, ptr %payload)
  %after = load i32, ptr %place, align 4
  write u1, 0, %after
  ret void
}
; CHECK-LABEL: = OpFunction %void None
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[load]] = OpLoad %v3uint %[[VARIABLE]]
; CHECK-NEXT: %[[extract]] = OpCompositeExtract %uint %[[load]] 0
; CHECK-NEXT: %[[place]] = OpAccessChain %_ptr_RayPayloadKHR_uint %[[VARIABLE2]] %uint_1
; CHECK-NEXT: OpStore %[[place]] %[[extract]]
; CHECK-NEXT: %[[load2]] = OpLoad %[[STRUCTURE]] %t0
; CHECK-NEXT: %[[construct]] = OpCompositeConstruct %v3float %float_0 %float_0 %float_0
; CHECK-NEXT: %[[construct2]] = OpCompositeConstruct %v3float %float_0 %float_0 %float_1
; CHECK-NEXT: OpTraceRayKHR %[[load2]] %uint_0 %uint_255 %uint_0 %uint_1 %uint_0 %[[construct]] %float_0 %[[construct2]] %float_100 %[[VARIABLE2]]
; CHECK-NEXT: %[[load3]] = OpLoad %uint %[[place]]
; CHECK-NEXT: %[[place3]] = OpAccessChain %_ptr_StorageBuffer_uint %u1 %uint_0 %uint_0
; CHECK-NEXT: OpStore %[[place3]] %[[load3]]
; CHECK-NEXT: OpReturn
; CHECK-NEXT: OpFunctionEnd

define void @hit(ptr noalias %payload, ptr %attributes) {
  %t = call float @dx.op.rayTCurrent.f32(i32 154)
  %place = getelementptr inbounds %Payload, ptr %payload, i32 0, i32 0
  store float %t, ptr %place, align 4
  %row = call float @dx.op.objectToWorld.f32(i32 151, i32 1, i8 3)
  %b = getelementptr inbounds %Attributes, ptr %attributes, i32 0, i32 0
  %barycentrics = load <2 x float>, ptr %b, align 4
  %y = extractelement <2 x float> %barycentrics, i32 1
  %sum = fadd fast float %y, %row
  %bits = bitcast float %sum to i32
  %place2 = getelementptr inbounds %Payload, ptr %payload, i32 0, i32 1
  store i32 %bits, ptr %place2, align 4
  ret void
}
; CHECK-LABEL(hit): = OpFunction %void None
; CHECK-NEXT(hit): %[[label]] = OpLabel
; CHECK-NEXT(hit): %[[load]] = OpLoad %float %[[VARIABLE]]
; CHECK-NEXT(hit): %[[bitcast]] = OpBitcast %uint %[[load]]
; CHECK-NEXT(hit): %[[place]] = OpAccessChain %_ptr_IncomingRayPayloadKHR_uint %[[VARIABLE2]] %uint_0
; CHECK-NEXT(hit): OpStore %[[place]] %[[bitcast]]
; CHECK-NEXT(hit): %[[place2]] = OpAccessChain %_ptr_Input_v3float %[[VARIABLE3]] %uint_3
; CHECK-NEXT(hit): %[[load2]] = OpLoad %v3float %[[place2]]
; CHECK-NEXT(hit): %[[extract]] = OpCompositeExtract %float %[[load2]] 1
; CHECK-NEXT(hit): %[[place3]] = OpAccessChain %_ptr_HitAttributeKHR_float %[[VARIABLE4]] %uint_0
; CHECK-NEXT(hit): %[[load3]] = OpLoad %float %[[place3]]
; CHECK-NEXT(hit): %[[place4]] = OpAccessChain %_ptr_HitAttributeKHR_float %[[VARIABLE4]] %uint_1
; CHECK-NEXT(hit): %[[load4]] = OpLoad %float %[[place4]]
; CHECK-NEXT(hit): %[[add]] = OpFAdd %float %[[load4]] %[[extract]]
; CHECK-NEXT(hit): %[[bitcast2]] = OpBitcast %uint %[[add]]
; CHECK-NEXT(hit): %[[place5]] = OpAccessChain %_ptr_IncomingRayPayloadKHR_uint %[[VARIABLE2]] %uint_1
; CHECK-NEXT(hit): OpStore %[[place5]] %[[bitcast2]]
; CHECK-NEXT(hit): OpReturn
; CHECK-NEXT(hit): OpFunctionEnd
