#include "tools/cfg/cfg_relations.hpp"

#include <utility>

namespace trellis::tools {
namespace {

template <class T>
std::optional<T> if_made(Result<T> result) {
  if (!result) return std::nullopt;
  return std::move(*result);
}

void drop_if_large(std::optional<cfg::Frontiers>& frontiers) {
  if (frontiers && frontiers->entries.size() > kMaxPageFrontierEntries) frontiers.reset();
}

}  // namespace

BlockRelations relations_of(const cfg::Graph& graph, const cfg::PostVisitOrder& order,
                            const cfg::DominatorTree& dominators) {
  const cfg::PostDominators post_dominators = cfg::build_post_dominators(graph, order);
  return {if_made(cfg::build_dominance_frontiers(graph, order, dominators)),
          if_made(cfg::build_post_dominance_frontiers(graph, order, post_dominators)),
          if_made(cfg::build_reachability(graph))};
}

BlockRelations page_relations_of(const cfg::Graph& graph, const cfg::PostVisitOrder& order,
                                 const cfg::DominatorTree& dominators) {
  BlockRelations relations = relations_of(graph, order, dominators);
  drop_if_large(relations.dominance_frontier);
  drop_if_large(relations.control_dependence);
  if (graph.block_count() > kMaxPageReachabilityBlocks) relations.reachability.reset();
  return relations;
}

}  // namespace trellis::tools
