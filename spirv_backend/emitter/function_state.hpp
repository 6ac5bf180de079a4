// The code of one function in the making, and what it has computed that is not to be computed again.
#pragma once

#include <array>
#include <span>

#include "dxil_frontend/program/shader.hpp"
#include "spirv_backend/emitter/builtins.hpp"
#include "spirv_backend/emitter/root_data.hpp"
#include "spirv_backend/emitter/view_instancing.hpp"
#include "spirv_backend/module/code_writer.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {

/// Which scalars some vectors are made of, by the vector's id.
class VectorParts {
 public:
  using Components = std::array<Id, 4>;  ///< 0: not known.

  Components* find(Id vector) {
    const uint32_t at = vector < places_.size() ? places_[vector] : 0;
    return at == 0 ? nullptr : &components_[at - 1];
  }
  /// Those of a vector that may be new. Valid until the next one is added.
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
  Vector<uint32_t> places_;  // By id: 1 + into components_, or 0.
  Vector<Id> vectors_;
  Vector<Components> components_;
};

/// The block that is being written.
struct BlockState {
  /// A sum, product or shift of 32-bit addresses.
  struct Address {
    spv::Op opcode = spv::Op::OpNop;
    Id a = 0, b = 0, id = 0;
  };
  std::span<const dxil::Instruction> instructions;  ///< The program's block; empty where there is none.
  const dxil::Instruction* instruction = nullptr;   ///< That is being translated, among them.
  std::array<Address, 16> addresses;                ///< The oldest is the next to be replaced.
  uint32_t next_address = 0;
  VectorParts extracted;  ///< Components that the block has taken out of vectors.
};

/// The sections follow one another in the function: the variables behind the first block's label, then the
/// prologue, then the body.
struct FunctionState {
  explicit FunctionState(ModuleBuilder& module) : variables(module), prologue(module), body(module) {}

  CodeWriter variables;  ///< Function variables.
  CodeWriter prologue;   ///< What is loaded once, at the function's head.
  CodeWriter body;
  LoadedBuiltins builtins;
  LoadedRootWords root_words;
  LoadedViews views;
  VectorParts parts;  ///< Components that were there before their vector was.
  BlockState block;
};

}  // namespace trellis::spirv
