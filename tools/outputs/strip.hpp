// Removes what a device does not need.
#pragma once

#include <cstdint>
#include <vector>

namespace trellis::tools {

/// Removes names, sources and line information (OpName, OpSource, OpLine and the like). Leaves `words`
/// unchanged if they are not a module.
void strip_debug_words(std::vector<uint32_t>& words);

}  // namespace trellis::tools
