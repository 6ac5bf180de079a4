// The root data in the output: one block of words in push constants or a uniform buffer.
#pragma once

#include "spirv_backend/module/code_writer.hpp"
#include "spirv_backend/plan/plan.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {

class FunctionEmitter;

/// The root data block of a module.
struct RootBlock {
  const EmitOptions& options;
  Id variable = 0;  ///< 0: not used so far.
};

/// The words that a function has loaded in its prologue.
struct LoadedRootWords {
  struct Value {
    uint32_t byte;
    Id id;
  };
  Vector<Value> values;
};

/// Appends to `code` a load of the word at a byte offset, which is a multiple of 4 within the root data.
Id load_root_word(RootBlock& root, CodeWriter& code, uint32_t byte);
/// The same for the word whose index in the root data is the id `word`.
Id load_indexed_root_word(RootBlock& root, CodeWriter& code, Id word);

/// Returns the word at a byte offset, which is loaded once per function.
Id root_word(FunctionEmitter& e, uint32_t byte);

}  // namespace trellis::spirv
