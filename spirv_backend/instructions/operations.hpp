// DXIL's operations: the table of their lowerings, which the groups of operations/ and hit_objects/ make up.
#pragma once

#include <span>

#include "spirv_backend/operations/lowerings.hpp"

namespace trellis::spirv {

/// Null if the operation is not translated.
Lowering lowering_of(dxil::Op op);

/// A DXIL operation, by the table of lowerings. kUnsupported with the reason if it is not translated.
Result<void> lower_operation(FunctionEmitter& e, const dxil::Instruction& i);

/// All the groups.
std::span<const std::span<const LoweringEntry>> lowering_groups();

}  // namespace trellis::spirv
