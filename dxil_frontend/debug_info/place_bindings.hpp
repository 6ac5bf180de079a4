// Moves bindings to values that are computed later.
#pragma once

#include "dxil_frontend/program/ir.hpp"

namespace trellis::dxil {

/// Compilers that sink computations leave bindings of their results behind, and LLVM does not check this.
/// There, the variable becomes unknown. It is bound again after the computation, unless another binding of
/// the variable could come between. Ids of locals have kLocalTag.
void place_bindings(Function& function);

}  // namespace trellis::dxil
