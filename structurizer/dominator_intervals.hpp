// The dominator tree of a structured function, for code that asks whether a block's values are available in
// another block.
#pragma once

#include <cstdint>

#include "structurizer/structured.hpp"
#include "support/containers.hpp"

namespace trellis::structurizer {

/// The dominator tree in pre-order numbers.
struct DominatorIntervals {
  /// The blocks that a block dominates, itself first, have consecutive numbers.
  struct Subtree {
    uint32_t first = 0, count = 1;
  };
  Vector<Subtree> subtrees;  ///< By block.

  bool dominates(BlockId a, BlockId b) const {
    return subtrees[b].first - subtrees[a].first < subtrees[a].count;  // Wraps around if b is before a.
  }
};

/// Computes the tree in one sweep, because the blocks of a structured function are in an order in which only
/// back edges lead backward. A block that this does not hold for, and one that control does not reach,
/// becomes a root: it is dominated by itself only.
DominatorIntervals find_dominator_intervals(const Structured& function);

}  // namespace trellis::structurizer
