// Vulkan's structures and results.
#pragma once

#include <vulkan/vulkan_core.h>

#include <string>

#include "support/result.hpp"

namespace trellis::gpu_compiler {

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

}  // namespace trellis::gpu_compiler
