// The root data in the output: one block of words, in push constants or a uniform buffer.
#pragma once

#include "spirv_backend/module/code_writer.hpp"
#include "spirv_backend/plan/plan.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {

class FunctionEmitter;

/// The block in a module.
struct RootBlock {
  const EmitOptions& options;
  Id variable = 0;  ///< 0: not used yet.
};

/// The words that a function has loaded at its head.
struct LoadedRootWords {
  struct Value {
    uint32_t byte;
    Id id;
  };
  Vector<Value> values;
};

/// Loads, at the end of `code`, the word at a byte offset: a multiple of 4 within the root data.
Id load_root_word(RootBlock& root, CodeWriter& code, uint32_t byte);
/// The same of the word whose number, counted from the root data's start, is the id `word`.
Id load_indexed_root_word(RootBlock& root, CodeWriter& code, Id word);

/// The word at a byte offset, loaded once a function.
Id root_word(FunctionEmitter& e, uint32_t byte);

}  // namespace trellis::spirv
