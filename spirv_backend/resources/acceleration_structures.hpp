// Acceleration structures: behind a descriptor, or an address.
#pragma once

#include "spirv_backend/emitter/function_emitter.hpp"
#include "spirv_backend/resources/resource_access.hpp"

namespace trellis::spirv {

/// The acceleration structure whose handle is an operand of the instruction, loaded. kBadInput if it is
/// another resource.
Result<Id> acceleration_structure(FunctionEmitter& e, const dxil::Instruction& i, uint32_t operand);
/// The same by its handle.
Id load_acceleration_structure(FunctionEmitter& e, const Handle& handle);

}  // namespace trellis::spirv
