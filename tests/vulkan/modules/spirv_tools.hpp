// SPIRV-Tools for tests: assembles and validates modules.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "support/result.hpp"

namespace trellis::vulkan {

/// Assembles SPIR-V 1.6 text (numeric ids are preserved). The error contains the assembler's messages.
Result<std::vector<uint32_t>> assemble(std::string_view text);

/// Validates a module for Vulkan 1.3, like spirv-val without options. The error contains the validator's
/// messages.
Result<void> validate(std::span<const uint32_t> words);

}  // namespace trellis::vulkan
