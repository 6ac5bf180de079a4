// Tracing a ray at once, for operations that are more than that.
#pragma once

#include "spirv_backend/emitter/function_emitter.hpp"

namespace trellis::spirv {

/// The ray of a TraceRay, or of an operation with the same operands, with the payload that `hands_on` names.
Result<void> trace_ray(FunctionEmitter& e, const dxil::Instruction& i, const dxil::Instruction& hands_on);

}  // namespace trellis::spirv
