#include "spirv_backend/analysis/value_bounds.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <span>

#include "dxil_frontend/program/dxil_op.hpp"
#include "spirv_backend/analysis/bounds_arithmetic.hpp"
#include "spirv_backend/analysis/loop_counters.hpp"

namespace trellis::spirv {
namespace {

using dxil::Instruction;
using dxil::kNone;
using dxil::Op;
using dxil::Opcode;
using dxil::Type;
using dxil::TypeKind;
using dxil::ValueId;

/// Returns the number with these bits in a float type.
double float_of_bits(uint64_t value, uint32_t bits) {
  if (bits == 64) return std::bit_cast<double>(value);
  if (bits == 32) return static_cast<double>(std::bit_cast<float>(static_cast<uint32_t>(value)));
  const auto exponent = static_cast<int>(value >> 10 & 31), mantissa = static_cast<int>(value & 1023);
  double number = exponent == 0 ? std::ldexp(mantissa, -24) : std::ldexp(1024 + mantissa, exponent - 25);
  if (exponent == 31) number = mantissa == 0 ? std::numeric_limits<double>::infinity() : std::nan("");
  return (value >> 15 & 1) != 0 ? -number : number;
}

/// Computes the bounds of a result from those of the operands.
class Finder {
 public:
  Finder(const ValueBounds& known, const dxil::Module& module, const dxil::Function& function,
         const dxil::EntryPoint& entry, const Instruction& i, cfg::BlockId block)
      : known_(known),
        module_(module),
        function_(function),
        entry_(entry),
        i_(i),
        block_(block),
        operands_(function.operands_of(i)),
        bits_(module.types[i.type].bits) {}

  std::optional<IntegerBounds> integer_result() const;
  std::optional<FloatBounds> float_result() const;

 private:
  IntegerBounds integer(uint32_t n) const { return known_.integer(module_, function_, operands_[n]); }
  FloatBounds number(uint32_t n) const { return known_.number(module_, function_, operands_[n]); }
  uint32_t operand_bits(uint32_t n) const {
    return module_.types[module_.type_of(function_, operands_[n])].bits;
  }
  std::optional<uint64_t> constant(uint32_t n) const {
    if (n >= operands_.size() || module_.is_undef(operands_[n])) return std::nullopt;
    return module_.scalar_bits(operands_[n]);
  }
  std::optional<IntegerBounds> integer_operation() const;
  std::optional<IntegerBounds> shifted_right() const;
  std::optional<IntegerBounds> divided_signed() const;
  std::optional<IntegerBounds> inserted() const;
  std::optional<IntegerBounds> integer_phi() const;
  std::optional<FloatBounds> float_phi() const;
  std::optional<FloatBounds> from_bits() const;
  std::optional<IntegerBounds> converted() const;
  std::optional<IntegerBounds> of_thread() const;
  std::optional<FloatBounds> float_operation() const;
  FloatBounds dot(uint32_t count) const;
  FloatBounds float_product() const;
  FloatBounds float_difference() const;
  std::optional<FloatBounds> modulo() const;
  std::optional<FloatBounds> input() const;

  /// A value times a constant.
  struct Scaled {
    ValueId value = kNone;
    double by = 1;
  };
  const Instruction* definition(ValueId value) const;
  Scaled scaled(ValueId value, Opcode opcode) const;

  const ValueBounds& known_;
  const dxil::Module& module_;
  const dxil::Function& function_;
  const dxil::EntryPoint& entry_;
  const Instruction& i_;
  cfg::BlockId block_;
  std::span<const ValueId> operands_;
  uint32_t bits_;
};

std::optional<IntegerBounds> Finder::of_thread() const {
  constexpr uint64_t kMaxGroups = 65535;
  if (!entry_.thread_group_size) return std::nullopt;
  const std::array<uint32_t, 3>& size = *entry_.thread_group_size;
  uint64_t most = uint64_t{size[0]} * size[1] * size[2];
  if (i_.op() != Op::kFlattenedThreadIdInGroup) {
    const std::optional<uint64_t> component = constant(0);
    most = component && *component < 3 ? size[*component] : *std::max_element(size.begin(), size.end());
  }
  if (i_.op() == Op::kGroupId) most = kMaxGroups;
  if (i_.op() == Op::kThreadId) most *= kMaxGroups;
  return up_to(most == 0 ? 0 : most - 1, bits_);
}

std::optional<IntegerBounds> Finder::integer_operation() const {
  constexpr uint64_t kMaxLanes = 128;
  switch (i_.op()) {
    case Op::kIMax: {
      const IntegerBounds x = integer(0), y = integer(1);
      IntegerBounds b = joined(x, y);
      b.low = std::max(x.low, y.low);
      return agreed(b, bits_);
    }
    case Op::kIMin: {
      const IntegerBounds x = integer(0), y = integer(1);
      IntegerBounds b = joined(x, y);
      b.high = std::min(x.high, y.high);
      return agreed(b, bits_);
    }
    case Op::kUMax: {
      const IntegerBounds x = integer(0), y = integer(1);
      IntegerBounds b = joined(x, y);
      if (x.low >= 0 && y.low >= 0) b.low = std::max(x.low, y.low);
      return b;
    }
    case Op::kUMin: {
      const IntegerBounds x = integer(0), y = integer(1);
      IntegerBounds b = joined(x, y);
      b.most = std::min(x.most, y.most);
      return agreed(b, bits_);
    }
    case Op::kIMad:
    case Op::kUMad:
      return sum(product(integer(0), integer(1), bits_), integer(2), bits_);
    case Op::kIbfe:
    case Op::kUbfe: {
      const std::optional<uint64_t> width = constant(0);
      if (!width || (*width & 31) == 0) return std::nullopt;
      const auto w = static_cast<uint32_t>(*width & 31);
      if (i_.op() == Op::kUbfe) return up_to(ones(w), bits_);
      IntegerBounds b = any_integer(bits_);
      keep_signed(b, -signed_most(w) - 1, signed_most(w), bits_);
      return b;
    }
    case Op::kBfi:
      return inserted();
    case Op::kCountbits:
      return up_to(operand_bits(0), bits_);
    case Op::kFirstbitLo:
    case Op::kFirstbitHi:
    case Op::kFirstbitSHi: {
      IntegerBounds b = any_integer(bits_);
      keep_signed(b, -1, int64_t{operand_bits(0)} - 1, bits_);  // -1 if there is none.
      return b;
    }
    case Op::kLegacyF32ToF16:
      return up_to(ones(16), bits_);
    case Op::kWaveReadLaneFirst:
      return integer(0);
    case Op::kThreadId:
    case Op::kGroupId:
    case Op::kThreadIdInGroup:
    case Op::kFlattenedThreadIdInGroup:
      return of_thread();
    case Op::kWaveGetLaneIndex:
      return up_to(kMaxLanes - 1, bits_);
    case Op::kWaveGetLaneCount: {
      IntegerBounds b = up_to(kMaxLanes, bits_);
      b.low = 1;
      return b;
    }
    case Op::kWaveAllBitCount:
    case Op::kWavePrefixBitCount:
      return up_to(kMaxLanes, bits_);
    default:
      return std::nullopt;
  }
}

std::optional<IntegerBounds> Finder::shifted_right() const {
  const std::optional<uint64_t> amount = constant(1);
  IntegerBounds x = integer(0);
  if (i_.opcode == Opcode::kLShr) {
    const uint64_t a = amount.value_or(0) & (bits_ - 1);
    IntegerBounds b = up_to(x.most >> a, bits_);
    if (amount) b.zeros = static_cast<uint8_t>(x.zeros > a ? x.zeros - a : 0);
    return b;
  }
  const uint64_t a = amount.value_or(0) & (bits_ - 1);
  if (!amount) {
    x.low = std::min<int64_t>(x.low, 0);
    x.high = std::max<int64_t>(x.high, 0);
  }
  IntegerBounds b = any_integer(bits_);
  keep_signed(b, x.low >> a, x.high >> a, bits_);
  return agreed(b, bits_);
}

/// Signed division and remainder by a positive number. The quotient lies between the dividend and 0.
std::optional<IntegerBounds> Finder::divided_signed() const {
  const IntegerBounds x = integer(0), y = integer(1);
  if (y.low <= 0) return std::nullopt;
  const bool divides = i_.opcode == Opcode::kSDiv;
  IntegerBounds b = any_integer(bits_);
  const int64_t low = divides ? x.low / y.low : std::max(x.low, 1 - y.high);
  const int64_t high = divides ? x.high / y.low : std::min(x.high, y.high - 1);
  keep_signed(b, std::min<int64_t>(low, 0), std::max<int64_t>(high, 0), bits_);
  return agreed(b, bits_);
}

/// Bits of one number in place of those of another.
std::optional<IntegerBounds> Finder::inserted() const {
  const std::optional<uint64_t> width = constant(0), offset = constant(1);
  if (!width || !offset) return std::nullopt;
  const auto end = static_cast<uint32_t>((*width & 31) + (*offset & 31));
  return up_to(ones(std::max(end, static_cast<uint32_t>(std::bit_width(integer(3).most)))), bits_);
}

/// Of the values that come from a later block, around a loop, only counters have bounds.
std::optional<IntegerBounds> Finder::integer_phi() const {
  if (operands_.empty()) return std::nullopt;
  if (const auto counted = counter_bounds(module_, function_, known_, i_, block_)) return counted;
  IntegerBounds b = integer(0);
  for (uint32_t n = 1; n < operands_.size(); ++n) b = joined(b, integer(n));
  return b;
}

std::optional<FloatBounds> Finder::float_phi() const {
  if (operands_.empty()) return std::nullopt;
  FloatBounds b = number(0);
  for (uint32_t n = 1; n < operands_.size(); ++n) b = joined(b, number(n));
  return b;
}

/// Returns the bounds of the float with the bits of an integer: positive floats are in the order of their
/// bits.
std::optional<FloatBounds> Finder::from_bits() const {
  if (module_.types[module_.type_of(function_, operands_[0])].kind != TypeKind::kInt) return std::nullopt;
  const IntegerBounds x = integer(0);
  if (x.low < 0 || operand_bits(0) != bits_) return std::nullopt;
  const double low = float_of_bits(static_cast<uint64_t>(x.low), bits_);
  const double high = float_of_bits(static_cast<uint64_t>(x.high), bits_);
  if (!std::isfinite(high)) return std::nullopt;
  return rounded({low, high, false}, bits_);
}

/// Returns the bounds of a conversion from a float, which clamps and makes NaN 0.
std::optional<IntegerBounds> Finder::converted() const {
  const bool is_signed = i_.opcode == Opcode::kFPToSI;
  FloatBounds x = number(0);
  if (x.may_be_nan) x = joined(x, FloatBounds{0, 0, false});
  IntegerBounds b = any_integer(bits_);
  // Doubles hold the ends of narrower types exactly; a bound that is not within the type clamps to its end.
  if (bits_ > 32) return std::nullopt;
  const auto end = [&](double bound, double least, double most) {
    return static_cast<int64_t>(std::trunc(std::clamp(bound, least, most)));
  };
  if (is_signed) {
    const auto most = static_cast<double>(signed_most(bits_));
    b.low = end(x.low, -most - 1, most);
    b.high = end(x.high, -most - 1, most);
  } else {
    b.most = static_cast<uint64_t>(end(x.high, 0, static_cast<double>(ones(bits_))));
  }
  return agreed(b, bits_);
}

std::optional<IntegerBounds> Finder::integer_result() const {
  switch (i_.opcode) {
    case Opcode::kAdd:
      return sum(integer(0), integer(1), bits_);
    case Opcode::kSub:
      return difference(integer(0), integer(1), bits_);
    case Opcode::kMul:
      return product(integer(0), integer(1), bits_);
    case Opcode::kShl:
      return shifted_left(integer(0), integer(1), bits_);
    case Opcode::kLShr:
    case Opcode::kAShr:
      return shifted_right();
    case Opcode::kAnd:
    case Opcode::kOr:
    case Opcode::kXor:
      return logic(i_.opcode, integer(0), integer(1), bits_);
    case Opcode::kUDiv:
      return quotient(integer(0), integer(1), bits_);
    case Opcode::kURem:
      return remainder(integer(0), integer(1), bits_);
    case Opcode::kSDiv:
    case Opcode::kSRem:
      return divided_signed();
    case Opcode::kPhi:
      return integer_phi();
    case Opcode::kExtractValue:
      return known_.extent(function_, operands_[0]);
    case Opcode::kSelect:
      return joined(integer(1), integer(2));
    case Opcode::kZExt: {
      IntegerBounds b = up_to(integer(0).most, bits_);
      b.zeros = integer(0).zeros;
      return b;
    }
    case Opcode::kSExt: {
      const IntegerBounds x = integer(0);
      IntegerBounds b = any_integer(bits_);
      b.low = x.low;
      b.high = x.high;
      b.zeros = x.zeros;
      return agreed(b, bits_);
    }
    case Opcode::kTrunc: {
      const IntegerBounds x = integer(0);
      IntegerBounds b = any_integer(bits_);
      if (x.most <= ones(bits_)) b.most = x.most;
      keep_signed(b, x.low, x.high, bits_);
      b.zeros = static_cast<uint8_t>(std::min<uint32_t>(x.zeros, bits_));
      return agreed(b, bits_);
    }
    case Opcode::kFPToSI:
    case Opcode::kFPToUI:
      return converted();
    case Opcode::kDxOp:
      return integer_operation();
    default:
      return std::nullopt;
  }
}

/// Returns the bounds of a pixel's position: the largest framebuffer of any device, with a margin.
std::optional<FloatBounds> Finder::input() const {
  constexpr uint8_t kPosition = 3;
  constexpr double kFurthest = 131072;
  if (entry_.kind != dxil::ShaderKind::kPixel) return std::nullopt;
  const std::optional<uint64_t> id = constant(0), column = constant(2);
  if (!id || !column || *column > 1) return std::nullopt;
  for (const dxil::SignatureElement& element : entry_.inputs) {
    if (element.id == *id && element.semantic_kind == kPosition) return FloatBounds{0, kFurthest, false};
  }
  return std::nullopt;
}

/// Returns bounds for any order of the sum.
FloatBounds Finder::dot(uint32_t count) const {
  FloatBounds b{0, 0, false};
  double magnitudes = 0;
  for (uint32_t n = 0; n < count; ++n) {
    const bool is_square = operands_[n] == operands_[n + count];
    const FloatBounds term =
        is_square ? square(number(n), bits_) : product(number(n), number(n + count), bits_);
    b = n == 0 ? term : sum(b, term, bits_);
    magnitudes += magnitude(term).high;
  }
  // Sums of some terms may overflow in both directions.
  if (!b.is_finite() || bits_ != 32) return {};
  constexpr double kError = 0x1p-20;
  return rounded({b.low - magnitudes * kError, b.high + magnitudes * kError, false}, bits_);
}

FloatBounds Finder::float_product() const {
  return operands_[0] == operands_[1] ? square(number(0), bits_) : product(number(0), number(1), bits_);
}

FloatBounds Finder::float_difference() const {
  const FloatBounds b = sum(number(0), negated(number(1)), bits_);
  const std::optional<FloatBounds> known = modulo();
  if (!known) return b;
  return {std::max(b.low, known->low), std::min(b.high, known->high), false};
}

/// Returns the definition of a value shortly before the instruction; null for others.
const Instruction* Finder::definition(ValueId value) const {
  constexpr ptrdiff_t kLooksBack = 64;
  const ptrdiff_t number = &i_ - function_.instructions.data();
  for (ptrdiff_t back = 1; back <= std::min(number, kLooksBack); ++back) {
    if ((&i_ - back)->result == value) return &i_ - back;
  }
  return nullptr;
}

/// x - floor(x / n) * n, as HLSL for GLSL's mod is written, has the bounds of a remainder.
std::optional<FloatBounds> Finder::modulo() const {
  const ValueId x = operands_[0];
  if (bits_ != 32 || !number(0).is_finite() || !number(1).is_finite()) return std::nullopt;
  const Scaled subtracted = scaled(operands_[1], Opcode::kFMul);
  const Instruction* const whole = definition(subtracted.value);
  if (whole == nullptr || !whole->is(Op::kRound_ni)) return std::nullopt;
  const ValueId of = function_.operands_of(*whole)[0];
  if (of == x && subtracted.by == 1) return FloatBounds{0, 1, false};
  Scaled quotient = scaled(of, Opcode::kFMul);
  if (quotient.value != x) {
    quotient = scaled(of, Opcode::kFDiv);
    quotient.by = 1 / quotient.by;
  }
  if (quotient.value != x || quotient.by <= 0 || subtracted.by <= 0) return std::nullopt;
  return trellis::spirv::modulo(number(0), quotient.by, subtracted.by, bits_);
}

/// Returns the operand of a product with, or a division by, a constant; else the value itself and 1.
Finder::Scaled Finder::scaled(ValueId value, Opcode opcode) const {
  const Instruction* const i = definition(value);
  if (i == nullptr || i->opcode != opcode) return {value, 1};
  const std::span<const ValueId> operands = function_.operands_of(*i);
  for (const uint32_t n : {1, 0}) {
    const FloatBounds factor = known_.number(module_, function_, operands[n]);
    const bool is_constant = module_.is_module_value(operands[n]) && factor.is_finite();
    if (is_constant && factor.low == factor.high && factor.low != 0) return {operands[1 - n], factor.low};
    if (opcode == Opcode::kFDiv) break;
  }
  return {value, 1};
}

std::optional<FloatBounds> Finder::float_operation() const {
  switch (i_.op()) {
    case Op::kLoadInput:
      return input();
    case Op::kFAbs:
      return magnitude(number(0));
    case Op::kSaturate:
      return FloatBounds{0, 1, false};
    case Op::kFrc:
      return FloatBounds{0, 1, !number(0).is_finite()};
    case Op::kSqrt:
      return square_root(number(0), bits_);
    case Op::kLog:
      return logarithm(number(0), bits_);
    case Op::kSin:
    case Op::kCos:
      return sine(number(0));
    case Op::kDot2:
      return dot(2);
    case Op::kDot3:
      return dot(3);
    case Op::kDot4:
      return dot(4);
    case Op::kWaveReadLaneFirst:
      return number(0);
    case Op::kFMin:
      return least(number(0), number(1));
    case Op::kFMax:
      return negated(least(negated(number(0)), negated(number(1))));
    case Op::kFMad:
      return sum(product(number(0), number(1), bits_), number(2), bits_);
    case Op::kRound_ne:
    case Op::kRound_ni:
    case Op::kRound_pi:
    case Op::kRound_z: {
      const FloatBounds x = number(0);
      return FloatBounds{std::floor(x.low), std::ceil(x.high), x.may_be_nan};
    }
    default:
      return std::nullopt;
  }
}

std::optional<FloatBounds> Finder::float_result() const {
  switch (i_.opcode) {
    case Opcode::kSIToFP:
      return from_signed(integer(0), bits_);
    case Opcode::kUIToFP:
      return from_unsigned(integer(0), bits_);
    case Opcode::kFPExt:
      return number(0);
    case Opcode::kFPTrunc:
      return narrowed(number(0), bits_);
    case Opcode::kFAdd:
      return sum(number(0), number(1), bits_);
    case Opcode::kFSub:
      return float_difference();
    case Opcode::kFMul:
      return float_product();
    case Opcode::kFDiv:
      return quotient(number(0), number(1), bits_);
    case Opcode::kFRem:
      return remainder(number(0), number(1), bits_);
    case Opcode::kFNeg:
      return negated(number(0));
    case Opcode::kPhi:
      return float_phi();
    case Opcode::kBitcast:
      return from_bits();
    case Opcode::kSelect:
      return joined(number(1), number(2));
    case Opcode::kDxOp:
      return float_operation();
    default:
      return std::nullopt;
  }
}

}  // namespace

bool FloatBounds::is_finite() const { return !may_be_nan && std::isfinite(low) && std::isfinite(high); }

ConversionHazards hazards_of(const FloatBounds& value, uint32_t integer_bits, bool is_signed) {
  // Conversions truncate, so values less than 1 below the smallest integer are in range.
  const double limit = std::ldexp(1.0, static_cast<int>(integer_bits) - (is_signed ? 1 : 0));
  const double least = is_signed ? -limit : 0;
  ConversionHazards hazards;
  hazards.nan = value.may_be_nan;
  hazards.below = !(value.low >= least || value.low > least - 1);
  hazards.above = !(value.high < limit);
  return hazards;
}

void ValueBounds::add(const dxil::Module& module, const dxil::Function& function,
                      const dxil::EntryPoint& entry, const Instruction& i, cfg::BlockId block) {
  if (i.result == kNone) return;
  const Type& type = module.types[i.type];
  if ((type.kind != TypeKind::kInt && type.kind != TypeKind::kFloat) || type.bits == 1) return;
  // Min-precision values have no bounds: the device may keep them in wider registers.
  if (type.bits == 16 && !entry.native_16bit()) return;
  const Finder finder(*this, module, function, entry, i, block);
  uint32_t place = kNone;
  if (type.kind == TypeKind::kInt) {
    if (const std::optional<IntegerBounds> found = finder.integer_result()) {
      place = static_cast<uint32_t>(integers_.size());
      if (place == 0) integers_.reserve(function.local_types.size() / 2 + 1);
      integers_.push_back(*found);
    }
  } else if (const std::optional<FloatBounds> found = finder.float_result()) {
    place = static_cast<uint32_t>(numbers_.size());
    numbers_.push_back(*found);
  }
  if (place == kNone) return;
  if (known_.empty()) known_.resize(function.local_types.size(), kNone);
  known_[i.result - function.first_local] = place;
}

void ValueBounds::add_texture_size(const dxil::Function& function, const Instruction& i) {
  constexpr uint64_t kMostTexels = 1 << 20;  // D3D has 2^15; Vulkan leaves the limit to the device.
  if (known_.empty()) known_.resize(function.local_types.size(), kNone);
  known_[i.result - function.first_local] = static_cast<uint32_t>(integers_.size());
  integers_.push_back(up_to(kMostTexels, 32));
}

std::optional<IntegerBounds> ValueBounds::extent(const dxil::Function& function, ValueId aggregate) const {
  if (known_.empty() || aggregate < function.first_local) return std::nullopt;
  const uint32_t place = known_[aggregate - function.first_local];
  if (place == kNone) return std::nullopt;
  return integers_[place];
}

IntegerBounds ValueBounds::integer(const dxil::Module& module, const dxil::Function& function,
                                   ValueId value) const {
  const Type& type = module.types[module.type_of(function, value)];
  const uint32_t bits = type.bits == 0 ? 64 : type.bits;
  if (type.kind != TypeKind::kInt) return {};
  if (module.is_module_value(value)) {
    const std::optional<uint64_t> constant = module.scalar_bits(value);
    return constant && !module.is_undef(value) ? constant_bounds(*constant, bits) : any_integer(bits);
  }
  const uint32_t place = known_.empty() ? kNone : known_[value - function.first_local];
  return place == kNone ? any_integer(bits) : integers_[place];
}

FloatBounds ValueBounds::number(const dxil::Module& module, const dxil::Function& function,
                                ValueId value) const {
  const Type& type = module.types[module.type_of(function, value)];
  if (type.kind != TypeKind::kFloat) return {};
  if (module.is_module_value(value)) {
    const std::optional<uint64_t> constant = module.scalar_bits(value);
    if (!constant || module.is_undef(value)) return {};
    const double number = float_of_bits(*constant, type.bits);
    if (std::isnan(number)) return {};
    FloatBounds bounds{number, number, false};
    // An infinite bound means that there is none.
    if (std::isinf(number)) (number > 0 ? bounds.low : bounds.high) = 0;
    return bounds;
  }
  const uint32_t place = known_.empty() ? kNone : known_[value - function.first_local];
  return place == kNone ? FloatBounds{} : numbers_[place];
}

}  // namespace trellis::spirv
