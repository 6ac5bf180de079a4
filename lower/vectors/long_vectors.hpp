// Vectors of more than four components (shader model 6.9): SPIR-V's end at four, so they are taken apart into
// pieces of four, and a shorter one at the end, before anything else looks at the program. Where the device
// has SPV_EXT_long_vector, pieces are longer.
#pragma once

#include "dxil_frontend/program/shader.hpp"
#include "support/result.hpp"

namespace trellis::lower {

/// True if some function has a value of such a type.
bool has_long_vectors(const dxil::Module& module, std::span<const uint8_t> is_reached = {});

/// Rewrites every function of the module: component-wise instructions and operations become one for each
/// piece of `most` components (a power of two), loads and stores access piece by piece. A component that an
/// index chooses is found by comparisons, or, of the longest vectors, in an array that the vector is written
/// to where it is defined. Some operations get a form that only the backend knows: RawBufferVectorLoad then
/// returns { the pieces, i32 }, positions of triangles are a struct of the pieces, and RawBufferVectorStore
/// takes them one by one. A parameter becomes as many as it has pieces, or the address of a local variable of
/// the caller's if the function had too many then; a result goes by way of such a variable. Function and
/// block numbers stay. Errors: kUnsupported for what cannot be taken apart (bits of bools read as numbers,
/// operations that DXIL has for no vectors).
Result<void> split_long_vectors(dxil::Shader& shader, uint32_t most);

}  // namespace trellis::lower
