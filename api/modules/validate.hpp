// Runs SPIRV-Tools' validator and disassembler on a finished module.
#pragma once

#include <cstdint>
#include <span>

#include "api/options.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis {

/// Validates the module for the target's environment, as `spirv-val --target-env` does. The error is
/// kInternalCheck with the validator's first message, since an invalid module is a fault of the code that
/// produced it, or kUnsupported if the module has a capability that this build's SPIRV-Tools do not know.
/// `computed_offsets`: the device has VK_KHR_maintenance8 (DeviceOptions), which a module does
/// not declare.
Result<void> validate_module(std::span<const uint32_t> spirv, Target target, bool computed_offsets = false);

/// Returns the module as indented assembly text with friendly names, with terminal colours on request. The
/// error is kInternalCheck if the words are not SPIR-V, kUnsupported as for validate_module().
Result<String> assembly_text(std::span<const uint32_t> spirv, bool colours = false);

/// Returns the version that validates and disassembles: "SPIRV-Tools v2025.1".
String validator_version();

}  // namespace trellis
