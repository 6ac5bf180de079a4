// Relations between blocks beyond their edges: frontiers and reachability.
#pragma once

#include <optional>

#include "cfg/dominators.hpp"
#include "cfg/frontiers.hpp"
#include "cfg/graph.hpp"
#include "cfg/post_visit_order.hpp"
#include "cfg/reachability.hpp"

namespace trellis::tools {

/// A member is absent if cfg/ refuses to compute it because of its size.
struct BlockRelations {
  std::optional<cfg::Frontiers> dominance_frontier;
  /// Post-dominance frontiers: the branches that decide whether a block runs.
  std::optional<cfg::Frontiers> control_dependence;
  std::optional<cfg::Reachability> reachability;
};
BlockRelations relations_of(const cfg::Graph& graph, const cfg::PostVisitOrder& order,
                            const cfg::DominatorTree& dominators);

}  // namespace trellis::tools
