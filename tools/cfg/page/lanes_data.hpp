// The branches that eight lanes take, as JSON for the explorer's page.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "structurizer/structured.hpp"
#include "tools/cfg/cfg_input.hpp"

namespace trellis::tools {

/// Runs the lanes of a shader. Returns "null" for other inputs. The function must have passed the path
/// checker.
std::string lanes_data(const CfgInput& input, const structurizer::Structured& function);

}  // namespace trellis::tools
