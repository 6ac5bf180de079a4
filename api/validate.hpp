// SPIRV-Tools on a finished module: its validator and its disassembler.
#pragma once

#include <cstdint>
#include <span>

#include "api/options.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis {

/// Validates the module for the target's environment (what `spirv-val --target-env` does). The error is
/// kInternalCheck with the validator's first message: an invalid module is a fault of whoever made it.
/// Computed texel offsets of samples and components of arrays of arrays count as allowed: the rest of the
/// module is checked without them.
Result<void> validate_module(std::span<const uint32_t> spirv, Target target);

/// A copy of the module whose samples (not gathers) have no computed texel offsets. VK_KHR_maintenance8
/// allows them without a declaration in the module, so older validators refuse them.
Vector<uint32_t> without_computed_offsets(std::span<const uint32_t> spirv);

/// A copy of the module without the components of interface variables that are arrays (over vertices) of
/// arrays (over rows), each at a location of its own instead. Validators from before 2024 look into the outer
/// array only, and believe that the inner one has no components.
Vector<uint32_t> without_nested_components(std::span<const uint32_t> spirv);

/// The module as assembly text with friendly names, indented; with terminal colours if asked for. The error
/// is kInternalCheck: the words are not SPIR-V.
Result<String> assembly_text(std::span<const uint32_t> spirv, bool colours = false);

/// "SPIRV-Tools v2023.1": the version that validates and disassembles.
String validator_version();

}  // namespace trellis
