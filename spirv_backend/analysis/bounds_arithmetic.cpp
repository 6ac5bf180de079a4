#include "spirv_backend/analysis/bounds_arithmetic.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace trellis::spirv {
namespace {

using dxil::Opcode;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Returns the value if it is a half, otherwise the next half in that direction. The device may flush
/// denormals, so these round to zero or to the smallest normal number.
double outwards_to_half(double value, double direction) {
  constexpr double kGreatest = 65504;
  constexpr int kLeastExponent = -14, kMantissaBits = 10;
  if (value == 0) return value;
  if (std::fabs(value) > kGreatest) {
    const bool is_inwards = (value > 0) != (direction > 0);
    return is_inwards ? std::copysign(kGreatest, value) : direction;
  }
  const double smallest = std::ldexp(1.0, kLeastExponent);
  if (std::fabs(value) < smallest) {
    if ((value > 0) != (direction > 0)) return 0;
    return std::copysign(smallest, value);
  }
  const double step = std::ldexp(1.0, std::ilogb(value) - kMantissaBits);
  const double steps = value / step;  // Exact: a power of two.
  return (direction > 0 ? std::ceil(steps) : std::floor(steps)) * step;
}

/// Returns the value if the type has it and it is exact, otherwise the type's next number in that direction.
double outwards(double value, uint32_t bits, double direction, bool is_exact) {
  if (!std::isfinite(value)) return value;
  if (!is_exact) value = std::nextafter(value, direction);
  if (bits == 64) return value;
  if (bits == 16) return outwards_to_half(value, direction);
  if (std::fabs(value) > static_cast<double>(std::numeric_limits<float>::max())) return direction;
  // The device may flush denormals.
  const auto smallest = static_cast<double>(std::numeric_limits<float>::min());
  if (value != 0 && std::fabs(value) < smallest)
    return (value > 0) == (direction > 0) ? std::copysign(smallest, value) : 0;
  const auto narrow = static_cast<float>(value);
  const auto rounded = static_cast<double>(narrow);
  const bool is_inside = direction > 0 ? rounded < value : rounded > value;
  return is_inside ? static_cast<double>(std::nextafter(narrow, static_cast<float>(direction))) : rounded;
}

double signed_to_double(int64_t value, double direction) {
  const auto d = static_cast<double>(value);
  const uint64_t magnitude = value < 0 ? ~static_cast<uint64_t>(value) + 1 : static_cast<uint64_t>(value);
  const bool is_exact = value == 0 || std::bit_width(magnitude) - std::countr_zero(magnitude) <= 53;
  return is_exact ? d : std::nextafter(d, direction);
}

double unsigned_to_double(uint64_t value) {
  const auto d = static_cast<double>(value);
  const bool is_exact = value == 0 || std::bit_width(value) - std::countr_zero(value) <= 53;
  return is_exact ? d : std::nextafter(d, kInfinity);
}

/// Returns the sum of two bounds in that direction. An infinite bound is no bound.
double sum_bound(double x, double y, uint32_t bits, double direction) {
  if (std::isinf(x) || std::isinf(y)) return direction;
  const double s = x + y;
  if (std::isinf(s)) return direction;
  return outwards(s, bits, direction, s - x == y && s - y == x);
}

/// Returns the product of two bounds in that direction. 0 times an infinite bound is 0: the product of 0 and
/// infinity itself is NaN, not a number.
double product_bound(double x, double y, uint32_t bits, double direction) {
  if (x == 0 || y == 0) return 0;
  const double p = x * y;
  if (std::isinf(p)) return std::isinf(x) || std::isinf(y) ? p : direction;
  return outwards(p, bits, direction, std::fma(x, y, -p) == 0);
}

/// Returns the smallest positive number that no device flushes to 0.
double least_normal(uint32_t bits) {
  if (bits == 64) return std::numeric_limits<double>::min();
  constexpr double kLeastHalf = 0x1p-14;
  return bits == 16 ? kLeastHalf : static_cast<double>(std::numeric_limits<float>::min());
}

bool may_be_zero(const FloatBounds& x, uint32_t bits) {
  return x.low < least_normal(bits) && x.high > -least_normal(bits);
}
bool may_be_infinite(const FloatBounds& x) { return std::isinf(x.low) || std::isinf(x.high); }

}  // namespace

// --- Integers.

uint64_t ones(uint32_t bits) { return bits >= 64 ? UINT64_MAX : (uint64_t{1} << bits) - 1; }
int64_t signed_most(uint32_t bits) { return static_cast<int64_t>(ones(bits) >> 1); }

IntegerBounds any_integer(uint32_t bits) {
  return {-signed_most(bits) - 1, signed_most(bits), ones(bits), 0};
}

IntegerBounds agreed(IntegerBounds b, uint32_t bits) {
  b.most &= ~ones(b.zeros);
  if (b.most <= static_cast<uint64_t>(signed_most(bits))) {
    b.low = std::max<int64_t>(b.low, 0);
    b.high = std::min(b.high, static_cast<int64_t>(b.most));
  }
  if (b.low >= 0) b.most = std::min(b.most, static_cast<uint64_t>(b.high));
  return b;
}

IntegerBounds up_to(uint64_t most, uint32_t bits) {
  IntegerBounds b = any_integer(bits);
  b.most = std::min(b.most, most);
  return agreed(b, bits);
}

IntegerBounds constant_bounds(uint64_t value, uint32_t bits) {
  IntegerBounds b;
  b.most = value & ones(bits);
  const uint64_t sign = uint64_t{1} << (bits - 1);
  b.low = b.high = static_cast<int64_t>((b.most ^ sign) - sign);
  b.zeros = static_cast<uint8_t>(std::min<int>(std::countr_zero(b.most), static_cast<int>(bits)));
  return b;
}

void keep_signed(IntegerBounds& b, int64_t low, int64_t high, uint32_t bits) {
  if (low < -signed_most(bits) - 1 || high > signed_most(bits)) return;
  b.low = low;
  b.high = high;
}

IntegerBounds sum(const IntegerBounds& x, const IntegerBounds& y, uint32_t bits) {
  IntegerBounds b = any_integer(bits);
  int64_t low = 0, high = 0;
  if (!__builtin_add_overflow(x.low, y.low, &low) && !__builtin_add_overflow(x.high, y.high, &high)) {
    keep_signed(b, low, high, bits);
  }
  uint64_t most = 0;
  if (!__builtin_add_overflow(x.most, y.most, &most)) b.most = std::min(b.most, most);
  b.zeros = std::min(x.zeros, y.zeros);
  return agreed(b, bits);
}

IntegerBounds difference(const IntegerBounds& x, const IntegerBounds& y, uint32_t bits) {
  IntegerBounds b = any_integer(bits);
  int64_t low = 0, high = 0;
  if (!__builtin_sub_overflow(x.low, y.high, &low) && !__builtin_sub_overflow(x.high, y.low, &high)) {
    keep_signed(b, low, high, bits);
  }
  b.zeros = std::min(x.zeros, y.zeros);
  return agreed(b, bits);
}

IntegerBounds product(const IntegerBounds& x, const IntegerBounds& y, uint32_t bits) {
  IntegerBounds b = any_integer(bits);
  int64_t ends[4] = {};
  if (!__builtin_mul_overflow(x.low, y.low, &ends[0]) && !__builtin_mul_overflow(x.low, y.high, &ends[1]) &&
      !__builtin_mul_overflow(x.high, y.low, &ends[2]) && !__builtin_mul_overflow(x.high, y.high, &ends[3])) {
    const auto [low, high] = std::minmax_element(ends, ends + 4);
    keep_signed(b, *low, *high, bits);
  }
  uint64_t most = 0;
  if (!__builtin_mul_overflow(x.most, y.most, &most) && most <= ones(bits)) b.most = most;
  b.zeros = static_cast<uint8_t>(std::min<uint32_t>(bits, uint32_t{x.zeros} + y.zeros));
  return agreed(b, bits);
}

IntegerBounds quotient(const IntegerBounds& x, const IntegerBounds& y, uint32_t bits) {
  if (y.low <= 0) return any_integer(bits);
  return up_to(x.most / static_cast<uint64_t>(y.low), bits);
}

IntegerBounds remainder(const IntegerBounds& x, const IntegerBounds& y, uint32_t bits) {
  if (y.low <= 0) return any_integer(bits);
  return up_to(std::min(x.most, y.most - 1), bits);
}

/// A left shift by a known amount is a multiplication. By a bounded amount, the result is at most that for
/// the largest amount.
IntegerBounds shifted_left(const IntegerBounds& x, const IntegerBounds& amount, uint32_t bits) {
  if (amount.most >= bits) return any_integer(bits);
  IntegerBounds b = product(x, constant_bounds(uint64_t{1} << amount.most, bits), bits);
  if (amount.low == amount.high) return b;
  b.low = std::min(b.low, x.low);
  b.high = std::max(b.high, x.high);
  b.most = std::max(b.most, x.most);
  b.zeros = x.zeros;
  // Smaller amounts give results in between, but only if the largest amount shifts no bit out.
  uint64_t most = 0;
  const bool fits = !__builtin_mul_overflow(x.most, uint64_t{1} << amount.most, &most) && most <= ones(bits);
  int64_t low = 0, high = 0;
  const int64_t factor = static_cast<int64_t>(uint64_t{1} << amount.most);
  const bool fits_signed = amount.most + 1 < bits && !__builtin_mul_overflow(x.low, factor, &low) &&
                           !__builtin_mul_overflow(x.high, factor, &high) && low >= -signed_most(bits) - 1 &&
                           high <= signed_most(bits);
  const IntegerBounds any = any_integer(bits);
  if (!fits) b.most = any.most;
  if (!fits_signed) {
    b.low = any.low;
    b.high = any.high;
  }
  return agreed(b, bits);
}

IntegerBounds joined(const IntegerBounds& x, const IntegerBounds& y) {
  return {std::min(x.low, y.low), std::max(x.high, y.high), std::max(x.most, y.most),
          std::min(x.zeros, y.zeros)};
}

IntegerBounds logic(Opcode opcode, const IntegerBounds& x, const IntegerBounds& y, uint32_t bits) {
  IntegerBounds b = any_integer(bits);
  if (opcode == Opcode::kAnd) {
    b.most = std::min(x.most, y.most);
    b.zeros = std::max(x.zeros, y.zeros);
    return agreed(b, bits);
  }
  b.most = ones(static_cast<uint32_t>(std::bit_width(x.most | y.most)));
  if (opcode == Opcode::kOr && std::bit_width(y.most) <= x.zeros) b.most = x.most + y.most;
  if (opcode == Opcode::kOr && std::bit_width(x.most) <= y.zeros) b.most = x.most + y.most;
  b.zeros = std::min(x.zeros, y.zeros);
  b = agreed(b, bits);
  if (opcode == Opcode::kOr && x.low >= 0 && y.low >= 0) b.low = std::max(x.low, y.low);
  return b;
}

// --- Floats.

FloatBounds rounded(const FloatBounds& x, uint32_t bits) {
  return {outwards(x.low, bits, -kInfinity, true), outwards(x.high, bits, kInfinity, true), x.may_be_nan};
}

FloatBounds from_signed(const IntegerBounds& x, uint32_t bits) {
  return rounded({signed_to_double(x.low, -kInfinity), signed_to_double(x.high, kInfinity), false}, bits);
}

FloatBounds from_unsigned(const IntegerBounds& x, uint32_t bits) {
  return rounded({0, unsigned_to_double(x.most), false}, bits);
}

FloatBounds narrowed(const FloatBounds& x, uint32_t bits) { return rounded(x, bits); }

FloatBounds sum(const FloatBounds& x, const FloatBounds& y, uint32_t bits) {
  FloatBounds b{sum_bound(x.low, y.low, bits, -kInfinity), sum_bound(x.high, y.high, bits, kInfinity),
                x.may_be_nan || y.may_be_nan};
  // Infinity minus infinity.
  b.may_be_nan |= std::isinf(x.high) && std::isinf(y.low);
  b.may_be_nan |= std::isinf(x.low) && std::isinf(y.high);
  return b;
}

FloatBounds negated(const FloatBounds& x) { return {-x.high, -x.low, x.may_be_nan}; }

FloatBounds product(const FloatBounds& x, const FloatBounds& y, uint32_t bits) {
  FloatBounds b{kInfinity, -kInfinity, x.may_be_nan || y.may_be_nan};
  for (const double p : {x.low, x.high}) {
    for (const double q : {y.low, y.high}) {
      b.low = std::min(b.low, product_bound(p, q, bits, -kInfinity));
      b.high = std::max(b.high, product_bound(p, q, bits, kInfinity));
    }
  }
  // Zero times infinity.
  b.may_be_nan |= may_be_infinite(x) && may_be_zero(y, bits);
  b.may_be_nan |= may_be_infinite(y) && may_be_zero(x, bits);
  return b;
}

FloatBounds quotient(const FloatBounds& x, const FloatBounds& y, uint32_t bits) {
  // Vulkan limits the error to 2.5 units in the last place for divisors in this range.
  constexpr double kLeast = 0x1p-126, kMost = 0x1p126, kError = 0x1p-20;
  const bool is_accurate = (y.low >= kLeast && y.high <= kMost) || (y.low >= -kMost && y.high <= -kLeast);
  if (!is_accurate || bits != 32) return {};
  FloatBounds b{kInfinity, -kInfinity, x.may_be_nan || y.may_be_nan};
  for (const double p : {x.low, x.high}) {
    for (const double q : {y.low, y.high}) {
      const double r = p / q, error = std::fabs(r) * kError;
      b.low = std::min(b.low, std::isinf(r) ? r : outwards(r - error, bits, -kInfinity, false));
      b.high = std::max(b.high, std::isinf(r) ? r : outwards(r + error, bits, kInfinity, false));
    }
  }
  return b;
}

FloatBounds remainder(const FloatBounds& x, const FloatBounds& y, uint32_t bits) {
  if (bits != 32 || !x.is_finite() || !y.is_finite() || (y.low <= 0 && y.high >= 0)) return {};
  // The quotient may be rounded to the next integer, on either side.
  constexpr double kError = 0x1p-18;
  const double most = std::max(std::fabs(y.low), std::fabs(y.high));
  const double error = std::max(std::fabs(x.low), std::fabs(x.high)) * kError;
  return rounded({(x.low < 0 ? -most : 0) - error, (x.high > 0 ? most : 0) + error, false}, bits);
}

FloatBounds modulo(const FloatBounds& x, double factor, double step, uint32_t bits) {
  if (bits != 32 || !x.is_finite()) return {};
  // Of the quotient, whose error is largest if it is a division, the difference and the product. The whole
  // part of the quotient is less than it by less than 1.
  constexpr double kError = 0x1p-19, kFlushed = 0x1p-120;
  const double most = std::max(std::fabs(x.low), std::fabs(x.high)), turns = factor * step;
  const double error = most * (std::fabs(1 - turns) + turns * kError) + step * kFlushed;
  return rounded({-error, step * (1 + kError) + error, false}, bits);
}

FloatBounds square(const FloatBounds& x, uint32_t bits) {
  const FloatBounds m = magnitude(x);
  return product(m, m, bits);
}

FloatBounds square_root(const FloatBounds& x, uint32_t bits) {
  constexpr double kError = 0x1p-18;  // Vulkan's is less than 5 units in the last place.
  const double root = std::sqrt(std::max(x.high, 0.0));
  const bool is_known = bits == 32 && std::isfinite(root);
  return {0, is_known ? outwards(root * (1 + kError), bits, kInfinity, false) : kInfinity,
          x.may_be_nan || x.low < 0};
}

FloatBounds logarithm(const FloatBounds& x, uint32_t bits) {
  constexpr double kError = 0x1p-10;  // Vulkan's is less: 3 units in the last place, or 2^-21 around 1.
  const bool is_known = bits == 32 && std::isfinite(x.high) && x.high > 0;
  return {-kInfinity, is_known ? outwards(std::log2(x.high) + kError, bits, kInfinity, false) : kInfinity,
          x.may_be_nan || x.low < 0};
}

FloatBounds sine(const FloatBounds& x) {
  // Vulkan limits the error to 2^-11 between -pi and pi. Drivers reduce numbers in D3D's range, 100 times
  // that, to these. They may give anything for far larger ones.
  constexpr double kFurthest = 65536, kMost = 1 + 0x1p-10;
  if (x.may_be_nan || x.low < -kFurthest || x.high > kFurthest) return {};
  return {-kMost, kMost, false};
}

FloatBounds joined(const FloatBounds& x, const FloatBounds& y) {
  return {std::min(x.low, y.low), std::max(x.high, y.high), x.may_be_nan || y.may_be_nan};
}

FloatBounds least(const FloatBounds& x, const FloatBounds& y) {
  FloatBounds b{std::min(x.low, y.low), std::min(x.high, y.high), x.may_be_nan && y.may_be_nan};
  if (x.may_be_nan) b.high = y.high;
  if (y.may_be_nan) b.high = x.may_be_nan ? std::max(x.high, y.high) : x.high;
  return b;
}

FloatBounds magnitude(const FloatBounds& x) {
  const double high = std::max(std::fabs(x.low), std::fabs(x.high));
  return {x.low > 0 ? x.low : (x.high < 0 ? -x.high : 0), high, x.may_be_nan};
}

}  // namespace trellis::spirv
