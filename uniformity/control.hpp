// Control dependence for the uniformity analysis. Works on graphs only.
//
// Invocations that diverge at a branch are assumed to reconverge at its immediate post-dominator within the
// iteration of each loop around it, as structured languages guarantee. So control dependence is computed on
// the graph of one iteration: a back edge leads to a node of its own, the end of its loop's iterations, and
// from there to wherever control can leave the loop. Whether threads leave a loop together is a separate
// question.
#pragma once

#include <cstdint>
#include <span>

#include "cfg/dominators.hpp"
#include "cfg/frontiers.hpp"
#include "cfg/graph.hpp"
#include "cfg/post_visit_order.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis::uniformity {

using cfg::BlockId;
using cfg::kNone;
using CycleId = uint32_t;

/// A natural loop, or an irreducible region: a strongly connected component that contains a cycle with
/// several entries. Cycles inside such a region are not distinguished.
struct Cycle {
  BlockId header = kNone;  ///< The loop's header; for a region, its first block in reverse post-visit order.
  CycleId parent = kNone;
  bool is_region = false;
};

class Control {
 public:
  /// Keeps a reference: the graph must outlive the result. Fails with kUnsupported if control dependence has
  /// more than cfg::kMaxFrontierEntries entries (nesting thousands deep).
  static Result<Control> build(const cfg::Graph& graph);

  const cfg::Graph& graph() const { return *graph_; }
  const cfg::PostVisitOrder& order() const { return order_; }
  const cfg::DominatorTree& dominators() const { return dominators_; }

  /// Returns the number of nodes of the iteration graph: the blocks, then one end node for each cycle.
  uint32_t node_count() const { return graph_->block_count() + cycle_count(); }
  bool is_end(uint32_t node) const { return node >= graph_->block_count(); }
  CycleId cycle_of_end(uint32_t node) const { return node - graph_->block_count(); }

  /// Returns the nodes that a node is control dependent on within an iteration: branches, and ends of cycles
  /// with several exit targets. Ascending.
  std::span<const uint32_t> deciders(uint32_t node) const { return deciders_.of(node); }
  /// Returns true if invocations may diverge at the end of the block: it has at least two different
  /// successors.
  bool diverges(BlockId block) const { return diverges_[block] != 0; }

  uint32_t cycle_count() const { return static_cast<uint32_t>(cycles_.size()); }
  const Cycle& cycle(CycleId cycle) const { return cycles_[cycle]; }
  /// Returns the innermost cycle around a node; for an end node, the one around its cycle.
  CycleId cycle_around(uint32_t node) const {
    return is_end(node) ? cycles_[cycle_of_end(node)].parent : innermost_[node];
  }
  /// Returns true if the cycle holds the block. kNone holds every block. Constant time.
  bool contains(CycleId cycle, BlockId block) const {
    if (cycle == kNone) return true;
    const CycleId inner = innermost_[block];
    return inner != kNone && enter_[cycle] <= enter_[inner] && enter_[inner] <= leave_[cycle];
  }
  /// Returns the blocks with an edge out of the cycle, ascending, without duplicates.
  std::span<const BlockId> exits(CycleId cycle) const { return exits_.of(cycle); }
  /// Returns true if the block dominates the node. For an end node: if the block dominates the header of the
  /// cycle or is in the cycle.
  bool is_behind(BlockId block, uint32_t node) const {
    if (!is_end(node)) return dominators_.dominates(block, node);
    const CycleId cycle = cycle_of_end(node);
    return dominators_.dominates(block, cycles_[cycle].header) || contains(cycle, block);
  }

 private:
  explicit Control(const cfg::Graph& graph);
  void find_cycles();
  Vector<uint8_t> find_regions() const;
  void number_cycles();
  void find_exits();
  cfg::Graph iteration_graph() const;
  Result<void> find_deciders();

  const cfg::Graph* graph_;
  cfg::PostVisitOrder order_;
  cfg::DominatorTree dominators_;
  Vector<Cycle> cycles_;
  Vector<CycleId> innermost_;
  Vector<uint32_t> enter_, leave_;
  CompressedRows<BlockId> exits_;  ///< By cycle; see exits().
  Vector<uint8_t> diverges_;
  cfg::Frontiers deciders_;  ///< By node of the iteration graph; see deciders().
};

}  // namespace trellis::uniformity
