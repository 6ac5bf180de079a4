// The graph after each pass of the structurizer, as text.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tools/cfg/cfg_input.hpp"

namespace trellis::tools {

/// Returns the name and the text of each pass, in order.
std::vector<std::pair<std::string, std::string>> pass_texts(const CfgInput& input);

}  // namespace trellis::tools
