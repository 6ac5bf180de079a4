; Images in the device's resource heap: they are loaded from an untyped pointer. The type of the pointed-to array gives the kind of image.
; RUN: trellis %s -o %t/module.spv --heaps extension

define float @texel(i32 %place, i32 %x, i32 %y) {
  %h = call %dx.types.Handle @dx.op.createHandleFromHeap(i32 218, i32 %place, i1 false, i1 false)
  %t = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %h, %dx.types.ResourceProperties { i32 2, i32 1033 })
  %r = call %dx.types.ResRet.f32 @dx.op.textureLoad.f32(i32 66, %dx.types.Handle %t, i32 0, i32 %x, i32 %y, i32 undef, i32 undef, i32 undef, i32 undef)
  %c = extractvalue %dx.types.ResRet.f32 %r, 0
  ret float %c
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[place]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[x]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[y]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[construct]] = OpCompositeConstruct %v2uint %[[x]] %[[y]]
; CHECK-NEXT: %[[place2]] = OpUntypedAccessChainKHR %_ptr_UniformConstant %_runtimearr_[[IMAGE]] %ResourceDescriptorHeap %[[place]]
; CHECK-NEXT: %[[load]] = OpLoad %[[IMAGE]] %[[place2]]
; CHECK-NEXT: %[[texel]] = OpImageFetch %v4float %[[load]] %[[construct]] Lod %uint_0
; CHECK-NEXT: %[[extract]] = OpCompositeExtract %float %[[texel]] 0
; CHECK-NEXT: OpReturnValue %[[extract]]
; CHECK-NEXT: OpFunctionEnd

; An atomic operation on a texel of a UAV needs no loaded image: it points to the texel.
define i32 @atomic(i32 %place, i32 %x, i32 %y, i32 %value) {
  %h = call %dx.types.Handle @dx.op.createHandleFromHeap(i32 218, i32 %place, i1 false, i1 false)
  %t = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %h, %dx.types.ResourceProperties { i32 4098, i32 261 })
  %r = call i32 @dx.op.atomicBinOp.i32(i32 78, %dx.types.Handle %t, i32 0, i32 %x, i32 %y, i32 undef, i32 %value)
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[place]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[x]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[y]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[value]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[construct]] = OpCompositeConstruct %v2uint %[[x]] %[[y]]
; CHECK-NEXT: %[[place2]] = OpUntypedAccessChainKHR %_ptr_UniformConstant %_runtimearr_[[IMAGE2]] %ResourceDescriptorHeap %[[place]]
; CHECK-NEXT: %[[pointer]] = OpUntypedImageTexelPointerEXT %_ptr_Image %[[IMAGE2]] %[[place2]] %[[construct]] %uint_0
; CHECK-NEXT: %[[add]] = OpAtomicIAdd %uint %[[pointer]] %uint_1 %uint_0 %[[value]]
; CHECK-NEXT: OpReturnValue %[[add]]
; CHECK-NEXT: OpFunctionEnd
