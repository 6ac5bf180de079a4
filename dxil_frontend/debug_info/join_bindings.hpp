// Adds the bindings of variables where paths join.
#pragma once

#include "dxil_frontend/program/ir.hpp"

namespace trellis::dxil {

/// Compilers bind a variable to a value where the value is computed. A debugger that runs the program sees
/// the values of the path that was taken; one that only examines the code takes the binding that comes last
/// in the text. To satisfy both, this pass adds bindings at the start of blocks that several paths reach with
/// different values, and of blocks that have siblings with bindings in the dominator tree. The binding is the
/// value that all paths agree on, a phi of the block that has the values of its paths, or unknown.
///
/// A value that is computed ahead of the condition under which the source assigns it, and then selected by
/// that condition, holds up to the point where the code returns to earlier positions of the source.
///
/// The module must be decoded: ids of locals follow those of the module.
void join_bindings(Module& module);

}  // namespace trellis::dxil
