// SPIRV-Tools for tests: text to module, module to verdict.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "support/result.hpp"

namespace trellis::vulkan {

/// Assembles SPIR-V 1.6 text (numeric ids are kept). The error carries the assembler's messages.
Result<std::vector<uint32_t>> assemble(std::string_view text);

/// Validates a module for Vulkan 1.3, as spirv-val does without options. The error carries the validator's
/// messages.
Result<void> validate(std::span<const uint32_t> words);

}  // namespace trellis::vulkan
