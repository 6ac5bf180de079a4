// What a library declares about itself, as arrays that the C interface returns.
#pragma once

#include "dxil_frontend/program/shader.hpp"
#include "support/containers.hpp"

namespace trellis::c_api {

/// Names point into the shader's library data. All lists are empty if the shader has none.
struct LibraryLists {
  explicit LibraryLists(const dxil::Shader& shader);

  // Indexed by function.
  /// For each resource that the function uses: its index in Shader::resources, or TRELLIS_NO_INDEX.
  Vector<Vector<uint32_t>> resources;
  Vector<Vector<const char*>> dependencies;
  // Indexed by subobject.
  Vector<Vector<const char*>> exports;  ///< For associations: the exports they apply to.
};

}  // namespace trellis::c_api
