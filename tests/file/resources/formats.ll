; Types of images: dimension, depth, arrayed, multisampled, sampled (1) or storage (2), format. A storage image has a format only where
; an atomic operation needs it; the others are read and written without, as DXIL does not know the formats.
; RUN: trellis %s --emit spvasm --validate
; RESOURCE: t0 Texture1D float
; RESOURCE: t1 TextureCube float4
; RESOURCE: t2 Texture2DArray int4
; RESOURCE: t3 Buffer uint
; RESOURCE: u2 RWTexture2D float
; RESOURCE: u3 RWTexture2D uint
; RESOURCE: u4 RWBuffer float4
; RESOURCE: s0

; CHECK: OpCapability StorageImageWriteWithoutFormat
; CHECK: OpCapability StorageImageReadWithoutFormat
; CHECK: OpDecorate %u2 NonReadable
; CHECK: OpDecorate %u4 NonWritable

define float @f(i32 %n, float %x) {
  %s = handle s0
  %t0 = handle t0
  %a = call %dx.types.ResRet.f32 @dx.op.textureLoad.f32(i32 66, %dx.types.Handle %t0, i32 0, i32 %n, i32 undef, i32 undef, i32 undef, i32 undef, i32 undef)
  %a0 = extractvalue %dx.types.ResRet.f32 %a, 0
  %t1 = handle t1
  %b = call %dx.types.ResRet.f32 @dx.op.sampleLevel.f32(i32 62, %dx.types.Handle %t1, %dx.types.Handle %s, float %x, float %x, float %x, float undef, i32 undef, i32 undef, i32 undef, float 0.0)
  %b0 = extractvalue %dx.types.ResRet.f32 %b, 0
  %t2 = handle t2
  %c = call %dx.types.ResRet.i32 @dx.op.textureLoad.i32(i32 66, %dx.types.Handle %t2, i32 0, i32 %n, i32 %n, i32 %n, i32 undef, i32 undef, i32 undef)
  %c0 = extractvalue %dx.types.ResRet.i32 %c, 0
  %t3 = handle t3
  %d = call %dx.types.ResRet.i32 @dx.op.bufferLoad.i32(i32 68, %dx.types.Handle %t3, i32 %n, i32 undef)
  %d0 = extractvalue %dx.types.ResRet.i32 %d, 0
  %u2 = handle u2
  call void @dx.op.textureStore.f32(i32 67, %dx.types.Handle %u2, i32 %n, i32 %n, i32 undef, float %a0, float %b0, float %x, float %x, i8 15)
  %u3 = handle u3
  %e = call i32 @dx.op.atomicBinOp.i32(i32 78, %dx.types.Handle %u3, i32 0, i32 %n, i32 %n, i32 undef, i32 %c0)
  %u4 = handle u4
  %f = call %dx.types.ResRet.f32 @dx.op.bufferLoad.f32(i32 68, %dx.types.Handle %u4, i32 %d0, i32 undef)
  %f0 = extractvalue %dx.types.ResRet.f32 %f, 0
  ret float %f0
}
; CHECK: %[[T0]] = OpTypeImage %float 1D 0 0 0 1 Unknown
; CHECK: %t0 = OpVariable %_ptr_UniformConstant_[[T0]] UniformConstant
; CHECK: %[[T1]] = OpTypeImage %float Cube 0 0 0 1 Unknown
; CHECK: %t1 = OpVariable %_ptr_UniformConstant_[[T1]] UniformConstant
; CHECK: %[[T2]] = OpTypeImage %int 2D 0 1 0 1 Unknown
; CHECK: %t2 = OpVariable %_ptr_UniformConstant_[[T2]] UniformConstant
; CHECK: %[[T3]] = OpTypeImage %uint Buffer 0 0 0 1 Unknown
; CHECK: %t3 = OpVariable %_ptr_UniformConstant_[[T3]] UniformConstant
; CHECK: %[[U2]] = OpTypeImage %float 2D 0 0 0 2 Unknown
; CHECK: %u2 = OpVariable %_ptr_UniformConstant_[[U2]] UniformConstant
; CHECK: %[[U3]] = OpTypeImage %uint 2D 0 0 0 2 R32ui
; CHECK: %u3 = OpVariable %_ptr_UniformConstant_[[U3]] UniformConstant
; CHECK: %[[U4]] = OpTypeImage %float Buffer 0 0 0 2 Unknown
; CHECK: %u4 = OpVariable %_ptr_UniformConstant_[[U4]] UniformConstant
