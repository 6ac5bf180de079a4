// Where control flow leaves for good.
#pragma once

#include "uniformity/control.hpp"

namespace trellis::uniformity {

/// An edge behind which a block is out of reach, to a target that does not come after the block anyway.
struct Leaver {
  BlockId branch = kNone, target = kNone;
  uint32_t distance = 0;   ///< Edges from the branch to the block, on the shortest way.
  bool is_return = false;  ///< The target leads to the function's end and to nothing else.
};

/// Those of a block, the nearest branch first.
Vector<Leaver> find_leavers(const Control& control, BlockId block);

}  // namespace trellis::uniformity
