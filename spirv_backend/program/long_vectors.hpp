// Vectors of more than four components (shader model 6.9): SPIR-V's end at four, so they are taken apart into
// scalars before anything else looks at the program.
#pragma once

#include "dxil_frontend/program/shader.hpp"
#include "support/result.hpp"

namespace trellis::spirv {

/// True if some function has a value of such a type.
bool has_long_vectors(const dxil::Module& module);

/// Rewrites every function of the module: component-wise instructions and operations become one for each
/// component, loads and stores access element by element. Two operations get a form that only the backend
/// knows: RawBufferVectorLoad then returns { T x n, i32 }, and RawBufferVectorStore takes its n values one by
/// one. Function and block numbers stay. Errors: kUnsupported for what cannot be taken apart (calls with such
/// vectors, casts that change the number of components).
Result<void> scalarize_long_vectors(dxil::Shader& shader);

}  // namespace trellis::spirv
