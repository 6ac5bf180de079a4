// Enumerants that SPIRV-Headers 1.3.239 does not yet define, by number, grouped by extension.
#pragma once

#include <spirv/unified1/spirv.hpp11>

namespace trellis::spirv {

// SPV_KHR_subgroup_uniform_control_flow.
inline constexpr auto kSubgroupUniformControlFlowKHR = static_cast<spv::ExecutionMode>(4421);

// SPV_KHR_maximal_reconvergence.
inline constexpr auto kMaximallyReconvergesKHR = static_cast<spv::ExecutionMode>(6023);

// SPV_KHR_float_controls2.
inline constexpr auto kCapabilityFloatControls2 = static_cast<spv::Capability>(6029);

// SPV_KHR_untyped_pointers.
inline constexpr auto kCapabilityUntypedPointersKHR = static_cast<spv::Capability>(4473);
inline constexpr auto kOpTypeUntypedPointerKHR = static_cast<spv::Op>(4417);
inline constexpr auto kOpUntypedVariableKHR = static_cast<spv::Op>(4418);
inline constexpr auto kOpUntypedAccessChainKHR = static_cast<spv::Op>(4419);

// SPV_EXT_descriptor_heap.
inline constexpr auto kCapabilityDescriptorHeapEXT = static_cast<spv::Capability>(5128);
inline constexpr auto kBuiltInSamplerHeapEXT = static_cast<spv::BuiltIn>(5122);
inline constexpr auto kBuiltInResourceHeapEXT = static_cast<spv::BuiltIn>(5123);
inline constexpr auto kArrayStrideIdEXT = static_cast<spv::Decoration>(5124);
inline constexpr auto kOpTypeBufferEXT = static_cast<spv::Op>(5115);
inline constexpr auto kOpBufferPointerEXT = static_cast<spv::Op>(5119);
inline constexpr auto kOpUntypedImageTexelPointerEXT = static_cast<spv::Op>(5126);
inline constexpr auto kOpConstantSizeOfEXT = static_cast<spv::Op>(5129);

// SPV_KHR_opacity_micromap.
inline constexpr auto kOpacityMicromapIdKHR = static_cast<spv::ExecutionMode>(6031);
inline constexpr auto kCapabilityOpacityMicromapExecutionModeKHR = static_cast<spv::Capability>(6032);

// SPV_EXT_long_vector.
inline constexpr auto kCapabilityLongVectorEXT = static_cast<spv::Capability>(5425);

// SPV_KHR_quad_control.
inline constexpr auto kCapabilityQuadControlKHR = static_cast<spv::Capability>(5087);
inline constexpr auto kQuadDerivativesKHR = static_cast<spv::ExecutionMode>(5088);
inline constexpr auto kRequireFullQuadsKHR = static_cast<spv::ExecutionMode>(5089);
inline constexpr auto kOpGroupNonUniformQuadAllKHR = static_cast<spv::Op>(5110);
inline constexpr auto kOpGroupNonUniformQuadAnyKHR = static_cast<spv::Op>(5111);

// SPV_NV_shader_atomic_fp16_vector.
inline constexpr auto kCapabilityAtomicFloat16VectorNV = static_cast<spv::Capability>(5404);

// SPV_KHR_cooperative_matrix.
inline constexpr auto kCapabilityCooperativeMatrixKHR = static_cast<spv::Capability>(6022);
inline constexpr auto kOpTypeCooperativeMatrixKHR = static_cast<spv::Op>(4456);
inline constexpr auto kOpCooperativeMatrixLoadKHR = static_cast<spv::Op>(4457);
inline constexpr auto kOpCooperativeMatrixStoreKHR = static_cast<spv::Op>(4458);
inline constexpr auto kOpCooperativeMatrixMulAddKHR = static_cast<spv::Op>(4459);

// SPV_KHR_compute_shader_derivatives (numbers shared with the NV extension).
inline constexpr auto kCapabilityComputeDerivativeGroupQuadsKHR = static_cast<spv::Capability>(5288);
inline constexpr auto kCapabilityComputeDerivativeGroupLinearKHR = static_cast<spv::Capability>(5350);
inline constexpr auto kDerivativeGroupQuadsKHR = static_cast<spv::ExecutionMode>(5289);
inline constexpr auto kDerivativeGroupLinearKHR = static_cast<spv::ExecutionMode>(5290);

// SPV_KHR_ray_tracing_position_fetch.
inline constexpr auto kCapabilityRayTracingPositionFetchKHR = static_cast<spv::Capability>(5336);
inline constexpr auto kCapabilityRayQueryPositionFetchKHR = static_cast<spv::Capability>(5391);
inline constexpr auto kBuiltInHitTriangleVertexPositionsKHR = static_cast<spv::BuiltIn>(5335);
inline constexpr auto kOpRayQueryGetIntersectionTriangleVertexPositionsKHR = static_cast<spv::Op>(5340);

// SPV_NV_cluster_acceleration_structure.
inline constexpr auto kCapabilityRayTracingClusterAccelerationStructureNV =
    static_cast<spv::Capability>(5437);
inline constexpr auto kBuiltInClusterIDNV = static_cast<spv::BuiltIn>(5436);
inline constexpr auto kOpRayQueryGetIntersectionClusterIdNV = static_cast<spv::Op>(5345);

}  // namespace trellis::spirv
