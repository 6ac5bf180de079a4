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
  LoopId parent = kNone;    ///< Innermost loop around this one; kNone for outermost loops.
  uint32_t depth = 1;       ///< 1 for outermost loops.
  uint32_t back_edges = 0;  ///< Number of edges to the header from inside the loop.
};

/// Natural loops: one for each header (a block that dominates the source of an edge to itself), with all its
/// back edges. Loops are numbered by the position of their headers in reverse post-visit order, so a loop
/// comes before the loops inside it.
class LoopForest {
 public:
  /// In an irreducible graph (see is_reducible), a cycle with several entries forms no loop of its own.
  LoopForest(const Graph& graph, const PostVisitOrder& order, const DominatorTree& dominators);

  uint32_t loop_count() const { return static_cast<uint32_t>(loops_.size()); }
  const Loop& loop(LoopId loop) const { return loops_[loop]; }
  /// Returns the innermost loop that holds the block; kNone if none does.
  LoopId innermost(BlockId block) const { return innermost_[block]; }
  /// Returns the loop that the block heads; kNone if it is not a header.
  LoopId headed_by(BlockId block) const { return headed_by_[block]; }
  /// Returns true if the loop holds the block, directly or in an inner loop. loop == kNone holds every block.
  /// Constant time.
  bool contains(LoopId loop, BlockId block) const {
    if (loop == kNone) return true;
    const LoopId inner = innermost_[block];
    return inner != kNone && range_[loop].first <= range_[inner].first &&
           range_[inner].first <= range_[loop].last;
  }
  uint32_t depth(LoopId loop) const { return loop == kNone ? 0 : loops_[loop].depth; }

  /// Returns the loop of the given depth around a loop, or the loop itself. The loop must have at least that
  /// depth. Logarithmic in the depth.
  LoopId ancestor_at(LoopId loop, uint32_t depth) const;
  /// Returns the outermost loop, among the given loop and those around it, that does not hold the block. The
  /// given loop itself must not hold it. Logarithmic in the depth.
  LoopId outermost_without(LoopId loop, BlockId block) const;

  /// Moves a block into a loop nested in the one that directly holds it. A header takes its whole loop along.
  /// The loop is then larger than the natural loop; the caller must make sure that the block is reached only
  /// from inside the loop. After the last such call, call renumber(): until then, innermost() is the only
  /// query that is up to date.
  void put_into(LoopId loop, BlockId block);
  /// Brings the queries up to date. Linear in the loops.
  void renumber() { find_nesting(); }

 private:
  // The range of a loop in a second numbering, in pre-order of the nesting: the loop holds the loops numbered
  // `first` to `last`.
  struct Range {
    uint32_t first, last;
  };

  void find_nesting();

  Vector<Loop> loops_;
  Vector<Range> range_;
  /// By loop: a loop some levels further out (Myers, 1983: skew-binary jump pointers).
  Vector<LoopId> jump_;
  Vector<LoopId> innermost_, headed_by_;
};

/// Returns true if every retreating edge of the walk leads to a dominator of its source.
bool is_reducible(const Graph& graph, const PostVisitOrder& order, const DominatorTree& dominators);

}  // namespace trellis::cfg
