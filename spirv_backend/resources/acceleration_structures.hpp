// Acceleration structures: behind a descriptor, or an address.
#pragma once

#include "spirv_backend/emitter/function_emitter.hpp"

namespace trellis::spirv {

/// The acceleration structure whose handle is an operand of the instruction, loaded. kBadInput if it is
/// another resource.
Result<Id> acceleration_structure(FunctionEmitter& e, const dxil::Instruction& i, uint32_t operand);

}  // namespace trellis::spirv
