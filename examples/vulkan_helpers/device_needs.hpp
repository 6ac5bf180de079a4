// What modules need from a Vulkan device, according to the library's reflection, and the Vulkan structures
// that request it.
#pragma once

#include <vulkan/vulkan.h>

#include <set>
#include <string>
#include <trellis/trellis.hpp>
#include <vector>

namespace example {

/// Throws an exception with the message, for main() to print.
[[noreturn]] void fail(const std::string& message);

class DeviceNeeds {
 public:
  /// Adds what one module needs, by the names that Trellis gives.
  void add(const trellis::api::Module& module);
  /// Adds a feature that the program itself needs, by the same kind of name.
  void add_feature(const std::string& name) { features_.insert(name); }
  /// Adds an extension that the program itself needs.
  void add_extension(const std::string& name) { extensions_.insert(name); }

  const std::set<std::string>& features() const { return features_; }
  const std::set<std::string>& extensions() const { return extensions_; }
  VkSubgroupFeatureFlags subgroup_operations() const { return subgroup_operations_; }

 private:
  /// For example "VkPhysicalDeviceFeatures::shaderInt64". May also be the name of a property.
  std::set<std::string> features_;
  std::set<std::string> extensions_;  ///< Extensions that none of these features belongs to.
  VkSubgroupFeatureFlags subgroup_operations_ = 0;
};

/// The chain of feature structures for vkCreateDevice. Only the needed features are enabled, and those that
/// make out-of-bounds accesses behave as in Direct3D.
class DeviceFeatures {
 public:
  /// Fails and names the feature if the device does not have it.
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
  std::vector<const char*> extensions_;  ///< Point into offered_.
};

}  // namespace example
