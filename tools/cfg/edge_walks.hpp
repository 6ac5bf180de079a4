// The way of each edge of the program through the inserted blocks of the result.
#pragma once

#include <cstdint>
#include <vector>

#include "structurizer/structured.hpp"

namespace trellis::tools {

struct EdgeWalk {
  cfg::BlockId from = cfg::kNone;  ///< A block of the program.
  uint32_t slot = 0;
  std::vector<cfg::BlockId> blocks;  ///< Of the result: those between `from` and the edge's target.
};

/// The walks that pass inserted blocks. The function must have passed the checker of paths. Empty if all
/// walks together have more than `limit` blocks.
std::vector<EdgeWalk> walk_edges(const structurizer::Structured& function, size_t limit);

}  // namespace trellis::tools
