// The code of a function under construction, and the computed values that it can reuse.
#pragma once

#include <array>
#include <span>

#include "dxil_frontend/program/shader.hpp"
#include "spirv_backend/emitter/interface/builtins.hpp"
#include "spirv_backend/emitter/interface/view_instancing.hpp"
#include "spirv_backend/emitter/memory/root_data.hpp"
#include "spirv_backend/emitter/reusable_code.hpp"
#include "spirv_backend/module/code_writer.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {

/// Maps vectors, by id, to the scalars that they consist of.
class VectorParts {
 public:
  using Components = std::array<Id, 4>;  ///< 0: unknown.

  Components* find(Id vector) {
    const uint32_t at = vector < places_.size() ? places_[vector] : 0;
    return at == 0 ? nullptr : &components_[at - 1];
  }
  /// Returns the components of a vector, which are added if new. The reference is valid until the next
  /// addition.
  Components& add(Id vector) {
    if (Components* known = find(vector)) return *known;
    if (vector >= places_.size()) places_.resize(vector + 1, 0);
    components_.push_back({});
    vectors_.push_back(vector);
    places_[vector] = static_cast<uint32_t>(components_.size());
    return components_.back();
  }
  void clear() {
    for (const Id vector : vectors_) places_[vector] = 0;
    vectors_.clear();
    components_.clear();
  }

 private:
  Vector<uint32_t> places_;  // Indexed by id: 1 + index into components_, or 0.
  Vector<Id> vectors_;
  Vector<Components> components_;
};

/// State of the block that is being written.
struct BlockState {
  std::span<const dxil::Instruction> instructions;  ///< The program's block; empty if there is none.
  const dxil::Instruction* instruction = nullptr;   ///< The one being translated, in `instructions`.
};

/// The sections of the function, in this order: variables after the first block's label, then the prologue,
/// then the body.
struct FunctionState {
  explicit FunctionState(ModuleBuilder& module) : variables(module), prologue(module), body(module) {}

  /// Call before the code of a function of the program, and before the code of each of its blocks.
  void begin_function(const structurizer::DominatorIntervals& dominators, size_t instructions) {
    reusable.begin_function(dominators, instructions);
    non_uniform.begin_function(dominators, instructions);
  }
  void begin_block(structurizer::BlockId id) {
    reusable.begin_block(id, body);
    non_uniform.begin_block(id, body);
  }

  CodeWriter variables;  ///< Declarations of Function variables.
  CodeWriter prologue;   ///< Loads that the function does once, at its start.
  CodeWriter body;
  LoadedBuiltins builtins;
  LoadedRootWords root_words;
  LoadedViews views;
  VectorParts parts;  ///< Components from which vectors were constructed.
  ReusableCode reusable;
  ReusableCode non_uniform;  ///< The same for code whose results are decorated NonUniform.
  BlockState block;
};

}  // namespace trellis::spirv
