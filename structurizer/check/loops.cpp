#include "structurizer/check/loops.hpp"

#include <algorithm>

namespace trellis::structurizer::check {

namespace {

/// Collapses loops into their headers, inner loops first. So each block is visited once, in the innermost
/// loop that holds it, and each loop once, in the loop around it.
class LoopFinder {
 public:
  LoopFinder(const cfg::Graph& graph, const Dominators& dominators)
      : graph_(graph), dominators_(dominators), collapsed_into_(graph.block_count()) {
    for (BlockId block = 0; block < graph.block_count(); ++block) collapsed_into_[block] = block;
  }

  Loops run() {
    find_headers();
    for (uint32_t loop = result_.count(); loop-- > 0;) collapse(loop);
    result_.nesting = number_forest(result_.parent);
    const uint32_t count = result_.count();
    result_.inner = collect_rows<uint32_t>(count + 1, [&](const auto& add) {
      for (uint32_t loop = 0; loop < count; ++loop) {
        add(result_.parent[loop] == kNone ? 0 : result_.parent[loop] + 1, loop);
      }
    });
    result_.depth.assign(count, 1);
    for (uint32_t loop = 0; loop < count; ++loop) {
      if (result_.parent[loop] != kNone) result_.depth[loop] = result_.depth[result_.parent[loop]] + 1;
    }
    return std::move(result_);
  }

 private:
  bool is_back_edge(BlockId source, BlockId target) const {
    return dominators_.reached(source) && dominators_.dominates(target, source);
  }

  /// Finds the headers. A header dominates the headers of the loops inside its own loop, so it is visited
  /// before them.
  void find_headers() {
    result_.innermost.assign(graph_.block_count(), kNone);
    result_.headed_by.assign(graph_.block_count(), kNone);
    for (const BlockId block : dominators_.depth_first) {
      const auto edges = graph_.in_edges(block);
      const bool is_header = std::any_of(edges.begin(), edges.end(), [&](cfg::EdgeId edge) {
        return is_back_edge(graph_.source(edge), block);
      });
      if (!is_header) continue;
      result_.headed_by[block] = result_.innermost[block] = result_.count();
      result_.header.push_back(block);
      result_.parent.push_back(kNone);
    }
  }

  void collapse(uint32_t loop) {
    const BlockId header = result_.header[loop];
    for (const cfg::EdgeId edge : graph_.in_edges(header)) {
      if (is_back_edge(graph_.source(edge), header)) work_.push_back(graph_.source(edge));
    }
    while (!work_.empty()) {
      const BlockId block = outermost(work_.back());
      work_.pop_back();
      if (block == header) continue;
      collapsed_into_[block] = header;
      if (result_.headed_by[block] == kNone) {
        result_.innermost[block] = loop;
      } else {
        result_.parent[result_.headed_by[block]] = loop;
      }
      for (const cfg::EdgeId edge : graph_.in_edges(block)) {
        if (dominators_.reached(graph_.source(edge))) work_.push_back(graph_.source(edge));
      }
    }
  }

  /// Returns what a block has been collapsed into so far, with path halving.
  BlockId outermost(BlockId block) {
    while (collapsed_into_[block] != block) {
      collapsed_into_[block] = collapsed_into_[collapsed_into_[block]];
      block = collapsed_into_[block];
    }
    return block;
  }

  const cfg::Graph& graph_;
  const Dominators& dominators_;
  Vector<BlockId> collapsed_into_;  ///< By block: itself, or the header of a loop that holds it.
  Vector<BlockId> work_;
  Loops result_;
};

}  // namespace

uint32_t Loops::outermost_left(BlockId source, BlockId target) const {
  // A loop is entered only at its header, so an edge enters at most one loop.
  uint32_t common = innermost[target];
  if (!contains(common, source)) common = parent[common];
  const uint32_t from = innermost[source];
  if (from == common) return kNone;
  const auto siblings = inner.of(common == kNone ? 0 : common + 1);
  const auto after =
      std::upper_bound(siblings.begin(), siblings.end(), nesting.enter[from],
                       [&](uint32_t number, uint32_t loop) { return number < nesting.enter[loop]; });
  return *(after - 1);
}

Loops find_loops(const cfg::Graph& graph, const Dominators& dominators) {
  return LoopFinder(graph, dominators).run();
}

}  // namespace trellis::structurizer::check
