// The code of a function under construction, and the computed values that it can reuse.
#pragma once

#include <array>
#include <optional>
#include <span>

#include "dxil_frontend/program/shader.hpp"
#include "spirv_backend/emitter/index_sums.hpp"
#include "spirv_backend/emitter/interface/builtins.hpp"
#include "spirv_backend/emitter/interface/view_instancing.hpp"
#include "spirv_backend/emitter/memory/root_data.hpp"
#include "spirv_backend/emitter/reusable_code.hpp"
#include "spirv_backend/module/code_writer.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {

/// Maps ids to what is known of them.
template <class Known>
class IdTable {
 public:
  Known* find(Id id) {
    const uint32_t at = id < places_.size() ? places_[id] : 0;
    return at == 0 ? nullptr : &known_[at - 1];
  }
  /// Returns the id's entry, which is added if new. The reference is valid until the next addition.
  Known& add(Id id) {
    if (Known* known = find(id)) return *known;
    if (id >= places_.size()) places_.resize(id + id / 2 + 1, 0);
    known_.push_back({});
    places_[id] = static_cast<uint32_t>(known_.size());
    return known_.back();
  }

 private:
  Vector<uint32_t> places_;  // Indexed by id: 1 + index into known_, or 0.
  Vector<Known> known_;
};

/// The scalars that a vector consists of, by component; 0: unknown.
using VectorComponents = std::array<Id, 4>;

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
  IdTable<VectorComponents> parts;      ///< Components from which vectors were constructed.
  IdTable<IntegerTerms> integer_terms;  ///< How integers were computed.
  std::optional<bool> has_indices;      ///< Whether integer_terms can be of use; empty: not known yet.
  ReusableCode reusable;
  ReusableCode non_uniform;  ///< The same for code whose results are decorated NonUniform.
  BlockState block;
};

}  // namespace trellis::spirv
