// D3D's standard sample positions.
#pragma once

#include "spirv_backend/emitter/function_emitter.hpp"

namespace trellis::spirv {

/// Sets both fields of the instruction's result to the position of sample `index` (id) of a pixel with
/// `count` (id) samples: an offset from the pixel's center, a multiple of 1/16 from -0.5 to 7/16. It is (0,
/// 0) if there is no such sample, or no standard pattern for the count (only 1, 2, 4, 8 and 16 have one).
void set_sample_position(FunctionEmitter& e, const dxil::Instruction& i, Id count, Id index);

}  // namespace trellis::spirv
