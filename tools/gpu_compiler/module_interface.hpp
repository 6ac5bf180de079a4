// The interface of a SPIR-V module, read directly from its words: entry points, resource variables with their
// set, binding and type, and the variables between stages.
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
  uint32_t count = 1;  ///< The number of descriptors (arrays of arrays flattened); 0 for a runtime array.
  bool is_r32_uint = false;  ///< The resource is an image declared with the format R32ui.

  bool operator==(const ResourceVariable&) const = default;
};

struct ModuleInterface {
  /// Sorted by set, then binding. Variables that share a binding are one entry with the larger count.
  std::vector<ResourceVariable> variables;
};

/// Reads a module's interface. Fails if the words are not a SPIR-V module, an instruction runs past the end
/// or refers to ids out of bounds, or two variables of different types share a binding. Validates nothing
/// else.
Result<ModuleInterface> read_module_interface(std::span<const uint32_t> words);

/// Returns the workgroup size; 1 in each dimension if the module does not declare it.
Result<std::array<uint32_t, 3>> read_local_size(std::span<const uint32_t> words);

/// Renumbers the module's descriptor sets densely, in their order, and returns the old number of each new
/// set. HLSL register spaces may have any number, but a device has only a handful of sets.
Result<std::vector<uint32_t>> compact_descriptor_sets(std::vector<uint32_t>& words);

/// Renumbers by a list: a set's new number is its index there. Fails if a set is not in the list.
Result<void> renumber_descriptor_sets(std::vector<uint32_t>& words, std::span<const uint32_t> sets);

/// Gives each resource a binding of its own in set 0, in the order of its old set and binding. Variables that
/// share a binding stay together if their descriptors have the same type, both or neither can be written, and
/// both or neither are decorated Restrict. A translator that keeps D3D's registers gives t0 and u0 the same
/// binding; the code for such a binding differs from what applications get: one descriptor is loaded for two
/// buffers. If the shader does not write to u0, only Restrict tells them apart.
Result<void> separate_bindings(std::vector<uint32_t>& words);

/// An input or output variable of a stage.
struct StageVariable {
  bool is_input = false, is_patch = false;
  uint32_t location = 0, component = 0;
  int32_t built_in = -1;  ///< The spv::BuiltIn; -1 if the variable has a location.
  char scalar = 'f';      ///< Component type: 'f'loat, 'i' signed, 'u'nsigned, '?' other.
  uint32_t width = 32;    ///< The width of a component in bits.
  uint32_t components = 1;
  std::vector<uint32_t> dimensions;  ///< Array dimensions, the outermost first.
};

/// An entry point with the parts of the module that belong to it.
struct ModuleEntry {
  VkShaderStageFlagBits stage = VK_SHADER_STAGE_ALL;
  std::string name;
  std::vector<StageVariable> variables;  ///< Inputs and outputs, in declaration order.
  std::vector<uint32_t> modes;           ///< spv::ExecutionMode values.
};

/// What a pipeline needs to know about its module.
struct PipelineNeeds {
  std::vector<ModuleEntry> entries;
  std::vector<ResourceVariable> resources;  ///< All resources, in no order; several may share a binding.
  bool has_push_constants = false;
  bool has_views = false;      ///< The module declares the capability MultiView.
  bool tests_reports = false;  ///< An intersection shader uses the result of reporting a hit.
};

/// Fails like read_module_interface(), but accepts bindings of several types. Also fails if an entry point's
/// stage is not known here.
Result<PipelineNeeds> read_pipeline_needs(std::span<const uint32_t> words);

}  // namespace trellis::gpu_compiler
