// Values of variables that are named before they are computed.
#pragma once

#include "dxil_frontend/program/ir.hpp"

namespace trellis::dxil {

/// Compilers that sink computations leave behind what they said of the results, and LLVM does not check it.
/// There the variable is not known any more. It is the value from where that is computed on, if nothing else
/// is said of the variable that could come between. Ids of locals carry kLocalTag.
void place_bindings(Function& function);

}  // namespace trellis::dxil
