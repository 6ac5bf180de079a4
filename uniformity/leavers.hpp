// Branches after which a block can no longer be reached.
#pragma once

#include "uniformity/control.hpp"

namespace trellis::uniformity {

/// An edge after which a block cannot be reached, to a target that does not come after the block anyway.
struct Leaver {
  BlockId branch = kNone, target = kNone;
  uint32_t distance = 0;   ///< Number of edges from the branch to the block on the shortest path.
  bool is_return = false;  ///< The target leads only to the function's end.
};

/// Returns the leavers of a block, the nearest branch first.
Vector<Leaver> find_leavers(const Control& control, BlockId block);

}  // namespace trellis::uniformity
