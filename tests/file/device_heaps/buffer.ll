; Buffers in the device's resource heap: an untyped pointer to the descriptor becomes a pointer to the buffer, which is then accessed as
; usual. The stride is the larger one of the two sizes of descriptors, which the device inserts.
; RUN: trellis %s -o %t/module.spv --heaps extension
; RUN(given): trellis %s -o %t/module.spv --heaps extension --heap-stride 64

define i32 @raw(i32 %place, i32 %byte) {
  %h = call %dx.types.Handle @dx.op.createHandleFromHeap(i32 218, i32 %place, i1 false, i1 false)
  %b = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %h, %dx.types.ResourceProperties { i32 11, i32 0 })
  %r = call %dx.types.ResRet.i32 @dx.op.rawBufferLoad.i32(i32 139, %dx.types.Handle %b, i32 %byte, i32 undef, i8 1, i32 4)
  %c = extractvalue %dx.types.ResRet.i32 %r, 0
  ret i32 %c
}
; CHECK: OpDecorate %ResourceDescriptorHeap BuiltIn ResourceHeapEXT
; CHECK: OpDecorateId %_runtimearr_[[DESCRIPTOR]] ArrayStrideIdEXT %[[STRIDE]]
; CHECK: %[[DESCRIPTOR]] = OpTypeBufferEXT StorageBuffer
; CHECK: %[[IMAGE]] = OpTypeImage {{.*}}
; CHECK: %[[IMAGE_SIZE]] = OpConstantSizeOfEXT %uint %[[IMAGE]]
; CHECK: %[[BUFFER_SIZE]] = OpConstantSizeOfEXT %uint %[[DESCRIPTOR]]
; CHECK: %[[IS_LARGER]] = OpSpecConstantOp %bool UGreaterThan %[[IMAGE_SIZE]] %[[BUFFER_SIZE]]
; CHECK: %[[STRIDE]] = OpSpecConstantOp %uint Select %[[IS_LARGER]] %[[IMAGE_SIZE]] %[[BUFFER_SIZE]]

; CHECK(given): OpDecorate %_runtimearr_[[DESCRIPTOR]] ArrayStride 64
; CHECK(given): %[[DESCRIPTOR]] = OpTypeBufferEXT StorageBuffer
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[place]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[byte]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[shift]] = OpShiftRightLogical %uint %[[byte]] %uint_2
; CHECK-NEXT: %[[place2]] = OpUntypedAccessChainKHR %_ptr_UniformConstant %_runtimearr_[[DESCRIPTOR]] %ResourceDescriptorHeap %[[place]]
; CHECK-NEXT: %[[pointer]] = OpBufferPointerEXT %_ptr_StorageBuffer__struct_[[STRUCT]] %[[place2]]
; CHECK-NEXT: %[[place3]] = OpAccessChain %_ptr_StorageBuffer_uint %[[pointer]] %uint_0 %[[shift]]
; CHECK-NEXT: %[[load]] = OpLoad %uint %[[place3]]
; CHECK-NEXT: OpReturnValue %[[load]]
; CHECK-NEXT: OpFunctionEnd
