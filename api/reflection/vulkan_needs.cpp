#include "api/reflection/vulkan_needs.hpp"

#include <algorithm>
#include <iterator>
#include <spirv/unified1/spirv.hpp11>

namespace trellis {
namespace {

constexpr uint32_t number(spv::Capability capability) { return static_cast<uint32_t>(capability); }

struct CapabilityNeed {
  uint32_t capability;
  VulkanNeed need;
};

constexpr const char* kSubgroup = "VkPhysicalDeviceSubgroupProperties::supportedOperations";

// Ordered by SPIR-V's numbers. The names of features are those of Vulkan 1.3's headers.
constexpr CapabilityNeed kCapabilities[] = {
    {number(spv::Capability::Matrix), {"Matrix", "", ""}},
    {number(spv::Capability::Shader), {"Shader", "", ""}},
    {number(spv::Capability::Geometry), {"Geometry", "VkPhysicalDeviceFeatures::geometryShader", ""}},
    {number(spv::Capability::Tessellation),
     {"Tessellation", "VkPhysicalDeviceFeatures::tessellationShader", ""}},
    {number(spv::Capability::Float16),
     {"Float16", "VkPhysicalDeviceVulkan12Features::shaderFloat16", "VK_KHR_shader_float16_int8"}},
    {number(spv::Capability::Float64), {"Float64", "VkPhysicalDeviceFeatures::shaderFloat64", ""}},
    {number(spv::Capability::Int64), {"Int64", "VkPhysicalDeviceFeatures::shaderInt64", ""}},
    {number(spv::Capability::Int64Atomics), {"Int64Atomics", "", ""}},
    {number(spv::Capability::Int16), {"Int16", "VkPhysicalDeviceFeatures::shaderInt16", ""}},
    {number(spv::Capability::TessellationPointSize),
     {"TessellationPointSize", "VkPhysicalDeviceFeatures::shaderTessellationAndGeometryPointSize", ""}},
    {number(spv::Capability::GeometryPointSize),
     {"GeometryPointSize", "VkPhysicalDeviceFeatures::shaderTessellationAndGeometryPointSize", ""}},
    {number(spv::Capability::ImageGatherExtended),
     {"ImageGatherExtended", "VkPhysicalDeviceFeatures::shaderImageGatherExtended", ""}},
    {number(spv::Capability::StorageImageMultisample),
     {"StorageImageMultisample", "VkPhysicalDeviceFeatures::shaderStorageImageMultisample", ""}},
    {number(spv::Capability::UniformBufferArrayDynamicIndexing),
     {"UniformBufferArrayDynamicIndexing",
      "VkPhysicalDeviceFeatures::shaderUniformBufferArrayDynamicIndexing", ""}},
    {number(spv::Capability::SampledImageArrayDynamicIndexing),
     {"SampledImageArrayDynamicIndexing", "VkPhysicalDeviceFeatures::shaderSampledImageArrayDynamicIndexing",
      ""}},
    {number(spv::Capability::StorageBufferArrayDynamicIndexing),
     {"StorageBufferArrayDynamicIndexing",
      "VkPhysicalDeviceFeatures::shaderStorageBufferArrayDynamicIndexing", ""}},
    {number(spv::Capability::StorageImageArrayDynamicIndexing),
     {"StorageImageArrayDynamicIndexing", "VkPhysicalDeviceFeatures::shaderStorageImageArrayDynamicIndexing",
      ""}},
    {number(spv::Capability::ClipDistance),
     {"ClipDistance", "VkPhysicalDeviceFeatures::shaderClipDistance", ""}},
    {number(spv::Capability::CullDistance),
     {"CullDistance", "VkPhysicalDeviceFeatures::shaderCullDistance", ""}},
    {number(spv::Capability::ImageCubeArray),
     {"ImageCubeArray", "VkPhysicalDeviceFeatures::imageCubeArray", ""}},
    {number(spv::Capability::SampleRateShading),
     {"SampleRateShading", "VkPhysicalDeviceFeatures::sampleRateShading", ""}},
    {number(spv::Capability::Int8),
     {"Int8", "VkPhysicalDeviceVulkan12Features::shaderInt8", "VK_KHR_shader_float16_int8"}},
    {number(spv::Capability::InputAttachment), {"InputAttachment", "", ""}},
    {number(spv::Capability::SparseResidency),
     {"SparseResidency", "VkPhysicalDeviceFeatures::shaderResourceResidency", ""}},
    {number(spv::Capability::MinLod), {"MinLod", "VkPhysicalDeviceFeatures::shaderResourceMinLod", ""}},
    {number(spv::Capability::Sampled1D), {"Sampled1D", "", ""}},
    {number(spv::Capability::Image1D), {"Image1D", "", ""}},
    {number(spv::Capability::SampledCubeArray),
     {"SampledCubeArray", "VkPhysicalDeviceFeatures::imageCubeArray", ""}},
    {number(spv::Capability::SampledBuffer), {"SampledBuffer", "", ""}},
    {number(spv::Capability::ImageBuffer), {"ImageBuffer", "", ""}},
    {number(spv::Capability::ImageMSArray),
     {"ImageMSArray", "VkPhysicalDeviceFeatures::shaderStorageImageMultisample", ""}},
    {number(spv::Capability::StorageImageExtendedFormats),
     {"StorageImageExtendedFormats", "VkPhysicalDeviceFeatures::shaderStorageImageExtendedFormats", ""}},
    {number(spv::Capability::ImageQuery), {"ImageQuery", "", ""}},
    {number(spv::Capability::DerivativeControl), {"DerivativeControl", "", ""}},
    {number(spv::Capability::InterpolationFunction),
     {"InterpolationFunction", "VkPhysicalDeviceFeatures::sampleRateShading", ""}},
    {number(spv::Capability::TransformFeedback),
     {"TransformFeedback", "VkPhysicalDeviceTransformFeedbackFeaturesEXT::transformFeedback",
      "VK_EXT_transform_feedback"}},
    {number(spv::Capability::GeometryStreams),
     {"GeometryStreams", "VkPhysicalDeviceTransformFeedbackFeaturesEXT::geometryStreams",
      "VK_EXT_transform_feedback"}},
    {number(spv::Capability::StorageImageReadWithoutFormat),
     {"StorageImageReadWithoutFormat", "VkPhysicalDeviceFeatures::shaderStorageImageReadWithoutFormat", ""}},
    {number(spv::Capability::StorageImageWriteWithoutFormat),
     {"StorageImageWriteWithoutFormat", "VkPhysicalDeviceFeatures::shaderStorageImageWriteWithoutFormat",
      ""}},
    {number(spv::Capability::MultiViewport),
     {"MultiViewport", "VkPhysicalDeviceFeatures::multiViewport", ""}},
    {number(spv::Capability::GroupNonUniform),
     {"GroupNonUniform", kSubgroup, "", "VK_SUBGROUP_FEATURE_BASIC_BIT"}},
    {number(spv::Capability::GroupNonUniformVote),
     {"GroupNonUniformVote", kSubgroup, "", "VK_SUBGROUP_FEATURE_VOTE_BIT"}},
    {number(spv::Capability::GroupNonUniformArithmetic),
     {"GroupNonUniformArithmetic", kSubgroup, "", "VK_SUBGROUP_FEATURE_ARITHMETIC_BIT"}},
    {number(spv::Capability::GroupNonUniformBallot),
     {"GroupNonUniformBallot", kSubgroup, "", "VK_SUBGROUP_FEATURE_BALLOT_BIT"}},
    {number(spv::Capability::GroupNonUniformShuffle),
     {"GroupNonUniformShuffle", kSubgroup, "", "VK_SUBGROUP_FEATURE_SHUFFLE_BIT"}},
    {number(spv::Capability::GroupNonUniformQuad),
     {"GroupNonUniformQuad", kSubgroup, "", "VK_SUBGROUP_FEATURE_QUAD_BIT"}},
    {number(spv::Capability::ShaderLayer),
     {"ShaderLayer", "VkPhysicalDeviceVulkan12Features::shaderOutputLayer",
      "VK_EXT_shader_viewport_index_layer"}},
    {number(spv::Capability::ShaderViewportIndex),
     {"ShaderViewportIndex", "VkPhysicalDeviceVulkan12Features::shaderOutputViewportIndex",
      "VK_EXT_shader_viewport_index_layer"}},
    {number(spv::Capability::FragmentShadingRateKHR),
     {"FragmentShadingRateKHR", "VkPhysicalDeviceFragmentShadingRateFeaturesKHR::pipelineFragmentShadingRate",
      "VK_KHR_fragment_shading_rate"}},
    {number(spv::Capability::DrawParameters),
     {"DrawParameters", "VkPhysicalDeviceVulkan11Features::shaderDrawParameters", ""}},
    {number(spv::Capability::StorageBuffer16BitAccess),
     {"StorageBuffer16BitAccess", "VkPhysicalDeviceVulkan11Features::storageBuffer16BitAccess", ""}},
    {number(spv::Capability::StorageInputOutput16),
     {"StorageInputOutput16", "VkPhysicalDeviceVulkan11Features::storageInputOutput16", ""}},
    {number(spv::Capability::MultiView), {"MultiView", "VkPhysicalDeviceVulkan11Features::multiview", ""}},
    {number(spv::Capability::DenormPreserve), {"DenormPreserve", "", ""}},
    {number(spv::Capability::DenormFlushToZero), {"DenormFlushToZero", "", ""}},
    {number(spv::Capability::SignedZeroInfNanPreserve), {"SignedZeroInfNanPreserve", "", ""}},
    {number(spv::Capability::RayQueryKHR),
     {"RayQueryKHR", "VkPhysicalDeviceRayQueryFeaturesKHR::rayQuery", "VK_KHR_ray_query"}},
    {4473,  // UntypedPointersKHR.
     {"UntypedPointersKHR", "VkPhysicalDeviceShaderUntypedPointersFeaturesKHR::shaderUntypedPointers",
      "VK_KHR_shader_untyped_pointers"}},
    {number(spv::Capability::RayTracingKHR),
     {"RayTracingKHR", "VkPhysicalDeviceRayTracingPipelineFeaturesKHR::rayTracingPipeline",
      "VK_KHR_ray_tracing_pipeline"}},
    {number(spv::Capability::RayTraversalPrimitiveCullingKHR),
     {"RayTraversalPrimitiveCullingKHR",
      "VkPhysicalDeviceRayTracingPipelineFeaturesKHR::rayTraversalPrimitiveCulling",
      "VK_KHR_ray_tracing_pipeline"}},
    {number(spv::Capability::Int64ImageEXT),
     {"Int64ImageEXT", "VkPhysicalDeviceShaderImageAtomicInt64FeaturesEXT::shaderImageInt64Atomics",
      "VK_EXT_shader_image_atomic_int64"}},
    {number(spv::Capability::AtomicFloat32AddEXT), {"AtomicFloat32AddEXT", "", ""}},
    {5404,
     {"AtomicFloat16VectorNV",
      "VkPhysicalDeviceShaderAtomicFloat16VectorFeaturesNV::shaderFloat16VectorAtomics",
      "VK_NV_shader_atomic_float16_vector"}},
    {6022,
     {"CooperativeMatrixKHR", "VkPhysicalDeviceCooperativeMatrixFeaturesKHR::cooperativeMatrix",
      "VK_KHR_cooperative_matrix"}},
    {number(spv::Capability::ShaderClockKHR),
     {"ShaderClockKHR", "VkPhysicalDeviceShaderClockFeaturesKHR::shaderSubgroupClock",
      "VK_KHR_shader_clock"}},
    {number(spv::Capability::StencilExportEXT), {"StencilExportEXT", "", "VK_EXT_shader_stencil_export"}},
    {5128,  // DescriptorHeapEXT.
     {"DescriptorHeapEXT", "VkPhysicalDeviceDescriptorHeapFeaturesEXT::descriptorHeap",
      "VK_EXT_descriptor_heap"}},
    {number(spv::Capability::MeshShadingEXT),
     {"MeshShadingEXT", "VkPhysicalDeviceMeshShaderFeaturesEXT::meshShader", "VK_EXT_mesh_shader"}},
    {number(spv::Capability::FragmentBarycentricKHR),
     {"FragmentBarycentricKHR",
      "VkPhysicalDeviceFragmentShaderBarycentricFeaturesKHR::fragmentShaderBarycentric",
      "VK_KHR_fragment_shader_barycentric"}},
    {number(spv::Capability::ComputeDerivativeGroupQuadsNV),
     {"ComputeDerivativeGroupQuads",
      "VkPhysicalDeviceComputeShaderDerivativesFeaturesKHR::computeDerivativeGroupQuads",
      "VK_KHR_compute_shader_derivatives"}},
    {number(spv::Capability::ComputeDerivativeGroupLinearNV),
     {"ComputeDerivativeGroupLinear",
      "VkPhysicalDeviceComputeShaderDerivativesFeaturesKHR::computeDerivativeGroupLinear",
      "VK_KHR_compute_shader_derivatives"}},
    {number(spv::Capability::ShaderViewportIndexLayerEXT),
     {"ShaderViewportIndexLayerEXT", "", "VK_EXT_shader_viewport_index_layer"}},
    {number(spv::Capability::FragmentFullyCoveredEXT),
     {"FragmentFullyCoveredEXT", "", "VK_EXT_conservative_rasterization"}},
    {number(spv::Capability::ShaderNonUniform), {"ShaderNonUniform", "", "VK_EXT_descriptor_indexing"}},
    {number(spv::Capability::RuntimeDescriptorArray),
     {"RuntimeDescriptorArray", "VkPhysicalDeviceVulkan12Features::runtimeDescriptorArray",
      "VK_EXT_descriptor_indexing"}},
    {number(spv::Capability::UniformTexelBufferArrayDynamicIndexing),
     {"UniformTexelBufferArrayDynamicIndexing",
      "VkPhysicalDeviceVulkan12Features::shaderUniformTexelBufferArrayDynamicIndexing",
      "VK_EXT_descriptor_indexing"}},
    {number(spv::Capability::StorageTexelBufferArrayDynamicIndexing),
     {"StorageTexelBufferArrayDynamicIndexing",
      "VkPhysicalDeviceVulkan12Features::shaderStorageTexelBufferArrayDynamicIndexing",
      "VK_EXT_descriptor_indexing"}},
    {number(spv::Capability::UniformBufferArrayNonUniformIndexing),
     {"UniformBufferArrayNonUniformIndexing",
      "VkPhysicalDeviceVulkan12Features::shaderUniformBufferArrayNonUniformIndexing",
      "VK_EXT_descriptor_indexing"}},
    {number(spv::Capability::SampledImageArrayNonUniformIndexing),
     {"SampledImageArrayNonUniformIndexing",
      "VkPhysicalDeviceVulkan12Features::shaderSampledImageArrayNonUniformIndexing",
      "VK_EXT_descriptor_indexing"}},
    {number(spv::Capability::StorageBufferArrayNonUniformIndexing),
     {"StorageBufferArrayNonUniformIndexing",
      "VkPhysicalDeviceVulkan12Features::shaderStorageBufferArrayNonUniformIndexing",
      "VK_EXT_descriptor_indexing"}},
    {number(spv::Capability::StorageImageArrayNonUniformIndexing),
     {"StorageImageArrayNonUniformIndexing",
      "VkPhysicalDeviceVulkan12Features::shaderStorageImageArrayNonUniformIndexing",
      "VK_EXT_descriptor_indexing"}},
    {number(spv::Capability::UniformTexelBufferArrayNonUniformIndexing),
     {"UniformTexelBufferArrayNonUniformIndexing",
      "VkPhysicalDeviceVulkan12Features::shaderUniformTexelBufferArrayNonUniformIndexing",
      "VK_EXT_descriptor_indexing"}},
    {number(spv::Capability::StorageTexelBufferArrayNonUniformIndexing),
     {"StorageTexelBufferArrayNonUniformIndexing",
      "VkPhysicalDeviceVulkan12Features::shaderStorageTexelBufferArrayNonUniformIndexing",
      "VK_EXT_descriptor_indexing"}},
    {number(spv::Capability::PhysicalStorageBufferAddresses),
     {"PhysicalStorageBufferAddresses", "VkPhysicalDeviceVulkan12Features::bufferDeviceAddress",
      "VK_KHR_buffer_device_address"}},
    {number(spv::Capability::DemoteToHelperInvocation),
     {"DemoteToHelperInvocation", "VkPhysicalDeviceVulkan13Features::shaderDemoteToHelperInvocation",
      "VK_EXT_shader_demote_to_helper_invocation"}},
    {number(spv::Capability::FragmentShaderPixelInterlockEXT),
     {"FragmentShaderPixelInterlockEXT",
      "VkPhysicalDeviceFragmentShaderInterlockFeaturesEXT::fragmentShaderPixelInterlock",
      "VK_EXT_fragment_shader_interlock"}},
    {number(spv::Capability::FragmentShaderSampleInterlockEXT),
     {"FragmentShaderSampleInterlockEXT",
      "VkPhysicalDeviceFragmentShaderInterlockFeaturesEXT::fragmentShaderSampleInterlock",
      "VK_EXT_fragment_shader_interlock"}},
    {number(spv::Capability::RayTracingOpacityMicromapEXT),
     {"RayTracingOpacityMicromapEXT", "VkPhysicalDeviceOpacityMicromapFeaturesEXT::micromap",
      "VK_EXT_opacity_micromap"}},
    {6032,
     {"RayTracingOpacityMicromapExecutionModeKHR", "VkPhysicalDeviceOpacityMicromapFeaturesKHR::micromap",
      "VK_KHR_opacity_micromap"}},
    {5388,
     {"ShaderInvocationReorderEXT",
      "VkPhysicalDeviceRayTracingInvocationReorderFeaturesEXT::rayTracingInvocationReorder",
      "VK_EXT_ray_tracing_invocation_reorder"}},
    {5336,
     {"RayTracingPositionFetchKHR",
      "VkPhysicalDeviceRayTracingPositionFetchFeaturesKHR::rayTracingPositionFetch",
      "VK_KHR_ray_tracing_position_fetch"}},
    {5391,
     {"RayQueryPositionFetchKHR",
      "VkPhysicalDeviceRayTracingPositionFetchFeaturesKHR::rayTracingPositionFetch",
      "VK_KHR_ray_tracing_position_fetch"}},
    {5425,
     {"LongVectorEXT", "VkPhysicalDeviceShaderLongVectorFeaturesEXT::longVector",
      "VK_EXT_shader_long_vector"}},
    {5437,
     {"RayTracingClusterAccelerationStructureNV",
      "VkPhysicalDeviceClusterAccelerationStructureFeaturesNV::clusterAccelerationStructure",
      "VK_NV_cluster_acceleration_structure"}},
    {number(spv::Capability::ShaderInvocationReorderNV),
     {"ShaderInvocationReorderNV",
      "VkPhysicalDeviceRayTracingInvocationReorderFeaturesNV::rayTracingInvocationReorder",
      "VK_NV_ray_tracing_invocation_reorder"}},
    {number(spv::Capability::DotProductInput4x8BitPacked),
     {"DotProductInput4x8BitPacked", "VkPhysicalDeviceVulkan13Features::shaderIntegerDotProduct",
      "VK_KHR_shader_integer_dot_product"}},
    {number(spv::Capability::DotProduct),
     {"DotProduct", "VkPhysicalDeviceVulkan13Features::shaderIntegerDotProduct",
      "VK_KHR_shader_integer_dot_product"}},
};

struct ModeNeed {
  spv::ExecutionMode mode;
  uint32_t operand;
  VulkanNeed need;
};

constexpr const char* kFloatControls = "VK_KHR_shader_float_controls";

// Execution modes that require more than the capability that allows them.
constexpr ModeNeed kModes[] = {
    {spv::ExecutionMode::DenormPreserve,
     16,
     {"DenormPreserve 16", "VkPhysicalDeviceVulkan12Properties::shaderDenormPreserveFloat16",
      kFloatControls}},
    {spv::ExecutionMode::DenormPreserve,
     32,
     {"DenormPreserve 32", "VkPhysicalDeviceVulkan12Properties::shaderDenormPreserveFloat32",
      kFloatControls}},
    {spv::ExecutionMode::DenormPreserve,
     64,
     {"DenormPreserve 64", "VkPhysicalDeviceVulkan12Properties::shaderDenormPreserveFloat64",
      kFloatControls}},
    {spv::ExecutionMode::DenormFlushToZero,
     16,
     {"DenormFlushToZero 16", "VkPhysicalDeviceVulkan12Properties::shaderDenormFlushToZeroFloat16",
      kFloatControls}},
    {spv::ExecutionMode::DenormFlushToZero,
     32,
     {"DenormFlushToZero 32", "VkPhysicalDeviceVulkan12Properties::shaderDenormFlushToZeroFloat32",
      kFloatControls}},
    {spv::ExecutionMode::DenormFlushToZero,
     64,
     {"DenormFlushToZero 64", "VkPhysicalDeviceVulkan12Properties::shaderDenormFlushToZeroFloat64",
      kFloatControls}},
    {spv::ExecutionMode::SignedZeroInfNanPreserve,
     16,
     {"SignedZeroInfNanPreserve 16",
      "VkPhysicalDeviceVulkan12Properties::shaderSignedZeroInfNanPreserveFloat16", kFloatControls}},
    {spv::ExecutionMode::SignedZeroInfNanPreserve,
     32,
     {"SignedZeroInfNanPreserve 32",
      "VkPhysicalDeviceVulkan12Properties::shaderSignedZeroInfNanPreserveFloat32", kFloatControls}},
    {spv::ExecutionMode::SignedZeroInfNanPreserve,
     64,
     {"SignedZeroInfNanPreserve 64",
      "VkPhysicalDeviceVulkan12Properties::shaderSignedZeroInfNanPreserveFloat64", kFloatControls}},
    {spv::ExecutionMode::RoundingModeRTE,
     16,
     {"RoundingModeRTE 16", "VkPhysicalDeviceVulkan12Properties::shaderRoundingModeRTEFloat16",
      kFloatControls}},
    {spv::ExecutionMode::RoundingModeRTE,
     32,
     {"RoundingModeRTE 32", "VkPhysicalDeviceVulkan12Properties::shaderRoundingModeRTEFloat32",
      kFloatControls}},
    {spv::ExecutionMode::RoundingModeRTE,
     64,
     {"RoundingModeRTE 64", "VkPhysicalDeviceVulkan12Properties::shaderRoundingModeRTEFloat64",
      kFloatControls}},
    {spv::ExecutionMode::RoundingModeRTZ,
     16,
     {"RoundingModeRTZ 16", "VkPhysicalDeviceVulkan12Properties::shaderRoundingModeRTZFloat16",
      kFloatControls}},
    {spv::ExecutionMode::RoundingModeRTZ,
     32,
     {"RoundingModeRTZ 32", "VkPhysicalDeviceVulkan12Properties::shaderRoundingModeRTZFloat32",
      kFloatControls}},
    {spv::ExecutionMode::RoundingModeRTZ,
     64,
     {"RoundingModeRTZ 64", "VkPhysicalDeviceVulkan12Properties::shaderRoundingModeRTZFloat64",
      kFloatControls}},
};

struct ExtensionNeed {
  std::string_view extension;
  VulkanNeed need;
};

// SPIR-V extensions that add no capability.
constexpr ExtensionNeed kExtensions[] = {
    {"SPV_KHR_maximal_reconvergence",
     {"SPV_KHR_maximal_reconvergence",
      "VkPhysicalDeviceShaderMaximalReconvergenceFeaturesKHR::shaderMaximalReconvergence",
      "VK_KHR_shader_maximal_reconvergence"}},
    {"SPV_AMD_shader_explicit_vertex_parameter",
     {"SPV_AMD_shader_explicit_vertex_parameter", "", "VK_AMD_shader_explicit_vertex_parameter"}},
    {"SPV_KHR_non_semantic_info", {"SPV_KHR_non_semantic_info", "", "VK_KHR_shader_non_semantic_info"}},
};

}  // namespace

const VulkanNeed* need_of_capability(uint32_t capability) {
  const auto* found = std::find_if(std::begin(kCapabilities), std::end(kCapabilities),
                                   [&](const CapabilityNeed& row) { return row.capability == capability; });
  return found == std::end(kCapabilities) ? nullptr : &found->need;
}

std::optional<uint32_t> capability_from_name(std::string_view name) {
  const auto* found = std::find_if(std::begin(kCapabilities), std::end(kCapabilities),
                                   [&](const CapabilityNeed& row) { return row.need.name == name; });
  return found == std::end(kCapabilities) ? std::nullopt : std::optional(found->capability);
}

const VulkanNeed* need_of_mode(uint32_t mode, uint32_t operand) {
  const auto* found = std::find_if(std::begin(kModes), std::end(kModes), [&](const ModeNeed& row) {
    return row.mode == static_cast<spv::ExecutionMode>(mode) && row.operand == operand;
  });
  return found == std::end(kModes) ? nullptr : &found->need;
}

const VulkanNeed* need_of_extension(std::string_view extension) {
  const auto* found = std::find_if(std::begin(kExtensions), std::end(kExtensions),
                                   [&](const ExtensionNeed& row) { return row.extension == extension; });
  return found == std::end(kExtensions) ? nullptr : &found->need;
}

const VulkanNeed& need_of_float_adds(bool is_image) {
  static constexpr const char* kExtension = "VK_EXT_shader_atomic_float";
  static constexpr VulkanNeed kBuffer = {
      "AtomicFloat32AddEXT", "VkPhysicalDeviceShaderAtomicFloatFeaturesEXT::shaderBufferFloat32AtomicAdd",
      kExtension};
  static constexpr VulkanNeed kImage = {
      "AtomicFloat32AddEXT", "VkPhysicalDeviceShaderAtomicFloatFeaturesEXT::shaderImageFloat32AtomicAdd",
      kExtension};
  return is_image ? kImage : kBuffer;
}

const VulkanNeed& need_of_int64_atomics(bool is_groupshared) {
  static constexpr const char* kExtension = "VK_KHR_shader_atomic_int64";
  static constexpr VulkanNeed kBuffer = {
      "Int64Atomics", "VkPhysicalDeviceVulkan12Features::shaderBufferInt64Atomics", kExtension};
  static constexpr VulkanNeed kShared = {
      "Int64Atomics", "VkPhysicalDeviceVulkan12Features::shaderSharedInt64Atomics", kExtension};
  return is_groupshared ? kShared : kBuffer;
}

const VulkanNeed* need_of_storage_writes(uint32_t execution_model) {
  static constexpr VulkanNeed kPixel = {"stores and atomics",
                                        "VkPhysicalDeviceFeatures::fragmentStoresAndAtomics", ""};
  static constexpr VulkanNeed kBefore = {"stores and atomics",
                                         "VkPhysicalDeviceFeatures::vertexPipelineStoresAndAtomics", ""};
  switch (static_cast<spv::ExecutionModel>(execution_model)) {
    case spv::ExecutionModel::Fragment:
      return &kPixel;
    case spv::ExecutionModel::Vertex:
    case spv::ExecutionModel::TessellationControl:
    case spv::ExecutionModel::TessellationEvaluation:
    case spv::ExecutionModel::Geometry:
      return &kBefore;
    default:
      return nullptr;
  }
}

const VulkanNeed& need_of_wide_subgroup_operations() {
  static constexpr VulkanNeed kNeed = {"subgroup operations on types other than 32 bits",
                                       "VkPhysicalDeviceVulkan12Features::shaderSubgroupExtendedTypes",
                                       "VK_KHR_shader_subgroup_extended_types"};
  return kNeed;
}

}  // namespace trellis
