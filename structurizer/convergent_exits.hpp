// Code that was written before a `break`, and what votes in it.
#pragma once

#include "structurizer/flow.hpp"
#include "structurizer/reduce.hpp"

namespace trellis::structurizer {

/// Keeps code with co-convergent operations in the loop it was written in.
///
/// Code between a loop exit and what follows the loop (`if (c) { vote(); break; }`) is not part of the
/// natural loop: placed after the loop, invocations that left in different iterations would vote together. If
/// such a block is reached from inside the loop alone, and leads to co-convergent operations, it is put into
/// the loop with all that lies on the way to it. dxc marks such code where it can (see dx.break); this is for
/// where it does not.
///
/// What follows the loop is where the loop's own condition leads: the exit of its one latch, else of its
/// header. A loop without such an exit is followed by what all its exits lead to, else by the exit that most
/// of the program lies behind. That is a guess: `for (;;) { if (c) { vote(); break; } }` and the same with
/// the vote behind the loop are one graph.
///
/// Time grows with the blocks and edges, and where loops are left over many levels, with their number.
void keep_convergent_exits(const Flow& flow, ReducibleGraph& reducible);

}  // namespace trellis::structurizer
