// The lowering passes as JSON for the explorer's page.
#pragma once

#include <span>
#include <string>

#include "tools/cfg/lowering_record.hpp"

namespace trellis::tools {

/// Returns a list of passes: the program as it was read, and all lowering passes in order. A block's key is
/// its number in the program, as in the passes of the structurizer. Empty without stages.
std::string lowering_data(std::span<const LoweringStage> stages);

}  // namespace trellis::tools
