// Which inserted blocks only some invocations run, derived from what the uniformity analysis found out about
// the program's blocks.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "api/pictures/cfg_picture.hpp"
#include "cfg/graph.hpp"

namespace trellis::tools {

/// Returns for each block of the graph of a pass the scopes in which only some invocations may run it: those
/// of the analysis for the program's blocks; for others, the smallest ones that follow from these. Blocks
/// that the entry does not reach have none. `program_blocks` has the program block by block, kNone for
/// inserted blocks and for copies. The texts must have the divergence.
std::vector<uniformity::Scopes> divergence_of_blocks(const cfg::Graph& graph,
                                                     std::span<const cfg::BlockId> program_blocks,
                                                     const BlockTexts& texts);

}  // namespace trellis::tools
