// Loads acceleration structures from a descriptor or an address.
#pragma once

#include "spirv_backend/emitter/function_emitter.hpp"
#include "spirv_backend/resources/resource_access.hpp"

namespace trellis::spirv {

/// Loads the acceleration structure whose handle is an operand of the instruction. Error: kBadInput if the
/// handle is that of another kind of resource.
Result<Id> acceleration_structure(FunctionEmitter& e, const dxil::Instruction& i, uint32_t operand);
/// The same for a given handle.
Id load_acceleration_structure(FunctionEmitter& e, const Handle& handle);

}  // namespace trellis::spirv
