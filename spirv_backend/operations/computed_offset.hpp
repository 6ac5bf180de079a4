// Samples whose texel offset is computed. Vulkan allows that for gathers alone (others need maintenance8, which
// a caller may promise), so the coordinate is moved instead: by the offset over the size of the level that is sampled.
#pragma once

#include "spirv_backend/resources/image_operations.hpp"

namespace trellis::spirv {

/// Whether some component of the texel offset in operands n, n + 1, ... is not constant, so that the coordinate
/// has to be moved.
bool moves_coordinate(FunctionEmitter& e, const dxil::Instruction& i, uint32_t n, const ImageShape& shape);

/// The level of detail that gradients give, which are scalars or vectors of the texture's axes: the logarithm
/// of the longer one's length in texels (D3D11 functional specification, 7.18.11), without anisotropy.
Id level_of_gradients(FunctionEmitter& e, const TextureUse& texture, Id gradient_x, Id gradient_y);

/// The coordinate with the offset in operands n, n + 1, ... added at the mip level nearest to `level`.
/// `bits`: how many bits of the offset D3D looks at.
Id moved_coordinate(FunctionEmitter& e, const dxil::Instruction& i, uint32_t n, uint32_t bits,
                    const TextureUse& texture, Id coordinate, Id level);

}  // namespace trellis::spirv
