// What a device does not need.
#pragma once

#include <cstdint>
#include <vector>

namespace trellis::tools {

/// Removes names, lines, sources and debug information. `words` is a module; what is none is left alone.
void strip_debug_words(std::vector<uint32_t>& words);

}  // namespace trellis::tools
