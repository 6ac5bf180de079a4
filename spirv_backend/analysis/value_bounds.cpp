#include "spirv_backend/analysis/value_bounds.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <span>

#include "dxil_frontend/program/dxil_op.hpp"
#include "spirv_backend/analysis/bounds_arithmetic.hpp"

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
         const dxil::EntryPoint& entry, const Instruction& i)
      : known_(known),
        module_(module),
        function_(function),
        entry_(entry),
        i_(i),
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
  std::optional<IntegerBounds> converted() const;
  std::optional<IntegerBounds> of_thread() const;
  std::optional<FloatBounds> float_operation() const;
  std::optional<FloatBounds> input() const;

  const ValueBounds& known_;
  const dxil::Module& module_;
  const dxil::Function& function_;
  const dxil::EntryPoint& entry_;
  const Instruction& i_;
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
    case Op::kUMax:
      return joined(integer(0), integer(1));
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
    case Op::kCountbits:
      return up_to(operand_bits(0), bits_);
    case Op::kThreadId:
    case Op::kGroupId:
    case Op::kThreadIdInGroup:
    case Op::kFlattenedThreadIdInGroup:
      return of_thread();
    case Op::kWaveGetLaneIndex:
      return up_to(kMaxLanes - 1, bits_);
    case Op::kWaveGetLaneCount:
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
    case Opcode::kURem: {
      const std::optional<uint64_t> divisor = constant(1);
      if (!divisor || *divisor == 0) return std::nullopt;
      const uint64_t most = integer(0).most;
      return up_to(i_.opcode == Opcode::kUDiv ? most / *divisor : std::min(most, *divisor - 1), bits_);
    }
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
      return sum(number(0), negated(number(1)), bits_);
    case Opcode::kFMul:
      return product(number(0), number(1), bits_);
    case Opcode::kFNeg:
      return negated(number(0));
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
                      const dxil::EntryPoint& entry, const Instruction& i) {
  if (i.result == kNone) return;
  const Type& type = module.types[i.type];
  // Min-precision values have no bounds: the device may keep them in wider registers.
  const bool is_narrow = type.bits == 16 && !entry.native_16bit();
  if ((type.kind != TypeKind::kInt && type.kind != TypeKind::kFloat) || is_narrow) return;
  const Finder finder(*this, module, function, entry, i);
  uint32_t place = kNone;
  if (type.kind == TypeKind::kInt) {
    if (type.bits == 1) return;
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
    return std::isnan(number) ? FloatBounds{} : FloatBounds{number, number, false};
  }
  const uint32_t place = known_.empty() ? kNone : known_[value - function.first_local];
  return place == kNone ? FloatBounds{} : numbers_[place];
}

}  // namespace trellis::spirv
