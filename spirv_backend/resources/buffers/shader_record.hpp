// The data after the group handle in a shader record, accessed as words.
#pragma once

#include "spirv_backend/emitter/function_emitter.hpp"

namespace trellis::spirv {

/// Loads the word at a byte offset, a multiple of 4. It is loaded at its use, because a record need not
/// contain data that the shader does not read.
Id record_word(FunctionEmitter& e, uint32_t byte);
/// Loads the word whose index is the id `word`.
Id indexed_record_word(FunctionEmitter& e, Id word);
/// Loads the address in the two words at a byte offset, as a vector of two words.
Id record_address(FunctionEmitter& e, uint32_t byte);

}  // namespace trellis::spirv
