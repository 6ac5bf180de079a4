; Handles of shader model 6.6: from a binding or from the heap, with a description of the resource.
; RUN: trellis %s --emit spvasm --validate
; RESOURCE: t3 space2 Texture2D float4

; CHECK: OpDecorate %t3 DescriptorSet 2
; CHECK: OpDecorate %ResourceDescriptorHeap_Texture2D DescriptorSet 0
; CHECK: OpDecorate %[[ELEMENT]] NonUniform

; Of t3, space2: its range (first and last register, space, class), the register. The properties 2 and 1033 are a 2D texture of four floats.
define float @binding(i32 %x) {
  %h = call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind { i32 3, i32 3, i32 2, i8 0 }, i32 3, i1 false)
  %t = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %h, %dx.types.ResourceProperties { i32 2, i32 1033 })
  %r = call %dx.types.ResRet.f32 @dx.op.textureLoad.f32(i32 66, %dx.types.Handle %t, i32 0, i32 %x, i32 0, i32 undef, i32 undef, i32 undef, i32 undef)
  %c = extractvalue %dx.types.ResRet.f32 %r, 0
  ret float %c
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[construct]] = OpCompositeConstruct %v2uint %[[x]] %uint_0
; CHECK-NEXT: %[[load]] = OpLoad %[[IMAGE]] %t3
; CHECK-NEXT: %[[texel]] = OpImageFetch %v4float %[[load]] %[[construct]] Lod %uint_0
; CHECK-NEXT: %[[extract]] = OpCompositeExtract %float %[[texel]] 0
; CHECK-NEXT: OpReturnValue %[[extract]]
; CHECK-NEXT: OpFunctionEnd

; The heap is an array without an end for each type of resource, all of them at one binding.
define float @heap(i32 %index) {
  %h = call %dx.types.Handle @dx.op.createHandleFromHeap(i32 218, i32 %index, i1 false, i1 true)
  %t = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %h, %dx.types.ResourceProperties { i32 2, i32 1033 })
  %r = call %dx.types.ResRet.f32 @dx.op.textureLoad.f32(i32 66, %dx.types.Handle %t, i32 0, i32 0, i32 0, i32 undef, i32 undef, i32 undef, i32 undef)
  %c = extractvalue %dx.types.ResRet.f32 %r, 0
  ret float %c
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[index]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[construct]] = OpCompositeConstruct %v2uint %uint_0 %uint_0
; CHECK-NEXT: %[[ELEMENT]] = OpAccessChain %_ptr_UniformConstant_[[IMAGE]] %ResourceDescriptorHeap_Texture2D %[[index]]
; CHECK-NEXT: %[[load]] = OpLoad %[[IMAGE]] %[[ELEMENT]]
; CHECK-NEXT: %[[texel]] = OpImageFetch %v4float %[[load]] %[[construct]] Lod %uint_0
; CHECK-NEXT: %[[extract]] = OpCompositeExtract %float %[[texel]] 0
; CHECK-NEXT: OpReturnValue %[[extract]]
; CHECK-NEXT: OpFunctionEnd
