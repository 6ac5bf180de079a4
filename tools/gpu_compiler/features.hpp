// Which features and extensions are enabled: all of those that shaders may use and the device has.
#pragma once

#include <vulkan/vulkan_core.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "support/result.hpp"

namespace trellis::gpu_compiler {

/// How a device is asked what it has.
struct FeatureQueries {
  PFN_vkEnumerateDeviceExtensionProperties extensions = nullptr;
  PFN_vkGetPhysicalDeviceFeatures2 features = nullptr;
};

/// The chain of feature structures for vkCreateDevice, every supported feature in it switched on.
class FeatureChain {
 public:
  FeatureChain();
  ~FeatureChain();
  FeatureChain(const FeatureChain&) = delete;
  FeatureChain& operator=(const FeatureChain&) = delete;

  /// Asks the device what it supports.
  Result<void> query(const FeatureQueries& queries, VkPhysicalDevice device);

  const void* chain() const;                                                  ///< Owned by this object.
  const std::vector<const char*>& extensions() const { return extensions_; }  ///< To enable.

  bool has_extension(std::string_view name) const;  ///< It is enabled.
  /// The device has the extension, enabled or not.
  bool offers(std::string_view extension) const;
  /// A feature, by the name that reflection gives it. Of features without a row here, true.
  bool has_feature(std::string_view name) const;
  bool has_subgroup_size_control() const;
  bool has_full_subgroups() const;
  bool has_null_descriptors() const;
  bool has_partially_bound_arrays() const;

 private:
  struct Structures;

  std::unique_ptr<Structures> structures_;
  std::vector<const char*> extensions_;
  std::vector<std::string> offered_;
};

}  // namespace trellis::gpu_compiler
