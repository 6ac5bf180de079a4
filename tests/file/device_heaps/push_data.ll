; Push data: root constants are words of it, and a root descriptor is the address of a buffer. The root signature has four constants at b0 in
; space 1, and the root descriptor b0.
; RUN: trellis %s -o %t/module.spv --heaps extension --root-signature %root/reference_shaders/resources/rootsig_constants_cbv_and_table.dxil
; STAGE: pixel
; RESOURCE: b0 16
; RESOURCE: b0 space1 16
; OUTPUT: SV_Target0 float

define void @main() {
  %constants = handle b0 space1
  %c = call %dx.types.CBufRet.f32 @dx.op.cbufferLoadLegacy.f32(i32 59, %dx.types.Handle %constants, i32 0)
  %word = extractvalue %dx.types.CBufRet.f32 %c, 3
  %buffer = handle b0
  %d = call %dx.types.CBufRet.f32 @dx.op.cbufferLoadLegacy.f32(i32 59, %dx.types.Handle %buffer, i32 0)
  %value = extractvalue %dx.types.CBufRet.f32 %d, 1
  %sum = fadd float %word, %value
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 0, float %sum)
  ret void
}
; CHECK: OpMemberDecorate %[[ROOT]] 0 Offset 0
; CHECK: %root_data = OpVariable %_ptr_PushConstant_[[ROOT]] PushConstant

; The word at an address.
; CHECK-LABEL: %[[FUNCTION]] = OpFunction %uint None
; CHECK-NEXT: %[[parameter]] = OpFunctionParameter %v2uint
; CHECK-NEXT: %[[parameter2]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[parameter3]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[less]] = OpULessThan %bool %[[parameter2]] %[[parameter3]]
; CHECK-NEXT: %[[extract]] = OpCompositeExtract %uint %[[parameter]] 0
; CHECK-NEXT: %[[extract2]] = OpCompositeExtract %uint %[[parameter]] 1
; CHECK-NEXT: %[[or]] = OpBitwiseOr %uint %[[extract]] %[[extract2]]
; CHECK-NEXT: %[[equal]] = OpINotEqual %bool %[[or]] %uint_0
; CHECK-NEXT: %[[and]] = OpLogicalAnd %bool %[[less]] %[[equal]]
; CHECK-NEXT: OpSelectionMerge %[[label2]] None
; CHECK-NEXT: OpBranchConditional %[[and]] %[[label3]] %[[label2]]
; CHECK-NEXT: %[[label3]] = OpLabel
; CHECK-NEXT: %[[bitcast]] = OpBitcast %_ptr_PhysicalStorageBuffer__struct_[[STRUCT]] %[[parameter]]
; CHECK-NEXT: %[[place]] = OpAccessChain %_ptr_PhysicalStorageBuffer_uint %[[bitcast]] %uint_0 %[[parameter2]]
; CHECK-NEXT: %[[load]] = OpLoad %uint %[[place]] Aligned 4
; CHECK-NEXT: OpBranch %[[label2]]
; CHECK-NEXT: %[[label2]] = OpLabel
; CHECK-NEXT: %[[phi]] = OpPhi %uint %[[load]] %[[label3]] %uint_0 %[[label]]
; CHECK-NEXT: OpReturnValue %[[phi]]
; CHECK-NEXT: OpFunctionEnd

; CHECK-LABEL: %main = OpFunction %void None
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[place]] = OpAccessChain %_ptr_PushConstant_uint %root_data %uint_0 %uint_5
; CHECK-NEXT: %[[load]] = OpLoad %uint %[[place]]
; CHECK-NEXT: %[[place2]] = OpAccessChain %_ptr_PushConstant_uint %root_data %uint_0 %uint_0
; CHECK-NEXT: %[[load2]] = OpLoad %uint %[[place2]]
; CHECK-NEXT: %[[place3]] = OpAccessChain %_ptr_PushConstant_uint %root_data %uint_0 %uint_1
; CHECK-NEXT: %[[load3]] = OpLoad %uint %[[place3]]
; CHECK-NEXT: %[[bitcast]] = OpBitcast %float %[[load]]
; CHECK-NEXT: %[[construct]] = OpCompositeConstruct %v2uint %[[load2]] %[[load3]]
; CHECK-NEXT: %[[call]] = OpFunctionCall %uint %[[FUNCTION]] %[[construct]] %uint_1 %uint_4294967295
; CHECK-NEXT: %[[bitcast2]] = OpBitcast %float %[[call]]
; CHECK-NEXT: %[[add]] = OpFAdd %float %[[bitcast]] %[[bitcast2]]
; CHECK-NEXT: OpStore %out_SV_Target %[[add]]
; CHECK-NEXT: OpReturn
; CHECK-NEXT: OpFunctionEnd
