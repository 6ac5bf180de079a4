// HLSL arithmetic on single components. An integer occupies the low bits and the others are zero; a bool is 0
// or 1; a float of any width is kept as the bits of a double that its type can represent.
#pragma once

#include <cstdint>
#include <optional>

#include "tests/differential/hlsl/program.hpp"

namespace trellis::differential::hlsl {

/// Keeps the bits of the type's width; for signed types, sign-extends them.
uint64_t truncated(Scalar s, uint64_t bits);
int64_t signed_value(Scalar s, uint64_t bits);
double float_value(uint64_t bits);
/// Returns nothing if the type cannot represent the value.
std::optional<uint64_t> float_bits(Scalar s, double value);

// Return nothing if HLSL does not define the result or the type cannot represent it.
std::optional<uint64_t> unary(Op op, Scalar s, uint64_t a);
std::optional<uint64_t> binary(Op op, Scalar s, uint64_t a, uint64_t b);
std::optional<uint64_t> converted(Scalar from, Scalar to, uint64_t a);

}  // namespace trellis::differential::hlsl
