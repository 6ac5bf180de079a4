// Which features and extensions the tests enable: all of those that shaders may use and the device has.
#pragma once

#include <vulkan/vulkan_core.h>

#include <memory>
#include <vector>

#include "support/result.hpp"

namespace trellis::vulkan {

/// The chain of feature structures for vkCreateDevice, every supported feature in it switched on.
class FeatureChain {
 public:
  FeatureChain();
  ~FeatureChain();
  FeatureChain(const FeatureChain&) = delete;
  FeatureChain& operator=(const FeatureChain&) = delete;

  /// Asks the device what it supports.
  Result<void> query(VkPhysicalDevice device);

  const void* chain() const;                                                  ///< Owned by this object.
  const std::vector<const char*>& extensions() const { return extensions_; }  ///< To enable.

  bool has_subgroup_size_control() const;
  bool has_full_subgroups() const;
  bool has_null_descriptors() const;
  bool has_partially_bound_arrays() const;

 private:
  struct Structures;

  std::unique_ptr<Structures> structures_;
  std::vector<const char*> extensions_;
};

}  // namespace trellis::vulkan
