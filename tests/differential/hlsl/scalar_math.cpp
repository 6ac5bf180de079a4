#include "tests/differential/hlsl/scalar_math.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace trellis::differential::hlsl {

uint64_t truncated(Scalar s, uint64_t bits) {
  const uint32_t width = bits_of(s);
  return width == 64 ? bits : bits & ((uint64_t{1} << width) - 1);
}

int64_t signed_value(Scalar s, uint64_t bits) {
  const uint32_t shift = 64 - bits_of(s);
  return static_cast<int64_t>(bits << shift) >> shift;
}

double float_value(uint64_t bits) { return std::bit_cast<double>(bits); }

std::optional<uint64_t> float_bits(Scalar s, double value) {
  if (!std::isfinite(value)) return std::nullopt;
  if (value == 0) return 0;  // Programs do not observe the sign of a zero.
  int exponent = 0;
  const double mantissa = std::frexp(value, &exponent);
  const int bits = s == Scalar::kHalf ? 11 : 24, most = s == Scalar::kHalf ? 16 : 128;
  const int least = s == Scalar::kHalf ? -13 : -125;
  if (exponent > most || exponent < least) return std::nullopt;
  const double whole = std::ldexp(mantissa, bits);
  if (whole != std::trunc(whole)) return std::nullopt;
  return std::bit_cast<uint64_t>(value);
}

namespace {

std::optional<uint64_t> float_unary(Op op, Scalar s, double a) {
  switch (op) {
    case Op::kNegate:
      return float_bits(s, -a);
    case Op::kAbs:
      return float_bits(s, std::fabs(a));
    case Op::kSign:
      return truncated(Scalar::kInt, static_cast<uint64_t>(a > 0 ? 1 : a < 0 ? -1 : 0));
    case Op::kFloor:
      return float_bits(s, std::floor(a));
    case Op::kCeil:
      return float_bits(s, std::ceil(a));
    case Op::kTrunc:
      return float_bits(s, std::trunc(a));
    case Op::kRound:
      return float_bits(s, std::nearbyint(a));
    case Op::kFrac:
      return float_bits(s, a - std::floor(a));
    case Op::kSaturate:
      return float_bits(s, std::clamp(a, 0.0, 1.0));
    default:
      return std::nullopt;
  }
}

std::optional<uint64_t> float_binary(Op op, Scalar s, double a, double b) {
  switch (op) {
    case Op::kAdd:
      return float_bits(s, a + b);
    case Op::kSub:
      return float_bits(s, a - b);
    case Op::kMul:
      return float_bits(s, a * b);
    case Op::kMin:
      return float_bits(s, std::min(a, b));
    case Op::kMax:
      return float_bits(s, std::max(a, b));
    case Op::kLess:
      return a < b;
    case Op::kLessEqual:
      return a <= b;
    case Op::kGreater:
      return a > b;
    case Op::kGreaterEqual:
      return a >= b;
    case Op::kEqual:
      return a == b;
    case Op::kNotEqual:
      return a != b;
    default:
      return std::nullopt;
  }
}

constexpr uint64_t kNoBit = 0xffffffff;

uint64_t first_bit_high(Scalar s, uint64_t a) {
  if (is_signed(s) && signed_value(s, a) < 0) a = truncated(s, ~a);
  return a == 0 ? kNoBit : 63 - static_cast<uint64_t>(std::countl_zero(a));
}

uint64_t reversed(Scalar s, uint64_t a) {
  uint64_t made = 0;
  for (uint32_t i = 0; i < bits_of(s); ++i) made = made << 1 | (a >> i & 1);
  return made;
}

/// Compares two integers: negative, zero or positive.
int order(Scalar s, uint64_t a, uint64_t b) {
  if (is_signed(s)) {
    const int64_t x = signed_value(s, a), y = signed_value(s, b);
    return x < y ? -1 : x > y ? 1 : 0;
  }
  return a < b ? -1 : a > b ? 1 : 0;
}

std::optional<uint64_t> divided(Op op, Scalar s, uint64_t a, uint64_t b) {
  if (b == 0) return std::nullopt;
  if (!is_signed(s)) return op == Op::kDiv ? a / b : a % b;
  const int64_t x = signed_value(s, a), y = signed_value(s, b);
  // The most negative number divided by -1 overflows.
  if (y == -1) return std::nullopt;
  return truncated(s, static_cast<uint64_t>(op == Op::kDiv ? x / y : x % y));
}

}  // namespace

std::optional<uint64_t> unary(Op op, Scalar s, uint64_t a) {
  if (is_float(s)) return float_unary(op, s, float_value(a));
  switch (op) {
    case Op::kNegate:
      return truncated(s, 0 - a);
    case Op::kNot:
      return truncated(s, ~a);
    case Op::kLogicalNot:
      return a == 0;
    case Op::kAbs:
      return truncated(s, signed_value(s, a) < 0 ? 0 - a : a);
    case Op::kSign: {
      const int64_t x = signed_value(s, a);
      return truncated(Scalar::kInt, static_cast<uint64_t>(x > 0 ? 1 : x < 0 ? -1 : 0));
    }
    case Op::kCountBits:
      return static_cast<uint64_t>(std::popcount(a));
    case Op::kReverseBits:
      return reversed(s, a);
    case Op::kFirstBitLow:
      return a == 0 ? kNoBit : static_cast<uint64_t>(std::countr_zero(a));
    case Op::kFirstBitHigh:
      return first_bit_high(s, a);
    default:
      return std::nullopt;
  }
}

std::optional<uint64_t> binary(Op op, Scalar s, uint64_t a, uint64_t b) {
  if (is_float(s)) return float_binary(op, s, float_value(a), float_value(b));
  const bool shifts = op == Op::kShl || op == Op::kShr;
  if (shifts && b >= bits_of(s)) return std::nullopt;
  switch (op) {
    case Op::kAdd:
      return truncated(s, a + b);
    case Op::kSub:
      return truncated(s, a - b);
    case Op::kMul:
      return truncated(s, a * b);
    case Op::kDiv:
    case Op::kRem:
      return divided(op, s, a, b);
    case Op::kAnd:
      return a & b;
    case Op::kOr:
      return a | b;
    case Op::kXor:
      return a ^ b;
    case Op::kShl:
      return truncated(s, a << b);
    case Op::kShr:
      return is_signed(s) ? truncated(s, static_cast<uint64_t>(signed_value(s, a) >> b)) : a >> b;
    case Op::kLess:
      return order(s, a, b) < 0;
    case Op::kLessEqual:
      return order(s, a, b) <= 0;
    case Op::kGreater:
      return order(s, a, b) > 0;
    case Op::kGreaterEqual:
      return order(s, a, b) >= 0;
    case Op::kEqual:
      return a == b;
    case Op::kNotEqual:
      return a != b;
    case Op::kMin:
      return order(s, a, b) < 0 ? a : b;
    case Op::kMax:
      return order(s, a, b) < 0 ? b : a;
    default:
      return std::nullopt;
  }
}

std::optional<uint64_t> converted(Scalar from, Scalar to, uint64_t a) {
  if (to == Scalar::kBool) return is_float(from) ? float_value(a) != 0 : a != 0;
  if (is_float(from) && is_float(to)) return float_bits(to, float_value(a));
  if (is_float(from)) {
    const double whole = std::trunc(float_value(a));
    const double bound = std::ldexp(1.0, static_cast<int>(bits_of(to)) - 1);
    if (whole >= bound || whole < (is_signed(to) ? -bound : 0.0)) return std::nullopt;
    return truncated(to, static_cast<uint64_t>(static_cast<int64_t>(whole)));
  }
  if (is_float(to)) {
    const double value =
        is_signed(from) ? static_cast<double>(signed_value(from, a)) : static_cast<double>(a);
    return float_bits(to, value);
  }
  return truncated(to, is_signed(from) ? static_cast<uint64_t>(signed_value(from, a)) : a);
}

}  // namespace trellis::differential::hlsl
