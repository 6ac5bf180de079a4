; AMD's barycentrics for the pull model are a built-in of an extension that the caller must name.
; RUN: trellis %s --emit spvasm --validate --extensions SPV_AMD_shader_explicit_vertex_parameter
; RUN(refused): trellis %s --emit spvasm
; STAGE: pixel
; RESOURCE: u0 space2147420894 RWByteAddressBuffer
; OUTPUT: SV_Target0 float4

; Words 0x5000070D, 0x5100070D, 0x5200070D.
define void @main() {
  %b = handle u0 space2147420894
  %w = call i32 @dx.op.atomicCompareExchange.i32(i32 79, %dx.types.Handle %b, i32 1342179085, i32 undef, i32 undef, i32 0, i32 0)
  %i = call i32 @dx.op.atomicCompareExchange.i32(i32 79, %dx.types.Handle %b, i32 1358956301, i32 undef, i32 undef, i32 %w, i32 0)
  %j = call i32 @dx.op.atomicCompareExchange.i32(i32 79, %dx.types.Handle %b, i32 1375733517, i32 undef, i32 undef, i32 %i, i32 0)
  %x = bitcast i32 %w to float
  %y = bitcast i32 %i to float
  %z = bitcast i32 %j to float
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 0, float %x)
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 1, float %y)
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 2, float %z)
  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 3, float 1.0)
  ret void
}
; CHECK: OpExtension "SPV_AMD_shader_explicit_vertex_parameter"
; CHECK: OpDecorate %[[VARIABLE]] BuiltIn BaryCoordPullModelAMD
; CHECK-LABEL: %main = OpFunction
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[load]] = OpLoad %v3float %[[VARIABLE]]
; CHECK-NEXT: %[[extract]] = OpCompositeExtract %float %[[load]] 0
; CHECK-NEXT: %[[extract2]] = OpCompositeExtract %float %[[load]] 1
; CHECK-NEXT: %[[extract3]] = OpCompositeExtract %float %[[load]] 2
; CHECK-NEXT: %[[bitcast]] = OpBitcast %uint %[[extract]]
; CHECK-NEXT: %[[bitcast2]] = OpBitcast %uint %[[extract2]]
; CHECK-NEXT: %[[bitcast3]] = OpBitcast %uint %[[extract3]]
; CHECK-NEXT: %[[bitcast4]] = OpBitcast %float %[[bitcast]]
; CHECK-NEXT: %[[bitcast5]] = OpBitcast %float %[[bitcast2]]
; CHECK-NEXT: %[[bitcast6]] = OpBitcast %float %[[bitcast3]]
; CHECK-NEXT: %[[place]] = OpAccessChain %_ptr_Output_float %out_SV_Target %uint_0
; CHECK-NEXT: OpStore %[[place]] %[[bitcast4]]
; CHECK-NEXT: %[[place2]] = OpAccessChain %_ptr_Output_float %out_SV_Target %uint_1
; CHECK-NEXT: OpStore %[[place2]] %[[bitcast5]]
; CHECK-NEXT: %[[place3]] = OpAccessChain %_ptr_Output_float %out_SV_Target %uint_2
; CHECK-NEXT: OpStore %[[place3]] %[[bitcast6]]
; CHECK-NEXT: %[[place4]] = OpAccessChain %_ptr_Output_float %out_SV_Target %uint_3
; CHECK-NEXT: OpStore %[[place4]] %float_1
; CHECK-NEXT: OpReturn
; CHECK-NEXT: OpFunctionEnd
; STATUS(refused): 3
; ERROR(refused): AGS operation BaryCoord (0x0d): the pull model needs SPV_AMD_shader_explicit_vertex_parameter (option extensions)
