// Where invocations that diverge in the program reconverge.
#pragma once

#include "structurizer/check/dominators.hpp"
#include "structurizer/flow.hpp"
#include "support/containers.hpp"

namespace trellis::structurizer::check {

/// For each block with a branch that can go to different blocks, returns where its invocations reconverge
/// at the latest: its immediate post-dominator within the iteration of each loop around it. kNone for other
/// blocks, and for branches whose invocations reconverge only where an iteration or the program ends.
/// dominators: those of the program.
Vector<BlockId> find_reconvergence(const cfg::Graph& graph, const Dominators& dominators);

}  // namespace trellis::structurizer::check
