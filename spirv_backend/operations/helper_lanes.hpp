// Wave operations of pixel shaders exclude helper lanes unless the function includes them: this is HLSL's
// rule, not SPIR-V's. Also, invocations that discarded must not write memory, even where discard does not
// make them helpers.
#pragma once

#include "spirv_backend/operations/lowerings.hpp"

namespace trellis::spirv {

/// Lowers the operation in a separate function, so that the lowering can write blocks. The operation must
/// have a result.
Result<void> lower_in_function(FunctionEmitter& e, const dxil::Instruction& i, Lowering lowering);

/// Returns true if the operation must exclude helper lanes.
bool excludes_helper_lanes(const FunctionEmitter& e, const dxil::Instruction& i);

/// Returns true if helper lanes can take part in the operation with an operand that does not change the
/// result: zero, or true in a vote on whether all are true. They receive the result of the other lanes, so
/// that it is uniform, and loops over it compute derivatives.
bool has_neutral_operand(const FunctionEmitter& e, const dxil::Instruction& i);
/// Returns operand 0, in helper lanes the neutral one if the operation must exclude these and has one.
Id operand_of_lanes(FunctionEmitter& e, const dxil::Instruction& i);

/// Lowers an operation that must exclude helper lanes: in place if it has a neutral operand. Otherwise in a
/// separate function, in a branch that only other lanes take; in helper lanes the result is zero.
Result<void> lower_without_helper_lanes(FunctionEmitter& e, const dxil::Instruction& i, Lowering lowering);

/// Returns true if the module must exclude invocations that discarded from the operation (discards.hpp).
bool excludes_discarded_lanes(const FunctionEmitter& e, const dxil::Instruction& i);
/// Like lower_without_helper_lanes(), for lanes that did not discard.
Result<void> lower_without_discarded_lanes(FunctionEmitter& e, const dxil::Instruction& i, Lowering lowering);

}  // namespace trellis::spirv
