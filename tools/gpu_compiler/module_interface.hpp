// What a SPIR-V module shows to the outside, read straight from the words: entry points, resource variables
// with descriptor set, binding and type, and the variables between stages.
#pragma once

#include <vulkan/vulkan_core.h>

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "support/result.hpp"

namespace trellis::gpu_compiler {

struct ResourceVariable {
  uint32_t set = 0;
  uint32_t binding = 0;
  VkDescriptorType type = VK_DESCRIPTOR_TYPE_MAX_ENUM;
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

/// The same by a list: a set's new number is its place there. An error if one is not in it.
Result<void> renumber_descriptor_sets(std::vector<uint32_t>& words, std::span<const uint32_t> sets);

/// A variable between stages.
struct StageVariable {
  bool is_input = false, is_patch = false;
  uint32_t location = 0, component = 0;
  int32_t built_in = -1;  ///< spv::BuiltIn; -1: a location.
  char scalar = 'f';      ///< Of its components: 'f', 'i' (with a sign) or 'u'; '?': another type.
  uint32_t width = 32;    ///< In bits.
  uint32_t components = 1;
  std::vector<uint32_t> dimensions;  ///< Of arrays, the outermost first.
};

/// An entry point with the parts of the module that concern it.
struct ModuleEntry {
  VkShaderStageFlagBits stage = VK_SHADER_STAGE_ALL;
  std::string name;
  std::vector<StageVariable> variables;  ///< Inputs and outputs, in the order of the module's declarations.
  std::vector<uint32_t> modes;           ///< spv::ExecutionMode.
};

/// All that a pipeline has to know of its modules.
struct PipelineNeeds {
  std::vector<ModuleEntry> entries;
  std::vector<ResourceVariable> resources;  ///< All of them, in no order; several may share a binding.
  bool has_push_constants = false;
  bool has_views = false;      ///< MultiView is among the capabilities.
  bool tests_reports = false;  ///< An intersection shader uses what becomes of a hit that it reports.
};

/// Fails as read_module_interface does, but for bindings of several types; or if an entry point is of a stage
/// without a name here.
Result<PipelineNeeds> read_pipeline_needs(std::span<const uint32_t> words);

}  // namespace trellis::gpu_compiler
