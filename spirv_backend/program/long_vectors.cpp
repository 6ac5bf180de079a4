#include "spirv_backend/program/long_vectors.hpp"

#include <utility>

#include "spirv_backend/program/vector_rewriter.hpp"

namespace trellis::spirv {

using dxil::Function;
using dxil::Module;
using dxil::TypeId;

bool has_long_vectors(const Module& module) {
  for (TypeId t = 0; t < module.types.size(); ++t) {
    if (!is_long_vector(module, t)) continue;
    for (const Function& function : module.functions) {
      for (TypeId local : function.local_types) {
        if (is_long_vector(module, local)) return true;
      }
      // Constants are in no list of locals.
      for (dxil::ValueId v : function.operands) {
        if (is_long_vector(module, module.type_of(function, v))) return true;
      }
    }
    return false;
  }
  return false;
}

Result<void> split_long_vectors(dxil::Shader& shader, uint32_t most) {
  Module& module = shader.module;
  Vector<Function> rewritten;
  rewritten.reserve(module.functions.size());
  for (Function& function : module.functions) {
    VectorRewriter rewriter(module, function, most);
    if (!function.blocks.empty()) {
      if (Result<void> done = rewriter.run(); !done) return done;
      rewritten.push_back(rewriter.take());
    } else {
      rewritten.push_back(function);
    }
  }
  module.functions = std::move(rewritten);
  number_locals(module);
  return {};
}

}  // namespace trellis::spirv
