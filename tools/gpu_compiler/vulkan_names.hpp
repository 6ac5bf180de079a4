// Helpers for Vulkan's structures and results.
#pragma once

#include <vulkan/vulkan_core.h>

#include <string>

#include "support/result.hpp"

namespace trellis::gpu_compiler {

/// Returns "VK_ERROR_DEVICE_LOST"; "VkResult -7" for codes that have no name here.
std::string result_name(VkResult result);

/// Returns the diagnostic for a Vulkan call that failed: "vkCreateDevice: VK_ERROR_...".
Diagnostic call_failed(const char* call, VkResult result);

/// Returns a Vulkan structure with the given type and everything else zero.
template <typename Structure>
Structure vulkan_structure(VkStructureType type) {
  Structure structure = {};
  structure.sType = type;
  return structure;
}

}  // namespace trellis::gpu_compiler
