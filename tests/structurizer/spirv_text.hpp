// Writes a structured function as a SPIR-V module and validates it with SPIRV-Tools.
#pragma once

#include <string>

#include "structurizer/flow.hpp"
#include "structurizer/structured.hpp"

namespace trellis::structurizer::testing {

/// Returns the SPIR-V assembly of a compute shader: branches test a loaded number, definitions are loads,
/// uses are stores, phis are OpPhi (numbers, or bools for bool selectors). Blocks are named %b0, %b1, ..
std::string spirv_text(const Flow& flow, const Structured& function);

/// Assembles the text and validates it like spirv-val --target-env vulkan1.3, without the limit on nesting
/// depth. Returns the validator's message, or an empty string if the module is valid.
std::string validate_spirv(const std::string& text);

}  // namespace trellis::structurizer::testing
