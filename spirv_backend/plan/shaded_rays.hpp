// HitObject::TraceRay with an invocation right behind it: the ray can be traced and shaded at once.
#pragma once

#include <cstdint>

#include "dxil_frontend/program/ir.hpp"

namespace trellis::spirv {

/// The definition of a local value; null: an argument, or of the module.
const dxil::Instruction* definition_of(const dxil::Function& function, dxil::ValueId value);

/// The HitObject::Invoke that the TraceRay of instruction `trace` can be one with: nothing else asks for what
/// the ray hit, and between them the payload is at most copied to another place. kNone if there is none.
uint32_t invocation_behind(const dxil::Module& module, const dxil::Function& function, uint32_t trace);

}  // namespace trellis::spirv
