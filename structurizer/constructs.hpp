// From a reducible graph to constructs: the heart of the structurizer.
#pragma once

#include "structurizer/draft.hpp"
#include "structurizer/flow.hpp"
#include "structurizer/regions.hpp"

namespace trellis::structurizer {

/// Builds selections, loops and ladders in dominator-tree order.
///
/// Seen from its region (the function, or one loop's body) an inner loop is one item; what is left is a DAG.
/// An item with one way in is nested where that way in is. An item with several (a merge item) comes right
/// after the construct of its immediate dominator: all that falls out of the construct meets in one merge
/// block; if some of it wants to go elsewhere, a selector lets in those that want this item (a ladder).
/// Leaving a loop goes to the loop's merge block, and from there as from any branch. So no construct is ever
/// left but to its merge block, its loop's merge block or continue block.
Draft build_constructs(const Flow& flow, const ReducibleGraph& reducible, const Regions& regions);

}  // namespace trellis::structurizer
