// Which words of an instruction are IDs, by the check's grammar: for who renumbers them.
#pragma once

#include <cstdint>
#include <span>

#include "spirv_backend/check/grammar.hpp"
#include "support/containers.hpp"

namespace trellis::module_check {

/// Appends to `ids` which words of the instruction are IDs, its result among them. `case_words`: words of the
/// literals of OpSwitch. False if the words do not fit the row.
bool find_ids(const Row& row, std::span<const uint32_t> words, uint32_t case_words, Vector<uint16_t>& ids);

/// The word that is the result; 0: there is none.
inline uint16_t result_word(const Row& row) {
  if (row.operands[0] == 'R') return 1;
  return row.operands[0] == 'T' && row.operands[1] == 'R' ? 2 : 0;
}

}  // namespace trellis::module_check
