// What a module requires of a device and offers to a pipeline, determined from the module itself.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "api/reflection/vulkan_needs.hpp"
#include "support/containers.hpp"

namespace trellis {

/// A 32-bit specialization constant.
struct SpecConstant {
  uint32_t id = 0;  ///< The SpecId, which is VkSpecializationMapEntry::constantID.
  uint32_t default_value = 0;
  std::string_view name = "";  ///< Points into the words, where a zero follows it. May be empty.
};

struct DeviceNeeds {
  Vector<uint32_t> capabilities;  ///< SPIR-V's capability numbers, in the module's order.
  /// SPIR-V's extension names ("SPV_KHR_..."). They point into the words.
  Vector<std::string_view> extensions;
  /// The corresponding needs in Vulkan (a feature, a property or an extension), without duplicates.
  Vector<const VulkanNeed*> vulkan;
  Vector<SpecConstant> spec_constants;  ///< Ordered by id.
};

/// Determines the needs of a module that Trellis emitted, in this machine's byte order.
DeviceNeeds device_needs(std::span<const uint32_t> words);

}  // namespace trellis
