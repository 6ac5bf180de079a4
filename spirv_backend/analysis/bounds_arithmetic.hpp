// Arithmetic on the bounds of values (value_bounds.hpp). Integers wrap around at their width: a result that
// may wrap has no bounds but those of its type. Bounds of floats are rounded outwards, so they hold for any
// rounding mode of the device. They hold for all results that are numbers; whether there may be others is
// computed separately.
#pragma once

#include "dxil_frontend/program/ir.hpp"
#include "spirv_backend/analysis/value_bounds.hpp"

namespace trellis::spirv {

/// Returns the largest unsigned number of `bits` bits.
uint64_t ones(uint32_t bits);
/// Returns the largest signed number of `bits` bits.
int64_t signed_most(uint32_t bits);

IntegerBounds any_integer(uint32_t bits);
IntegerBounds up_to(uint64_t most, uint32_t bits);
IntegerBounds constant_bounds(uint64_t value, uint32_t bits);
/// Tightens the signed and the unsigned bounds with each other.
IntegerBounds agreed(IntegerBounds b, uint32_t bits);
/// Sets the signed bounds if both are within the type.
void keep_signed(IntegerBounds& b, int64_t low, int64_t high, uint32_t bits);
IntegerBounds sum(const IntegerBounds& x, const IntegerBounds& y, uint32_t bits);
IntegerBounds difference(const IntegerBounds& x, const IntegerBounds& y, uint32_t bits);
IntegerBounds product(const IntegerBounds& x, const IntegerBounds& y, uint32_t bits);
/// Bounds of the unsigned x / y and x % y, of which D3D makes all ones if y is 0.
IntegerBounds quotient(const IntegerBounds& x, const IntegerBounds& y, uint32_t bits);
IntegerBounds remainder(const IntegerBounds& x, const IntegerBounds& y, uint32_t bits);
IntegerBounds shifted_left(const IntegerBounds& x, const IntegerBounds& amount, uint32_t bits);
/// Bounds of a kAnd, kOr or kXor.
IntegerBounds logic(dxil::Opcode opcode, const IntegerBounds& x, const IntegerBounds& y, uint32_t bits);
/// Bounds of a value that is either x or y.
IntegerBounds joined(const IntegerBounds& x, const IntegerBounds& y);

/// Bounds of an integer that is converted to a float of `bits` bits.
FloatBounds from_signed(const IntegerBounds& x, uint32_t bits);
FloatBounds from_unsigned(const IntegerBounds& x, uint32_t bits);
/// The nearest numbers outside that a float of `bits` bits can have.
FloatBounds rounded(const FloatBounds& x, uint32_t bits);
/// Bounds of a float that is converted to one of `bits` bits.
FloatBounds narrowed(const FloatBounds& x, uint32_t bits);
FloatBounds sum(const FloatBounds& x, const FloatBounds& y, uint32_t bits);
FloatBounds product(const FloatBounds& x, const FloatBounds& y, uint32_t bits);
/// Bounds of x / y, with the error that Vulkan allows.
FloatBounds quotient(const FloatBounds& x, const FloatBounds& y, uint32_t bits);
/// Bounds of the remainder of x / y with the sign of x, with the error that Vulkan allows.
FloatBounds remainder(const FloatBounds& x, const FloatBounds& y, uint32_t bits);
/// Bounds of x - floor(x * factor) * step, which is x modulo `step` if `factor` is 1 / `step`. Both are
/// positive. Instead of the product, there may be a division.
FloatBounds modulo(const FloatBounds& x, double factor, double step, uint32_t bits);
/// Bounds of x * x.
FloatBounds square(const FloatBounds& x, uint32_t bits);
FloatBounds square_root(const FloatBounds& x, uint32_t bits);
/// Bounds of the logarithm to the base 2.
FloatBounds logarithm(const FloatBounds& x, uint32_t bits);
/// Bounds of a sine or cosine.
FloatBounds sine(const FloatBounds& x);
FloatBounds negated(const FloatBounds& x);
FloatBounds magnitude(const FloatBounds& x);
/// Bounds of D3D's minimum, which returns the other operand if one is NaN.
FloatBounds least(const FloatBounds& x, const FloatBounds& y);
FloatBounds joined(const FloatBounds& x, const FloatBounds& y);

}  // namespace trellis::spirv
