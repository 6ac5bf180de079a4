// Scalars of a lane, and arithmetic on them as DXIL defines it.
//
// An integer or a float of any width occupies the low bits of a word; the others are zero. Where LLVM leaves
// a result undefined, these functions return what D3D does, or else zero.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "dxil_frontend/program/dxil_op.hpp"
#include "dxil_frontend/program/ir.hpp"

namespace trellis::tools {

struct Scalar {
  uint64_t bits = 0;
  bool made_up = false;  ///< Depends on a value that the interpreter does not know.
};
/// The scalars of a value: one, or those of a vector or struct in order.
using LaneValue = std::vector<Scalar>;

uint64_t cut(uint64_t bits, uint32_t width);
int64_t as_signed(uint64_t bits, uint32_t width);
/// Converts from and to floats of 16, 32 and 64 bits. Rounds to nearest even.
double float_of(uint64_t bits, uint32_t width);
uint64_t bits_of(double value, uint32_t width);

/// Computes an instruction with two operands of `width` bits, or kFNeg (`b` is then ignored). Returns nothing
/// for other instructions.
std::optional<uint64_t> arithmetic(dxil::Opcode opcode, uint32_t width, uint64_t a, uint64_t b);
bool compare(dxil::Predicate predicate, uint32_t width, uint64_t a, uint64_t b);
/// Computes a conversion. Returns nothing for other instructions.
std::optional<uint64_t> convert(dxil::Opcode opcode, uint32_t from, uint32_t to, uint64_t a);

/// Computes an operation of DXIL on scalars of `width` bits that has one result. Returns nothing for
/// operations that are not arithmetic, or not supported.
std::optional<uint64_t> operation(dxil::Op op, uint32_t width, std::span<const uint64_t> operands);
/// The same for operations with two results.
std::optional<std::pair<uint64_t, uint64_t>> operation_with_two(dxil::Op op,
                                                                std::span<const uint64_t> operands);

/// The operations of atomic and wave operations, after conversion from their numbers.
enum class Combine : uint8_t { kAdd, kMul, kAnd, kOr, kXor, kMin, kMax, kUMin, kUMax, kExchange };
uint64_t combine(Combine how, bool is_float, uint32_t width, uint64_t a, uint64_t b);

}  // namespace trellis::tools
