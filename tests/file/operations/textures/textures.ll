; Texels without a sampler.
; RUN: trellis %s --emit spvasm --validate
; RESOURCE: t0 Texture2D float4
; RESOURCE: t1 Texture2DArray uint4
; RESOURCE: t2 Texture2DMS float4
; RESOURCE: u2 RWTexture2D float4
; RESOURCE: u3 RWTexture3D uint

define float @load(i32 %x, i32 %y, i32 %level) {
  %t = handle t0
  %r = call %dx.types.ResRet.f32 @dx.op.textureLoad.f32(i32 66, %dx.types.Handle %t, i32 %level, i32 %x, i32 %y, i32 undef, i32 undef, i32 undef, i32 undef)
  %c = extractvalue %dx.types.ResRet.f32 %r, 1
  ret float %c
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[y]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[level]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[construct]] = OpCompositeConstruct %v2uint %[[x]] %[[y]]
; CHECK-NEXT: %[[load]] = OpLoad %[[IMAGE]] %t0
; CHECK-NEXT: %[[texel]] = OpImageFetch %v4float %[[load]] %[[construct]] Lod %[[level]]
; CHECK-NEXT: %[[extract]] = OpCompositeExtract %float %[[texel]] 1
; CHECK-NEXT: OpReturnValue %[[extract]]
; CHECK-NEXT: OpFunctionEnd

define i32 @layer(i32 %x, i32 %y, i32 %layer) {
  %t = handle t1
  %r = call %dx.types.ResRet.i32 @dx.op.textureLoad.i32(i32 66, %dx.types.Handle %t, i32 0, i32 %x, i32 %y, i32 %layer, i32 undef, i32 undef, i32 undef)
  %c = extractvalue %dx.types.ResRet.i32 %r, 0
  ret i32 %c
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[y]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[layer]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[construct]] = OpCompositeConstruct %v3uint %[[x]] %[[y]] %[[layer]]
; CHECK-NEXT: %[[load]] = OpLoad %[[IMAGE2]] %t1
; CHECK-NEXT: %[[texel]] = OpImageFetch %v4uint %[[load]] %[[construct]] Lod %uint_0
; CHECK-NEXT: %[[extract]] = OpCompositeExtract %uint %[[texel]] 0
; CHECK-NEXT: OpReturnValue %[[extract]]
; CHECK-NEXT: OpFunctionEnd

; The level is the sample's number.
define float @sample_of_pixel(i32 %x, i32 %y, i32 %sample) {
  %t = handle t2
  %r = call %dx.types.ResRet.f32 @dx.op.textureLoad.f32(i32 66, %dx.types.Handle %t, i32 %sample, i32 %x, i32 %y, i32 undef, i32 undef, i32 undef, i32 undef)
  %c = extractvalue %dx.types.ResRet.f32 %r, 0
  ret float %c
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[y]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[sample]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[construct]] = OpCompositeConstruct %v2uint %[[x]] %[[y]]
; CHECK-NEXT: %[[load]] = OpLoad %[[IMAGE3]] %t2
; CHECK-NEXT: %[[texel]] = OpImageFetch %v4float %[[load]] %[[construct]] Sample %[[sample]]
; CHECK-NEXT: %[[extract]] = OpCompositeExtract %float %[[texel]] 0
; CHECK-NEXT: OpReturnValue %[[extract]]
; CHECK-NEXT: OpFunctionEnd

; Writable textures are storage images.
define float @read_writable(i32 %x, i32 %y) {
  %t = handle u2
  %r = call %dx.types.ResRet.f32 @dx.op.textureLoad.f32(i32 66, %dx.types.Handle %t, i32 undef, i32 %x, i32 %y, i32 undef, i32 undef, i32 undef, i32 undef)
  %c = extractvalue %dx.types.ResRet.f32 %r, 0
  ret float %c
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[y]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[construct]] = OpCompositeConstruct %v2uint %[[x]] %[[y]]
; CHECK-NEXT: %[[load]] = OpLoad %[[IMAGE4]] %u2
; CHECK-NEXT: %[[texel]] = OpImageRead %v4float %[[load]] %[[construct]]
; CHECK-NEXT: %[[extract]] = OpCompositeExtract %float %[[texel]] 0
; CHECK-NEXT: OpReturnValue %[[extract]]
; CHECK-NEXT: OpFunctionEnd

define void @store(i32 %x, i32 %y, i32 %z, i32 %value) {
  %t = handle u3
  call void @dx.op.textureStore.i32(i32 67, %dx.types.Handle %t, i32 %x, i32 %y, i32 %z, i32 %value, i32 %value, i32 %value, i32 %value, i8 15)
  ret void
}
; CHECK-LABEL: = OpFunction %void None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[y]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[z]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[value]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[construct]] = OpCompositeConstruct %v3uint %[[x]] %[[y]] %[[z]]
; CHECK-NEXT: %[[construct2]] = OpCompositeConstruct %v4uint %[[value]] %[[value]] %[[value]] %[[value]]
; CHECK-NEXT: %[[load]] = OpLoad %[[IMAGE5]] %u3
; CHECK-NEXT: OpImageWrite %[[load]] %[[construct]] %[[construct2]]
; CHECK-NEXT: OpReturn
; CHECK-NEXT: OpFunctionEnd
