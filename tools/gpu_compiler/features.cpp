#include "tools/gpu_compiler/features.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "tools/gpu_compiler/vulkan_names.hpp"

namespace trellis::gpu_compiler {
namespace {

// The shape of feature structures that hold one feature and are newer than the headers of Debian 12. Their
// structure types come from the Vulkan registry.
struct OneFeature {
  VkStructureType type;
  void* next = nullptr;
  VkBool32 enabled = VK_FALSE;
};

/// VkPhysicalDeviceCooperativeMatrixFeaturesKHR.
struct CooperativeMatrixFeatures {
  VkStructureType type = static_cast<VkStructureType>(1000506000);
  void* next = nullptr;
  VkBool32 cooperative_matrix = VK_FALSE, robust_buffer_access = VK_FALSE;
};

constexpr VkStructureType kMaximalReconvergence = static_cast<VkStructureType>(1000434000);
constexpr VkStructureType kQuadControl = static_cast<VkStructureType>(1000235000);
constexpr VkStructureType kFloatControls2 = static_cast<VkStructureType>(1000528000);
constexpr VkStructureType kExpectAssume = static_cast<VkStructureType>(1000544000);
constexpr VkStructureType kUntypedPointers = static_cast<VkStructureType>(1000387000);
constexpr VkStructureType kMaintenance5 = static_cast<VkStructureType>(1000470000);
constexpr VkStructureType kDescriptorHeap = static_cast<VkStructureType>(1000135009);
constexpr VkStructureType kPositionFetch = static_cast<VkStructureType>(1000481000);

}  // namespace

struct FeatureChain::Structures {
  VkPhysicalDeviceFeatures2 core =
      vulkan_structure<VkPhysicalDeviceFeatures2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2);
  VkPhysicalDeviceVulkan11Features v11 = vulkan_structure<VkPhysicalDeviceVulkan11Features>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES);
  VkPhysicalDeviceVulkan12Features v12 = vulkan_structure<VkPhysicalDeviceVulkan12Features>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES);
  VkPhysicalDeviceVulkan13Features v13 = vulkan_structure<VkPhysicalDeviceVulkan13Features>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES);
  VkPhysicalDeviceRobustness2FeaturesEXT robustness2 =
      vulkan_structure<VkPhysicalDeviceRobustness2FeaturesEXT>(
          VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ROBUSTNESS_2_FEATURES_EXT);
  VkPhysicalDeviceShaderSubgroupUniformControlFlowFeaturesKHR uniform_control_flow =
      vulkan_structure<VkPhysicalDeviceShaderSubgroupUniformControlFlowFeaturesKHR>(
          VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_SUBGROUP_UNIFORM_CONTROL_FLOW_FEATURES_KHR);
  // Shared by the NV and KHR names of the extension.
  VkPhysicalDeviceComputeShaderDerivativesFeaturesNV derivatives =
      vulkan_structure<VkPhysicalDeviceComputeShaderDerivativesFeaturesNV>(
          VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_COMPUTE_SHADER_DERIVATIVES_FEATURES_NV);
  VkPhysicalDeviceShaderAtomicFloatFeaturesEXT atomic_float =
      vulkan_structure<VkPhysicalDeviceShaderAtomicFloatFeaturesEXT>(
          VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_FLOAT_FEATURES_EXT);
  VkPhysicalDeviceShaderImageAtomicInt64FeaturesEXT image_atomic_64 =
      vulkan_structure<VkPhysicalDeviceShaderImageAtomicInt64FeaturesEXT>(
          VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_IMAGE_ATOMIC_INT64_FEATURES_EXT);
  VkPhysicalDeviceWorkgroupMemoryExplicitLayoutFeaturesKHR workgroup_layout =
      vulkan_structure<VkPhysicalDeviceWorkgroupMemoryExplicitLayoutFeaturesKHR>(
          VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_WORKGROUP_MEMORY_EXPLICIT_LAYOUT_FEATURES_KHR);
  VkPhysicalDeviceMeshShaderFeaturesEXT mesh_shader = vulkan_structure<VkPhysicalDeviceMeshShaderFeaturesEXT>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MESH_SHADER_FEATURES_EXT);
  VkPhysicalDeviceFragmentShaderBarycentricFeaturesKHR barycentric =
      vulkan_structure<VkPhysicalDeviceFragmentShaderBarycentricFeaturesKHR>(
          VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FRAGMENT_SHADER_BARYCENTRIC_FEATURES_KHR);
  VkPhysicalDeviceFragmentShaderInterlockFeaturesEXT interlock =
      vulkan_structure<VkPhysicalDeviceFragmentShaderInterlockFeaturesEXT>(
          VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FRAGMENT_SHADER_INTERLOCK_FEATURES_EXT);
  VkPhysicalDeviceTransformFeedbackFeaturesEXT transform_feedback =
      vulkan_structure<VkPhysicalDeviceTransformFeedbackFeaturesEXT>(
          VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TRANSFORM_FEEDBACK_FEATURES_EXT);
  VkPhysicalDeviceAccelerationStructureFeaturesKHR acceleration_structure =
      vulkan_structure<VkPhysicalDeviceAccelerationStructureFeaturesKHR>(
          VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ACCELERATION_STRUCTURE_FEATURES_KHR);
  VkPhysicalDeviceRayQueryFeaturesKHR ray_query = vulkan_structure<VkPhysicalDeviceRayQueryFeaturesKHR>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_RAY_QUERY_FEATURES_KHR);
  VkPhysicalDeviceRayTracingPipelineFeaturesKHR ray_tracing =
      vulkan_structure<VkPhysicalDeviceRayTracingPipelineFeaturesKHR>(
          VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_RAY_TRACING_PIPELINE_FEATURES_KHR);
  VkPhysicalDeviceMutableDescriptorTypeFeaturesEXT mutable_descriptors =
      vulkan_structure<VkPhysicalDeviceMutableDescriptorTypeFeaturesEXT>(
          VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MUTABLE_DESCRIPTOR_TYPE_FEATURES_EXT);
  VkPhysicalDeviceVertexAttributeDivisorFeaturesEXT attribute_divisor =
      vulkan_structure<VkPhysicalDeviceVertexAttributeDivisorFeaturesEXT>(
          VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VERTEX_ATTRIBUTE_DIVISOR_FEATURES_EXT);
  VkPhysicalDeviceGraphicsPipelineLibraryFeaturesEXT pipeline_library =
      vulkan_structure<VkPhysicalDeviceGraphicsPipelineLibraryFeaturesEXT>(
          VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_GRAPHICS_PIPELINE_LIBRARY_FEATURES_EXT);
  VkPhysicalDevicePipelineExecutablePropertiesFeaturesKHR executable_properties =
      vulkan_structure<VkPhysicalDevicePipelineExecutablePropertiesFeaturesKHR>(
          VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_EXECUTABLE_PROPERTIES_FEATURES_KHR);
  OneFeature maximal_reconvergence = {kMaximalReconvergence};
  OneFeature quad_control = {kQuadControl};
  OneFeature float_controls2 = {kFloatControls2};
  OneFeature expect_assume = {kExpectAssume};
  OneFeature position_fetch = {kPositionFetch};
  CooperativeMatrixFeatures cooperative_matrix;
  OneFeature untyped_pointers = {kUntypedPointers};
  OneFeature maintenance5 = {kMaintenance5};
  struct {
    OneFeature heaps = {kDescriptorHeap};
    VkBool32 capture_replay = VK_FALSE;
  } descriptor_heap;

  void link(void* structure) {
    // Every structure of a chain begins with its type and the pointer to the next one.
    auto* header = static_cast<VkBaseOutStructure*>(structure);
    header->pNext = static_cast<VkBaseOutStructure*>(core.pNext);
    core.pNext = header;
  }
};

FeatureChain::FeatureChain() : structures_(std::make_unique<Structures>()) {}
FeatureChain::~FeatureChain() = default;

Result<void> FeatureChain::query(const FeatureQueries& queries, VkPhysicalDevice device) {
  uint32_t count = 0;
  VkResult result = queries.extensions(device, nullptr, &count, nullptr);
  std::vector<VkExtensionProperties> available(count);
  if (result == VK_SUCCESS) {
    result = queries.extensions(device, nullptr, &count, available.data());
  }
  if (result != VK_SUCCESS) return call_failed("vkEnumerateDeviceExtensionProperties", result);

  for (const VkExtensionProperties& extension : available) offered_.emplace_back(extension.extensionName);
  Structures& all = *structures_;
  all.link(&all.v11);
  all.link(&all.v12);
  all.link(&all.v13);
  const auto enable = [&](const char* name, void* structure) {
    if (!offers(name)) return false;
    extensions_.push_back(name);
    if (structure != nullptr) all.link(structure);
    return true;
  };
  enable("VK_EXT_robustness2", &all.robustness2);
  enable("VK_KHR_shader_subgroup_uniform_control_flow", &all.uniform_control_flow);
  enable("VK_KHR_shader_maximal_reconvergence", &all.maximal_reconvergence);
  enable("VK_KHR_shader_quad_control", &all.quad_control);
  enable("VK_KHR_shader_float_controls2", &all.float_controls2);
  enable("VK_KHR_shader_expect_assume", &all.expect_assume);
  if (!enable("VK_KHR_compute_shader_derivatives", &all.derivatives)) {
    enable("VK_NV_compute_shader_derivatives", &all.derivatives);
  }
  enable("VK_EXT_shader_atomic_float", &all.atomic_float);
  enable("VK_EXT_shader_image_atomic_int64", &all.image_atomic_64);
  enable("VK_KHR_cooperative_matrix", &all.cooperative_matrix);
  enable("VK_KHR_workgroup_memory_explicit_layout", &all.workgroup_layout);
  enable("VK_EXT_mesh_shader", &all.mesh_shader);
  enable("VK_KHR_fragment_shader_barycentric", &all.barycentric);
  enable("VK_EXT_fragment_shader_interlock", &all.interlock);
  enable("VK_EXT_transform_feedback", &all.transform_feedback);  // Geometry streams.
  enable("VK_EXT_vertex_attribute_divisor", &all.attribute_divisor);
  enable("VK_KHR_pipeline_executable_properties", &all.executable_properties);
  if (enable("VK_KHR_pipeline_library", nullptr))
    enable("VK_EXT_graphics_pipeline_library", &all.pipeline_library);
  enable("VK_EXT_shader_stencil_export", nullptr);
  enable("VK_EXT_mutable_descriptor_type", &all.mutable_descriptors);
  if (enable("VK_KHR_deferred_host_operations", nullptr) &&
      enable("VK_KHR_acceleration_structure", &all.acceleration_structure)) {
    enable("VK_KHR_ray_query", &all.ray_query);
    enable("VK_KHR_ray_tracing_pipeline", &all.ray_tracing);  // Culling of primitives.
    enable("VK_KHR_ray_tracing_position_fetch", &all.position_fetch);
  }

  // Descriptor heaps build on the other two.
  if (offers("VK_EXT_descriptor_heap") && enable("VK_KHR_maintenance5", &all.maintenance5) &&
      enable("VK_KHR_shader_untyped_pointers", &all.untyped_pointers)) {
    enable("VK_EXT_descriptor_heap", &all.descriptor_heap);
  }

  queries.features(device, &all.core);
  // It requires an extension that is not enabled.
  all.mesh_shader.primitiveFragmentShadingRateMeshShader = VK_FALSE;
  // Shaders never use these, and they have a cost on some devices.
  all.v11.protectedMemory = VK_FALSE;
  all.v12.bufferDeviceAddressCaptureReplay = VK_FALSE;
  all.acceleration_structure.accelerationStructureCaptureReplay = VK_FALSE;
  all.ray_tracing.rayTracingPipelineShaderGroupHandleCaptureReplay = VK_FALSE;
  all.ray_tracing.rayTracingPipelineShaderGroupHandleCaptureReplayMixed = VK_FALSE;
  all.v12.bufferDeviceAddressMultiDevice = VK_FALSE;
  all.descriptor_heap.capture_replay = VK_FALSE;
  return {};
}

const void* FeatureChain::chain() const { return &structures_->core; }
bool FeatureChain::has_extension(std::string_view name) const {
  return std::find(extensions_.begin(), extensions_.end(), name) != extensions_.end();
}
bool FeatureChain::offers(std::string_view extension) const {
  return std::find(offered_.begin(), offered_.end(), extension) != offered_.end();
}
bool FeatureChain::has_feature(std::string_view name) const {
  // The features that some GPUs lack although their drivers support Vulkan 1.3. Most others come with an
  // extension.
  const Structures& all = *structures_;
  const std::pair<std::string_view, VkBool32> features[] = {
      {"VkPhysicalDeviceFeatures::shaderInt16", all.core.features.shaderInt16},
      {"VkPhysicalDeviceFeatures::shaderInt64", all.core.features.shaderInt64},
      {"VkPhysicalDeviceFeatures::shaderFloat64", all.core.features.shaderFloat64},
      {"VkPhysicalDeviceFeatures::shaderResourceMinLod", all.core.features.shaderResourceMinLod},
      {"VkPhysicalDeviceFeatures::shaderResourceResidency", all.core.features.shaderResourceResidency},
      {"VkPhysicalDeviceVulkan11Features::storageBuffer16BitAccess", all.v11.storageBuffer16BitAccess},
      {"VkPhysicalDeviceVulkan11Features::storageInputOutput16", all.v11.storageInputOutput16},
      {"VkPhysicalDeviceVulkan12Features::shaderFloat16", all.v12.shaderFloat16},
      {"VkPhysicalDeviceVulkan12Features::shaderBufferInt64Atomics", all.v12.shaderBufferInt64Atomics},
      {"VkPhysicalDeviceVulkan12Features::shaderSharedInt64Atomics", all.v12.shaderSharedInt64Atomics},
  };
  for (const auto& [feature, has] : features) {
    if (feature == name) return has == VK_TRUE;
  }
  return true;
}
bool FeatureChain::has_subgroup_size_control() const {
  return structures_->v13.subgroupSizeControl == VK_TRUE;
}
bool FeatureChain::has_full_subgroups() const { return structures_->v13.computeFullSubgroups == VK_TRUE; }
bool FeatureChain::has_null_descriptors() const { return structures_->robustness2.nullDescriptor == VK_TRUE; }
bool FeatureChain::has_partially_bound_arrays() const {
  return structures_->v12.descriptorBindingPartiallyBound == VK_TRUE;
}

}  // namespace trellis::gpu_compiler
