// Vulkan's enumerants and the words for them.
#pragma once

#include <vulkan/vulkan_core.h>

#include <optional>
#include <string>
#include <string_view>

#include "support/result.hpp"

namespace trellis::vulkan {

/// "VK_ERROR_DEVICE_LOST"; "VkResult -7" for codes without a name here.
std::string result_name(VkResult result);

/// The diagnostic for a Vulkan call that did not succeed: "vkCreateDevice: VK_ERROR_...".
Diagnostic call_failed(const char* call, VkResult result);

/// A Vulkan structure of the given type, all else zero.
template <typename Structure>
Structure vulkan_structure(VkStructureType type) {
  Structure structure = {};
  structure.sType = type;
  return structure;
}

/// A function of an extension; null if the device lacks it.
template <typename Function>
void load_function(VkDevice device, const char* name, Function& function) {
  function = reinterpret_cast<Function>(vkGetDeviceProcAddr(device, name));
}

/// The format a case header names ("r32_uint"); empty for an unknown name.
std::optional<VkFormat> format_from_name(std::string_view name);

}  // namespace trellis::vulkan
