#include "vulkan_helpers/device_needs.hpp"

#include <algorithm>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace example {
namespace {

using Structures = DeviceFeatures::Structures;

struct Feature {
  std::string_view name;  ///< The feature's name as in the reflection.
  const char* extension;  ///< The extension that adds it; null if it is part of Vulkan 1.3.
  VkBool32& (*switch_of)(Structures&);
};

#define CORE(field)                                                          \
  {                                                                          \
    "VkPhysicalDeviceFeatures::" #field, nullptr,                            \
        [](Structures& all) -> VkBool32& { return all.core.features.field; } \
  }
#define VERSION(number, field)                                           \
  {                                                                      \
    "VkPhysicalDeviceVulkan" #number "Features::" #field, nullptr,       \
        [](Structures& all) -> VkBool32& { return all.v##number.field; } \
  }
#define EXTENSION(type, member, field, extension)                                                \
  {                                                                                              \
#type "::" #field, extension, [](Structures & all) -> VkBool32& { return all.member.field; } \
  }

constexpr char kRobustness[] = "VK_EXT_robustness2";
constexpr char kDerivatives[] = "VK_KHR_compute_shader_derivatives";
constexpr char kInterlock[] = "VK_EXT_fragment_shader_interlock";
constexpr char kAccelerationStructures[] = "VK_KHR_acceleration_structure";
constexpr char kRayPipelines[] = "VK_KHR_ray_tracing_pipeline";

const Feature kFeatures[] = {
    CORE(geometryShader),
    CORE(tessellationShader),
    CORE(sampleRateShading),
    CORE(multiViewport),
    CORE(imageCubeArray),
    CORE(vertexPipelineStoresAndAtomics),
    CORE(fragmentStoresAndAtomics),
    CORE(shaderImageGatherExtended),
    CORE(shaderStorageImageExtendedFormats),
    CORE(shaderStorageImageMultisample),
    CORE(shaderStorageImageReadWithoutFormat),
    CORE(shaderStorageImageWriteWithoutFormat),
    CORE(shaderUniformBufferArrayDynamicIndexing),
    CORE(shaderSampledImageArrayDynamicIndexing),
    CORE(shaderStorageBufferArrayDynamicIndexing),
    CORE(shaderStorageImageArrayDynamicIndexing),
    CORE(shaderClipDistance),
    CORE(shaderCullDistance),
    CORE(shaderFloat64),
    CORE(shaderInt64),
    CORE(shaderInt16),
    CORE(shaderResourceResidency),
    CORE(shaderResourceMinLod),
    VERSION(11, storageBuffer16BitAccess),
    VERSION(11, storageInputOutput16),
    VERSION(11, shaderDrawParameters),
    VERSION(12, shaderFloat16),
    VERSION(12, shaderInt8),
    VERSION(12, shaderBufferInt64Atomics),
    VERSION(12, shaderSharedInt64Atomics),
    VERSION(12, runtimeDescriptorArray),
    VERSION(12, bufferDeviceAddress),
    VERSION(12, shaderOutputLayer),
    VERSION(12, shaderOutputViewportIndex),
    VERSION(12, shaderSubgroupExtendedTypes),
    VERSION(12, vulkanMemoryModel),
    VERSION(12, shaderUniformTexelBufferArrayDynamicIndexing),
    VERSION(12, shaderStorageTexelBufferArrayDynamicIndexing),
    VERSION(12, shaderUniformBufferArrayNonUniformIndexing),
    VERSION(12, shaderSampledImageArrayNonUniformIndexing),
    VERSION(12, shaderStorageBufferArrayNonUniformIndexing),
    VERSION(12, shaderStorageImageArrayNonUniformIndexing),
    VERSION(12, shaderUniformTexelBufferArrayNonUniformIndexing),
    VERSION(12, shaderStorageTexelBufferArrayNonUniformIndexing),
    VERSION(12, descriptorBindingPartiallyBound),
    VERSION(12, descriptorBindingUniformBufferUpdateAfterBind),
    VERSION(12, descriptorBindingSampledImageUpdateAfterBind),
    VERSION(12, descriptorBindingStorageImageUpdateAfterBind),
    VERSION(13, shaderDemoteToHelperInvocation),
    VERSION(13, shaderIntegerDotProduct),
    VERSION(13, subgroupSizeControl),
    VERSION(13, dynamicRendering),
    EXTENSION(VkPhysicalDeviceComputeShaderDerivativesFeaturesKHR, derivatives, computeDerivativeGroupQuads,
              kDerivatives),
    EXTENSION(VkPhysicalDeviceComputeShaderDerivativesFeaturesKHR, derivatives, computeDerivativeGroupLinear,
              kDerivatives),
    EXTENSION(VkPhysicalDeviceFragmentShaderInterlockFeaturesEXT, interlock, fragmentShaderPixelInterlock,
              kInterlock),
    EXTENSION(VkPhysicalDeviceFragmentShaderInterlockFeaturesEXT, interlock, fragmentShaderSampleInterlock,
              kInterlock),
    EXTENSION(VkPhysicalDeviceAccelerationStructureFeaturesKHR, acceleration_structures,
              accelerationStructure, kAccelerationStructures),
    EXTENSION(VkPhysicalDeviceRayTracingPipelineFeaturesKHR, ray_pipelines, rayTracingPipeline,
              kRayPipelines),
    EXTENSION(VkPhysicalDeviceRayTracingPipelineFeaturesKHR, ray_pipelines, rayTraversalPrimitiveCulling,
              kRayPipelines),
};

const Feature* find_feature(std::string_view name) {
  const auto* found = std::find_if(std::begin(kFeatures), std::end(kFeatures),
                                   [&](const Feature& f) { return f.name == name; });
  return found == std::end(kFeatures) ? nullptr : found;
}

#define OPERATION(name) \
  { "VK_SUBGROUP_FEATURE_" #name "_BIT", VK_SUBGROUP_FEATURE_##name##_BIT }
VkSubgroupFeatureFlags subgroup_operation(std::string_view bit) {
  constexpr std::pair<std::string_view, VkSubgroupFeatureFlags> kOperations[] = {
      OPERATION(BASIC),  OPERATION(VOTE),    OPERATION(ARITHMETIC),
      OPERATION(BALLOT), OPERATION(SHUFFLE), OPERATION(QUAD),
  };
  for (const auto& [name, value] : kOperations) {
    if (name == bit) return value;
  }
  return 0;
}

std::set<std::string> offered_extensions(VkPhysicalDevice device) {
  uint32_t count = 0;
  vkEnumerateDeviceExtensionProperties(device, nullptr, &count, nullptr);
  std::vector<VkExtensionProperties> properties(count);
  vkEnumerateDeviceExtensionProperties(device, nullptr, &count, properties.data());
  std::set<std::string> names;
  for (const VkExtensionProperties& extension : properties) names.insert(extension.extensionName);
  return names;
}

#define CONTROL(property) \
  { #property, v12.property }
/// Returns true if the device has a property that a module needs, for example a treatment of denormals.
bool has_float_control(VkPhysicalDevice device, std::string_view name) {
  VkPhysicalDeviceVulkan12Properties v12 = {};
  v12.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_PROPERTIES;
  VkPhysicalDeviceProperties2 all = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, &v12, {}};
  vkGetPhysicalDeviceProperties2(device, &all);
  const std::pair<std::string_view, VkBool32> controls[] = {
      CONTROL(shaderSignedZeroInfNanPreserveFloat16), CONTROL(shaderSignedZeroInfNanPreserveFloat32),
      CONTROL(shaderSignedZeroInfNanPreserveFloat64), CONTROL(shaderDenormPreserveFloat16),
      CONTROL(shaderDenormPreserveFloat32),           CONTROL(shaderDenormPreserveFloat64),
      CONTROL(shaderDenormFlushToZeroFloat16),        CONTROL(shaderDenormFlushToZeroFloat32),
      CONTROL(shaderDenormFlushToZeroFloat64),        CONTROL(shaderRoundingModeRTEFloat16),
      CONTROL(shaderRoundingModeRTEFloat32),          CONTROL(shaderRoundingModeRTEFloat64),
      CONTROL(shaderRoundingModeRTZFloat16),          CONTROL(shaderRoundingModeRTZFloat32),
      CONTROL(shaderRoundingModeRTZFloat64),
  };
  for (const auto& [control, value] : controls) {
    if (control == name) return value == VK_TRUE;
  }
  return false;
}

}  // namespace

void fail(const std::string& message) { throw std::runtime_error(message); }

void DeviceNeeds::add(const trellis::api::Module& module) {
  for (uint32_t i = 0; i < module.need_count(); ++i) {
    const TrellisDeviceNeed need = module.need(i);
    const std::string_view feature = need.feature;
    if (const VkSubgroupFeatureFlags bit = subgroup_operation(need.bit); bit != 0) {
      subgroup_operations_ |= bit;
    } else if (!feature.empty()) {
      features_.emplace(feature);
    } else {
      extensions_.emplace(need.extension);
    }
  }
  if (module.entry_point().wave_size_minimum != 0) {
    features_.insert("VkPhysicalDeviceVulkan13Features::subgroupSizeControl");
  }
}

void DeviceFeatures::Structures::link(const std::set<std::string>& offered) {
  const auto append = [this](auto& structure, VkStructureType type) {
    structure.sType = type;
    structure.pNext = core.pNext;
    core.pNext = &structure;
  };
  append(v11, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES);
  append(v12, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES);
  append(v13, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES);
  if (offered.count(kRobustness))
    append(robustness2, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ROBUSTNESS_2_FEATURES_EXT);
  if (offered.count(kDerivatives)) {
    append(derivatives, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_COMPUTE_SHADER_DERIVATIVES_FEATURES_NV);
  }
  if (offered.count(kInterlock)) {
    append(interlock, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FRAGMENT_SHADER_INTERLOCK_FEATURES_EXT);
  }
  if (offered.count(kAccelerationStructures)) {
    append(acceleration_structures, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ACCELERATION_STRUCTURE_FEATURES_KHR);
  }
  if (offered.count(kRayPipelines)) {
    append(ray_pipelines, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_RAY_TRACING_PIPELINE_FEATURES_KHR);
  }
}

DeviceFeatures::DeviceFeatures(VkPhysicalDevice device, const DeviceNeeds& needs)
    : offered_(offered_extensions(device)) {
  available_.link(offered_);
  enabled_.link(offered_);
  vkGetPhysicalDeviceFeatures2(device, &available_.core);
  VkPhysicalDeviceVulkan11Properties v11 = {};
  v11.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_PROPERTIES;
  VkPhysicalDeviceProperties2 properties = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, &v11, {}};
  vkGetPhysicalDeviceProperties2(device, &properties);
  const std::string name = properties.properties.deviceName;

  for (const std::string& feature : needs.features()) {
    constexpr std::string_view kProperty = "VkPhysicalDeviceVulkan12Properties::";
    if (feature.rfind(kProperty, 0) == 0) {
      if (!has_float_control(device, feature.substr(kProperty.size()))) fail(name + " lacks " + feature);
    } else {
      enable(feature, name);
    }
  }
  for (const std::string& extension : needs.extensions()) {
    if (!offered_.count(extension)) fail(name + " lacks the extension " + extension);
    enable_extension(extension);
  }
  if (const VkSubgroupFeatureFlags lacking = needs.subgroup_operations() & ~v11.subgroupSupportedOperations;
      lacking != 0) {
    fail(name + " lacks subgroup operations: bits " + std::to_string(lacking) +
         " of VkPhysicalDeviceVulkan11Properties::subgroupSupportedOperations");
  }

  enabled_.core.features.robustBufferAccess = available_.core.features.robustBufferAccess;
  if (offered_.count(kRobustness)) {
    enable_extension(kRobustness);
    enabled_.robustness2.robustBufferAccess2 = available_.robustness2.robustBufferAccess2;
    enabled_.robustness2.robustImageAccess2 = available_.robustness2.robustImageAccess2;
    enabled_.robustness2.nullDescriptor = available_.robustness2.nullDescriptor;
  }
  // A structure must not be in the chain if its extension is not enabled.
  const auto is_enabled = [&](const char* extension) {
    return std::any_of(extensions_.begin(), extensions_.end(),
                       [&](const char* one) { return std::string_view(one) == extension; });
  };
  std::set<std::string> in_use;
  for (const char* extension :
       {kRobustness, kDerivatives, kInterlock, kAccelerationStructures, kRayPipelines}) {
    if (is_enabled(extension)) in_use.insert(extension);
  }
  enabled_.core.pNext = nullptr;
  enabled_.link(in_use);
}

void DeviceFeatures::enable(const std::string& name, const std::string& device_name) {
  const Feature* feature = find_feature(name);
  if (feature == nullptr) fail("the module needs " + name + ", which this program does not support");
  if (feature->switch_of(available_) == VK_FALSE) fail(device_name + " lacks " + name);
  feature->switch_of(enabled_) = VK_TRUE;
  if (feature->extension != nullptr) enable_extension(feature->extension);
}

void DeviceFeatures::enable_extension(const std::string& name) {
  const char* known = offered_.find(name)->c_str();
  if (std::find(extensions_.begin(), extensions_.end(), known) == extensions_.end())
    extensions_.push_back(known);
}

}  // namespace example
