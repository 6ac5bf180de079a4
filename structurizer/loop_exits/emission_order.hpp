// Determines which exits of a loop lead past it, from the order in which the compiler emitted the blocks.
#pragma once

#include "structurizer/reducible_graph.hpp"
#include "support/containers.hpp"

namespace trellis::structurizer {

/// Finds what follows each loop. A front end emits the blocks of a loop together: conditions, body,
/// increment, and then what follows the loop. Optimizers mostly keep that order. So an exit to a block with a
/// higher number than all blocks of the loop leads past the loop, and one to a lower number leads to code
/// that was written in it. Block numbers are those of the program; the graph's edges carry no such
/// information.
class EmissionOrder {
 public:
  /// Uses the loops as they are now: natural loops. Takes O(e log e) time for e edges.
  explicit EmissionOrder(const ReducibleGraph& reducible);

  /// Returns the block that follows a loop: of the exits that lead past it, the one that stays in the most
  /// outer loops; among equals, the one emitted first. kNone if no exit leads past the loop.
  cfg::BlockId follower(cfg::LoopId loop) const { return followers_[loop]; }

  /// Returns true if a block outside a loop was emitted after all of it, or begins another iteration of a
  /// loop around it. Nodes that are not the program's count as emitted after it.
  bool is_behind(cfg::LoopId loop, cfg::BlockId block) const {
    return !reducible_.loops.contains(loop, block) && position(loop, block) > uint64_t{last_[loop]} * 2;
  }

 private:
  struct Exit {
    cfg::LoopId from;  ///< Innermost loop that the exit leaves.
    cfg::BlockId to;
    uint32_t depth;     ///< Number of loops that the exit stays in.
    uint64_t position;  ///< Emission position of the target; see position().
  };

  /// Returns the emission position of a block outside the loop `from`: twice the block's number. The header
  /// of a loop around `from`, where the next iteration begins, is placed just after the last block of that
  /// outer loop.
  uint64_t position(cfg::LoopId from, cfg::BlockId block) const;
  void find_last_blocks();
  Vector<Exit> list_exits() const;
  void find_followers();

  const ReducibleGraph& reducible_;
  Vector<cfg::BlockId> last_;       ///< By loop: its block with the highest number.
  Vector<cfg::BlockId> followers_;  ///< By loop: the result of follower().
};

}  // namespace trellis::structurizer
