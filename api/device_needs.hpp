// What a module asks of a device, read off the module itself.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace trellis {

struct DeviceNeeds {
  std::vector<uint32_t> capabilities;        ///< SPIR-V's numbers, in the module's order.
  std::vector<std::string_view> extensions;  ///< SPIR-V's names ("SPV_KHR_..."); they point into the words.
};

/// Of a module of ours, in this machine's byte order.
DeviceNeeds device_needs(std::span<const uint32_t> words);

/// What Vulkan calls it.
struct VulkanNeed {
  uint32_t capability;
  const char* name;  ///< SPIR-V's name.
  const char*
      feature;  ///< "VkPhysicalDeviceFeatures::shaderInt64", or a property; empty: every device has it.
  const char* extension;  ///< Device extension, unless the Vulkan version has it; empty: Vulkan 1.1 has it.
};

/// Null for a capability that modules of ours never declare.
const VulkanNeed* vulkan_need(uint32_t capability);

}  // namespace trellis
