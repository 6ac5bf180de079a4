// The root data in the output: one block of words, in push constants or a uniform buffer.
#pragma once

#include <array>
#include <span>

#include "spirv_backend/emitter/function_emitter.hpp"

namespace trellis::spirv {

/// What an access chain to a word of the root data is made of.
struct RootWordAddress {
  Id pointer_type = 0;
  Id variable = 0;
  std::array<uint32_t, 3> indices = {};
  uint32_t index_count = 0;
  std::span<const uint32_t> index_list() const { return {indices.data(), index_count}; }
};

/// Of the word at a byte offset, a multiple of 4 within the root data.
RootWordAddress root_word_address(ModuleContext& context, uint32_t byte);

/// Loads, here, the word whose number (counted from the root data's start) is the id `word`.
Id load_root_word(FunctionEmitter& e, Id word);

}  // namespace trellis::spirv
