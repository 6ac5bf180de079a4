; Sampler feedback: Vulkan has none. The map is an image of 64 bits a texel, whose bits an atomic operation sets.
; RUN: trellis %s --emit spvasm --validate
; MODEL: 6.5
; RESOURCE: t0 Texture2D float4
; RESOURCE: s0
; RESOURCE: u2 FeedbackTexture2D 0

define void @level(float %u, float %v, float %lod) {
  %map = handle u2
  %t = handle t0
  %s = handle s0
  call void @dx.op.writeSamplerFeedbackLevel(i32 176, %dx.types.Handle %map, %dx.types.Handle %t, %dx.types.Handle %s, float %u, float %v, float undef, float undef, float %lod)
  ret void
}
; The level that the sampler would use, the texel of the map, and in it four bits of the mip level's mask.
; CHECK-LABEL: %main = OpFunction
; CHECK-LABEL: = OpFunction %void None
; CHECK: OpImageQueryLevels %uint
; CHECK: %[[shift]] = OpShiftLeftLogical %ulong
; CHECK-NEXT: %[[pointer]] = OpImageTexelPointer %_ptr_Image_ulong %u2 %[[texel]] %uint_0
; CHECK-NEXT: %[[or]] = OpAtomicOr %ulong %[[pointer]] %uint_1 %uint_0 %[[shift]]
