// Finds rays of HitObject::TraceRay that are invoked right away: they can be traced and shaded at once.
#pragma once

#include <cstdint>

#include "dxil_frontend/program/ir.hpp"

namespace trellis::spirv {

/// Returns the instruction that defines a local value; null for arguments and module-level values.
const dxil::Instruction* definition_of(const dxil::Function& function, dxil::ValueId value);

/// Returns the HitObject::Invoke that can be merged with the TraceRay at index `trace`; kNone if there is
/// none. The hit object has no other uses, and between the two the payload is at most copied to another
/// object.
uint32_t invocation_behind(const dxil::Module& module, const dxil::Function& function, uint32_t trace);

}  // namespace trellis::spirv
