// What a library declares about itself, as arrays that the C interface returns.
#pragma once

#include "dxil_frontend/program/shader.hpp"
#include "support/containers.hpp"

namespace trellis::c_api {

/// Names point into the shader's library data. All lists are empty if the shader has none.
struct LibraryLists {
  explicit LibraryLists(const dxil::Shader& shader);

  /// By function: for each resource that it uses, the index in Shader::resources or TRELLIS_NO_INDEX.
  Vector<Vector<uint32_t>> resources;
  Vector<Vector<const char*>> dependencies;  ///< By function: functions of other libraries that it calls.
  Vector<Vector<const char*>> exports;       ///< By subobject: the exports that an association applies to.
};

}  // namespace trellis::c_api
