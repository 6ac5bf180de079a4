// dx.break: dxc's mark for a `break` that must not move out of its loop.
//
// The code between a loop and a `break` is not part of the natural loop, so nothing in the graph shows that
// it was written in the loop. Where an instruction in the breaking block depends on a wave operation in the
// loop, dxc ends the block with a conditional branch, out of the loop or back into it. The condition is
// always true, but opaque to dxc's optimizer: a comparison of a value loaded from the constant
// `@dx.break.cond`.
#pragma once

#include "dxil_frontend/program/ir.hpp"
#include "lower/edit/lowered_program.hpp"
#include "support/containers.hpp"

namespace trellis::lower {

/// Whether a function with a 1 in `is_reached` (any function if it is empty) uses the variable.
bool has_break_marks(const dxil::Module& module, std::span<const uint8_t> is_reached = {});

/// Turns branches on such conditions into jumps and removes the conditions, however they are computed: loaded
/// once or for each break, negated, joined by phis, kept in local variables. Values that are only partly
/// computed from one are simplified. Numbers of functions, blocks and locals stay; blocks may become
/// unreachable. Returns the marks by function, in ascending order of blocks. A variable of that name that is
/// not a constant zero is not dxc's and is kept.
Vector<Vector<BreakMark>> take_out_break_marks(dxil::Module& module);

}  // namespace trellis::lower
