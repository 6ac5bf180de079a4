// Pointers that control flow chooses: logical addressing has no phi or select of pointers.
#pragma once

#include "dxil_frontend/program/ir.hpp"
#include "support/result.hpp"

namespace trellis::dxil {

/// Replaces each phi and select of pointers by phis and selects of indices, followed by one address
/// computation. All the pointers that meet in it must be addresses inside the same variable, made of the same
/// steps. Otherwise: kUnsupported, naming the instruction. Phis and selects of resource handles are left
/// alone.
Result<void> lower_pointer_phis(Module& module, Function& function);

/// Whether the function has any.
bool has_pointer_phis(const Module& module, const Function& function);

}  // namespace trellis::dxil
