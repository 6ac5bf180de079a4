// The root data in the output: one block of words, in push constants or a uniform buffer.
#pragma once

#include "spirv_backend/emitter/function_emitter.hpp"

namespace trellis::spirv {

/// Loads, at the end of `code`, the word at a byte offset, a multiple of 4 within the root data.
Id load_root_word_at(ModuleContext& context, CodeWriter& code, uint32_t byte);

/// Loads, here, the word whose number (counted from the root data's start) is the id `word`.
Id load_root_word(FunctionEmitter& e, Id word);

}  // namespace trellis::spirv
