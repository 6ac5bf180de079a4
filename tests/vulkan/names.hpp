// Names of Vulkan's enumerants.
#pragma once

#include <vulkan/vulkan_core.h>

#include <optional>
#include <string>
#include <string_view>

#include "support/result.hpp"
#include "tools/gpu_compiler/vulkan_names.hpp"

namespace trellis::vulkan {

using gpu_compiler::call_failed;
using gpu_compiler::result_name;
using gpu_compiler::vulkan_structure;

/// Loads a function of an extension; null if the device does not have it.
template <typename Function>
void load_function(VkDevice device, const char* name, Function& function) {
  function = reinterpret_cast<Function>(vkGetDeviceProcAddr(device, name));
}

/// Returns the format that a case header names ("r32_uint"); empty for an unknown name.
std::optional<VkFormat> format_from_name(std::string_view name);

}  // namespace trellis::vulkan
