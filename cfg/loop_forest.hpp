// Natural loops of a reducible graph, nested.
#pragma once

#include <span>

#include "cfg/dominators.hpp"
#include "cfg/graph.hpp"
#include "support/containers.hpp"

namespace trellis::cfg {

using LoopId = uint32_t;

struct Loop {
  BlockId header = kNone;
  LoopId parent = kNone;    ///< Innermost loop around this one; kNone at the top.
  uint32_t depth = 1;       ///< 1 for outermost loops.
  uint32_t back_edges = 0;  ///< Edges to the header from inside the loop.
};

/// Natural loops, one for each header (a block that dominates the source of an edge to it), with all its back
/// edges. Loops are numbered by the position of their headers in reverse post-visit order, so that a loop
/// comes before the loops inside it.
class LoopForest {
 public:
  /// In a graph that is not reducible (see is_reducible), cycles of several entries are in no loop of their
  /// own.
  LoopForest(const Graph& graph, const PostVisitOrder& order, const DominatorTree& dominators);

  uint32_t loop_count() const { return static_cast<uint32_t>(loops_.size()); }
  const Loop& loop(LoopId loop) const { return loops_[loop]; }
  /// Innermost loop that holds the block; kNone if none does.
  LoopId innermost(BlockId block) const { return innermost_[block]; }
  /// The loop whose header the block is; kNone if it is no header.
  LoopId headed_by(BlockId block) const { return headed_by_[block]; }
  /// True if the loop holds the block, directly or in an inner loop. loop == kNone holds every block.
  /// Constant time.
  bool contains(LoopId loop, BlockId block) const {
    if (loop == kNone) return true;
    const LoopId inner = innermost_[block];
    return inner != kNone && range_[loop].first <= range_[inner].first &&
           range_[inner].first <= range_[loop].last;
  }
  uint32_t depth(LoopId loop) const { return loop == kNone ? 0 : loops_[loop].depth; }

  /// The loop of a depth around (or the same as) a loop of at least that depth. Logarithmic in the depth.
  LoopId ancestor_at(LoopId loop, uint32_t depth) const;
  /// The outermost loop around (or the same as) a loop that does not hold the block; the loop itself must
  /// not. Logarithmic in the depth.
  LoopId outermost_without(LoopId loop, BlockId block) const;

  /// Moves a block into a loop inside the one that holds it directly, and with a header its whole loop. The
  /// loop is then larger than the natural one; the caller must make sure that the block is reached from
  /// inside the loop alone. After the last such call, call renumber(): until then, innermost() is the only
  /// query that is up to date.
  void put_into(LoopId loop, BlockId block);
  /// Brings the queries up to date. Linear in the loops.
  void renumber() { find_nesting(); }

 private:
  // A second numbering of the loops, in pre-order of the nesting: a loop holds those from `first` to `last`.
  struct Range {
    uint32_t first, last;
  };

  void find_nesting();

  Vector<Loop> loops_;
  Vector<Range> range_;
  Vector<LoopId> jump_;  ///< By loop: a loop some levels out (Myers, 1983: skew-binary jump pointers).
  Vector<LoopId> innermost_, headed_by_;
};

/// True if every retreating edge of the walk goes to a dominator of its source.
bool is_reducible(const Graph& graph, const PostVisitOrder& order, const DominatorTree& dominators);

}  // namespace trellis::cfg
