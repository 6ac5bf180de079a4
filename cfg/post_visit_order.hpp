// Depth-first post-visit order from the entry.
#pragma once

#include <span>

#include "cfg/graph.hpp"
#include "support/containers.hpp"

namespace trellis::cfg {

/// The order in which a depth-first walk from the entry, taking successors in slot order, leaves the blocks.
/// Its reverse is a topological order of the graph without its retreating edges. Iterative; takes linear
/// time.
class PostVisitOrder {
 public:
  explicit PostVisitOrder(const Graph& graph);

  /// Returns the reached blocks, the entry last.
  std::span<const BlockId> post_order() const { return post_; }
  /// Returns the reached blocks, the entry first.
  std::span<const BlockId> reverse_post_order() const { return reverse_; }
  /// Returns the position in reverse_post_order(); kNone for blocks that the entry does not reach.
  uint32_t position(BlockId block) const { return position_[block]; }
  bool reached(BlockId block) const { return position_[block] != kNone; }

 private:
  Vector<BlockId> post_, reverse_;
  Vector<uint32_t> position_;
};

}  // namespace trellis::cfg
