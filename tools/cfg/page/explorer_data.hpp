// The data of the page that `trellis cfg` writes, as JSON; explorer/src/data.ts describes it.
#pragma once

#include <string>

#include "tools/cfg/cfg_input.hpp"

namespace trellis::tools {

/// Structurizes the function and records the graph after every pass: the first in full, then the changes.
std::string explorer_data(const CfgInput& input);

}  // namespace trellis::tools
