// What variables are where paths join.
#pragma once

#include "dxil_frontend/program/ir.hpp"

namespace trellis::dxil {

/// Compilers say what a variable becomes where that is computed. Debuggers that run the program see the
/// values of the path that was taken; those that look at the code alone take the value that was said last in
/// its text. So that both are right, it is said again at the beginning of blocks that several paths reach, or
/// that come after blocks which say something else: the value that all paths agree on, a phi of the block
/// that has the values of its paths, or that it is not known.
///
/// A value that is computed ahead of the condition that the source assigns it under, and then selected by the
/// condition, holds up to where the code returns to earlier places of the source.
///
/// For a decoded module: ids of locals follow those of the module.
void join_bindings(Module& module);

}  // namespace trellis::dxil
