// What lies behind the group handle in a shader record, as words.
#pragma once

#include "spirv_backend/emitter/function_emitter.hpp"

namespace trellis::spirv {

/// The word at a byte offset: a multiple of 4. It is read where it is used, since a record need not have what
/// the shader does not read.
Id record_word(FunctionEmitter& e, uint32_t byte);
/// The word whose number is the id `word`.
Id indexed_record_word(FunctionEmitter& e, Id word);
/// The address in the two words from a byte offset on, as a vector of two words.
Id record_address(FunctionEmitter& e, uint32_t byte);

}  // namespace trellis::spirv
