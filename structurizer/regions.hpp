// The construct builder's view of the graph: regions, the items in them, and the edges between them.
#pragma once

#include "cfg/dominators.hpp"
#include "cfg/loop_forest.hpp"
#include "cfg/post_visit_order.hpp"
#include "structurizer/flow.hpp"
#include "structurizer/reducible_graph.hpp"
#include "support/containers.hpp"

namespace trellis::structurizer {

using cfg::LoopId;

/// Where the exits of a loop, seen as one item, lead in the region around it.
struct LoopExits {
  /// Items of the region that the exits lead to: their first nodes, in topological order, each once.
  Vector<BlockId> items;
  bool continues = false;  ///< True if an exit leads to the end of the region's iteration.
  bool breaks = false;     ///< True if an exit leads out of the region.
};

/// What an edge from a block of a region leads to.
enum class EdgeKind : uint8_t {
  kItem,      ///< An item of the same region.
  kJoin,      ///< The end of the region's iteration, if its lanes reconverge there (Regions::joins).
  kContinue,  ///< The end of the region's iteration.
  kBreak,     ///< Anything outside the region.
  kReturn,    ///< A bare return that may be copied.
};

/// A region is the function or one loop's body. An item is a block directly in it, or a whole inner loop. An
/// item is named by its first node. All queries take constant time unless they say otherwise.
class Regions {
 public:
  /// Keeps references. copy_returns: each edge to a bare return gets its own copy. declare_joins: see
  /// Options::declare_joins.
  Regions(const Flow& flow, const ReducibleGraph& reducible, bool copy_returns, bool declare_joins);

  /// Returns the region of the item that starts at a node.
  LoopId region_of(BlockId node) const {
    const LoopId loop = loops_.headed_by(node);
    return loop == kNone ? loops_.innermost(node) : loops_.loop(loop).parent;
  }
  EdgeKind edge_kind(LoopId region, BlockId target) const {
    if (copied_[target] != 0) return EdgeKind::kReturn;
    if (region != kNone && end_of_iteration(region) == target) {
      return joins(region) ? EdgeKind::kJoin : EdgeKind::kContinue;
    }
    return region_of(target) == region ? EdgeKind::kItem : EdgeKind::kBreak;
  }
  /// Returns true if several items lead to this one (not counting back edges). It is then placed after the
  /// construct of its immediate dominator.
  bool is_merge_item(BlockId node) const { return is_merge_item_[node] != 0; }
  const LoopExits& exits(LoopId loop) const { return exits_[loop]; }

  /// Returns true if the paths of the loop's body have to meet in a declared merge block before they
  /// continue: an operation in the loop can observe which lanes run the next iteration together, and SPIR-V
  /// does not guarantee reconvergence at a continue target. Or several blocks branch back, and merge blocks
  /// are cheap enough, see latch(). The end of the iteration is then a merge item, named by the loop's
  /// header. No other item inside the loop has that name, since the header is the region's first node.
  bool joins(LoopId region) const { return region != kNone && joins_[region] != 0; }
  /// For a loop that joins: returns the dominator tree depth of the block that immediately dominates the end
  /// of the iteration.
  uint32_t join_depth(LoopId region) const { return dominators_.depth(join_parent_[region]); }
  /// Returns true if the loop joins and all paths of its iterations lead through the node.
  bool leads_to_join(LoopId region, BlockId node) const {
    return joins(region) && dominators_.dominates(node, join_parent_[region]);
  }

  /// Returns the loop's only latch if all its edges lead back to the header or leave the loop: such a block
  /// can serve as the continue block unchanged. kNone if there is none, if the loop joins, or if paths meet
  /// in the latch and merge blocks before an empty continue block are cheap enough: compilers without
  /// continue blocks (Mesa's) move a continue block that several edges lead to to the start of the loop and
  /// test a flag for the first iteration.
  BlockId latch(LoopId loop) const { return latch_[loop]; }
  /// Returns the node that a continue of the loop leads to: its latch, or its header.
  BlockId end_of_iteration(LoopId loop) const {
    return latch_[loop] != kNone ? latch_[loop] : loops_.loop(loop).header;
  }

  /// Returns the node to which an edge from inside a switch is a `break`: the last of the merge items that
  /// the switch immediately dominates. kNone if it has none. Linear in the blocks that the switch immediately
  /// dominates.
  BlockId break_target(BlockId switch_node) const;

  /// Returns the node to which edges are a `break` of a construct put around a two-way branch, or kNone if no
  /// such construct is worth its cost. It is worth it if enough edges lead to the node from deep enough
  /// inside: without the construct, they would be joined in an inserted merge block at every level, with phis
  /// for everything that the target's phis carry. around: the break target of the innermost such construct or
  /// switch around this one (or kNone). It would be out of reach from inside, so nothing inside may lead
  /// there.
  BlockId breakable_target(BlockId branch, BlockId around) const;

  /// Returns true if `target`, an item that the switch immediately dominates, is reached only from the switch
  /// and from the case that starts at `before`, which SPIR-V's fall-through can express. False if the target
  /// holds convergent operations, since drivers differ in which invocations reconverge there. Linear in the
  /// edges to the target.
  bool may_fall_through(BlockId switch_node, BlockId before, BlockId target) const;

  /// Returns true if several edges lead to the same bare return.
  bool has_shared_returns() const { return has_shared_returns_; }

 private:
  void find_returns(bool copy_returns);
  void find_joins();
  /// Returns true if a loop has several latches, and not so many that they would need a breakable construct.
  bool join_cheaply(const Vector<BlockId>& latches, BlockId header) const;
  void find_latches();
  /// Returns true if paths meet in the node, but neither so many that they would need a breakable construct,
  /// nor from within the cases of a switch. Mesa makes a loop of either.
  bool joins_paths_cheaply(BlockId node) const;
  /// Returns true if these blocks, which lead from a switch to one that it immediately dominates, are not the
  /// only ends of their cases: several are in one case, or the switch has another join. Reorders the blocks.
  bool is_switch_left_from_within(BlockId switch_node, Vector<BlockId>& sources) const;
  void classify_edges();
  void classify_edge(BlockId node, BlockId target);
  void count_convergent();
  bool is_convergent(BlockId node) const {
    return flow_.has_flag(node, kConvergent) || flow_.has_flag(node, kCoConvergent);
  }
  bool holds_convergent(BlockId node) const;

  const Flow& flow_;
  const ReducibleGraph& reducible_;
  const cfg::Graph& graph_;
  const cfg::PostVisitOrder& order_;
  const cfg::DominatorTree& dominators_;
  const cfg::LoopForest& loops_;

  Vector<LoopExits> exits_;
  /// By loop: the least depth of a region that edges in the loop lead to.
  Vector<uint32_t> outermost_target_;
  Vector<uint8_t> joins_;  ///< By loop: the result of joins().
  /// By loop that joins: the block that immediately dominates the sources of all its back edges.
  Vector<BlockId> join_parent_;
  Vector<uint32_t> back_edges_;  ///< By loop: the number of its back edges.
  Vector<BlockId> latch_;
  Vector<uint32_t> only_source_;  ///< By item: the only item that leads to it.
  /// By item: the number of edges that lead to it, not counting back edges.
  Vector<uint32_t> forward_in_edges_;
  Vector<uint8_t> is_merge_item_;  ///< By item: the result of is_merge_item().
  Vector<uint8_t> copied_;         ///< By node: nonzero for a bare return that is copied for each edge.
  /// By dominator pre-order number: blocks with convergent operations before it.
  Vector<uint32_t> convergent_before_;
  bool has_shared_returns_ = false;
};

}  // namespace trellis::structurizer
