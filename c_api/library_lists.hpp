// What a library says of itself, in the form of arrays that the C interface hands out.
#pragma once

#include "dxil_frontend/program/shader.hpp"
#include "support/containers.hpp"

namespace trellis::c_api {

/// Names point into the shader's library data. All empty if the shader has none.
struct LibraryLists {
  explicit LibraryLists(const dxil::Shader& shader);

  // By function.
  Vector<Vector<uint32_t>> resources;  ///< Into Shader::resources, or TRELLIS_NO_INDEX.
  Vector<Vector<const char*>> dependencies;
  // By subobject.
  Vector<Vector<const char*>> exports;  ///< Of associations.
};

}  // namespace trellis::c_api
