// Determines which exits of a loop belong to its own condition.
#pragma once

#include "structurizer/flow.hpp"
#include "structurizer/reducible_graph.hpp"
#include "support/compressed_rows.hpp"
#include "support/containers.hpp"

namespace trellis::structurizer {

/// Finds loop conditions that span several blocks, as `a && b`, `a || b` and `a ? b : c` compile to: chains
/// and diamonds of blocks without effects (kEffects) whose phis nothing else uses. Keeps references; call
/// renumber() of the loops first. The total time over all loops is linear in the blocks, edges and uses.
class LoopConditions {
 public:
  LoopConditions(const Flow& flow, const ReducibleGraph& reducible)
      : flow_(flow), reducible_(reducible), graph_(reducible.graph), loops_(reducible.loops) {}

  /// Returns the targets of the first exit after the loop's header, if only the computation of a condition
  /// lies between them: where `while (a || b)` leads. Empty if there is none.
  Vector<BlockId> exits_after_header(cfg::LoopId loop);

  /// Returns the targets of the exits between the last point that all paths to back edges share and those
  /// back edges, if only the computation of a condition lies there: where `do { } while (a || b)` leads.
  /// Empty if there is none.
  Vector<BlockId> exits_before_back_edges(cfg::LoopId loop);

 private:
  Vector<BlockId> grow(cfg::LoopId loop, BlockId first, bool stops_at_exit);
  bool belongs(cfg::LoopId loop, BlockId node) const;
  bool has_exit(cfg::LoopId loop, BlockId node) const;
  bool phis_stay_inside(const Vector<BlockId>& region);
  void find_phi_users();
  void append_exits(cfg::LoopId loop, BlockId node, Vector<BlockId>& exits) const;

  const Flow& flow_;
  const ReducibleGraph& reducible_;
  const cfg::Graph& graph_;
  const cfg::LoopForest& loops_;
  Vector<uint32_t> region_of_;  ///< By node: the number of the last region that contained it.
  uint32_t regions_ = 0;
  CompressedRows<BlockId> users_;  ///< By value: the blocks that use it. Only for phis of the program.
  bool has_users_ = false;
};

}  // namespace trellis::structurizer
