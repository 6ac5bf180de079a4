#include "lower/vectors/long_vectors.hpp"

#include <algorithm>
#include <utility>

#include "lower/analysis/reached_functions.hpp"
#include "lower/vectors/vector_rewriter.hpp"

namespace trellis::lower {

using dxil::Function;
using dxil::Module;
using dxil::TypeId;

bool has_long_vectors(const Module& module, std::span<const uint8_t> is_reached) {
  const auto is_long = [&module](TypeId type) { return is_long_vector(module, type); };
  bool has_type = false;
  for (TypeId t = 0; t < module.types.size() && !has_type; ++t) has_type = is_long(t);
  return has_type && any_function(module, is_reached, [&](const Function& function) {
           // Constants are not among the locals.
           return std::ranges::any_of(function.local_types, is_long) ||
                  std::ranges::any_of(function.operands,
                                      [&](dxil::ValueId v) { return is_long(module.type_of(function, v)); });
         });
}

Result<void> split_long_vectors(dxil::Shader& shader, uint32_t most) {
  Module& module = shader.module;
  Vector<Function> rewritten;
  rewritten.reserve(module.functions.size());
  for (Function& function : module.functions) {
    VectorRewriter rewriter(module, function, most);
    if (!function.blocks.empty()) {
      TRELLIS_RETURN_IF_ERROR(rewriter.run());
      rewritten.push_back(rewriter.take());
    } else {
      rewritten.push_back(function);
    }
  }
  module.functions = std::move(rewritten);
  number_locals(module);
  return {};
}

}  // namespace trellis::lower
