// What blocks are to each other beyond their edges: frontiers, and which block reaches which.
#pragma once

#include <optional>

#include "cfg/dominators.hpp"
#include "cfg/frontiers.hpp"
#include "cfg/graph.hpp"
#include "cfg/post_visit_order.hpp"
#include "cfg/reachability.hpp"

namespace trellis::tools {

/// Each is absent if cfg/ refuses to make it for its size.
struct BlockRelations {
  std::optional<cfg::Frontiers> dominance_frontier;
  /// Post-dominance frontiers: the branches that decide whether a block is run.
  std::optional<cfg::Frontiers> control_dependence;
  std::optional<cfg::Reachability> reachability;
};
BlockRelations relations_of(const cfg::Graph& graph, const cfg::PostVisitOrder& order,
                            const cfg::DominatorTree& dominators);

}  // namespace trellis::tools
