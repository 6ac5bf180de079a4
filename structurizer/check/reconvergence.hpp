// Where invocations that diverge in the program are together again.
#pragma once

#include "structurizer/check/dominators.hpp"
#include "structurizer/flow.hpp"
#include "support/containers.hpp"

namespace trellis::structurizer::check {

/// By block: for a branch that can go to different blocks, the block where its invocations reconverge at the
/// latest, which is its immediate post-dominator within the iteration of each loop around it; else kNone, as
/// for branches that reconverge only where an iteration or the program ends. dominators: of the program.
Vector<BlockId> find_reconvergence(const cfg::Graph& graph, const Dominators& dominators);

}  // namespace trellis::structurizer::check
