// Arithmetic on the bounds of values (value_bounds.hpp). Integers wrap around at their width: what may do so
// is not bounded. Floats are rounded outwards, whatever way the device rounds.
#pragma once

#include "dxil_frontend/program/ir.hpp"
#include "spirv_backend/analysis/value_bounds.hpp"

namespace trellis::spirv {

/// The greatest number of so many bits; without and with a sign.
uint64_t ones(uint32_t bits);
int64_t signed_most(uint32_t bits);

IntegerBounds any_integer(uint32_t bits);
IntegerBounds up_to(uint64_t most, uint32_t bits);
IntegerBounds constant_bounds(uint64_t value, uint32_t bits);
/// What the signed and the unsigned view tell of each other.
IntegerBounds agreed(IntegerBounds b, uint32_t bits);
/// Sets the signed bounds if they are within the type.
void keep_signed(IntegerBounds& b, int64_t low, int64_t high, uint32_t bits);
IntegerBounds sum(const IntegerBounds& x, const IntegerBounds& y, uint32_t bits);
IntegerBounds difference(const IntegerBounds& x, const IntegerBounds& y, uint32_t bits);
IntegerBounds product(const IntegerBounds& x, const IntegerBounds& y, uint32_t bits);
IntegerBounds shifted_left(const IntegerBounds& x, const IntegerBounds& amount, uint32_t bits);
/// kAnd, kOr, kXor.
IntegerBounds logic(dxil::Opcode opcode, const IntegerBounds& x, const IntegerBounds& y, uint32_t bits);
/// One of the two.
IntegerBounds joined(const IntegerBounds& x, const IntegerBounds& y);

/// Conversions to floats of `bits`.
FloatBounds from_signed(const IntegerBounds& x, uint32_t bits);
FloatBounds from_unsigned(const IntegerBounds& x, uint32_t bits);
/// In fewer bits.
FloatBounds narrowed(const FloatBounds& x, uint32_t bits);
FloatBounds sum(const FloatBounds& x, const FloatBounds& y, uint32_t bits);
FloatBounds product(const FloatBounds& x, const FloatBounds& y, uint32_t bits);
FloatBounds negated(const FloatBounds& x);
FloatBounds magnitude(const FloatBounds& x);
/// D3D's minimum: an operand that is NaN loses.
FloatBounds least(const FloatBounds& x, const FloatBounds& y);
FloatBounds joined(const FloatBounds& x, const FloatBounds& y);

}  // namespace trellis::spirv
