// Bit patterns and input values for tests of operations.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "tests/spirv_backend/operations/operation_program.hpp"

namespace trellis::test_ops {

inline uint64_t bits(float value) { return std::bit_cast<uint32_t>(value); }
inline uint64_t bits(double value) { return std::bit_cast<uint64_t>(value); }
inline float to_float(uint64_t pattern) { return std::bit_cast<float>(static_cast<uint32_t>(pattern)); }
inline double to_double(uint64_t pattern) { return std::bit_cast<double>(pattern); }

/// Returns the bits of a number as a half, which must represent it exactly as a normal number, zero, an
/// infinity or a NaN.
inline uint64_t half(double value) {
  const uint64_t sign = std::signbit(value) ? 0x8000 : 0;
  if (std::isnan(value)) return sign | 0x7E00;
  if (std::isinf(value)) return sign | 0x7C00;
  if (value == 0) return sign;
  const uint32_t single = std::bit_cast<uint32_t>(static_cast<float>(std::fabs(value)));
  return sign | ((single - (112u << 23)) >> 13);
}
inline double from_half(uint64_t pattern) {
  const double sign = (pattern & 0x8000) != 0 ? -1 : 1;
  const auto exponent = static_cast<int>(pattern >> 10 & 31), fraction = static_cast<int>(pattern & 1023);
  if (exponent == 31) return fraction != 0 ? NAN : sign * INFINITY;
  if (exponent == 0) return sign * std::ldexp(fraction, -24);
  return sign * std::ldexp(1024 + fraction, exponent - 25);
}

/// Converts a number to the bit pattern of a float shape, and back.
inline uint64_t encode(Shape shape, double value) {
  return shape.bits == 16 ? half(value) : shape.bits == 32 ? bits(static_cast<float>(value)) : bits(value);
}
inline double decode(Shape shape, uint64_t pattern) {
  return shape.bits == 16 ? from_half(pattern) : shape.bits == 32 ? to_float(pattern) : to_double(pattern);
}
inline std::vector<uint64_t> encode(Shape shape, const std::vector<double>& values) {
  std::vector<uint64_t> patterns;
  for (double value : values) patterns.push_back(encode(shape, value));
  return patterns;
}

/// Returns the low `width` bits.
inline uint64_t low_bits(uint64_t value, uint32_t width) {
  return width >= 64 ? value : value & ((uint64_t{1} << width) - 1);
}
/// Returns the low `width` bits as a signed number.
inline int64_t sign_extend(uint64_t value, uint32_t width) {
  return static_cast<int64_t>(value << (64 - width)) >> (64 - width);
}

/// Returns integers of the width: the extremes, powers of two and their neighbors, and random ones.
inline std::vector<uint64_t> interesting_integers(uint32_t width, size_t count, uint64_t seed = 1) {
  std::vector<uint64_t> values = {
      0, 1, 2, 3, ~uint64_t{0}, ~uint64_t{1}, uint64_t{1} << (width - 1), (uint64_t{1} << (width - 1)) - 1};
  uint64_t state = seed * 0x9E3779B97F4A7C15 + 1;
  while (values.size() < count) {
    state = state * 6364136223846793005 + 1442695040888963407;
    const uint64_t noise = state ^ state >> 29;
    values.push_back(noise >> (state >> 58));
    values.push_back(uint64_t{1} << (noise % width));
    values.push_back(~(uint64_t{1} << (noise % width)) << (state >> 60));
  }
  values.resize(count);
  for (uint64_t& value : values) value = low_bits(value, width);
  return values;
}

}  // namespace trellis::test_ops
