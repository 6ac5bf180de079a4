// What the page of `trellis cfg` shows, as JSON: explorer/src/data.ts says what is in it.
#pragma once

#include <string>

#include "tools/cfg/cfg_input.hpp"

namespace trellis::tools {

/// Structurizes, and writes down the graph after every pass: of the passes after the first, what they
/// changed.
std::string explorer_data(const CfgInput& input);

}  // namespace trellis::tools
