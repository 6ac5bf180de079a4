#include "tools/cfg/lanes/lane_values.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

namespace trellis::tools {
namespace {

using dxil::Op;
using dxil::Opcode;
using dxil::Predicate;

constexpr uint32_t kHalfFraction = 10, kHalfBias = 15;

double float_of_half(uint64_t bits) {
  const int exponent = static_cast<int>(bits >> kHalfFraction & 31), fraction = static_cast<int>(bits & 1023);
  double value = 0;
  if (exponent == 31) {
    value =
        fraction == 0 ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
  } else if (exponent == 0) {
    value = std::ldexp(fraction, -24);
  } else {
    value = std::ldexp(1024 + fraction, exponent - 25);
  }
  return (bits & 0x8000) != 0 ? -value : value;
}

uint64_t half_of(double value) {
  const uint64_t sign = std::signbit(value) ? 0x8000 : 0;
  const double size = std::fabs(value);
  if (std::isnan(value)) return 0x7E00;
  if (size >= 65520) return sign | 0x7C00;
  if (size < std::ldexp(1, -14)) return sign | static_cast<uint64_t>(std::nearbyint(std::ldexp(size, 24)));
  int exponent = 0;
  const double fraction = std::frexp(size, &exponent);  // From 0.5 to 1.
  // A fraction that is rounded up to 2048 carries into the exponent, as it should.
  const auto rounded = static_cast<uint64_t>(std::nearbyint(std::ldexp(fraction, 11)));
  const uint64_t biased = static_cast<uint64_t>(exponent - 1) + kHalfBias;
  return sign | ((biased << kHalfFraction) + rounded - 1024);
}

uint64_t divided(Opcode opcode, uint32_t width, uint64_t a, uint64_t b) {
  const int64_t signed_a = as_signed(a, width), signed_b = as_signed(b, width);
  if (b == 0) return opcode == Opcode::kUDiv || opcode == Opcode::kURem ? ~uint64_t{0} : 0;
  switch (opcode) {
    case Opcode::kUDiv:
      return a / b;
    case Opcode::kURem:
      return a % b;
    // The most negative number divided by -1 overflows.
    case Opcode::kSDiv:
      return signed_b == -1 ? 0 - a : static_cast<uint64_t>(signed_a / signed_b);
    default:
      return signed_b == -1 ? 0 : static_cast<uint64_t>(signed_a % signed_b);
  }
}

std::optional<double> float_arithmetic(Opcode opcode, double a, double b) {
  switch (opcode) {
    case Opcode::kFAdd:
      return a + b;
    case Opcode::kFSub:
      return a - b;
    case Opcode::kFMul:
      return a * b;
    case Opcode::kFDiv:
      return a / b;
    case Opcode::kFRem:
      return std::fmod(a, b);
    case Opcode::kFNeg:
      return -a;
    default:
      return std::nullopt;
  }
}

bool compare_floats(Predicate predicate, double a, double b) {
  const bool is_unordered = std::isnan(a) || std::isnan(b);
  switch (predicate) {
    case Predicate::kOeq:
      return a == b;
    case Predicate::kOgt:
      return a > b;
    case Predicate::kOge:
      return a >= b;
    case Predicate::kOlt:
      return a < b;
    case Predicate::kOle:
      return a <= b;
    case Predicate::kOne:
      return !is_unordered && a != b;
    case Predicate::kOrd:
      return !is_unordered;
    case Predicate::kUno:
      return is_unordered;
    case Predicate::kUeq:
      return is_unordered || a == b;
    case Predicate::kFUgt:
      return is_unordered || a > b;
    case Predicate::kFUge:
      return is_unordered || a >= b;
    case Predicate::kFUlt:
      return is_unordered || a < b;
    case Predicate::kFUle:
      return is_unordered || a <= b;
    case Predicate::kUne:
      return a != b;
    default:
      return predicate == Predicate::kTrue;
  }
}

/// D3D saturates, and converts NaN to zero.
uint64_t to_integer(double value, uint32_t width, bool is_signed) {
  if (std::isnan(value)) return 0;
  const double limit = std::ldexp(1, static_cast<int>(is_signed ? width - 1 : width));
  if (value >= limit) return is_signed ? (uint64_t{1} << (width - 1)) - 1 : cut(~uint64_t{0}, width);
  if (!is_signed) return value <= 0 ? 0 : static_cast<uint64_t>(value);
  if (value <= -limit) return cut(uint64_t{1} << (width - 1), width);
  return cut(static_cast<uint64_t>(static_cast<int64_t>(value)), width);
}

/// Returns a fraction that is less than 1 for floats of that width. That of a tiny negative number would
/// round to 1.
double fraction_of(double a, uint32_t width) {
  const int digits = width == 16 ? 11 : width == 32 ? 24 : 53;
  const double fraction = a - std::floor(a), greatest = 1 - std::ldexp(1, -digits);
  return fraction > greatest ? greatest : fraction;
}

std::optional<double> float_function(Op op, double a, uint32_t width) {
  switch (op) {
    case Op::kFAbs:
      return std::fabs(a);
    case Op::kSaturate:
      return std::isnan(a) ? 0 : std::clamp(a, 0.0, 1.0);
    case Op::kCos:
      return std::cos(a);
    case Op::kSin:
      return std::sin(a);
    case Op::kTan:
      return std::tan(a);
    case Op::kAcos:
      return std::acos(a);
    case Op::kAsin:
      return std::asin(a);
    case Op::kAtan:
      return std::atan(a);
    case Op::kHcos:
      return std::cosh(a);
    case Op::kHsin:
      return std::sinh(a);
    case Op::kHtan:
      return std::tanh(a);
    case Op::kExp:
      return std::exp2(a);
    case Op::kFrc:
      return fraction_of(a, width);
    case Op::kLog:
      return std::log2(a);
    case Op::kSqrt:
      return std::sqrt(a);
    case Op::kRsqrt:
      return 1 / std::sqrt(a);
    case Op::kRound_ne:
      return std::nearbyint(a);
    case Op::kRound_ni:
      return std::floor(a);
    case Op::kRound_pi:
      return std::ceil(a);
    case Op::kRound_z:
      return std::trunc(a);
    default:
      return std::nullopt;
  }
}

std::optional<bool> float_test(Op op, double a, uint32_t width) {
  switch (op) {
    case Op::kIsNaN:
      return std::isnan(a);
    case Op::kIsInf:
      return std::isinf(a);
    case Op::kIsFinite:
      return std::isfinite(a);
    case Op::kIsNormal:
      return std::isfinite(a) && std::fabs(a) >= std::ldexp(1, width == 16   ? -14
                                                               : width == 32 ? -126
                                                                             : -1022);
    default:
      return std::nullopt;
  }
}

constexpr uint64_t kNoBit = 0xFFFFFFFF;

/// The number of the highest set bit, counted from the top.
uint64_t first_bit_high(uint64_t bits, uint32_t width) {
  return bits == 0 ? kNoBit : static_cast<uint64_t>(std::countl_zero(bits)) - (64 - width);
}

std::optional<uint64_t> bit_function(Op op, uint32_t width, uint64_t a) {
  switch (op) {
    case Op::kBfrev: {
      uint64_t reversed = 0;
      for (uint32_t bit = 0; bit < width; ++bit) reversed |= (a >> bit & 1) << (width - 1 - bit);
      return reversed;
    }
    case Op::kCountbits:
      return std::popcount(a);
    case Op::kFirstbitLo:
      return a == 0 ? kNoBit : static_cast<uint64_t>(std::countr_zero(a));
    case Op::kFirstbitHi:
      return first_bit_high(a, width);
    case Op::kFirstbitSHi:
      return first_bit_high(as_signed(a, width) < 0 ? cut(~a, width) : a, width);
    default:
      return std::nullopt;
  }
}

std::optional<uint64_t> unary(Op op, uint32_t width, uint64_t a) {
  switch (op) {
    case Op::kBitcastI16toF16:
    case Op::kBitcastF16toI16:
    case Op::kBitcastI32toF32:
    case Op::kBitcastF32toI32:
    case Op::kBitcastI64toF64:
    case Op::kBitcastF64toI64:
      return a;
    case Op::kLegacyF32ToF16:
      return half_of(float_of(a, 32));
    case Op::kLegacyF16ToF32:
      return bits_of(float_of(cut(a, 16), 16), 32);
    default:
      break;
  }
  if (const auto bits = bit_function(op, width, a)) return bits;
  if (width != 16 && width != 32 && width != 64) return std::nullopt;
  if (const auto test = float_test(op, float_of(a, width), width)) return *test ? 1 : 0;
  if (const auto value = float_function(op, float_of(a, width), width)) return bits_of(*value, width);
  return std::nullopt;
}

std::optional<uint64_t> binary(Op op, uint32_t width, uint64_t a, uint64_t b) {
  switch (op) {
    case Op::kFMax:
      return combine(Combine::kMax, true, width, a, b);
    case Op::kFMin:
      return combine(Combine::kMin, true, width, a, b);
    case Op::kIMax:
      return combine(Combine::kMax, false, width, a, b);
    case Op::kIMin:
      return combine(Combine::kMin, false, width, a, b);
    case Op::kUMax:
      return combine(Combine::kUMax, false, width, a, b);
    case Op::kUMin:
      return combine(Combine::kUMin, false, width, a, b);
    case Op::kMakeDouble:
      return cut(a, 32) | b << 32;
    default:
      return std::nullopt;
  }
}

std::optional<uint64_t> ternary(Op op, uint32_t width, uint64_t a, uint64_t b, uint64_t c) {
  switch (op) {
    case Op::kFMad:
      return bits_of(
          float_of(bits_of(float_of(a, width) * float_of(b, width), width), width) + float_of(c, width),
          width);
    case Op::kFma:
      return bits_of(std::fma(float_of(a, width), float_of(b, width), float_of(c, width)), width);
    case Op::kIMad:
    case Op::kUMad:
      return cut(a * b + c, width);
    case Op::kIbfe:
    case Op::kUbfe: {
      const uint32_t count = a & 31, first = b & 31;
      if (count == 0) return 0;
      const uint64_t field = cut(c >> first, std::min(count, 32 - first));
      if (op == Op::kUbfe) return field;
      return cut(static_cast<uint64_t>(as_signed(field, std::min(count, 32 - first))), 32);
    }
    default:
      return std::nullopt;
  }
}

/// The operands are the components of one vector, then those of the other.
uint64_t dot(uint32_t width, std::span<const uint64_t> operands) {
  double sum = 0;
  const size_t count = operands.size() / 2;
  for (size_t i = 0; i < count; ++i)
    sum += float_of(operands[i], width) * float_of(operands[count + i], width);
  return bits_of(sum, width);
}

}  // namespace

uint64_t cut(uint64_t bits, uint32_t width) {
  return width == 0 || width >= 64 ? bits : bits & ((uint64_t{1} << width) - 1);
}

int64_t as_signed(uint64_t bits, uint32_t width) {
  if (width == 0 || width >= 64) return static_cast<int64_t>(bits);
  const uint64_t sign = uint64_t{1} << (width - 1);
  return static_cast<int64_t>((cut(bits, width) ^ sign) - sign);
}

double float_of(uint64_t bits, uint32_t width) {
  if (width == 16) return float_of_half(bits);
  if (width == 32) return std::bit_cast<float>(static_cast<uint32_t>(bits));
  return std::bit_cast<double>(bits);
}

uint64_t bits_of(double value, uint32_t width) {
  if (width == 16) return half_of(value);
  if (width == 32) return std::bit_cast<uint32_t>(static_cast<float>(value));
  return std::bit_cast<uint64_t>(value);
}

std::optional<uint64_t> arithmetic(Opcode opcode, uint32_t width, uint64_t a, uint64_t b) {
  switch (opcode) {
    case Opcode::kAdd:
      return cut(a + b, width);
    case Opcode::kSub:
      return cut(a - b, width);
    case Opcode::kMul:
      return cut(a * b, width);
    case Opcode::kUDiv:
    case Opcode::kSDiv:
    case Opcode::kURem:
    case Opcode::kSRem:
      return cut(divided(opcode, width, a, b), width);
    case Opcode::kShl:
      return cut(a << (b & (width - 1)), width);
    case Opcode::kLShr:
      return a >> (b & (width - 1));
    case Opcode::kAShr:
      return cut(static_cast<uint64_t>(as_signed(a, width) >> (b & (width - 1))), width);
    case Opcode::kAnd:
      return a & b;
    case Opcode::kOr:
      return a | b;
    case Opcode::kXor:
      return a ^ b;
    default:
      break;
  }
  if (width != 16 && width != 32 && width != 64) return std::nullopt;
  const auto value = float_arithmetic(opcode, float_of(a, width), float_of(b, width));
  return value ? std::optional(bits_of(*value, width)) : std::nullopt;
}

bool compare(Predicate predicate, uint32_t width, uint64_t a, uint64_t b) {
  const int64_t signed_a = as_signed(a, width), signed_b = as_signed(b, width);
  switch (predicate) {
    case Predicate::kEq:
      return a == b;
    case Predicate::kNe:
      return a != b;
    case Predicate::kUgt:
      return a > b;
    case Predicate::kUge:
      return a >= b;
    case Predicate::kUlt:
      return a < b;
    case Predicate::kUle:
      return a <= b;
    case Predicate::kSgt:
      return signed_a > signed_b;
    case Predicate::kSge:
      return signed_a >= signed_b;
    case Predicate::kSlt:
      return signed_a < signed_b;
    case Predicate::kSle:
      return signed_a <= signed_b;
    default:
      return compare_floats(predicate, float_of(a, width), float_of(b, width));
  }
}

std::optional<uint64_t> convert(Opcode opcode, uint32_t from, uint32_t to, uint64_t a) {
  switch (opcode) {
    case Opcode::kTrunc:
    case Opcode::kZExt:
    case Opcode::kBitcast:
    case Opcode::kFreeze:
      return cut(a, to);
    case Opcode::kSExt:
      return cut(static_cast<uint64_t>(as_signed(a, from)), to);
    case Opcode::kFPTrunc:
    case Opcode::kFPExt:
      return bits_of(float_of(a, from), to);
    case Opcode::kFPToUI:
      return to_integer(float_of(a, from), to, false);
    case Opcode::kFPToSI:
      return to_integer(float_of(a, from), to, true);
    case Opcode::kUIToFP:
      if (to == 32) return std::bit_cast<uint32_t>(static_cast<float>(a));  // Rounds once only.
      return bits_of(static_cast<double>(a), to);
    case Opcode::kSIToFP:
      if (to == 32) return std::bit_cast<uint32_t>(static_cast<float>(as_signed(a, from)));
      return bits_of(static_cast<double>(as_signed(a, from)), to);
    default:
      return std::nullopt;
  }
}

std::optional<uint64_t> operation(Op op, uint32_t width, std::span<const uint64_t> operands) {
  if (op == Op::kDot2 || op == Op::kDot3 || op == Op::kDot4) return dot(width, operands);
  if (op == Op::kBfi && operands.size() == 4) {
    const uint32_t count = operands[0] & 31, first = operands[1] & 31;
    const uint64_t mask = cut(((uint64_t{1} << count) - 1) << first, 32);
    return (operands[2] << first & mask) | (operands[3] & ~mask);
  }
  if (operands.size() == 1) return unary(op, width, operands[0]);
  if (operands.size() == 2) return binary(op, width, operands[0], operands[1]);
  if (operands.size() == 3) return ternary(op, width, operands[0], operands[1], operands[2]);
  return std::nullopt;
}

std::optional<std::pair<uint64_t, uint64_t>> operation_with_two(Op op, std::span<const uint64_t> operands) {
  if (op == Op::kSplitDouble && operands.size() == 1)
    return std::pair(cut(operands[0], 32), operands[0] >> 32);
  if (operands.size() != 2) return std::nullopt;
  const uint64_t a = operands[0], b = operands[1];
  switch (op) {
    case Op::kUMul:
      return std::pair((a * b) >> 32, cut(a * b, 32));
    case Op::kIMul: {
      const auto product = static_cast<uint64_t>(as_signed(a, 32) * as_signed(b, 32));
      return std::pair(product >> 32, cut(product, 32));
    }
    case Op::kUDiv:
      return b == 0 ? std::pair(kNoBit, kNoBit) : std::pair(a / b, a % b);
    case Op::kUAddc:
      return std::pair(cut(a + b, 32), (a + b) >> 32);
    case Op::kUSubb:
      return std::pair(cut(a - b, 32), uint64_t{a < b});
    default:
      return std::nullopt;
  }
}

uint64_t combine(Combine how, bool is_float, uint32_t width, uint64_t a, uint64_t b) {
  const double x = is_float ? float_of(a, width) : 0, y = is_float ? float_of(b, width) : 0;
  const bool is_less = is_float ? std::isnan(y) || x < y : as_signed(a, width) < as_signed(b, width);
  switch (how) {
    case Combine::kAdd:
      return is_float ? bits_of(x + y, width) : cut(a + b, width);
    case Combine::kMul:
      return is_float ? bits_of(x * y, width) : cut(a * b, width);
    case Combine::kAnd:
      return a & b;
    case Combine::kOr:
      return a | b;
    case Combine::kXor:
      return a ^ b;
    case Combine::kMin:
      return is_less ? a : b;
    case Combine::kMax:
      if (is_float) return std::isnan(y) || x > y ? a : b;
      return is_less ? b : a;
    case Combine::kUMin:
      return std::min(a, b);
    case Combine::kUMax:
      return std::max(a, b);
    case Combine::kExchange:
      break;
  }
  return b;
}

}  // namespace trellis::tools
