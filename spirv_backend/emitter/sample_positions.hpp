// D3D's standard places of samples in a pixel.
#pragma once

#include "spirv_backend/emitter/function_emitter.hpp"

namespace trellis::spirv {

/// Sets both fields of the instruction's result to the place of sample `index` (id) where a pixel has `count`
/// (id) samples: offsets from the pixel's centre, in sixteenths between -0.5 and 7/16. (0, 0) where there is
/// no such sample, and for counts without a standard pattern (other than 1, 2, 4, 8, 16).
void set_sample_position(FunctionEmitter& e, const dxil::Instruction& i, Id count, Id index);

}  // namespace trellis::spirv
