// A structured function as a SPIR-V module, and what SPIRV-Tools says of it.
#pragma once

#include <string>

#include "structurizer/flow.hpp"
#include "structurizer/structured.hpp"

namespace trellis::structurizer::testing {

/// SPIR-V assembly of a compute shader: branches test a loaded number, definitions are loads, uses are
/// stores, phis are OpPhi (numbers, or bools for bool selectors). Blocks are called %b0, %b1, ..
std::string spirv_text(const Flow& flow, const Structured& function);

/// Assembles the text and validates it as spirv-val --target-env vulkan1.3 does, but for the limit on nesting
/// depth. Empty if the module is valid, else the validator's message.
std::string validate_spirv(const std::string& text);

}  // namespace trellis::structurizer::testing
