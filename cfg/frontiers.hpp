// Dominance frontiers, post-dominance frontiers, and iterated frontiers.
#pragma once

#include <span>

#include "cfg/dominators.hpp"
#include "cfg/graph.hpp"
#include "support/compressed_rows.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis::cfg {

/// The maximum number of entries in all frontiers together (64 MiB). The limit exists because the frontiers
/// of nested bottom-tested loops grow with the square of the nesting depth. IteratedFrontiers needs no limit.
inline constexpr uint32_t kMaxFrontierEntries = 1U << 24;

/// The frontier of each block, ascending, without duplicates. Empty for blocks that the entry does not reach.
using Frontiers = CompressedRows<BlockId>;

/// Computes the dominance frontier of each block: the blocks that it does not strictly dominate although it
/// dominates one of their predecessors. Linear in the sizes of the graph and the result. Fails with
/// kUnsupported if the result has more than kMaxFrontierEntries entries.
Result<Frontiers> build_dominance_frontiers(const Graph& graph, const PostVisitOrder& order,
                                            const DominatorTree& dominators);

/// Does the same on the reversed graph: finds the blocks that a block does not strictly post-dominate
/// although it post-dominates one of their successors. These are the branches that the block is control
/// dependent on. Fake edges count as successors. The virtual exit has an empty row.
Result<Frontiers> build_post_dominance_frontiers(const Graph& graph, const PostVisitOrder& order,
                                                 const PostDominators& post_dominators);

/// Computes iterated dominance frontiers of sets of blocks: where a variable assigned in those blocks needs
/// phis. Does not build the frontiers of single blocks (Sreedhar and Gao, 1995). The time is linear in the
/// part of the graph that the set dominates, with a logarithmic factor for a heap.
class IteratedFrontiers {
 public:
  /// Keeps references: the graph and its dominators must outlive this object.
  IteratedFrontiers(const Graph& graph, const DominatorTree& dominators);

  /// Sets `result` to the iterated frontier of `blocks`, ascending, without duplicates. Blocks that the entry
  /// does not reach have none. `blocks` may be in any order and contain duplicates.
  void find(std::span<const BlockId> blocks, Vector<BlockId>& result);

  /// Like the other overload, for a variable that is live only at the start of the blocks `live_in`. Other
  /// blocks get no phi, so they cause none elsewhere. `live_in` may be in any order and contain duplicates.
  void find(std::span<const BlockId> blocks, std::span<const BlockId> live_in, Vector<BlockId>& result);

 private:
  struct Candidate {
    uint32_t depth;  // Depth in the dominator tree. The deepest candidate comes next.
    BlockId block;
  };

  void begin();
  void add_candidate(BlockId block);
  void search(bool only_live, Vector<BlockId>& result);
  void look_past(BlockId block, uint32_t root_depth, bool only_live, Vector<BlockId>& result);

  const Graph& graph_;
  const DominatorTree& dominators_;
  // Marks of the current search equal search_; older ones are stale, so nothing needs clearing.
  uint32_t search_ = 0;
  Vector<uint32_t> candidate_, in_result_, visited_, live_;
  Vector<Candidate> heap_;
  Vector<BlockId> work_;
};

}  // namespace trellis::cfg
