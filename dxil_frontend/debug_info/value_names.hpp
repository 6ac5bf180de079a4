// Names of a function's values in the source.
#pragma once

#include "dxil_frontend/debug_info/function_debug.hpp"

namespace trellis::dxil {

/// Fills in Function::names: variables of the source (with `.x` or `[2]` for parts of one), or else the names
/// in the input. Ids are local numbers with kLocalTag, as in the function's operands.
void collect_names(const DebugSource& source, const FunctionDebug& said, Function& function);

}  // namespace trellis::dxil
