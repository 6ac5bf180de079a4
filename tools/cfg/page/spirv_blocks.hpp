// The SPIR-V assembly of a function's blocks.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "structurizer/structured.hpp"

namespace trellis::tools {

/// Returns the instructions of each block of the function, from its label to the next block's. The function's
/// blocks have labels with consecutive ids; further labels in between belong to the block before them.
/// Returns nothing if the module has no function with exactly these labels, in this order.
std::vector<std::string> spirv_of_blocks(std::span<const uint32_t> spirv,
                                         const structurizer::Structured& function);

}  // namespace trellis::tools
