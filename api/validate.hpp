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
/// `computed_offsets`: the device has VK_KHR_maintenance8 (DeviceOptions), which a module does not say.
Result<void> validate_module(std::span<const uint32_t> spirv, Target target, bool computed_offsets = false);

/// The module as assembly text with friendly names, indented; with terminal colours if asked for. The error
/// is kInternalCheck: the words are not SPIR-V.
Result<String> assembly_text(std::span<const uint32_t> spirv, bool colours = false);

/// "SPIRV-Tools v2025.1": the version that validates and disassembles.
String validator_version();

}  // namespace trellis
