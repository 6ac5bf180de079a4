// Enables all features and extensions that shaders may use and the device supports.
#pragma once

#include <vulkan/vulkan_core.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "support/result.hpp"

namespace trellis::gpu_compiler {

/// The functions that query what a device supports.
struct FeatureQueries {
  PFN_vkEnumerateDeviceExtensionProperties extensions = nullptr;
  PFN_vkGetPhysicalDeviceFeatures2 features = nullptr;
};

/// The chain of feature structures for vkCreateDevice, with every supported feature enabled.
class FeatureChain {
 public:
  FeatureChain();
  ~FeatureChain();
  FeatureChain(const FeatureChain&) = delete;
  FeatureChain& operator=(const FeatureChain&) = delete;

  /// Queries what the device supports.
  Result<void> query(const FeatureQueries& queries, VkPhysicalDevice device);

  const void* chain() const;                                                  ///< Owned by this object.
  const std::vector<const char*>& extensions() const { return extensions_; }  ///< The extensions to enable.

  bool has_extension(std::string_view name) const;  ///< Returns true if the extension is enabled.
  /// Returns true if the device supports the extension, enabled or not.
  bool offers(std::string_view extension) const;
  /// Returns whether the device has a feature, by its name in reflection. Returns true for features that are
  /// not in the table here.
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
