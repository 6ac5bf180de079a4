#include "cfg/frontiers.hpp"

#include <algorithm>

#include "support/containers.hpp"

namespace trellis::cfg {

namespace {

class FrontierBuilder {
 public:
  FrontierBuilder(const DominatorTree& tree, uint32_t nodes)
      : tree_(tree), mark_(nodes, kNone), rows_(nodes) {}

  /// `joins(add)` must call add(join, predecessor) for every edge in the tree's direction, with the edges of
  /// each join in sequence and the joins ascending.
  template <class Joins>
  Result<Frontiers> build(const char* what, const Joins& joins) {
    uint64_t entries = 0;
    joins([&](BlockId join, BlockId predecessor) {
      if (entries > kMaxFrontierEntries) return;
      climb(join, predecessor, [&](BlockId block) {
        rows_.count(block);
        ++entries;
      });
    });
    if (entries > kMaxFrontierEntries) {
      return unsupported(String(what) + " of more than " + decimal(kMaxFrontierEntries) + " entries");
    }
    rows_.place();
    std::fill(mark_.begin(), mark_.end(), kNone);
    joins([&](BlockId join, BlockId predecessor) {
      climb(join, predecessor, [&](BlockId block) { rows_.add(block, join); });
    });
    return rows_.finish();
  }

 private:
  /// Adds the join to the frontiers of all blocks that dominate the predecessor but do not strictly dominate
  /// the join. A marked block and all blocks above it have already been visited for this join.
  template <class Add>
  void climb(BlockId join, BlockId predecessor, const Add& add) {
    if (!tree_.in_tree(predecessor)) return;
    const BlockId end = tree_.parent(join);
    for (BlockId block = predecessor; block != end && mark_[block] != join; block = tree_.parent(block)) {
      mark_[block] = join;
      add(block);
    }
  }

  const DominatorTree& tree_;
  Vector<BlockId> mark_;
  RowBuilder<BlockId> rows_;
};

}  // namespace

Result<Frontiers> build_dominance_frontiers(const Graph& graph, const PostVisitOrder& order,
                                            const DominatorTree& dominators) {
  FrontierBuilder builder(dominators, graph.block_count());
  return builder.build("dominance frontiers", [&](const auto& add) {
    for (BlockId block = 0; block < graph.block_count(); ++block) {
      if (!order.reached(block)) continue;
      for (EdgeId edge : graph.in_edges(block)) add(block, graph.source(edge));
    }
  });
}

Result<Frontiers> build_post_dominance_frontiers(const Graph& graph, const PostVisitOrder& order,
                                                 const PostDominators& post_dominators) {
  // An edge to the virtual exit adds nothing: its source is a child of the virtual exit in the tree.
  FrontierBuilder builder(post_dominators.tree, graph.block_count() + 1);
  return builder.build("post-dominance frontiers", [&](const auto& add) {
    for (BlockId block = 0; block < graph.block_count(); ++block) {
      if (!order.reached(block)) continue;
      for (BlockId successor : graph.successors(block)) add(block, successor);
    }
  });
}

IteratedFrontiers::IteratedFrontiers(const Graph& graph, const DominatorTree& dominators)
    : graph_(graph),
      dominators_(dominators),
      candidate_(graph.block_count(), 0),
      in_result_(graph.block_count(), 0),
      visited_(graph.block_count(), 0),
      live_(graph.block_count(), 0) {}

void IteratedFrontiers::find(std::span<const BlockId> blocks, Vector<BlockId>& result) {
  begin();
  for (BlockId block : blocks) add_candidate(block);
  search(false, result);
}

void IteratedFrontiers::find(std::span<const BlockId> blocks, std::span<const BlockId> live_in,
                             Vector<BlockId>& result) {
  begin();
  for (BlockId block : live_in) live_[block] = search_;
  for (BlockId block : blocks) add_candidate(block);
  search(true, result);
}

void IteratedFrontiers::begin() {
  if (++search_ != 0) return;
  // The search number has wrapped around, so old marks could match again.
  for (auto* marks : {&candidate_, &in_result_, &visited_, &live_}) marks->assign(marks->size(), 0);
  search_ = 1;
}

namespace {
constexpr auto kDeepestFirst = [](const auto& a, const auto& b) { return a.depth < b.depth; };
}

void IteratedFrontiers::add_candidate(BlockId block) {
  if (!dominators_.in_tree(block) || candidate_[block] == search_) return;
  candidate_[block] = search_;
  heap_.push_back({dominators_.depth(block), block});
  std::push_heap(heap_.begin(), heap_.end(), kDeepestFirst);
}

void IteratedFrontiers::search(bool only_live, Vector<BlockId>& result) {
  result.clear();
  while (!heap_.empty()) {
    std::pop_heap(heap_.begin(), heap_.end(), kDeepestFirst);
    const Candidate root = heap_.back();
    heap_.pop_back();
    // A subtree searched for a deeper candidate need not be searched again: its edges that lead above this
    // candidate have already been found.
    if (visited_[root.block] == search_) continue;
    visited_[root.block] = search_;
    work_.push_back(root.block);
    while (!work_.empty()) {
      const BlockId block = work_.back();
      work_.pop_back();
      look_past(block, root.depth, only_live, result);
      for (BlockId child : dominators_.children(block)) {
        if (visited_[child] == search_) continue;
        visited_[child] = search_;
        work_.push_back(child);
      }
    }
  }
  std::sort(result.begin(), result.end());
}

/// Adds to the frontier the successors of a block in a candidate's subtree that are not deeper than the
/// candidate.
void IteratedFrontiers::look_past(BlockId block, uint32_t root_depth, bool only_live,
                                  Vector<BlockId>& result) {
  for (BlockId successor : graph_.successors(block)) {
    if (dominators_.depth(successor) > root_depth) continue;
    if (in_result_[successor] == search_) continue;
    if (only_live && live_[successor] != search_) continue;
    in_result_[successor] = search_;
    result.push_back(successor);
    add_candidate(successor);
  }
}

}  // namespace trellis::cfg
