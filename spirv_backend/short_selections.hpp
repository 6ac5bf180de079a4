// Selections that take longer to branch around than to compute on both sides.
//
// A branch on a condition that differs between lanes masks lanes and jumps, which takes a GPU several
// instructions and waits. Drivers flatten small selections on their own; Mesa's limit is 8 instructions in
// total. The hint Flatten raises it.
#pragma once

#include "dxil_frontend/program/ir.hpp"
#include "structurizer/structured.hpp"

namespace trellis::spirv {

/// Returns true if the sides of a selection are few instructions, all of them without effects, in single
/// blocks or in selections of such. `selection`: a block with a merge instruction and two successors.
bool is_short_selection(const structurizer::Structured& structured, const dxil::Function& function,
                        const structurizer::Block& selection);

}  // namespace trellis::spirv
