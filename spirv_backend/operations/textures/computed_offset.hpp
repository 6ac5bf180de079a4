// Samples with a computed texel offset. Vulkan allows these only for gathers (for others with maintenance8,
// if the caller promises it), so the coordinate is moved instead: by the offset divided by the size of the
// sampled level.
#pragma once

#include "spirv_backend/resources/image_operations.hpp"

namespace trellis::spirv {

/// Returns true if a component of the texel offset in operands n, n + 1, ... is not constant, so that the
/// coordinate must be moved.
bool moves_coordinate(FunctionEmitter& e, const dxil::Instruction& i, uint32_t n, const ImageShape& shape);

/// Returns the level of detail for gradients, which are scalars or vectors of the texture's axes: the
/// logarithm of the length in texels of the longer one (D3D11 functional specification, 7.18.11), without
/// anisotropy.
Id level_of_gradients(FunctionEmitter& e, const TextureUse& texture, Id gradient_x, Id gradient_y);

/// Returns the coordinate plus the offset in operands n, n + 1, ... at the mip level nearest to `level`.
/// `bits`: the number of low bits of the offset that D3D uses.
Id moved_coordinate(FunctionEmitter& e, const dxil::Instruction& i, uint32_t n, uint32_t bits,
                    const TextureUse& texture, Id coordinate, Id level);

}  // namespace trellis::spirv
