; Ray queries: a variable for each allocation.
; RUN: trellis %s --emit spvasm --validate
; RESOURCE: t0 RaytracingAccelerationStructure

define float @nearest(float %x) {
  %scene = handle t0
  %q = call i32 @dx.op.allocateRayQuery(i32 178, i32 0)
  call void @dx.op.rayQuery_TraceRayInline(i32 179, i32 %q, %dx.types.Handle %scene, i32 0, i32 255, float %x, float 0.0, float 0.0, float 0.0, float 0.0, float 0.0, float 1.0, float 1.0e+02)
  %more = call i1 @dx.op.rayQuery_Proceed.i1(i32 180, i32 %q)
  %status = call i32 @dx.op.rayQuery_StateScalar.i32(i32 184, i32 %q)
  %is = icmp eq i32 %status, 1
  %t = call float @dx.op.rayQuery_StateScalar.f32(i32 200, i32 %q)
  %r = select i1 %is, float %t, float 0.0
  ret float %r
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[variable]] = OpVariable %_ptr_Function_[[QUERY]] Function
; CHECK-NEXT: %[[variable2]] = OpVariable %_ptr_Function_float Function
; CHECK-NEXT: %[[load]] = OpLoad %[[STRUCTURE]] %t0
; CHECK-NEXT: %[[construct]] = OpCompositeConstruct %v3float %[[x]] %float_0 %float_0
; CHECK-NEXT: %[[construct2]] = OpCompositeConstruct %v3float %float_0 %float_0 %float_1
; CHECK-NEXT: OpStore %[[variable2]] %float_100
; CHECK-NEXT: OpRayQueryInitializeKHR %[[variable]] %[[load]] %uint_0 %uint_255 %[[construct]] %float_0 %[[construct2]] %float_100
; CHECK-NEXT: %[[proceed]] = OpRayQueryProceedKHR %bool %[[variable]]
; CHECK-NEXT: %[[type]] = OpRayQueryGetIntersectionTypeKHR %uint %[[variable]] %uint_1
; CHECK-NEXT: %[[equal]] = OpIEqual %bool %[[type]] %uint_1
; CHECK-NEXT: %[[type2]] = OpRayQueryGetIntersectionTypeKHR %uint %[[variable]] %uint_1
; CHECK-NEXT: %[[intersection]] = OpRayQueryGetIntersectionTKHR %float %[[variable]] %uint_1
; CHECK-NEXT: %[[load2]] = OpLoad %float %[[variable2]]
; CHECK-NEXT: %[[equal2]] = OpIEqual %bool %[[type2]] %uint_0
; CHECK-NEXT: %[[select]] = OpSelect %float %[[equal2]] %[[load2]] %[[intersection]]
; CHECK-NEXT: %[[select2]] = OpSelect %float %[[equal]] %[[select]] %float_0
; CHECK-NEXT: OpReturnValue %[[select2]]
; CHECK-NEXT: OpFunctionEnd
