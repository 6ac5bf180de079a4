// AGS' matrix operations: the steps that they consist of, and their translations (matrix.hpp).
#pragma once

#include <cstdint>
#include <optional>

#include "lower/vendor/intrinsics.hpp"

namespace trellis::lower {

struct MatrixStep {
  enum Kind : uint8_t {
    kBell,  ///< Operands: offset and stride. The next access at the result names the memory.
    kPass,  ///< Passes two words of a matrix.
    kType,  ///< The immediate is a type or a product; all operands are known.
    kTake,  ///< Returns a word of the resulting matrix.
  } kind = kBell;
  uint8_t phase = 0;
  uint8_t which = 0;       ///< kPass: which matrix; kTake: which word.
  uint16_t immediate = 0;  ///< Of kPass and kTake.
  bool accepts(uint32_t phase_of_word, uint32_t immediate_of_word) const {
    if (phase_of_word != phase) return false;
    return (kind != kPass && kind != kTake) || immediate_of_word == immediate;
  }
};

bool is_matrix_operation(uint32_t opcode);
/// Whether it loads or stores a matrix.
bool has_matrix_memory(uint32_t opcode);
bool is_in_groupshared(uint32_t opcode);
/// Returns step `n` of the operation, or nothing if it has fewer.
std::optional<MatrixStep> matrix_step(uint32_t opcode, uint32_t n);
/// Returns the kType step.
uint32_t type_step(uint32_t opcode);

/// Sets the memory that the instruction `hook`, an access at the bell, names. Returns what is wrong, or null.
const char* set_matrix_memory(const FinderInput& input, Intrinsic& intrinsic, uint32_t hook);

Result<void> write_matrix(VendorWriter& writer, Intrinsic& intrinsic, uint32_t step);

}  // namespace trellis::lower
