// SSA, once: phis for the program's phis, for the selectors, and for values whose definition no longer
// dominates a use.
#pragma once

#include "structurizer/draft.hpp"
#include "structurizer/flow.hpp"

namespace trellis::structurizer {

/// Completes a draft that order_blocks has numbered: predecessors, phis, selectors, aliases, replacements.
///
/// On every edge that leaves a node of the graph it is known where control is headed and, if a program phi
/// waits there, with which value. Between two nodes there are only blocks of ours, without cycles; so a
/// program phi or a selector is read backwards through those alone, and gets a phi where edges with different
/// values meet. A value whose definition does not dominate a use any more is read backwards from the use,
/// with a phi at each join on the way (see value_repair.hpp).
void place_phis(const Flow& flow, const ReducibleGraph& reducible, Draft& draft);

}  // namespace trellis::structurizer
