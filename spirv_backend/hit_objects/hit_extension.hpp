// Hit objects of SPV_EXT_shader_invocation_reorder or NV's: a variable for each operation that makes one.
// SPIR-V has no values of them, so what the program's numbers name is told by functions of the module's own,
// which branch.
#pragma once

#include "spirv_backend/operations/lowerings.hpp"

namespace trellis::spirv {

/// Whether the caller has chosen them.
bool has_hit_extension(const FunctionEmitter& e);
/// The lowering of an operation on hit objects.
Result<void> lower_with_hit_extension(FunctionEmitter& e, const dxil::Instruction& i);

}  // namespace trellis::spirv
