// The graph as the construct builder sees it: regions, the items in them, and the ways between.
#pragma once

#include "cfg/dominators.hpp"
#include "cfg/loop_forest.hpp"
#include "cfg/post_visit_order.hpp"
#include "structurizer/flow.hpp"
#include "structurizer/reduce.hpp"
#include "support/containers.hpp"

namespace trellis::structurizer {

using cfg::LoopId;

/// What a loop's collapsed item leads to, seen from the region around the loop.
struct LoopExits {
  Vector<BlockId> items;   ///< First nodes of items of that region, in topological order, each once.
  bool continues = false;  ///< That region's header: goes on with the loop around.
  bool breaks = false;     ///< Anything outside that region.
};

/// How an edge leaves a block of a region.
enum class Way : uint8_t {
  kItem,      ///< To an item of the same region.
  kContinue,  ///< To the end of the region's iteration.
  kBreak,     ///< Out of the region.
  kReturn,    ///< To a bare return, of which there may be copies.
};

/// A region is the function or one loop's body; an item is a block directly in it, or an inner loop as a
/// whole. An item is named by its first node. All queries are constant-time unless they say otherwise.
class Regions {
 public:
  /// Keeps references. copy_returns: edges to a bare return get one of their own each.
  Regions(const Flow& flow, const ReducibleGraph& reducible, bool copy_returns);

  /// The region whose item starts at a node.
  LoopId region_of(BlockId node) const {
    const LoopId loop = loops_.headed_by(node);
    return loop == kNone ? loops_.innermost(node) : loops_.loop(loop).parent;
  }
  Way way_to(LoopId region, BlockId target) const {
    if (copied_[target] != 0) return Way::kReturn;
    if (region != kNone && end_of_iteration(region) == target) return Way::kContinue;
    return region_of(target) == region ? Way::kItem : Way::kBreak;
  }
  /// True if several items lead to this one (back edges aside): it follows its immediate dominator's
  /// construct.
  bool is_merge_item(BlockId node) const { return is_merge_item_[node] != 0; }
  const LoopExits& exits(LoopId loop) const { return exits_[loop]; }

  /// The one block that goes back to the loop's header, if it does nothing else than that or leave the loop:
  /// it can be the continue block as it is. kNone if there is no such block.
  BlockId latch(LoopId loop) const { return latch_[loop]; }
  /// The node that a continue of the loop is headed for: its latch, or its header.
  BlockId end_of_iteration(LoopId loop) const {
    return latch_[loop] != kNone ? latch_[loop] : loops_.loop(loop).header;
  }

  /// The node whose reaching counts as a `break` of the switch: the last of the merge items that the switch
  /// immediately dominates. kNone if it has none. Linear in the blocks it immediately dominates.
  BlockId break_target(BlockId switch_node) const;

  /// The node whose reaching counts as a `break` out of a construct put around a two-way branch; kNone if
  /// none is worth it. It is if enough ways lead there from enough depth: each would meet the others in a
  /// merge block of ours at every level, with phis for all that the target's phis carry. around: the break
  /// target of the innermost such construct or switch around (kNone), which would be out of reach from
  /// inside: so nothing inside may lead there.
  BlockId breakable_target(BlockId branch, BlockId around) const;

  /// True if SPIR-V's fall-through can express that control reaches `target`, an item that the switch
  /// immediately dominates, from the switch and the case that starts at `before` alone. Not if the target
  /// holds convergent operations: who meets there would be the driver's choice. Linear in the edges to the
  /// target.
  bool may_fall_through(BlockId switch_node, BlockId before, BlockId target) const;

  /// True if there are bare returns that several edges lead to.
  bool has_shared_returns() const { return has_shared_returns_; }

 private:
  void find_returns(bool copy_returns);
  void find_latches();
  void classify_edges();
  void classify_edge(BlockId node, BlockId target);
  void count_convergent();
  bool holds_convergent(BlockId node) const;

  const Flow& flow_;
  const ReducibleGraph& reducible_;
  const cfg::Graph& graph_;
  const cfg::PostVisitOrder& order_;
  const cfg::DominatorTree& dominators_;
  const cfg::LoopForest& loops_;

  Vector<LoopExits> exits_;
  Vector<uint32_t> outermost_target_;  ///< By loop: the least depth of a region that an edge in it leads to.
  Vector<BlockId> latch_;
  Vector<uint32_t> only_source_;        ///< By item: the one item that leads to it.
  Vector<uint32_t> ways_in_;            ///< By item: how many edges lead to it, back edges aside.
  Vector<uint8_t> is_merge_item_;       ///< By item.
  Vector<uint8_t> copied_;              ///< By node: a bare return, copied for each edge.
  Vector<uint32_t> convergent_before_;  ///< Blocks with convergent operations, by dominator pre-order number.
  bool has_shared_returns_ = false;
};

}  // namespace trellis::structurizer
