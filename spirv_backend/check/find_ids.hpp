// Finds the words of an instruction that are IDs, by the check's grammar, for code that renumbers IDs.
#pragma once

#include <cstdint>
#include <span>

#include "spirv_backend/check/grammar.hpp"

namespace trellis::module_check {

/// Writes the indices of the instruction's words that are IDs, including its result. `case_words`: number of
/// words of an OpSwitch literal. `ids` needs room for as many indices as there are words. Returns the end of
/// what was written; null if the words do not match the row.
uint16_t* find_ids(const Row& row, std::span<const uint32_t> words, uint32_t case_words, uint16_t* ids);

/// Returns the index of the word that is the result; 0: there is none.
inline uint16_t result_word(const Row& row) {
  if (row.operands[0] == 'R') return 1;
  return row.operands[0] == 'T' && row.operands[1] == 'R' ? 2 : 0;
}

}  // namespace trellis::module_check
