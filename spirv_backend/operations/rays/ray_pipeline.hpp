// Tracing of a ray, for operations that include it.
#pragma once

#include "spirv_backend/emitter/function_emitter.hpp"

namespace trellis::spirv {

/// Traces the ray of a TraceRay, or of an operation with the same operands, with the payload of `hands_on`.
Result<void> trace_ray(FunctionEmitter& e, const dxil::Instruction& i, const dxil::Instruction& hands_on);

}  // namespace trellis::spirv
