#include "structurizer/loop_exits/marked_breaks.hpp"

#include <algorithm>

#include "support/containers.hpp"
#include "support/sort_stably.hpp"

namespace trellis::structurizer {

using cfg::LoopId;

namespace {

/// Returns the graph with the marking edges, which are never taken, added.
cfg::Graph with_marks(const Flow& flow) {
  const cfg::Graph& graph = flow.graph;
  Vector<MarkedBreak> marks = flow.marked_breaks;
  sort_stably(marks.begin(), marks.end(),
              [](const MarkedBreak& a, const MarkedBreak& b) { return a.block < b.block; });
  CompressedRows<BlockId> successors;
  auto mark = marks.begin();
  for (BlockId block = 0; block < graph.block_count(); ++block) {
    const auto targets = graph.successors(block);
    successors.entries.insert(successors.entries.end(), targets.begin(), targets.end());
    for (; mark != marks.end() && mark->block == block; ++mark) successors.entries.push_back(mark->inside);
    successors.end_row();
  }
  return cfg::Graph(std::move(successors), graph.entry());
}

/// Returns true if both graphs have the same regions of several entries.
bool same_dispatches(const ReducibleGraph& a, const ReducibleGraph& b) {
  const uint32_t count = a.graph.block_count() - a.first_dispatch;
  if (b.graph.block_count() - b.first_dispatch != count) return false;
  const auto number = [](const ReducibleGraph& of, BlockId node) {
    return of.is_dispatch(node) ? node - of.first_dispatch + of.payload_count : node;
  };
  for (uint32_t n = 0; n < count; ++n) {
    const auto in_a = a.graph.successors(a.first_dispatch + n),
               in_b = b.graph.successors(b.first_dispatch + n);
    if (!std::equal(in_a.begin(), in_a.end(), in_b.begin(), in_b.end(),
                    [&](BlockId x, BlockId y) { return number(a, x) == number(b, y); })) {
      return false;
    }
  }
  return true;
}

/// Gives the loops of one graph the nesting and the blocks that they have in the other.
class LoopGrowth {
 public:
  LoopGrowth(const ReducibleGraph& marked, ReducibleGraph& reducible)
      : marked_(marked), reducible_(reducible), loops_(reducible.loops) {}

  void run() {
    if (!match_loops()) return;
    bool changed = false;
    for (const BlockId node : reducible_.order.reverse_post_order()) {
      if (node == reducible_.pre_entry) continue;
      const LoopId into = loop_of_twin(node);
      if (into == loop_around(loops_, node)) continue;
      loops_.put_into(into, node);
      changed = true;
    }
    if (changed) loops_.renumber();
  }

 private:
  /// Returns the loop into which a block is put together with the loop that it heads.
  static LoopId loop_around(const cfg::LoopForest& loops, BlockId node) {
    const LoopId heads = loops.headed_by(node);
    return heads == kNone ? loops.innermost(node) : loops.loop(heads).parent;
  }

  BlockId twin(BlockId node) const {
    return reducible_.is_dispatch(node) ? node - reducible_.first_dispatch + marked_.first_dispatch : node;
  }

  /// Returns the loop of the unmarked graph that corresponds to the block's loop in the marked one. A loop
  /// that only marked edges close has no counterpart.
  LoopId loop_of_twin(BlockId node) const {
    const bool heads = loops_.headed_by(node) != kNone;
    const LoopId loop = heads ? loop_around(marked_.loops, twin(node)) : marked_.loops.innermost(twin(node));
    return loop == kNone ? LoopId{kNone} : same_loop_[loop];
  }

  /// Matches the loops of the two graphs. Returns false if some loop has no counterpart in the marked graph.
  bool match_loops() {
    Vector<LoopId> twin_of(marked_.loops.loop_count(), kNone);
    for (LoopId loop = 0; loop < loops_.loop_count(); ++loop) {
      const LoopId same = marked_.loops.headed_by(twin(loops_.loop(loop).header));
      if (same == kNone) return false;
      twin_of[same] = loop;
    }
    for (LoopId loop = 0; loop < marked_.loops.loop_count(); ++loop) {
      const LoopId parent = marked_.loops.loop(loop).parent;
      const LoopId outer = parent == kNone ? LoopId{kNone} : same_loop_[parent];
      same_loop_.push_back(twin_of[loop] == kNone ? outer : twin_of[loop]);
    }
    return true;
  }

  const ReducibleGraph& marked_;
  ReducibleGraph& reducible_;
  cfg::LoopForest& loops_;
  /// By loop of the marked graph: its counterpart, or that of the nearest loop around it that has one.
  Vector<LoopId> same_loop_;
};

}  // namespace

void keep_marked_breaks(const Flow& flow, ReducibleGraph& reducible) {
  if (flow.marked_breaks.empty() || reducible.loops.loop_count() == 0) return;
  const ReducibleGraph marked = make_reducible(with_marks(flow));
  if (same_dispatches(marked, reducible)) LoopGrowth(marked, reducible).run();
}

}  // namespace trellis::structurizer
