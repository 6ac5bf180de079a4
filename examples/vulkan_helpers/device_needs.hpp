// What modules need of a Vulkan device, taken from the library's reflection, and the structures of Vulkan
// that ask a device for it.
#pragma once

#include <vulkan/vulkan.h>

#include <set>
#include <string>
#include <trellis/trellis.hpp>
#include <vector>

namespace example {

/// Throws what is wrong, for main() to print.
[[noreturn]] void fail(const std::string& message);

class DeviceNeeds {
 public:
  /// Adds what one module needs, by the names Trellis gives.
  void add(const trellis::api::Module& module);
  /// Adds a feature the program itself needs, by the same name.
  void add_feature(const std::string& name) { features_.insert(name); }
  /// Adds an extension the program itself needs.
  void add_extension(const std::string& name) { extensions_.insert(name); }

  const std::set<std::string>& features() const { return features_; }
  const std::set<std::string>& extensions() const { return extensions_; }
  VkSubgroupFeatureFlags subgroup_operations() const { return subgroup_operations_; }

 private:
  std::set<std::string> features_;    ///< "VkPhysicalDeviceFeatures::shaderInt64"; may be a property's name.
  std::set<std::string> extensions_;  ///< Of extensions that no feature above belongs to.
  VkSubgroupFeatureFlags subgroup_operations_ = 0;
};

/// The chain of feature structures for vkCreateDevice, with the needed features switched on and no others,
/// but for those that make accesses out of bounds behave as Direct3D has them.
class DeviceFeatures {
 public:
  /// Fails and names the feature if the device lacks one.
  DeviceFeatures(VkPhysicalDevice device, const DeviceNeeds& needs);
  DeviceFeatures(const DeviceFeatures&) = delete;
  DeviceFeatures& operator=(const DeviceFeatures&) = delete;

  const void* chain() const { return &enabled_.core; }
  const std::vector<const char*>& extensions() const { return extensions_; }
  bool has_null_descriptors() const { return enabled_.robustness2.nullDescriptor == VK_TRUE; }

  struct Structures {
    VkPhysicalDeviceFeatures2 core = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, nullptr, {}};
    VkPhysicalDeviceVulkan11Features v11 = {};
    VkPhysicalDeviceVulkan12Features v12 = {};
    VkPhysicalDeviceVulkan13Features v13 = {};
    VkPhysicalDeviceRobustness2FeaturesEXT robustness2 = {};
    VkPhysicalDeviceComputeShaderDerivativesFeaturesNV derivatives = {};
    VkPhysicalDeviceFragmentShaderInterlockFeaturesEXT interlock = {};
    VkPhysicalDeviceAccelerationStructureFeaturesKHR acceleration_structures = {};
    VkPhysicalDeviceRayTracingPipelineFeaturesKHR ray_pipelines = {};

    /// Chains the structures whose extensions are among `offered`.
    void link(const std::set<std::string>& offered);
  };

 private:
  void enable(const std::string& feature, const std::string& device_name);
  void enable_extension(const std::string& name);

  std::set<std::string> offered_;
  Structures available_, enabled_;
  std::vector<const char*> extensions_;  ///< Into offered_.
};

}  // namespace example
