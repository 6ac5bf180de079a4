// From a reducible graph to constructs: the central pass of the structurizer.
#pragma once

#include "structurizer/draft.hpp"
#include "structurizer/flow.hpp"
#include "structurizer/regions.hpp"
#include "support/work_watch.hpp"

namespace trellis::structurizer {

/// Builds selections, loops and ladders in dominator-tree order.
///
/// Within its region (the function, or the body of one loop) an inner loop counts as one item, so that the
/// items form a DAG. An item that one other leads to is nested there. An item that several lead to (a merge
/// item) comes right after the construct of its immediate dominator: everything that leaves the construct is
/// joined in its merge block, and if some of it is meant for other items, a selector decides who enters this
/// one (a ladder). A loop is left to its merge block, which branches on the target. So a construct is never
/// left but to its merge block or to its loop's merge or continue block.
/// If `watch` is over, the draft is incomplete.
Draft build_constructs(const Flow& flow, const ReducibleGraph& reducible, const Regions& regions,
                       WorkWatch* watch = nullptr);

}  // namespace trellis::structurizer
