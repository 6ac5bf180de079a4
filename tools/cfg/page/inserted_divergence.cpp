#include "tools/cfg/page/inserted_divergence.hpp"

#include <algorithm>

#include "cfg/dominators.hpp"
#include "cfg/loop_forest.hpp"
#include "cfg/post_visit_order.hpp"

namespace trellis::tools {
namespace {

using cfg::BlockId;
using cfg::kNone;
using uniformity::Scopes;

/// Bounds the divergence of inserted blocks from above. If all invocations that run a program block also run
/// an inserted block in the same iteration of the loops around the latter, then the inserted block is run by
/// no fewer, so the scopes of the program block are a bound.
class Bounds {
 public:
  Bounds(const cfg::Graph& graph, std::span<const BlockId> program_blocks, const BlockTexts& texts)
      : graph_(graph),
        program_blocks_(program_blocks),
        texts_(texts),
        order_(graph),
        dominators_(cfg::build_dominators(graph, order_)),
        loops_(graph, order_, dominators_),
        scopes_(graph.block_count(), uniformity::kEveryScope),
        is_bounded_(graph.block_count(), false) {}

  std::vector<Scopes> find() && {
    for (const BlockId block : order_.reverse_post_order()) {
      if (program_blocks_[block] == kNone) continue;
      scopes_[block] = texts_.divergence[program_blocks_[block]];
      is_bounded_[block] = true;
      any_branch_ |= texts_.branches[program_blocks_[block]];
    }
    // A block that dominates another one has run when the other one does; one that post-dominates it will
    // run.
    bound_ancestors(dominators_);
    bound_ancestors(cfg::build_post_dominators(graph_, order_).tree);
    for (const BlockId block : order_.reverse_post_order()) {
      if (!is_bounded_[block]) bound_by_predecessors(block);
    }
    for (BlockId block = 0; block < graph_.block_count(); ++block) {
      if (!order_.reached(block)) scopes_[block] = uniformity::kNoScope;
    }
    return std::move(scopes_);
  }

 private:
  void bound_ancestors(const cfg::DominatorTree& tree) {
    for (const BlockId block : order_.reverse_post_order()) {
      if (program_blocks_[block] == kNone) continue;
      for (BlockId above = tree.parent(block); above < graph_.block_count(); above = tree.parent(above)) {
        if (program_blocks_[above] != kNone || !loops_.contains(loops_.innermost(above), block)) continue;
        scopes_[above] &= scopes_[block];
        is_bounded_[above] = true;
      }
    }
  }

  void bound_by_predecessors(BlockId block) {
    Scopes scopes = uniformity::kNoScope;
    for (const cfg::EdgeId edge : graph_.in_edges(block)) {
      const BlockId source = graph_.source(edge);
      if (!order_.reached(source)) continue;
      scopes |= scopes_[source];
      scopes |= divergence_at_the_end_of(source);
    }
    scopes_[block] = scopes;
    is_bounded_[block] = true;
  }

  /// Any branch of the program may have set what an inserted test examines.
  Scopes divergence_at_the_end_of(BlockId block) const {
    if (program_blocks_[block] != kNone) return texts_.branches[program_blocks_[block]];
    const auto targets = graph_.successors(block);
    const bool is_test =
        std::any_of(targets.begin(), targets.end(), [&](BlockId target) { return target != targets[0]; });
    return is_test ? any_branch_ : uniformity::kNoScope;
  }

  const cfg::Graph& graph_;
  std::span<const BlockId> program_blocks_;
  const BlockTexts& texts_;
  cfg::PostVisitOrder order_;
  cfg::DominatorTree dominators_;
  cfg::LoopForest loops_;
  std::vector<Scopes> scopes_;
  std::vector<bool> is_bounded_;
  Scopes any_branch_ = uniformity::kNoScope;  ///< In which invocations diverge at any branch of the program.
};

}  // namespace

std::vector<Scopes> divergence_of_blocks(const cfg::Graph& graph, std::span<const BlockId> program_blocks,
                                         const BlockTexts& texts) {
  return Bounds(graph, program_blocks, texts).find();
}

}  // namespace trellis::tools
