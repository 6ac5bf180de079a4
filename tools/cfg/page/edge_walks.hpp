// The path that each edge of the program takes through the inserted blocks of the result.
#pragma once

#include <cstdint>
#include <vector>

#include "structurizer/structured.hpp"

namespace trellis::tools {

struct EdgeWalk {
  cfg::BlockId from = cfg::kNone;  ///< The program block that the edge leaves.
  uint32_t slot = 0;
  std::vector<cfg::BlockId> blocks;  ///< The result's blocks between `from` and the edge's target.
};

/// Returns the walks that pass inserted blocks. The function must have passed the path checker. Returns
/// nothing if all walks together have more than `limit` blocks.
std::vector<EdgeWalk> walk_edges(const structurizer::Structured& function, size_t limit);

}  // namespace trellis::tools
