// The last step of both readers, after all functions have been decoded.
#pragma once

#include "dxil_frontend/module_builder/module_builder.hpp"
#include "support/result.hpp"

namespace trellis::dxil {

/// Finds the overload types of DXIL operations, gives local values their final ids, checks the module
/// (verifier.hpp), and lowers phis of pointers if there are any. Errors: those of the builder, of the checks
/// and of the lowering.
Result<void> finish_module(ModuleBuilder& builder, bool has_pointer_phis);

}  // namespace trellis::dxil
