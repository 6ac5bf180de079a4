// Keeps code with wave operations that was written before a `break` in its loop.
#pragma once

#include "structurizer/flow.hpp"
#include "structurizer/reducible_graph.hpp"
#include "structurizer/structured.hpp"

namespace trellis::structurizer {

/// Keeps code with co-convergent operations in the loop it was written in.
///
/// Code between a loop exit and what follows the loop (`if (c) { vote(); break; }`) is not part of the
/// natural loop. If it were placed after the loop, invocations that left in different iterations would vote
/// together. So if such a block is reached only from inside the loop and leads to co-convergent operations,
/// it is moved into the loop, along with everything on the paths to it. dxc marks such code where it can (see
/// marked_breaks.hpp); this pass handles the cases that it does not mark.
///
/// A loop is followed by the targets of marked breaks and of its own condition. The condition's exit is that
/// of its only latch or of its header, perhaps of several blocks (loop_condition.hpp). Exits to blocks
/// emitted before the loop's last block are jumps (emission_order.hpp). docs/internals/structurizer.md
/// describes the choice between two candidates. A loop without a condition is followed by the block that all
/// its exits lead to. Failing that, it is followed by the first exit emitted after the loop, and failing that
/// by the exit that dominates most of the program. Returns the loops for which this is a guess. Some
/// ambiguity is unavoidable: `for (;;) { if (c) { vote(); break; } }` and the same loop with the vote after
/// it have the same graph.
///
/// The time grows with the numbers of blocks and edges, and with the number of levels where edges leave
/// several loops.
Vector<ExitGuess> keep_convergent_exits(const Flow& flow, ReducibleGraph& reducible);

}  // namespace trellis::structurizer
