// Conversions between numeric types.
#include <algorithm>
#include <bit>

#include "spirv_backend/emitter/min_precision.hpp"
#include "spirv_backend/emitter/module_context.hpp"
#include "spirv_backend/instructions/instructions.hpp"
#include "spirv_backend/module/function_writer.hpp"
#include "spirv_backend/module/spirv_enumerants.hpp"

namespace trellis::spirv {
namespace {

using dxil::Instruction;
using dxil::Opcode;

Id float_constant(ModuleBuilder& module, NumericType type, double value) {
  return type.bits == 64 ? module.constant(type, std::bit_cast<uint64_t>(value))
                         : module.constant(type, std::bit_cast<uint32_t>(static_cast<float>(value)));
}

uint64_t integer_bits(FunctionEmitter& e, const Instruction& i, double value) {
  // In the result's type; callers only pass 0, 1 and -1.
  const uint64_t ones =
      e.result_type(i).bits == 64 ? ~uint64_t{0} : (uint64_t{1} << e.result_type(i).bits) - 1;
  return value < 0 ? ones : static_cast<uint64_t>(value);
}

void truncate(FunctionEmitter& e, const Instruction& i) {
  const NumericType from = e.operand_type(i, 0), to = e.result_type(i);
  if (to.is_bool()) {
    const Id value = e.operand(i, 0), one = e.constant(from, 1);
    const Id bit = e.op(Op::OpBitwiseAnd, from, value, one);
    e.define(i, Op::OpINotEqual, bit, e.constant(from, 0));
  } else if (from == to) {
    e.set_result(i, e.operand(i, 0));
  } else {
    e.define(i, Op::OpUConvert, e.operand(i, 0));
  }
}

void extend(FunctionEmitter& e, const Instruction& i) {
  const bool is_signed = i.opcode == Opcode::kSExt;
  const NumericType from = e.operand_type(i, 0), to = e.result_type(i);
  if (from.is_bool()) {
    const Id condition = e.operand(i, 0), one = e.constant(to, integer_bits(e, i, is_signed ? -1 : 1));
    e.define(i, Op::OpSelect, condition, one, e.constant(to, 0));
    return;
  }
  const Id value = extended_operand(e, i, 0, is_signed);
  if (from == to) {
    e.set_result(i, value);
  } else {
    e.define(i, is_signed ? Op::OpSConvert : Op::OpUConvert, value);
  }
}

/// Drivers eliminate a narrowing conversion followed by a widening one, and its rounding with it. Strictly,
/// NoContraction does not apply to conversions; FPFastMathMode None does, if the device supports it.
void keep_rounding(ModuleBuilder& module, Id id) {
  if (!module.is_named(Extension::kFloatControls2)) {
    module.decorate(id, spv::Decoration::NoContraction);
    return;
  }
  module.extension(name_of(Extension::kFloatControls2));
  module.capability(kCapabilityFloatControls2);
  module.decorate(id, spv::Decoration::FPFastMathMode, 0u);
}

void convert_float(FunctionEmitter& e, const Instruction& i) {
  if (e.operand_type(i, 0) == e.result_type(i)) {
    e.set_result(i, e.operand(i, 0));
  } else {
    const Id id = e.define(i, Op::OpFConvert, e.operand(i, 0));
    if (e.result_type(i).bits == 16) keep_rounding(e.module(), id);
  }
}

/// Parts of a conversion's result that no use distinguishes (conversion_uses.hpp).
struct Unseen {
  bool greatest = false, lowest = false, nan = false;
};

/// A conversion of a float, and the ends of the integer's range as floats. If the float has fewer bits than
/// the integer, the greatest integer is not representable: `high` is the next lower float.
struct IntegerConversion {
  NumericType from, to;
  bool is_signed;
  ConversionHazards hazards;
  Unseen unseen;

  int value_bits() const { return is_signed ? to.bits - 1 : to.bits; }
  int mantissa_bits() const { return from.bits == 64 ? 53 : 24; }
  double limit() const { return static_cast<double>(uint64_t{1} << (value_bits() - 1)) * 2; }
  double low() const { return is_signed ? -limit() : 0; }
  double high() const {
    const int missing = value_bits() - mantissa_bits();
    return limit() - (missing <= 0 ? 1 : static_cast<double>(uint64_t{1} << missing));
  }
  /// Returns true if the greatest integer needs something besides a clamp of the float.
  bool selects_greatest() const {
    return hazards.above && value_bits() > mantissa_bits() && !unseen.greatest;
  }
  /// Returns true if NaN needs something besides a clamp to 0 or more.
  bool selects_nan() const { return hazards.nan && is_signed && !unseen.nan; }
  /// Returns true if the positive and the negative numbers are clamped separately. Not for types of 64 bits:
  /// GPUs have few units for doubles, and no instruction that converts to 64 bits.
  bool is_split() const { return selects_nan() && from.bits != 64 && to.bits <= 32; }
  /// Returns true if positive and negative numbers may be clamped to the same magnitude.
  bool has_one_limit() const { return !hazards.above || (!selects_greatest() && unseen.lowest); }
};

/// One of the two parts of a number is 0, and both are 0 for NaN. This replaces a comparison with a
/// selection, for which many GPUs wait.
template <class E>
Id split_conversion(E& e, const IntegerConversion& c, Id value) {
  const Id zero = float_constant(e.module(), c.from, 0),
           limit = float_constant(e.module(), c.from, c.limit());
  const Id positive = e.ext(GLSLstd450NClamp, c.from, value, zero, limit);
  Id negative = e.ext(GLSLstd450NMin, c.from, value, zero);
  if (c.hazards.below) {
    negative = e.ext(GLSLstd450NMax, c.from, negative, float_constant(e.module(), c.from, c.low()));
  }
  const Id greatest = e.module().constant(c.to, (uint64_t{1} << c.value_bits()) - 1);
  const Id above = e.op(Op::OpConvertFToU, c.to, positive);
  const Id below = e.op(Op::OpConvertFToS, c.to, negative);
  // As unsigned numbers, the negative ones are greater than all others. Some GPUs compute the minimum and the
  // maximum with one instruction.
  return e.ext(GLSLstd450UMax, c.to, e.ext(GLSLstd450UMin, c.to, above, greatest), below);
}

/// Clamps the magnitude of a number to `most` and keeps its sign. The magnitude of NaN becomes 0.
template <class E>
Id limited_number(E& e, const IntegerConversion& c, Id value, double most) {
  const NumericType bits = c.from.with_base(BaseType::kInt);
  const Id zero = float_constant(e.module(), c.from, 0);
  Id magnitude = e.ext(GLSLstd450FAbs, c.from, value);
  if (c.hazards.above || c.hazards.below) {
    const Id limit = float_constant(e.module(), c.from, most);
    magnitude = e.ext(GLSLstd450NClamp, c.from, magnitude, zero, limit);
  } else {
    magnitude = e.ext(GLSLstd450NMax, c.from, magnitude, zero);
  }
  const Id sign_bit = e.module().constant(bits, uint64_t{1} << (c.from.bits - 1));
  const Id sign = e.op(Op::OpBitwiseAnd, bits, e.op(Op::OpBitcast, bits, value), sign_bit);
  const Id number = e.op(Op::OpBitwiseOr, bits, e.op(Op::OpBitcast, bits, magnitude), sign);
  return e.op(Op::OpBitcast, c.from, number);
}

// D3D clamps to the integer's range and turns NaN into 0; SPIR-V leaves both undefined. `E` is a
// FunctionEmitter, or the FunctionWriter of a conversion function.
template <class E>
Id clamped_conversion(E& e, IntegerConversion c, Id value) {
  if (c.from.bits == 16) {
    c.from.bits = 32;
    value = e.op(Op::OpFConvert, c.from, value);
  }
  if (c.is_split()) {
    if (!c.has_one_limit()) return split_conversion(e, c, value);
    const double most = c.hazards.above ? c.high() : c.limit();
    return e.op(Op::OpConvertFToS, c.to, limited_number(e, c, value, most));
  }
  const NumericType bools = c.from.with_base(BaseType::kBool);
  Id clamped = value;
  if (c.hazards.any()) {
    // NaN becomes the lower bound, which is correct only for unsigned results.
    const Id low = float_constant(e.module(), c.from, c.low());
    if (c.hazards.above) {
      clamped = e.ext(GLSLstd450NClamp, c.from, value, low, float_constant(e.module(), c.from, c.high()));
    } else {
      clamped = e.ext(GLSLstd450NMax, c.from, value, low);
    }
  }
  Id result = e.op(c.is_signed ? Op::OpConvertFToS : Op::OpConvertFToU, c.to, clamped);
  if (c.selects_greatest()) {
    const uint64_t greatest = c.value_bits() == 64 ? ~uint64_t{0} : (uint64_t{1} << c.value_bits()) - 1;
    const Id high = float_constant(e.module(), c.from, c.high());
    const Id is_over = e.op(Op::OpFOrdGreaterThan, bools, value, high);
    result = e.op(Op::OpSelect, c.to, is_over, e.module().constant(c.to, greatest), result);
  }
  if (c.selects_nan()) {
    const Id is_nan = e.op(Op::OpIsNan, bools, value);
    result = e.op(Op::OpSelect, c.to, is_nan, e.module().constant(c.to, 0), result);
  }
  return result;
}

/// Returns a function that converts any number; writes it on first use.
Id conversion_function(ModuleBuilder& module, IntegerConversion c) {
  c.hazards = {};
  const Op opcode = c.is_signed ? Op::OpConvertFToS : Op::OpConvertFToU;
  const uint32_t key = to_word(opcode) << 16 | uint32_t{c.to.count} << 8 | (c.has_one_limit() ? 0x80u : 0) |
                       c.from.bits | c.to.bits >> 4;
  if (const Id known = module.shared_function(key); known != 0) return known;
  FunctionWriter f(module, c.to, {&c.from, 1});
  f.label();
  f.op_void(Op::OpReturnValue, clamped_conversion(f, c, f.parameter(0)));
  const Id function = f.finish();
  module.shared_function(key) = function;
  return function;
}

/// Returns true if a function takes fewer words than that many inline conversions. Its definition takes 17
/// words besides the conversion, a call 5.
bool is_worth_a_function(uint32_t count, const IntegerConversion& c) {
  constexpr uint32_t kClamp = 12, kMagnitude = 40, kSplit = 44, kGreatest = 11, kNan = 10;
  uint32_t words = kClamp;
  if (c.is_split()) {
    words = c.has_one_limit() ? kMagnitude : kSplit;
  } else {
    words += (c.selects_greatest() ? kGreatest : 0) + (c.selects_nan() ? kNan : 0);
  }
  if (c.from.bits == 16) words += 4;
  return uint64_t{count} * (words - 5) > words + 17;
}

IntegerConversion integer_conversion(FunctionEmitter& e, const Instruction& i) {
  IntegerConversion c;
  c.is_signed = i.opcode == Opcode::kFPToSI;
  c.to = e.result_type(i);
  c.from = e.operand_type(i, 0);
  const bool saturates = c.to.bits == 32 && e.context().plan.options.device.promises(kConversionsSaturate);
  c.hazards = saturates ? ConversionHazards{false, false, false}
                        : hazards_of(number_bounds(e, e.operand_value(i, 0)), c.to.bits, c.is_signed);
  c.unseen.greatest = e.plan().conversions.ignores_greatest(e.function(), i.result);
  c.unseen.lowest = e.plan().conversions.ignores_lowest(e.function(), i.result);
  c.unseen.nan = c.is_signed && e.plan().conversions.ignores_nan(e.function(), i.result);
  return c;
}

bool has_value(const Vector<ValueId>& sorted, ValueId value) {
  return std::binary_search(sorted.begin(), sorted.end(), value);
}

/// Returns true if converting back costs more than truncating the float. Where the device's conversions
/// clamp, they cost as much as a clamp and a truncation.
bool favors_truncation(FunctionEmitter& e, const Instruction& i, const IntegerConversion& c) {
  return c.hazards.any() ||
         !hazards_of(number_bounds(e, e.operand_value(i, 0)), c.to.bits, c.is_signed).any();
}

void convert_to_integer(FunctionEmitter& e, const Instruction& i) {
  const IntegerConversion c = integer_conversion(e, i);
  if (has_value(e.plan().round_trips.integers, i.result) && favors_truncation(e, i, c)) return;
  const Id value = e.operand(i, 0);
  const uint32_t count = e.context().plan.long_operations.count(i.opcode, e.operand_type_id(i, 0), i.type);
  // The function is for numbers with all hazards.
  const bool is_long = c.hazards.above && !c.unseen.nan && (c.is_signed || !c.unseen.greatest);
  if (!is_long || !is_worth_a_function(count, c)) {
    e.set_result(i, clamped_conversion(e, c, value));
    return;
  }
  const Id function = conversion_function(e.module(), c);
  e.set_result(i, e.op(Op::OpFunctionCall, c.to, function, argument_operand(e, i, 0)));
}

/// Clamps a number to the integer's range, both ends included. NaN becomes 0.
Id clamped_to_range(FunctionEmitter& e, const IntegerConversion& c, Id value) {
  if (!c.hazards.any()) return value;
  if (c.is_signed && c.hazards.nan) return limited_number(e, c, value, c.limit());
  const Id low = float_constant(e.module(), c.from, c.low());
  if (!c.hazards.above) return e.ext(GLSLstd450NMax, c.from, value, low);
  return e.ext(GLSLstd450NClamp, c.from, value, low, float_constant(e.module(), c.from, c.limit()));
}

/// Converts an integer that was a float by truncating that float, if this is equivalent (round_trips.hpp).
bool convert_by_truncation(FunctionEmitter& e, const Instruction& i) {
  if (!has_value(e.plan().round_trips.results, i.result)) return false;
  const Instruction* const there = e.values().definition(e.operand_value(i, 0));
  if (there == nullptr) return false;
  const IntegerConversion c = integer_conversion(e, *there);
  if (!favors_truncation(e, *there, c)) return false;
  e.define_ext(i, GLSLstd450Trunc, clamped_to_range(e, c, e.operand(*there, 0)));
  return true;
}

/// Returns the bits of 1.0 in a float type.
uint64_t float_one(NumericType type) {
  return type.bits == 16 ? 0x3C00 : (type.bits == 32 ? 0x3F800000 : 0x3FF0000000000000);
}

/// Converts to a 1-bit integer, clamped like any other: its values are 0 and 1, or 0 and -1 if it is signed.
void convert_to_bool(FunctionEmitter& e, const Instruction& i) {
  const NumericType from = e.operand_type(i, 0);
  const Id value = e.operand(i, 0);
  if (i.opcode == Opcode::kFPToUI) {
    e.define(i, Op::OpFOrdGreaterThanEqual, value, e.constant(from, float_one(from)));
  } else {
    const uint64_t minus_one = float_one(from) | uint64_t{1} << (from.bits - 1);
    e.define(i, Op::OpFOrdLessThanEqual, value, e.constant(from, minus_one));
  }
}

void convert_from_integer(FunctionEmitter& e, const Instruction& i) {
  const bool is_signed = i.opcode == Opcode::kSIToFP;
  const NumericType to = e.result_type(i);
  if (e.operand_type(i, 0).is_bool() && is_signed) {
    // Convert through an integer: drivers turn a select of -1.0 and 0.0 into a negation, which would make 0 a
    // -0.
    const NumericType wide = kU32.with_count(to.count);
    const Id minus_one = e.constant(wide, UINT32_MAX), zero = e.constant(wide, 0);
    const Id integer = e.op(Op::OpSelect, wide, e.operand(i, 0), minus_one, zero);
    e.define(i, Op::OpConvertSToF, integer);
    return;
  }
  if (e.operand_type(i, 0).is_bool()) {
    const Id condition = e.operand(i, 0), yes = e.constant(to, float_one(to)), no = e.constant(to, 0);
    e.define(i, Op::OpSelect, condition, yes, no);
    return;
  }
  if (convert_by_truncation(e, i)) return;
  e.define(i, is_signed ? Op::OpConvertSToF : Op::OpConvertUToF, extended_operand(e, i, 0, is_signed));
}

}  // namespace

Result<void> lower_conversion(FunctionEmitter& e, const Instruction& i) {
  if (e.reference(i.result).kind != ReferenceKind::kNone) {
    if (!e.reference(i.result).is_static) e.set_result(i, e.reference_index(e.operand_value(i, 0)));
    return {};
  }
  if (e.operand_type(i, 0).bits == 0 || e.result_type(i).bits == 0) {
    return e.unsupported(i, "a conversion between these types is not supported");
  }
  switch (i.opcode) {
    case Opcode::kTrunc:
      truncate(e, i);
      return {};
    case Opcode::kZExt:
    case Opcode::kSExt:
      extend(e, i);
      return {};
    case Opcode::kFPTrunc:
    case Opcode::kFPExt:
      convert_float(e, i);
      return {};
    case Opcode::kFPToUI:
    case Opcode::kFPToSI:
      if (e.result_type(i).is_bool()) {
        convert_to_bool(e, i);
        return {};
      }
      convert_to_integer(e, i);
      return {};
    case Opcode::kUIToFP:
    case Opcode::kSIToFP:
      convert_from_integer(e, i);
      return {};
    case Opcode::kBitcast:
      return lower_bitcast_instruction(e, i);
    case Opcode::kFreeze:
      e.set_result(i, e.operand(i, 0));
      return {};
    default:
      return e.unsupported(i, "the conversion is not supported");
  }
}

}  // namespace trellis::spirv
