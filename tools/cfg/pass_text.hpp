// A graph as text, as each pass of the structurizer leaves it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tools/cfg/cfg_input.hpp"

namespace trellis::tools {

/// The passes in their order: name and text.
std::vector<std::pair<std::string, std::string>> pass_texts(const CfgInput& input);

}  // namespace trellis::tools
