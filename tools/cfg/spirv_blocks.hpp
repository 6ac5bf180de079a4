// The SPIR-V of a function's blocks as text.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "structurizer/structured.hpp"

namespace trellis::tools {

/// By block of the function: its instructions, from its label to the next block's. Blocks of the function
/// have labels with consecutive IDs; further labels in between belong to the block before them. Empty if the
/// module has no function with exactly these labels, in this order.
std::vector<std::string> spirv_of_blocks(std::span<const uint32_t> spirv,
                                         const structurizer::Structured& function);

}  // namespace trellis::tools
