// Turns a reducible graph into constructs: the central pass of the structurizer.
#pragma once

#include "structurizer/draft.hpp"
#include "structurizer/flow.hpp"
#include "structurizer/regions.hpp"
#include "support/work_watch.hpp"

namespace trellis::structurizer {

/// Builds selections, loops and ladders in dominator-tree order.
///
/// Within its region (the function, or the body of one loop) an inner loop counts as one item, so that the
/// items form a DAG. An item reached from only one other item is nested there. An item reached from several
/// (a merge item) comes right after the construct of its immediate dominator: all paths that leave the
/// construct are joined in its merge block. If some of them are meant for other items, a selector decides
/// which ones enter this item (a ladder). Control leaves a loop only to its merge block, which then branches
/// on the target. So a construct is left only to its own merge block or to the merge or continue block of its
/// loop. If `watch` is over, the draft is incomplete.
Draft build_constructs(const Flow& flow, const ReducibleGraph& reducible, const Regions& regions,
                       WorkWatch* watch = nullptr);

}  // namespace trellis::structurizer
