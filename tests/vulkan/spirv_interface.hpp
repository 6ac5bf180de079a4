// What a SPIR-V module asks to be bound: its resource variables with descriptor set, binding and type, read
// straight from the words. Tests hold it against what a case header binds.
#pragma once

#include <vulkan/vulkan_core.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "support/result.hpp"

namespace trellis::vulkan {

/// The type of resources that are no buffers: samplers, images, acceleration structures.
inline constexpr VkDescriptorType kNoBuffer = VK_DESCRIPTOR_TYPE_MAX_ENUM;

struct ResourceVariable {
  uint32_t set = 0;
  uint32_t binding = 0;
  VkDescriptorType type = kNoBuffer;
  uint32_t count = 1;  ///< Descriptors of the array (arrays of arrays flattened); 0 for a runtime array.
  bool is_r32_uint = false;  ///< An image that says it has this format.

  bool operator==(const ResourceVariable&) const = default;
};

struct ModuleInterface {
  /// By set, then binding; variables that share a binding are one entry with the larger count.
  std::vector<ResourceVariable> variables;
};

/// An error when the words are no SPIR-V module, an instruction runs past the end or refers to ids out of
/// bounds, or two variables of different types share a binding. This is no validation of anything else.
Result<ModuleInterface> read_module_interface(std::span<const uint32_t> words);

/// Threads of a group; 1s when the module does not say.
Result<std::array<uint32_t, 3>> read_local_size(std::span<const uint32_t> words);

/// Renumbers the descriptor sets of the module densely, in their order, and returns the old numbers by the
/// new ones. A space of HLSL may be any number, a device has a handful of sets.
Result<std::vector<uint32_t>> compact_descriptor_sets(std::vector<uint32_t>& words);

}  // namespace trellis::vulkan
