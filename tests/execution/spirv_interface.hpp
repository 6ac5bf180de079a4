// What a SPIR-V module asks to be bound: its resource variables with descriptor set, binding and kind, read
// straight from the words. Execution tests hold it against what a case header binds.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "support/result.hpp"

namespace trellis::execution {

/// Kinds of descriptors that buffers are bound through.
enum class BindingKind : uint8_t {
  kStorageBuffer,
  kUniformBuffer,
  kUniformTexelBuffer,  ///< Read-only, formatted.
  kStorageTexelBuffer,  ///< Read and written, formatted.
  kOther,               ///< Samplers, images, acceleration structures.
};

const char* binding_kind_name(BindingKind kind);

struct ResourceVariable {
  uint32_t set = 0;
  uint32_t binding = 0;
  BindingKind kind = BindingKind::kOther;
  uint32_t count = 1;  ///< Descriptors of the array (arrays of arrays flattened); 0 for a runtime array.

  bool operator==(const ResourceVariable&) const = default;
};

struct ModuleInterface {
  /// By set, then binding; variables that share a binding are one entry with the larger count.
  std::vector<ResourceVariable> variables;
  std::array<uint32_t, 3> local_size = {1, 1, 1};  ///< Threads of a group; 1s when the module does not say.
};

/// An error when the words are no SPIR-V module, an instruction runs past the end or refers to ids out of
/// bounds, or two variables of different kinds share a binding. This is no validation of anything else.
/// `mutable_descriptors`: variables of different kinds may share a binding, whose kind is kOther then.
Result<ModuleInterface> read_module_interface(std::span<const uint32_t> words,
                                              bool mutable_descriptors = false);

/// Renumbers the descriptor sets of the module densely, in their order, and returns the old numbers by the
/// new ones. A space of HLSL may be any number, a device has a handful of sets.
Result<std::vector<uint32_t>> compact_descriptor_sets(std::vector<uint32_t>& words);

}  // namespace trellis::execution
