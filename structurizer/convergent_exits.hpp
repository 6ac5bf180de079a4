// Code that was written before a `break`, and the wave operations in it.
#pragma once

#include "structurizer/flow.hpp"
#include "structurizer/reducible_graph.hpp"
#include "structurizer/structured.hpp"

namespace trellis::structurizer {

/// Keeps code with co-convergent operations in the loop it was written in.
///
/// Code between a loop exit and what follows the loop (`if (c) { vote(); break; }`) is not part of the
/// natural loop. If it were placed after the loop, invocations that left in different iterations would vote
/// together. So if such a block is reached from inside the loop alone, and leads to co-convergent operations,
/// it is put into the loop, along with everything on the paths to it. dxc marks such code where it can (see
/// marked_breaks.hpp); this is for where it does not.
///
/// A loop is followed by the targets of marked breaks, and of its own condition: the exit of its only latch or of
/// its header, of several blocks perhaps (loop_condition.hpp). Exits to blocks emitted before the loop's last one
/// are jumps (emission_order.hpp). docs/internals/structurizer.md says what decides between two. A loop without a
/// condition is followed by the block that all its exits lead to, else by the exit that is emitted first past
/// it, else by the one that dominates most of the program. Returns the loops for which that is a guess. Even where
/// it is none, `for (;;) { if (c) { vote(); break; } }` and the same with the vote after the loop are one graph.
///
/// Time grows with the blocks and edges, and with the number of levels where edges leave several loops.
Vector<ExitGuess> keep_convergent_exits(const Flow& flow, ReducibleGraph& reducible);

}  // namespace trellis::structurizer
