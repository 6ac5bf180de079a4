; Samplers are in a heap of their own, with a stride of its own.
; RUN: trellis %s -o %t/module.spv --heaps extension
; RUN(given): trellis %s -o %t/module.spv --heaps extension --heap-stride 64 --sampler-heap-stride 32

define float @sample(i32 %texture, i32 %sampler, float %u, float %v) {
  %ht = call %dx.types.Handle @dx.op.createHandleFromHeap(i32 218, i32 %texture, i1 false, i1 false)
  %t = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %ht, %dx.types.ResourceProperties { i32 2, i32 1033 })
  %hs = call %dx.types.Handle @dx.op.createHandleFromHeap(i32 218, i32 %sampler, i1 true, i1 false)
  %s = call %dx.types.Handle @dx.op.annotateHandle(i32 216, %dx.types.Handle %hs, %dx.types.ResourceProperties { i32 14, i32 0 })
  %r = call %dx.types.ResRet.f32 @dx.op.sampleLevel.f32(i32 62, %dx.types.Handle %t, %dx.types.Handle %s, float %u, float %v, float undef, float undef, i32 0, i32 0, i32 undef, float 0.0)
  %c = extractvalue %dx.types.ResRet.f32 %r, 0
  ret float %c
}
; CHECK: OpDecorate %SamplerDescriptorHeap BuiltIn SamplerHeapEXT
; CHECK: OpDecorateId %_runtimearr_[[SAMPLER]] ArrayStrideIdEXT %[[SIZE]]
; CHECK: %[[SAMPLER]] = OpTypeSampler
; CHECK: %[[SIZE]] = OpConstantSizeOfEXT %uint %[[SAMPLER]]

; CHECK(given): OpDecorate %_runtimearr_[[IMAGE]] ArrayStride 64
; CHECK(given): OpDecorate %_runtimearr_[[SAMPLER]] ArrayStride 32
; CHECK(given): %[[IMAGE]] = OpTypeImage {{.*}}
; CHECK(given): %[[SAMPLER]] = OpTypeSampler

; CHECK-LABEL: = OpFunction %float None
; CHECK-NEXT: %[[texture]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[sampler]] = OpFunctionParameter %uint
; CHECK-NEXT: %[[u]] = OpFunctionParameter %float
; CHECK-NEXT: %[[v]] = OpFunctionParameter %float
; CHECK-NEXT: %[[label]] = OpLabel
; CHECK-NEXT: %[[construct]] = OpCompositeConstruct %v2float %[[u]] %[[v]]
; CHECK-NEXT: %[[place]] = OpUntypedAccessChainKHR %_ptr_UniformConstant %_runtimearr_[[IMAGE]] %ResourceDescriptorHeap %[[texture]]
; CHECK-NEXT: %[[load]] = OpLoad %[[IMAGE]] %[[place]]
; CHECK-NEXT: %[[place2]] = OpUntypedAccessChainKHR %_ptr_UniformConstant %_runtimearr_[[SAMPLER]] %SamplerDescriptorHeap %[[sampler]]
; CHECK-NEXT: %[[load2]] = OpLoad %[[SAMPLER]] %[[place2]]
; CHECK-NEXT: %[[image]] = OpSampledImage %[[IMAGE2]] %[[load]] %[[load2]]
; CHECK-NEXT: %[[texel]] = OpImageSampleExplicitLod %v4float %[[image]] %[[construct]] Lod %float_0
; CHECK-NEXT: %[[extract]] = OpCompositeExtract %float %[[texel]] 0
; CHECK-NEXT: OpReturnValue %[[extract]]
; CHECK-NEXT: OpFunctionEnd
