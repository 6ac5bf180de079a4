// The path that each edge of the program takes through the inserted blocks of the result.
#pragma once

#include <cstdint>
#include <vector>

#include "structurizer/structured.hpp"

namespace trellis::tools {

struct EdgeWalk {
  cfg::BlockId from = cfg::kNone;  ///< The program block that the edge leaves.
  uint32_t slot = 0;
  cfg::BlockId at = cfg::kNone;      ///< The result's block of `from`; copies have walks of their own.
  std::vector<cfg::BlockId> blocks;  ///< The result's blocks between `from` and the edge's target.
  cfg::BlockId end = cfg::kNone;     ///< The result's block of the target; kNone if control never gets there.
};

/// Returns the walks of all edges. The function must have passed the path checker. Returns
/// nothing if all walks together have more than `limit` blocks.
std::vector<EdgeWalk> walk_edges(const structurizer::Structured& function, size_t limit);

}  // namespace trellis::tools
