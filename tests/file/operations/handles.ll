; Handles of resources: a handle itself becomes nothing, each of its uses has the variable of the resource.
; RUN: trellis %s --emit spvasm --validate
; RESOURCE: t0[8] Texture2D float4
; RESOURCE: t8[] StructuredBuffer 4
; RESOURCE: s0

; CHECK: OpDecorate %[[DECLARED]] NonUniform
; CHECK: OpDecorate %[[IMAGE_LOADED]] NonUniform
; CHECK: OpDecorate %[[INFERRED]] NonUniform

; DXIL's index counts from register 0, SPIR-V's from the first element of the array.
define float @constant_index(i32 %x) {
  %t = handle t0[3]
  %r = call %dx.types.ResRet.f32 @dx.op.textureLoad.f32(i32 66, %dx.types.Handle %t, i32 0, i32 %x, i32 0, i32 undef, i32 undef, i32 undef, i32 undef)
  %c = extractvalue %dx.types.ResRet.f32 %r, 0
  ret float %c
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[construct]] = OpCompositeConstruct %v2uint %[[x]] %uint_0
; CHECK-NEXT: %[[place]] = OpAccessChain %_ptr_UniformConstant_[[IMAGE]] %t0 %uint_3
; CHECK-NEXT: %[[load]] = OpLoad %[[IMAGE]] %[[place]]
; CHECK-NEXT: %[[texel]] = OpImageFetch %v4float %[[load]] %[[construct]] Lod %uint_0
; CHECK-NEXT: %[[extract]] = OpCompositeExtract %float %[[texel]] 0
; CHECK-NEXT: OpReturnValue %[[extract]]
; CHECK-NEXT: OpFunctionEnd

; An index that may differ from lane to lane needs a mark, on the pointer and on what is loaded from it.
define float @non_uniform(i32 %index) {
  %t = handle t0[%index] nonuniform
  %r = call %dx.types.ResRet.f32 @dx.op.textureLoad.f32(i32 66, %dx.types.Handle %t, i32 0, i32 0, i32 0, i32 undef, i32 undef, i32 undef, i32 undef)
  %c = extractvalue %dx.types.ResRet.f32 %r, 0
  ret float %c
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[index]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[construct]] = OpCompositeConstruct %v2uint %uint_0 %uint_0
; CHECK-NEXT: %[[DECLARED]] = OpAccessChain %_ptr_UniformConstant_[[IMAGE]] %t0 %[[index]]
; CHECK-NEXT: %[[IMAGE_LOADED]] = OpLoad %[[IMAGE]] %[[DECLARED]]
; CHECK-NEXT: %[[texel]] = OpImageFetch %v4float %[[IMAGE_LOADED]] %[[construct]] Lod %uint_0
; CHECK-NEXT: %[[extract]] = OpCompositeExtract %float %[[texel]] 0
; CHECK-NEXT: OpReturnValue %[[extract]]
; CHECK-NEXT: OpFunctionEnd

; An array without an end that begins at t8. Nobody has declared the index non-uniform, but it may be.
define i32 @unbounded(i32 %index) {
  %t = handle t8[%index]
  %r = call %dx.types.ResRet.i32 @dx.op.rawBufferLoad.i32(i32 139, %dx.types.Handle %t, i32 5, i32 0, i8 1, i32 4)
  %c = extractvalue %dx.types.ResRet.i32 %r, 0
  ret i32 %c
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[index]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[sub]] = OpISub %uint %[[index]] %uint_8
; CHECK-NEXT: %[[INFERRED]] = OpAccessChain %_ptr_StorageBuffer_uint %t8 %[[sub]] %uint_0 %uint_5
; CHECK-NEXT: %[[load]] = OpLoad %uint %[[INFERRED]]
; CHECK-NEXT: OpReturnValue %[[load]]
; CHECK-NEXT: OpFunctionEnd
