// Computes the results of SPIR-V's scalar instructions.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <spirv/unified1/spirv.hpp11>

namespace trellis::differential {

struct ScalarOperands {
  std::array<uint64_t, 4> values = {};
  uint32_t width = 32;         ///< Width of the first operand in bits.
  uint32_t result_width = 32;  ///< Width of the result in bits; 1 for bools.
};

/// Returns nothing if the machine does not know the instruction. Truncates the result to its width.
std::optional<uint64_t> scalar_result(spv::Op op, const ScalarOperands& operands);

/// As scalar_result(), for an instruction of GLSL.std.450.
std::optional<uint64_t> extended_result(uint32_t number, const ScalarOperands& operands);

/// Combines two numbers in a reduction (OpGroupNonUniformIAdd and the like) or an atomic instruction.
std::optional<uint64_t> combined(spv::Op op, uint64_t a, uint64_t b, uint32_t width);

uint64_t cut_to_width(uint64_t bits, uint32_t width);
int64_t signed_of_width(uint64_t bits, uint32_t width);

}  // namespace trellis::differential
