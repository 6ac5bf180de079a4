// Wave operations of pixel shaders leave helper lanes out, unless the function says otherwise: HLSL's rule,
// not SPIR-V's. Nor do invocations write memory that discarded, where that does not make them helpers.
#pragma once

#include "spirv_backend/operations/lowerings.hpp"

namespace trellis::spirv {

/// Lowers the operation in a function of its own: the lowering may write blocks. It needs a result.
Result<void> lower_in_function(FunctionEmitter& e, const dxil::Instruction& i, Lowering lowering);

/// Whether the operation must not see helper lanes here.
bool excludes_helper_lanes(const FunctionEmitter& e, const dxil::Instruction& i);

/// Lowers the operation in a function of its own, behind a branch that only lanes take that are no helpers.
/// The result in helper lanes is zero.
Result<void> lower_without_helper_lanes(FunctionEmitter& e, const dxil::Instruction& i, Lowering lowering);

/// Whether invocations that discarded must be kept from the operation by us (discards.hpp).
bool excludes_discarded_lanes(const FunctionEmitter& e, const dxil::Instruction& i);
/// The same for lanes that did not discard.
Result<void> lower_without_discarded_lanes(FunctionEmitter& e, const dxil::Instruction& i, Lowering lowering);

}  // namespace trellis::spirv
