// dx.break: dxc's mark for a `break` that must not move out of its loop.
//
// What stands between a loop and a `break` is not part of the natural loop, so nothing in the graph says that
// it was written in the loop. Where an instruction of the block that breaks depends on a wave operation in
// the loop, dxc ends the block with a branch of two ways, out of the loop and back into it, on a condition
// that is always true but that its optimizer does not see through: a comparison of a load from the constant
// `@dx.break.cond`.
#pragma once

#include "dxil_frontend/program/ir.hpp"
#include "lower/edit/lowered_program.hpp"
#include "support/containers.hpp"

namespace trellis::lower {

/// True if some function with a 1 in `is_reached` (any, if it is empty) uses the variable.
bool has_break_marks(const dxil::Module& module, std::span<const uint8_t> is_reached = {});

/// Makes jumps of the branches on such conditions and takes the conditions out, however they are computed:
/// loaded once or for each break, negated, joined by phis, kept in local variables. What is computed from one
/// among other things is simplified. Numbers of functions, blocks and locals stay; blocks may become
/// unreachable. Returns the marks by function, ascending by block. A variable of that name that is not a
/// constant zero is not dxc's, and stays what it is.
Vector<Vector<BreakMark>> take_out_break_marks(dxil::Module& module);

}  // namespace trellis::lower
