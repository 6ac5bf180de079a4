// HLSL's arithmetic on one component. Integers are kept in their low bits, the others zero; bools as 0 and 1;
// floats of any width as the bits of a double that their type can represent.
#pragma once

#include <cstdint>
#include <optional>

#include "tests/differential/hlsl/program.hpp"

namespace trellis::differential::hlsl {

/// Of the type's width; signed: extended.
uint64_t truncated(Scalar s, uint64_t bits);
int64_t signed_value(Scalar s, uint64_t bits);
double float_value(uint64_t bits);
/// Nothing if the type cannot represent it.
std::optional<uint64_t> float_bits(Scalar s, double value);

// Nothing: HLSL does not say what comes out, or it is no number that the type can represent.
std::optional<uint64_t> unary(Op op, Scalar s, uint64_t a);
std::optional<uint64_t> binary(Op op, Scalar s, uint64_t a, uint64_t b);
std::optional<uint64_t> converted(Scalar from, Scalar to, uint64_t a);

}  // namespace trellis::differential::hlsl
