// Hit objects with SPV_EXT_shader_invocation_reorder or NV's extension: a variable for each operation that
// creates one. SPIR-V has no hit object values, so the module adds functions that select the variable by the
// program's object number, with a switch.
#pragma once

#include "spirv_backend/operations/lowerings.hpp"

namespace trellis::spirv {

/// Returns true if the caller chose one of these extensions.
bool has_hit_extension(const FunctionEmitter& e);
/// Lowers an operation on hit objects.
Result<void> lower_with_hit_extension(FunctionEmitter& e, const dxil::Instruction& i);

}  // namespace trellis::spirv
