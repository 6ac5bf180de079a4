// The nesting of loops while it is still being determined, from the outside in.
#pragma once

#include "cfg/loop_forest.hpp"
#include "support/containers.hpp"

namespace trellis::structurizer {

/// A forest of loops. Queries take time logarithmic in the depth, by jump pointers (E. W. Myers, "An
/// applicative random-access stack", 1983). kNone stands for the root, outside all loops.
class LoopAncestry {
 public:
  /// Creates the forest without any loops in it.
  explicit LoopAncestry(uint32_t loop_count) : nodes_(loop_count + 1) {}

  /// Sets the loop directly around `loop`. `outer` must already have been placed, and its own position must
  /// not change later.
  void put(cfg::LoopId loop, cfg::LoopId outer);
  cfg::LoopId outer(cfg::LoopId loop) const { return loop_of(node_of(loop).outer); }
  uint32_t depth(cfg::LoopId loop) const { return node_of(loop).depth; }
  /// Returns true if `inner` is the loop or nested in it.
  bool holds(cfg::LoopId loop, cfg::LoopId inner) const;
  /// Returns the innermost loop around both (which may be one of them).
  cfg::LoopId common(cfg::LoopId a, cfg::LoopId b) const;

 private:
  struct Node {
    uint32_t outer = 0, jump = 0, depth = 0;
  };
  // kNone wraps to the root, 0.
  static uint32_t index_of(cfg::LoopId loop) { return loop + 1; }
  static cfg::LoopId loop_of(uint32_t index) { return index - 1; }
  const Node& node_of(cfg::LoopId loop) const { return nodes_[index_of(loop)]; }
  uint32_t at_depth(uint32_t index, uint32_t depth) const;

  Vector<Node> nodes_;
};

}  // namespace trellis::structurizer
