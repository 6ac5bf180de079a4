// Where derivatives come from, which samples with an implicit level of detail need too.
#pragma once

#include "spirv_backend/function_emitter.hpp"

namespace trellis::spirv {

/// Quads of threads: of fragments; of compute, mesh and amplification shaders either four consecutive lanes,
/// or 2x2 threads if both X and Y of the group are even.
enum class QuadShape : uint8_t { kNative, kLinear, kSquare };
QuadShape quad_shape(const FunctionEmitter& e);

/// Declares what instructions with derivatives in them need. Errors: kBadInput if the stage has none.
Result<void> require_derivatives(FunctionEmitter& e, const dxil::Instruction& i);

}  // namespace trellis::spirv
