// The control-flow graph: blocks, successors in slot order, and in-edges.
#pragma once

#include <cstdint>
#include <span>
#include <utility>

#include "support/compressed_rows.hpp"
#include "support/containers.hpp"

namespace trellis::cfg {

using BlockId = uint32_t;  ///< Index of a block, 0 .. block_count() - 1.
using EdgeId = uint32_t;   ///< Index of an edge: first_edge(source) + slot.

inline constexpr uint32_t kNone = UINT32_MAX;  ///< Stands for "no block", "no edge", "no loop".

/// A directed graph with an entry block. Immutable once built.
///
/// A block's successors are an ordered list: slot i is the target of its terminator for outcome i. Several
/// slots may lead to the same block; each is a separate edge. A block without successors returns (or never
/// ends). The entry may have predecessors.
class Graph {
 public:
  Graph() = default;

  /// Row b holds the successors of block b. All successors and the entry must be less than row_count().
  /// Defined in the header for the structurizer's checkers, which use graphs as data and do not link this
  /// library.
  explicit Graph(CompressedRows<BlockId> successors, BlockId entry = 0)
      : successors_(std::move(successors)), entry_(entry) {
    const uint32_t blocks = block_count();
    sources_.resize(successors_.entries.size());
    RowBuilder<EdgeId> in_edges(blocks);
    for (BlockId block = 0; block < blocks; ++block) {
      for (EdgeId edge = successors_.first[block]; edge < successors_.first[block + 1]; ++edge) {
        sources_[edge] = block;
        in_edges.count(successors_.entries[edge]);
      }
    }
    in_edges.place();
    for (EdgeId edge = 0; edge < edge_count(); ++edge) in_edges.add(successors_.entries[edge], edge);
    in_edges_ = in_edges.finish();
  }

  /// Builds a graph from one list of successors per block; for tests and tools.
  static Graph from_lists(const Vector<Vector<BlockId>>& successors, BlockId entry = 0);

  uint32_t block_count() const { return successors_.row_count(); }
  uint32_t edge_count() const { return static_cast<uint32_t>(sources_.size()); }
  BlockId entry() const { return entry_; }

  std::span<const BlockId> successors(BlockId block) const { return successors_.of(block); }
  const CompressedRows<BlockId>& successor_rows() const { return successors_; }
  EdgeId first_edge(BlockId block) const { return successors_.first[block]; }
  BlockId source(EdgeId edge) const { return sources_[edge]; }
  BlockId target(EdgeId edge) const { return successors_.entries[edge]; }
  uint32_t slot(EdgeId edge) const { return edge - first_edge(sources_[edge]); }

  /// Returns the edges into a block in ascending order (by source block, then slot).
  std::span<const EdgeId> in_edges(BlockId block) const { return in_edges_.of(block); }

 private:
  CompressedRows<BlockId> successors_;  ///< By block. An edge's number is its index among the entries.
  Vector<BlockId> sources_;             ///< By edge: its source block.
  CompressedRows<EdgeId> in_edges_;     ///< By block: the edges into it.
  BlockId entry_ = 0;
};

}  // namespace trellis::cfg
