// All phis of the result: the program's, the selectors, and those for values whose definition no longer
// dominates a use.
#pragma once

#include "structurizer/draft.hpp"
#include "structurizer/flow.hpp"
#include "support/work_watch.hpp"

namespace trellis::structurizer {

/// Completes a draft that order_blocks has numbered: predecessors, phis, selectors, aliases, replacements.
///
/// For every edge that leaves a node of the graph, its target is known, and if the target has phis, so are
/// their operands. Between two nodes there are only inserted blocks, without cycles. So a program phi or a
/// selector is read backwards through these blocks only, with a phi wherever edges with different values are
/// joined. A value whose definition no longer dominates a use is read backwards from the use, with a phi at
/// each join (see value_repair.hpp). If `watch` is over, phis are missing.
void place_phis(const Flow& flow, const ReducibleGraph& reducible, Draft& draft, WorkWatch* watch = nullptr);

}  // namespace trellis::structurizer
