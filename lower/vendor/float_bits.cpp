#include "lower/vendor/float_bits.hpp"

namespace trellis::lower {
namespace {

using dxil::kNone;
using dxil::Op;
using dxil::Opcode;
using dxil::Predicate;
using dxil::ValueId;
using Writer = VendorWriter;

constexpr uint32_t kInfinity = 0x7F800000, kSignless = 0x7FFFFFFF;

struct Format {
  uint32_t mantissa_bits, bias;
  uint32_t infinity;  ///< The first number that is out of range.
  uint32_t nan;
};
constexpr Format kFormats[] = {{3, 7, 0x7F, 0x7F}, {2, 15, 0x7C, 0x7F}};
constexpr Format kHalf = {10, 15, 0x7C00, 0x7E00};

const Format& format_of(Float8 format) { return kFormats[static_cast<size_t>(format)]; }

ValueId power_of_two(Writer& w, ValueId exponent) { return w.binary(Opcode::kShl, w.word(1), exponent); }

/// Returns value >> by, rounded to nearest even. If there is a condition, rounds away from zero where it
/// holds and toward zero elsewhere. `by` is at least 1.
ValueId rounded_shift(Writer& w, ValueId value, ValueId by, ValueId is_away) {
  ValueId added = kNone;
  if (is_away == kNone) {
    const ValueId half = power_of_two(w, w.binary(Opcode::kSub, by, w.word(1)));
    const ValueId odd = w.binary(Opcode::kAnd, w.binary(Opcode::kLShr, value, by), w.word(1));
    added = w.binary(Opcode::kAdd, w.binary(Opcode::kSub, half, w.word(1)), odd);
  } else {
    added = w.select(is_away, w.binary(Opcode::kSub, power_of_two(w, by), w.word(1)), w.word(0));
  }
  return w.binary(Opcode::kLShr, w.binary(Opcode::kAdd, value, added), by);
}

/// Converts the magnitude of a float to the format. The result may exceed the format's largest number.
ValueId rounded(Writer& w, const Format& format, ValueId magnitude, ValueId is_away) {
  const ValueId exponent = w.binary(Opcode::kLShr, magnitude, w.word(23));
  // Below the least normal number, more mantissa bits are shifted out, and the leading one becomes explicit.
  const uint32_t shift = 23 - format.mantissa_bits, least = 127 - format.bias + 1;
  const ValueId first = w.select(w.is_not_zero(exponent), w.word(0x800000), w.word(0));
  const ValueId mantissa = w.binary(Opcode::kOr, w.binary(Opcode::kAnd, magnitude, w.word(0x7FFFFF)), first);
  const ValueId is_small = w.compare(Predicate::kUlt, exponent, w.word(least));
  const ValueId by = w.binary(Opcode::kSub, w.word(shift + least), exponent);
  const ValueId bounded = w.op(Op::kUMin, w.word_type(), {by, w.word(25)});
  const ValueId small = rounded_shift(w, mantissa, w.select(is_small, bounded, w.word(25)), is_away);
  const ValueId large = rounded_shift(w, magnitude, w.word(shift), is_away);
  const ValueId normal = w.binary(Opcode::kSub, large, w.word((127 - format.bias) << format.mantissa_bits));
  return w.select(is_small, small, normal);
}

}  // namespace

ValueId half_of_float(Writer& w, ValueId bits, Rounding rounding) {
  const ValueId magnitude = w.binary(Opcode::kAnd, bits, w.word(kSignless));
  const ValueId sign = w.binary(Opcode::kLShr, w.binary(Opcode::kAnd, bits, w.word(~kSignless)), w.word(16));
  const ValueId is_negative = w.is_not_zero(sign);
  ValueId is_away = kNone, most = w.word(kHalf.infinity);
  if (rounding != Rounding::kNearest) {
    const ValueId away = w.word(kHalf.infinity), towards = w.word(kHalf.infinity - 1);
    const bool is_up = rounding == Rounding::kUp;
    is_away = w.compare(is_up ? Predicate::kEq : Predicate::kNe, sign, w.word(0));
    most = w.select(is_negative, is_up ? towards : away, is_up ? away : towards);
  }
  const ValueId number = w.op(Op::kUMin, w.word_type(), {rounded(w, kHalf, magnitude, is_away), most});
  const ValueId is_infinite = w.compare(Predicate::kEq, magnitude, w.word(kInfinity));
  const ValueId is_nan = w.compare(Predicate::kUgt, magnitude, w.word(kInfinity));
  const ValueId finite = w.select(is_infinite, w.word(kHalf.infinity), number);
  return w.binary(Opcode::kOr, sign, w.select(is_nan, w.word(kHalf.nan), finite));
}

ValueId float_of_float8(Writer& w, ValueId bits, Float8 which) {
  const Format& format = format_of(which);
  const uint32_t shift = 23 - format.mantissa_bits;
  const ValueId magnitude = w.binary(Opcode::kAnd, bits, w.word(0x7F));
  const ValueId sign = w.binary(Opcode::kShl, w.binary(Opcode::kAnd, bits, w.word(0x80)), w.word(24));
  // A subnormal number is a multiple of the smallest one.
  const ValueId unit = w.float_constant(which == Float8::kE4M3 ? 0x1p-9f : 0x1p-16f);
  const ValueId count = w.cast(Opcode::kUIToFP, w.float_type(), magnitude);
  const ValueId small = w.to_word(w.binary(Opcode::kFMul, w.float_type(), count, unit));
  const ValueId placed = w.binary(Opcode::kShl, magnitude, w.word(shift));
  const ValueId normal = w.binary(Opcode::kAdd, placed, w.word((127 - format.bias) << 23));
  const ValueId is_small = w.compare(Predicate::kUlt, magnitude, w.word(1u << format.mantissa_bits));
  const ValueId number = w.select(is_small, small, normal);
  // Infinity and NaN get the largest exponent.
  const ValueId special = w.binary(Opcode::kOr, placed, w.word(kInfinity));
  const ValueId is_special = w.compare(Predicate::kUge, magnitude, w.word(format.infinity));
  return w.binary(Opcode::kOr, sign, w.select(is_special, special, number));
}

ValueId float8_of_float(Writer& w, ValueId bits, Float8 which, bool saturates) {
  const Format& format = format_of(which);
  const ValueId magnitude = w.binary(Opcode::kAnd, bits, w.word(kSignless));
  const ValueId sign = w.binary(Opcode::kLShr, w.binary(Opcode::kAnd, bits, w.word(~kSignless)), w.word(24));
  const ValueId number = rounded(w, format, magnitude, kNone);
  const ValueId most = w.word(saturates ? format.infinity - 1 : format.infinity);
  const ValueId bounded = w.op(Op::kUMin, w.word_type(), {number, most});
  const ValueId is_nan = w.compare(Predicate::kUgt, magnitude, w.word(kInfinity));
  return w.binary(Opcode::kOr, sign, w.select(is_nan, w.word(format.nan), bounded));
}

}  // namespace trellis::lower
