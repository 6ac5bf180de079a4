; --descriptor-format cookies: the index of each access to the heap goes through a function. It compares the element's kinds with the required ones,
; looks whether the resource of its cookie exists, and compares the time of its creation with that of the reports. A faulty index becomes the
; number of descriptors. Only the lane that finds the count of faults at 0 writes the report, and the fault after the rest of it.
; RUN: trellis %s --emit spvasm --validate --check-descriptors --descriptor-format cookies --shader-hash 1122334455667788

; CHECK: OpDecorate %descriptor_reports DescriptorSet 0
; CHECK: OpDecorate %descriptor_reports Binding 5003
; CHECK: OpDecorate %resource_table DescriptorSet 0
; CHECK: OpDecorate %resource_table Binding 5004
; CHECK: OpDecorate %resource_table NonWritable

define float @texel(i32 %place, i32 %x, i32 %y) {
  %h = call %dx.types.Handle @dx.op.createHandleFromHeap(i32 218, i32 %place, i1 false, i1 false)
  %t = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %h, %dx.types.ResourceProperties { i32 2, i32 1033 })
  %r = call %dx.types.ResRet.f32 @dx.op.textureLoad.f32(i32 66, %dx.types.Handle %t, i32 0, i32 %x, i32 %y, i32 undef, i32 undef, i32 undef, i32 undef)
  %c = extractvalue %dx.types.ResRet.f32 %r, 0
  ret float %c
}

; CHECK-LABEL: %report_descriptor = OpFunction %void None
; CHECK-NEXT: %[[fault]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[index]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[heap]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[cookie]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[wanted]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[found]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[access]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[place]] = OpAccessChain %_ptr_StorageBuffer_uint %descriptor_reports %uint_0 %uint_5
; CHECK-NEXT: %[[add]] = OpAtomicIAdd %uint %[[place]] %uint_1 %uint_0 %uint_1
; CHECK-NEXT: %[[equal]] = OpIEqual %bool %[[add]] %uint_0
; CHECK-NEXT: OpSelectionMerge %[[label2]] None
; CHECK-NEXT: OpBranchConditional %[[equal]] %[[label3]] %[[label2]]
; CHECK-NEXT: %[[label3]] = OpLabel
; CHECK-NEXT: %[[place2]] = OpAccessChain %_ptr_StorageBuffer_uint %descriptor_reports %uint_0 %uint_0
; CHECK-NEXT: OpStore %[[place2]] %uint_1432778632
; CHECK-NEXT: %[[place3]] = OpAccessChain %_ptr_StorageBuffer_uint %descriptor_reports %uint_0 %uint_1
; CHECK-NEXT: OpStore %[[place3]] %uint_287454020
; CHECK-NEXT: %[[place4]] = OpAccessChain %_ptr_StorageBuffer_uint %descriptor_reports %uint_0 %uint_2
; CHECK-NEXT: OpStore %[[place4]] %[[index]]
; CHECK-NEXT: %[[place5]] = OpAccessChain %_ptr_StorageBuffer_uint %descriptor_reports %uint_0 %uint_3
; CHECK-NEXT: OpStore %[[place5]] %[[heap]]
; CHECK-NEXT: %[[place6]] = OpAccessChain %_ptr_StorageBuffer_uint %descriptor_reports %uint_0 %uint_4
; CHECK-NEXT: OpStore %[[place6]] %[[cookie]]
; CHECK-NEXT: %[[place7]] = OpAccessChain %_ptr_StorageBuffer_uint %descriptor_reports %uint_0 %uint_7
; CHECK-NEXT: OpStore %[[place7]] %[[wanted]]
; CHECK-NEXT: %[[place8]] = OpAccessChain %_ptr_StorageBuffer_uint %descriptor_reports %uint_0 %uint_8
; CHECK-NEXT: OpStore %[[place8]] %[[found]]
; CHECK-NEXT: %[[place9]] = OpAccessChain %_ptr_StorageBuffer_uint %descriptor_reports %uint_0 %uint_6
; CHECK-NEXT: OpStore %[[place9]] %[[access]]
; CHECK-NEXT: OpMemoryBarrier %uint_1 %uint_72
; CHECK-NEXT: %[[place10]] = OpAccessChain %_ptr_StorageBuffer_uint %descriptor_reports %uint_0 %uint_9
; CHECK-NEXT: OpStore %[[place10]] %[[fault]]
; CHECK-NEXT: OpBranch %[[label2]]
; CHECK-NEXT: %[[label2]] = OpLabel
; CHECK-NEXT: OpReturn
; CHECK-NEXT: OpFunctionEnd
; CHECK-LABEL: %checked_element = OpFunction %uint None
; CHECK-NEXT: %[[element]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[wanted]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[access]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[place2]] = OpAccessChain %_ptr_StorageBuffer_uint %resource_table %uint_0 %uint_0
; CHECK-NEXT: %[[load]] = OpLoad %uint %[[place2]]
; CHECK-NEXT: %[[less]] = OpULessThan %bool %[[element]] %[[load]]
; CHECK-NEXT: OpSelectionMerge %[[label2]] None
; CHECK-NEXT: OpBranchConditional %[[less]] %[[label3]] %[[label2]]
; CHECK-NEXT: %[[label3]] = OpLabel
; CHECK-NEXT: %[[mul]] = OpIMul %uint %[[element]] %uint_3
; CHECK-NEXT: %[[add]] = OpIAdd %uint %[[mul]] %uint_2
; CHECK-NEXT: %[[place3]] = OpAccessChain %_ptr_StorageBuffer_uint %resource_table %uint_0 %[[add]]
; CHECK-NEXT: %[[load2]] = OpLoad %uint %[[place3]]
; CHECK-NEXT: %[[add2]] = OpIAdd %uint %[[mul]] %uint_3
; CHECK-NEXT: %[[place4]] = OpAccessChain %_ptr_StorageBuffer_uint %resource_table %uint_0 %[[add2]]
; CHECK-NEXT: %[[load3]] = OpLoad %uint %[[place4]]
; CHECK-NEXT: %[[add3]] = OpIAdd %uint %[[mul]] %uint_4
; CHECK-NEXT: %[[place5]] = OpAccessChain %_ptr_StorageBuffer_uint %resource_table %uint_0 %[[add3]]
; CHECK-NEXT: %[[load4]] = OpLoad %uint %[[place5]]
; CHECK-NEXT: %[[and]] = OpBitwiseAnd %uint %[[load4]] %[[wanted]]
; CHECK-NEXT: %[[equal]] = OpIEqual %bool %[[and]] %[[wanted]]
; CHECK-NEXT: %[[place6]] = OpAccessChain %_ptr_StorageBuffer_uint %descriptor_reports %uint_0 %uint_10
; CHECK-NEXT: %[[load5]] = OpLoad %uint %[[place6]]
; CHECK-NEXT: %[[less2]] = OpULessThanEqual %bool %[[load3]] %[[load5]]
; CHECK-NEXT: %[[shift]] = OpShiftRightLogical %uint %[[load2]] %uint_5
; CHECK-NEXT: %[[add4]] = OpIAdd %uint %[[shift]] %uint_11
; CHECK-NEXT: %[[length]] = OpArrayLength %uint %descriptor_reports 0
; CHECK-NEXT: %[[less3]] = OpULessThan %bool %[[add4]] %[[length]]
; CHECK-NEXT: %[[select]] = OpSelect %uint %[[less3]] %[[add4]] %uint_10
; CHECK-NEXT: %[[place7]] = OpAccessChain %_ptr_StorageBuffer_uint %descriptor_reports %uint_0 %[[select]]
; CHECK-NEXT: %[[load6]] = OpLoad %uint %[[place7]]
; CHECK-NEXT: %[[and2]] = OpBitwiseAnd %uint %[[load2]] %uint_31
; CHECK-NEXT: %[[shift2]] = OpShiftLeftLogical %uint %uint_1 %[[and2]]
; CHECK-NEXT: %[[and3]] = OpBitwiseAnd %uint %[[load6]] %[[shift2]]
; CHECK-NEXT: %[[equal2]] = OpINotEqual %bool %[[and3]] %uint_0
; CHECK-NEXT: %[[and4]] = OpLogicalAnd %bool %[[less3]] %[[equal2]]
; CHECK-NEXT: %[[select2]] = OpSelect %uint %[[equal]] %uint_0 %uint_2
; CHECK-NEXT: %[[select3]] = OpSelect %uint %[[and4]] %uint_0 %uint_4
; CHECK-NEXT: %[[select4]] = OpSelect %uint %[[less2]] %uint_0 %uint_8
; CHECK-NEXT: %[[or]] = OpBitwiseOr %uint %[[select2]] %[[select3]]
; CHECK-NEXT: %[[or2]] = OpBitwiseOr %uint %[[or]] %[[select4]]
; CHECK-NEXT: OpBranch %[[label2]]
; CHECK-NEXT: %[[label2]] = OpLabel
; CHECK-NEXT: %[[phi]] = OpPhi %uint %[[or2]] %[[label3]] %uint_3 %[[label]]
; CHECK-NEXT: %[[phi2]] = OpPhi %uint %[[load2]] %[[label3]] %uint_0 %[[label]]
; CHECK-NEXT: %[[phi3]] = OpPhi %uint %[[load4]] %[[label3]] %uint_0 %[[label]]
; CHECK-NEXT: %[[equal3]] = OpIEqual %bool %[[phi]] %uint_0
; CHECK-NEXT: OpSelectionMerge %[[label4]] None
; CHECK-NEXT: OpBranchConditional %[[equal3]] %[[label4]] %[[label5]]
; CHECK-NEXT: %[[label5]] = OpLabel
; CHECK-NEXT: %[[place8]] = OpAccessChain %_ptr_StorageBuffer_uint %resource_table %uint_0 %uint_1
; CHECK-NEXT: %[[load7]] = OpLoad %uint %[[place8]]
; CHECK-NEXT: %[[call]] = OpFunctionCall %void %report_descriptor %[[phi]] %[[element]] %[[load7]] %[[phi2]] %[[wanted]] %[[phi3]] %[[access]]
; CHECK-NEXT: OpBranch %[[label4]]
; CHECK-NEXT: %[[label4]] = OpLabel
; CHECK-NEXT: %[[phi4]] = OpPhi %uint %[[element]] %[[label2]] %[[load]] %[[label5]]
; CHECK-NEXT: OpReturnValue %[[phi4]]
; CHECK-NEXT: OpFunctionEnd
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[place]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[x]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[y]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[call]] = OpFunctionCall %uint %checked_element %[[place]] %uint_1 %uint_1
; CHECK-NEXT: %[[construct]] = OpCompositeConstruct %v2uint %[[x]] %[[y]]
; CHECK-NEXT: %[[place2]] = OpAccessChain %_ptr_UniformConstant_[[IMAGE]] %ResourceDescriptorHeap_Texture2D %[[call]]
; CHECK-NEXT: %[[load]] = OpLoad %[[IMAGE]] %[[place2]]
; CHECK-NEXT: %[[texel]] = OpImageFetch %v4float %[[load]] %[[construct]] Lod %uint_0
; CHECK-NEXT: %[[extract]] = OpCompositeExtract %float %[[texel]] 0
; CHECK-NEXT: OpReturnValue %[[extract]]
; CHECK-NEXT: OpFunctionEnd

; The second access, to a storage buffer.
define i32 @word(i32 %place, i32 %byte) {
  %h = call %dx.types.Handle @dx.op.createHandleFromHeap(i32 218, i32 %place, i1 false, i1 true)
  %b = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %h, %dx.types.ResourceProperties { i32 11, i32 0 })
  %r = call %dx.types.ResRet.i32 @dx.op.rawBufferLoad.i32(i32 139, %dx.types.Handle %b, i32 %byte, i32 undef, i8 1, i32 4)
  %w = extractvalue %dx.types.ResRet.i32 %r, 0
  ret i32 %w
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[place]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[byte]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[call]] = OpFunctionCall %uint %checked_element %[[place]] %uint_8 %uint_2
; CHECK-NEXT: %[[shift]] = OpShiftRightLogical %uint %[[byte]] %uint_2
; CHECK-NEXT: %[[place2]] = OpAccessChain %_ptr_StorageBuffer_uint %ResourceDescriptorHeap_RawBuffer %[[call]] %uint_0 %[[shift]]
; CHECK-NEXT: %[[load]] = OpLoad %uint %[[place2]]
; CHECK-NEXT: OpReturnValue %[[load]]
; CHECK-NEXT: OpFunctionEnd
