// The table of lowerings of DXIL operations, composed of the groups in operations/ and hit_objects/.
#pragma once

#include <span>

#include "spirv_backend/operations/lowerings.hpp"

namespace trellis::spirv {

/// Returns null if the operation is not translated.
Lowering lowering_of(dxil::Op op);

/// Lowers a DXIL operation with the table. Error: kUnsupported with the reason if it is not translated.
Result<void> lower_operation(FunctionEmitter& e, const dxil::Instruction& i);

/// Returns all groups.
std::span<const std::span<const LoweringEntry>> lowering_groups();

}  // namespace trellis::spirv
