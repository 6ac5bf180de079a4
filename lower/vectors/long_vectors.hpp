// Vectors of more than four components (shader model 6.9). SPIR-V's vectors have at most four, so longer ones
// are split into pieces of four and possibly a shorter one at the end. If the device has SPV_EXT_long_vector,
// pieces are longer.
#pragma once

#include "dxil_frontend/program/shader.hpp"
#include "support/result.hpp"

namespace trellis::lower {

/// Whether some function has a value of such a type.
bool has_long_vectors(const dxil::Module& module, std::span<const uint8_t> is_reached = {});

/// Rewrites every function of the module. Component-wise instructions and operations become one for each
/// piece of `most` components (a power of two); loads and stores access each piece. A component with a
/// dynamic index is selected by comparisons or, in the longest vectors, read from an array to which the
/// vector is written where it is defined. Some operations get a form that only the back end knows:
/// RawBufferVectorLoad returns { the pieces, i32 }, the positions of triangles are a struct of the pieces,
/// and RawBufferVectorStore takes one operand per piece. A parameter becomes one per piece or, if the
/// function would have too many parameters, the address of a local variable of the caller. A result is
/// returned through such a variable. Function and block numbers stay. Errors: kUnsupported for what cannot be
/// split (bits of bools read as numbers, operations that DXIL does not define for vectors).
Result<void> split_long_vectors(dxil::Shader& shader, uint32_t most);

}  // namespace trellis::lower
