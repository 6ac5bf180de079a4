#include "tools/cfg/cfg_relations.hpp"

#include <utility>

namespace trellis::tools {
namespace {

template <class T>
std::optional<T> if_made(Result<T> result) {
  if (!result) return std::nullopt;
  return std::move(*result);
}

}  // namespace

BlockRelations relations_of(const cfg::Graph& graph, const cfg::PostVisitOrder& order,
                            const cfg::DominatorTree& dominators) {
  const cfg::PostDominators post_dominators = cfg::build_post_dominators(graph, order);
  return {if_made(cfg::build_dominance_frontiers(graph, order, dominators)),
          if_made(cfg::build_post_dominance_frontiers(graph, order, post_dominators)),
          if_made(cfg::build_reachability(graph))};
}

}  // namespace trellis::tools
