// Which exits of a loop lead past it, by the order in which the compiler emitted the blocks.
#pragma once

#include "structurizer/reducible_graph.hpp"
#include "support/containers.hpp"

namespace trellis::structurizer {

/// A front end emits the blocks of a loop together: conditions, body, increment, and then what follows the loop.
/// Optimizers mostly keep that order. So an exit to a block with a higher number than all blocks of the loop
/// leads past the loop, and one to a lower number leads to code that was written in it. Block numbers are
/// those of the program; the graph's edges do not show any of this.
class EmissionOrder {
 public:
  /// Takes the loops as they are now: natural loops. O(e log e) in the edges.
  explicit EmissionOrder(const ReducibleGraph& reducible);

  /// What follows a loop: of the exits that lead past it, the one that stays in the most outer loops, and
  /// of several the one emitted first. kNone if no exit leads past the loop.
  cfg::BlockId follower(cfg::LoopId loop) const { return followers_[loop]; }

  /// True if a block outside a loop was emitted after all of it, or begins another iteration of a loop around
  /// it. Nodes that are not the program's count as such.
  bool is_behind(cfg::LoopId loop, cfg::BlockId block) const {
    return !reducible_.loops.contains(loop, block) && position(loop, block) > uint64_t{last_[loop]} * 2;
  }

 private:
  struct Exit {
    cfg::LoopId from;    ///< Innermost loop that the exit leaves.
    cfg::BlockId to;
    uint32_t depth;      ///< How many loops it stays in.
    uint64_t position;   ///< Of the target.
  };

  /// Of a block outside a loop: twice its number. Of the header of a loop around that loop, where the next
  /// iteration begins: just after the last block of that one.
  uint64_t position(cfg::LoopId from, cfg::BlockId block) const;
  void find_last_blocks();
  Vector<Exit> list_exits() const;
  void find_followers();

  const ReducibleGraph& reducible_;
  Vector<cfg::BlockId> last_;       ///< By loop: its block with the highest number.
  Vector<cfg::BlockId> followers_;  ///< By loop.
};

}  // namespace trellis::structurizer
