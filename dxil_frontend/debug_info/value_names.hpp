// What the source calls the values of a function.
#pragma once

#include "dxil_frontend/debug_info/function_debug.hpp"

namespace trellis::dxil {

/// Fills Function::names: variables of the source (with `.x` or `[2]` for parts of one), else the names that
/// the input has. Ids are local numbers with kLocalTag, as in the function's operands.
void collect_names(const DebugSource& source, const FunctionDebug& said, Function& function);

}  // namespace trellis::dxil
