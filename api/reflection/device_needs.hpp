// What a module asks of a device and offers to a pipeline, found in the module itself.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "api/reflection/vulkan_needs.hpp"
#include "support/containers.hpp"

namespace trellis {

/// A specialization constant: 32 bits.
struct SpecConstant {
  uint32_t id = 0;  ///< SpecId: VkSpecializationMapEntry::constantID.
  uint32_t default_value = 0;
  std::string_view name = "";  ///< Points into the words, where a zero follows; may be empty.
};

struct DeviceNeeds {
  Vector<uint32_t> capabilities;        ///< SPIR-V's numbers, in the module's order.
  Vector<std::string_view> extensions;  ///< SPIR-V's names ("SPV_KHR_..."); they point into the words.
  /// What they mean in Vulkan, each once: those with a feature, a property or an extension.
  Vector<const VulkanNeed*> vulkan;
  Vector<SpecConstant> spec_constants;  ///< By id.
};

/// What a module of ours needs, in this machine's byte order.
DeviceNeeds device_needs(std::span<const uint32_t> words);

}  // namespace trellis
