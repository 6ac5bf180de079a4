// Lowers pointers that depend on control flow: logical addressing has no phi or select of pointers.
#pragma once

#include "dxil_frontend/program/ir.hpp"
#include "support/result.hpp"

namespace trellis::dxil {

/// Replaces each phi and select of pointers by phis and selects of indices, followed by one address
/// computation. All its incoming pointers must be addresses in the same variable with the same steps.
/// Otherwise returns kUnsupported, naming the instruction. Phis and selects of resource handles remain
/// unchanged.
Result<void> lower_pointer_phis(Module& module, Function& function);

/// Whether the function has phis or selects of pointers.
bool has_pointer_phis(const Module& module, const Function& function);

}  // namespace trellis::dxil
