; Conversions that become coordinates of textures. The integers above the largest float are outside of any texture, so these are not
; selected.
; RUN: trellis %s --emit spvasm --validate
; RESOURCE: t0 Texture2D float4
; RESOURCE: u0 RWByteAddressBuffer
; RESOURCE: u1 RWByteAddressBuffer
; RESOURCE: u2 RWTexture2D uint

; A shift makes them equal, or leaves both outside.
define float @shifted_texel(float %x, i32 %level) {
  %t = handle t0
  %u = fptoui float %x to i32
  %s = lshr i32 %u, %level
  %r = call %dx.types.ResRet.f32 @dx.op.textureLoad.f32(i32 66, %dx.types.Handle %t, i32 0, i32 %s, i32 %s, i32 undef, i32 undef, i32 undef, i32 undef)
  %c = extractvalue %dx.types.ResRet.f32 %r, 0
  ret float %c
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %float
; CHECK-NEXT: %[[level]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[clamp]] = OpExtInst %float %[[GLSL]] NClamp %[[x]] %float_0 %float_4_29496704e_09
; CHECK-NEXT: %[[convert]] = OpConvertFToU %uint %[[clamp]]
; CHECK-NEXT: %[[and]] = OpBitwiseAnd %uint %[[level]] %uint_31
; CHECK-NEXT: %[[shift]] = OpShiftRightLogical %uint %[[convert]] %[[and]]
; CHECK-NEXT: %[[construct]] = OpCompositeConstruct %v2uint %[[shift]] %[[shift]]
; CHECK-NEXT: %[[load]] = OpLoad %[[IMAGE]] %t0
; CHECK-NEXT: %[[texel]] = OpImageFetch %v4float %[[load]] %[[construct]] Lod %uint_0
; CHECK-NEXT: %[[extract]] = OpCompositeExtract %float %[[texel]] 0
; CHECK-NEXT: OpReturnValue %[[extract]]
; CHECK-NEXT: OpFunctionEnd

define float @shifted_signed_texel(float %x, i32 %level) {
  %t = handle t0
  %u = fptosi float %x to i32
  %s = ashr i32 %u, %level
  %r = call %dx.types.ResRet.f32 @dx.op.textureLoad.f32(i32 66, %dx.types.Handle %t, i32 0, i32 %s, i32 %s, i32 undef, i32 undef, i32 undef, i32 undef)
  %c = extractvalue %dx.types.ResRet.f32 %r, 0
  ret float %c
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %float
; CHECK-NEXT: %[[parameter]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[abs]] = OpExtInst %float %[[GLSL]] FAbs %[[x]]
; CHECK-NEXT: %[[clamp]] = OpExtInst %float %[[GLSL]] NClamp %[[abs]] %float_0 %float_2_14748352e_09
; CHECK-NEXT: %[[bitcast]] = OpBitcast %uint %[[x]]
; CHECK-NEXT: %[[and]] = OpBitwiseAnd %uint %[[bitcast]] %uint_2147483648
; CHECK-NEXT: %[[bitcast2]] = OpBitcast %uint %[[clamp]]
; CHECK-NEXT: %[[or]] = OpBitwiseOr %uint %[[bitcast2]] %[[and]]
; CHECK-NEXT: %[[bitcast3]] = OpBitcast %float %[[or]]
; CHECK-NEXT: %[[convert]] = OpConvertFToS %uint %[[bitcast3]]
; CHECK-NEXT: %[[and2]] = OpBitwiseAnd %uint %[[parameter]] %uint_31
; CHECK-NEXT: %[[shift]] = OpShiftRightArithmetic %uint %[[convert]] %[[and2]]
; CHECK-NEXT: %[[construct]] = OpCompositeConstruct %v2uint %[[shift]] %[[shift]]
; CHECK-NEXT: %[[load]] = OpLoad %[[IMAGE]] %t0
; CHECK-NEXT: %[[texel]] = OpImageFetch %v4float %[[load]] %[[construct]] Lod %uint_0
; CHECK-NEXT: %[[extract]] = OpCompositeExtract %float %[[texel]] 0
; CHECK-NEXT: OpReturnValue %[[extract]]
; CHECK-NEXT: OpFunctionEnd

; The mip level is another use, which sees them.
define float @shifted_level(float %x, i32 %level) {
  %t = handle t0
  %u = fptoui float %x to i32
  %s = lshr i32 %u, %level
  %r = call %dx.types.ResRet.f32 @dx.op.textureLoad.f32(i32 66, %dx.types.Handle %t, i32 %s, i32 %s, i32 %s, i32 undef, i32 undef, i32 undef, i32 undef)
  %c = extractvalue %dx.types.ResRet.f32 %r, 0
  ret float %c
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %float
; CHECK-NEXT: %[[level]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[call]] = OpFunctionCall %uint %[[FUNCTION]] %[[x]]
; CHECK-NEXT: %[[and]] = OpBitwiseAnd %uint %[[level]] %uint_31
; CHECK-NEXT: %[[shift]] = OpShiftRightLogical %uint %[[call]] %[[and]]
; CHECK-NEXT: %[[construct]] = OpCompositeConstruct %v2uint %[[shift]] %[[shift]]
; CHECK-NEXT: %[[load]] = OpLoad %[[IMAGE]] %t0
; CHECK-NEXT: %[[texel]] = OpImageFetch %v4float %[[load]] %[[construct]] Lod %[[shift]]
; CHECK-NEXT: %[[extract]] = OpCompositeExtract %float %[[texel]] 0
; CHECK-NEXT: OpReturnValue %[[extract]]
; CHECK-NEXT: OpFunctionEnd

; A shift of a constant by the number sees it.
define float @shift_amount(float %x) {
  %t = handle t0
  %u = fptoui float %x to i32
  %s = lshr i32 -1, %u
  %r = call %dx.types.ResRet.f32 @dx.op.textureLoad.f32(i32 66, %dx.types.Handle %t, i32 0, i32 %s, i32 %s, i32 undef, i32 undef, i32 undef, i32 undef)
  %c = extractvalue %dx.types.ResRet.f32 %r, 0
  ret float %c
}
; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[call]] = OpFunctionCall %uint %[[FUNCTION]] %[[x]]
; CHECK-NEXT: %[[and]] = OpBitwiseAnd %uint %[[call]] %uint_31
; CHECK-NEXT: %[[shift]] = OpShiftRightLogical %uint %uint_4294967295 %[[and]]
; CHECK-NEXT: %[[construct]] = OpCompositeConstruct %v2uint %[[shift]] %[[shift]]
; CHECK-NEXT: %[[load]] = OpLoad %[[IMAGE]] %t0
; CHECK-NEXT: %[[texel]] = OpImageFetch %v4float %[[load]] %[[construct]] Lod %uint_0
; CHECK-NEXT: %[[extract]] = OpCompositeExtract %float %[[texel]] 0
; CHECK-NEXT: OpReturnValue %[[extract]]
; CHECK-NEXT: OpFunctionEnd

; Coordinates of atomic operations are like those of loads.
define i32 @atomic(float %x, i32 %value) {
  %t = handle u2
  %u = fptoui float %x to i32
  %r = call i32 @dx.op.atomicBinOp.i32(i32 78, %dx.types.Handle %t, i32 0, i32 %u, i32 %u, i32 undef, i32 %value)
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %float
; CHECK-NEXT: %[[value]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[clamp]] = OpExtInst %float %[[GLSL]] NClamp %[[x]] %float_0 %float_4_29496704e_09
; CHECK-NEXT: %[[convert]] = OpConvertFToU %uint %[[clamp]]
; CHECK-NEXT: %[[construct]] = OpCompositeConstruct %v2uint %[[convert]] %[[convert]]
; CHECK-NEXT: %[[pointer]] = OpImageTexelPointer %_ptr_Image_uint %u2 %[[construct]] %uint_0
; CHECK-NEXT: %[[add]] = OpAtomicIAdd %uint %[[pointer]] %uint_1 %uint_0 %[[value]]
; CHECK-NEXT: OpReturnValue %[[add]]
; CHECK-NEXT: OpFunctionEnd

define i32 @compare_exchange(float %x, i32 %value) {
  %t = handle u2
  %u = fptoui float %x to i32
  %r = call i32 @dx.op.atomicCompareExchange.i32(i32 79, %dx.types.Handle %t, i32 %u, i32 %u, i32 undef, i32 0, i32 %value)
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %float
; CHECK-NEXT: %[[value]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[clamp]] = OpExtInst %float %[[GLSL]] NClamp %[[x]] %float_0 %float_4_29496704e_09
; CHECK-NEXT: %[[convert]] = OpConvertFToU %uint %[[clamp]]
; CHECK-NEXT: %[[construct]] = OpCompositeConstruct %v2uint %[[convert]] %[[convert]]
; CHECK-NEXT: %[[pointer]] = OpImageTexelPointer %_ptr_Image_uint %u2 %[[construct]] %uint_0
; CHECK-NEXT: %[[exchange]] = OpAtomicCompareExchange %uint %[[pointer]] %uint_1 %uint_0 %uint_0 %[[value]] %uint_0
; CHECK-NEXT: OpReturnValue %[[exchange]]
; CHECK-NEXT: OpFunctionEnd

; What is stored sees them.
define i32 @atomic_value(float %x, i32 %at) {
  %t = handle u2
  %u = fptoui float %x to i32
  %r = call i32 @dx.op.atomicBinOp.i32(i32 78, %dx.types.Handle %t, i32 0, i32 %at, i32 %at, i32 undef, i32 %u)
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %float
; CHECK-NEXT: %[[at]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[call]] = OpFunctionCall %uint %[[FUNCTION]] %[[x]]
; CHECK-NEXT: %[[construct]] = OpCompositeConstruct %v2uint %[[at]] %[[at]]
; CHECK-NEXT: %[[pointer]] = OpImageTexelPointer %_ptr_Image_uint %u2 %[[construct]] %uint_0
; CHECK-NEXT: %[[add]] = OpAtomicIAdd %uint %[[pointer]] %uint_1 %uint_0 %[[call]]
; CHECK-NEXT: OpReturnValue %[[add]]
; CHECK-NEXT: OpFunctionEnd

; Buffers are addressed by bytes, of which there may be that many.
define i32 @atomic_in_buffer(float %x, i32 %value) {
  %b = handle u0
  %u = fptoui float %x to i32
  %r = call i32 @dx.op.atomicBinOp.i32(i32 78, %dx.types.Handle %b, i32 0, i32 %u, i32 undef, i32 undef, i32 %value)
  ret i32 %r
}
; CHECK-LABEL: = OpFunction %uint None
; CHECK-NEXT: %[[x]] = OpFunctionParameter %float
; CHECK-NEXT: %[[value]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[call]] = OpFunctionCall %uint %[[FUNCTION]] %[[x]]
; CHECK-NEXT: %[[shift]] = OpShiftRightLogical %uint %[[call]] %uint_2
; CHECK-NEXT: %[[place]] = OpAccessChain %_ptr_StorageBuffer_uint %u0 %uint_0 %[[shift]]
; CHECK-NEXT: %[[add]] = OpAtomicIAdd %uint %[[place]] %uint_1 %uint_0 %[[value]]
; CHECK-NEXT: OpReturnValue %[[add]]
; CHECK-NEXT: OpFunctionEnd
