; Handles from the descriptor heap in a local array: the array holds their indices.
; RUN: trellis %s --emit spvasm --validate

define float @f(i32 %a, i32 %b, i32 %n) {
  %array = alloca [2 x %dx.types.Handle], align 4
  %h0 = call %dx.types.Handle @dx.op.createHandleFromHeap(i32 218, i32 %a, i1 false, i1 false)
  %h1 = call %dx.types.Handle @dx.op.createHandleFromHeap(i32 218, i32 %b, i1 false, i1 false)
  %p0 = getelementptr inbounds [2 x %dx.types.Handle], ptr %array, i32 0, i32 0
  %p1 = getelementptr inbounds [2 x %dx.types.Handle], ptr %array, i32 0, i32 1
  store %dx.types.Handle %h0, ptr %p0, align 4
  store %dx.types.Handle %h1, ptr %p1, align 4
  %p = getelementptr inbounds [2 x %dx.types.Handle], ptr %array, i32 0, i32 %n
  %h = load %dx.types.Handle, ptr %p, align 4
  %t = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %h, %dx.types.ResourceProperties { i32 2, i32 1033 })
  %r = call %dx.types.ResRet.f32 @dx.op.textureLoad.f32(i32 66, %dx.types.Handle %t, i32 0, i32 0, i32 0, i32 undef, i32 undef, i32 undef, i32 undef)
  %x = extractvalue %dx.types.ResRet.f32 %r, 0
  ret float %x
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[a]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[b]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[n]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[variable]] = OpVariable %_ptr_Function__arr_uint_uint_2 Function
; CHECK-NEXT: %[[place]] = OpAccessChain %_ptr_Function_uint %[[variable]] %uint_0
; CHECK-NEXT: OpStore %[[place]] %[[a]]
; CHECK-NEXT: %[[place2]] = OpAccessChain %_ptr_Function_uint %[[variable]] %uint_1
; CHECK-NEXT: OpStore %[[place2]] %[[b]]
; CHECK-NEXT: %[[place3]] = OpAccessChain %_ptr_Function_uint %[[variable]] %[[n]]
; CHECK-NEXT: %[[load]] = OpLoad %uint %[[place3]]
; CHECK-NEXT: %[[construct]] = OpCompositeConstruct %v2uint %uint_0 %uint_0
; CHECK-NEXT: %[[place4]] = OpAccessChain %_ptr_UniformConstant_[[IMAGE]] %ResourceDescriptorHeap_Texture2D %[[load]]
; CHECK-NEXT: %[[load2]] = OpLoad %[[IMAGE]] %[[place4]]
; CHECK-NEXT: %[[texel]] = OpImageFetch %v4float %[[load2]] %[[construct]] Lod %uint_0
; CHECK-NEXT: %[[extract]] = OpCompositeExtract %float %[[texel]] 0
; CHECK-NEXT: OpReturnValue %[[extract]]
; CHECK-NEXT: OpFunctionEnd
