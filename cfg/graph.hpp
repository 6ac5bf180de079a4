// The control-flow graph: blocks, successors in slot order, and in-edges. Nothing else.
#pragma once

#include <cstdint>
#include <span>

#include "support/containers.hpp"

namespace trellis::cfg {

using BlockId = uint32_t;  ///< Index of a block, 0 .. block_count() - 1.
using EdgeId = uint32_t;   ///< Index of an edge: first_edge(source) + slot.

inline constexpr uint32_t kNone = UINT32_MAX;  ///< "No block", "no edge", "no loop".

/// A directed graph with an entry block. Immutable once built.
///
/// A block's successors are an ordered list: slot i is where its terminator goes on outcome i. Several slots
/// may lead to one block, and each is an edge of its own. A block without successors returns (or never goes
/// on). The entry may have predecessors.
class Graph {
 public:
  Graph() = default;

  /// Successors in compressed rows: block b's are targets[first[b]] .. targets[first[b + 1] - 1]; first has
  /// block_count + 1 elements. Every target and the entry must be < block_count.
  Graph(Vector<uint32_t> first, Vector<BlockId> targets, BlockId entry = 0);

  /// The same from one list a block; for tests and tools.
  static Graph from_lists(const Vector<Vector<BlockId>>& successors, BlockId entry = 0);

  uint32_t block_count() const { return static_cast<uint32_t>(first_.size()) - 1; }
  uint32_t edge_count() const { return static_cast<uint32_t>(targets_.size()); }
  BlockId entry() const { return entry_; }

  std::span<const BlockId> successors(BlockId block) const {
    return {targets_.data() + first_[block], first_[block + 1] - first_[block]};
  }
  EdgeId first_edge(BlockId block) const { return first_[block]; }
  BlockId source(EdgeId edge) const { return sources_[edge]; }
  BlockId target(EdgeId edge) const { return targets_[edge]; }
  uint32_t slot(EdgeId edge) const { return edge - first_[sources_[edge]]; }

  /// Edges into a block, in ascending order (by source block, then slot).
  std::span<const EdgeId> in_edges(BlockId block) const {
    return {in_edges_.data() + in_first_[block], in_first_[block + 1] - in_first_[block]};
  }
  /// Index of the block's first in-edge in the concatenation of all in-edge lists: what tables of phi
  /// operands use.
  uint32_t first_in_edge(BlockId block) const { return in_first_[block]; }

 private:
  Vector<uint32_t> first_ = {0};
  Vector<BlockId> targets_;
  Vector<BlockId> sources_;
  Vector<uint32_t> in_first_ = {0};
  Vector<EdgeId> in_edges_;
  BlockId entry_ = 0;
};

}  // namespace trellis::cfg
