// Dominance frontiers, post-dominance frontiers, and iterated frontiers.
#pragma once

#include <span>

#include "cfg/dominators.hpp"
#include "cfg/graph.hpp"
#include "support/compressed_rows.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis::cfg {

/// Frontiers have at most so many entries (64 MiB of them). The limit is there because the frontiers of
/// nested bottom-tested loops grow with the square of the depth. IteratedFrontiers needs none.
inline constexpr uint32_t kMaxFrontierEntries = 1U << 24;

/// The frontier of each block: ascending, each block once. Empty for blocks the entry does not reach.
using Frontiers = CompressedRows<BlockId>;

/// The frontier of a block is where its dominance ends: the blocks that it does not strictly dominate,
/// although it dominates a predecessor of theirs. Linear in the graph and the result. kUnsupported if that
/// has more than kMaxFrontierEntries entries.
Result<Frontiers> build_dominance_frontiers(const Graph& graph, const PostVisitOrder& order,
                                            const DominatorTree& dominators);

/// The same on the reversed graph: the blocks that a block does not strictly post-dominate, although it
/// post-dominates a successor of theirs. These are the branches that the block is control dependent on. Fake
/// edges count as successors. The virtual exit has a row too, an empty one.
Result<Frontiers> build_post_dominance_frontiers(const Graph& graph, const PostVisitOrder& order,
                                                 const PostDominators& post_dominators);

/// Iterated dominance frontiers of sets of blocks: where a variable assigned in those blocks needs phis. Each
/// is computed without building the frontiers of single blocks (Sreedhar and Gao, 1995), in time linear in
/// the part of the graph that the set dominates, times the logarithm of a heap.
class IteratedFrontiers {
 public:
  /// Keeps references: the graph and its dominators must outlive it.
  IteratedFrontiers(const Graph& graph, const DominatorTree& dominators);

  /// Fills `result` with the iterated frontier of `blocks`, ascending, each once. Blocks that the entry does
  /// not reach have none. Both lists may be in any order and repeat blocks.
  void find(std::span<const BlockId> blocks, Vector<BlockId>& result);

  /// The same for a variable that is live at the start of the blocks `live_in` alone: other blocks get no
  /// phi, and so cause none elsewhere.
  void find(std::span<const BlockId> blocks, std::span<const BlockId> live_in, Vector<BlockId>& result);

 private:
  struct Candidate {
    uint32_t depth;  // In the dominator tree; the deepest is next.
    BlockId block;
  };

  void begin();
  void add_candidate(BlockId block);
  void search(bool only_live, Vector<BlockId>& result);
  void look_past(BlockId block, uint32_t root_depth, bool only_live, Vector<BlockId>& result);

  const Graph& graph_;
  const DominatorTree& dominators_;
  // Marks of the present search are equal to search_; older ones are stale, so nothing needs clearing.
  uint32_t search_ = 0;
  Vector<uint32_t> candidate_, in_result_, visited_, live_;
  Vector<Candidate> heap_;
  Vector<BlockId> work_;
};

}  // namespace trellis::cfg
