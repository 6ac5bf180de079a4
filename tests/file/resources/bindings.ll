; Descriptor sets and bindings. By default the set is the register's space, and the binding its number after 0 (b), 1000 (t), 2000 (u),
; 3000 (s) or 4000 (counters).
; RUN: trellis %s --emit spvasm --validate
; RUN(placed): trellis %s --emit spvasm --validate --bind t2=3.4 --bind b1=push --s-shift 100 all
; RESOURCE: b1 16
; RESOURCE: t2 space1 Texture2D float4
; RESOURCE: s3
; RESOURCE: u2 RWStructuredBuffer 16 counter

define float @f(float %u) {
  %b = handle b1
  %c = call %dx.types.CBufRet.f32 @dx.op.cbufferLoadLegacy.f32(i32 59, %dx.types.Handle %b, i32 0)
  %v = extractvalue %dx.types.CBufRet.f32 %c, 0
  %t = handle t2 space1
  %s = handle s3
  %r = call %dx.types.ResRet.f32 @dx.op.sampleLevel.f32(i32 62, %dx.types.Handle %t, %dx.types.Handle %s, float %u, float %v, float undef, float undef, i32 0, i32 0, i32 undef, float 0.0)
  %x = extractvalue %dx.types.ResRet.f32 %r, 0
  %w = handle u2
  %n = call i32 @dx.op.bufferUpdateCounter(i32 70, %dx.types.Handle %w, i8 1)
  ret float %x
}
; CHECK: OpDecorate %b1 DescriptorSet 0
; CHECK: OpDecorate %b1 Binding 1
; CHECK: OpDecorate %t2 DescriptorSet 1
; CHECK: OpDecorate %t2 Binding 1002
; CHECK: OpDecorate %s3 DescriptorSet 0
; CHECK: OpDecorate %s3 Binding 3003
; CHECK: OpDecorate %u2_counter DescriptorSet 0
; CHECK: OpDecorate %u2_counter Binding 4002

; CHECK(placed): OpDecorate %t2 DescriptorSet 3
; CHECK(placed): OpDecorate %t2 Binding 4
; CHECK(placed): OpDecorate %s3 Binding 103
; CHECK-NOT(placed): OpDecorate %b1 DescriptorSet {{.*}}
; CHECK(placed): %root_data = OpVariable %_ptr_PushConstant__struct_[[STRUCT]] PushConstant
; CHECK(placed): OpAccessChain %_ptr_PushConstant_uint %root_data %uint_0 %uint_0
