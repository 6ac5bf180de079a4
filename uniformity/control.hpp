// Which branches decide what: the control flow of a function as the analysis needs it. Knows graphs only.
//
// Invocations that part at a branch are taken to meet at its immediate post-dominator within the iteration of
// every loop around it, as structured languages promise. So control dependence is found on the graph of one
// iteration: a back edge leads to a node of its own, the end of its loop's iterations, and from there to
// wherever the loop can be left to. How threads leave a loop, together or not, is a question of its own.
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

/// A natural loop, or an irreducible region: a strongly connected component with an inner cycle that has no
/// single entry. Such a region has no cycles inside.
struct Cycle {
  BlockId header = kNone;  ///< Of a natural loop; of a region the block first met.
  CycleId parent = kNone;
  bool is_region = false;
};

class Control {
 public:
  /// Keeps a reference: the graph must outlive it. kUnsupported if control dependence has more than
  /// cfg::kMaxFrontierEntries entries (nesting thousands deep).
  static Result<Control> build(const cfg::Graph& graph);

  const cfg::Graph& graph() const { return *graph_; }
  const cfg::PostVisitOrder& order() const { return order_; }
  const cfg::DominatorTree& dominators() const { return dominators_; }

  /// Nodes of the iteration graph: the blocks, then one end for each cycle.
  uint32_t node_count() const { return graph_->block_count() + cycle_count(); }
  bool is_end(uint32_t node) const { return node >= graph_->block_count(); }
  CycleId cycle_of_end(uint32_t node) const { return node - graph_->block_count(); }

  /// The nodes whose outcome decides, directly, whether control comes to a node in an iteration: branches,
  /// and ends of cycles that can be left to several places.
  std::span<const uint32_t> deciders(uint32_t node) const { return deciders_.of(node); }
  /// True if the block can go on to different blocks.
  bool parts(BlockId block) const { return parts_[block] != 0; }

  uint32_t cycle_count() const { return static_cast<uint32_t>(cycles_.size()); }
  const Cycle& cycle(CycleId cycle) const { return cycles_[cycle]; }
  /// Innermost cycle around a node; of an end, the one around its cycle.
  CycleId cycle_around(uint32_t node) const {
    return is_end(node) ? cycles_[cycle_of_end(node)].parent : innermost_[node];
  }
  /// True if the cycle holds the block. kNone holds every block. Constant time.
  bool contains(CycleId cycle, BlockId block) const {
    if (cycle == kNone) return true;
    const CycleId inner = innermost_[block];
    return inner != kNone && enter_[cycle] <= enter_[inner] && enter_[inner] <= leave_[cycle];
  }
  /// Blocks with an edge out of the cycle, each once, ascending.
  std::span<const BlockId> exits(CycleId cycle) const { return exits_.of(cycle); }
  /// True if what is decided at the node lies behind the block, which dominates it (or is its cycle's).
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
  CompressedRows<BlockId> exits_;  ///< By cycle.
  Vector<uint8_t> parts_;
  cfg::Frontiers deciders_;  ///< By node.
};

}  // namespace trellis::uniformity
