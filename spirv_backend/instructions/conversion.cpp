// Conversions between numeric types.
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
  bool greatest = false, nan = false;
};

// D3D clamps to the integer's range and turns NaN into 0; SPIR-V leaves both undefined. If the float has
// fewer bits, the greatest integer is not representable: clamp to the next lower float, and select the
// integer afterwards, unless no use needs it. `E` is a FunctionEmitter, or the FunctionWriter of a conversion
// function.
template <class E>
Id clamped_conversion(E& e, NumericType from, NumericType to, bool is_signed, Id value,
                      ConversionHazards hazards, Unseen unseen = {}) {
  if (from.bits == 16) {
    from.bits = 32;
    value = e.op(Op::OpFConvert, from, value);
  }
  const NumericType bools = from.with_base(BaseType::kBool);
  const int value_bits = is_signed ? to.bits - 1 : to.bits;
  const int mantissa_bits = from.bits == 64 ? 53 : 24;
  const double limit = static_cast<double>(uint64_t{1} << (value_bits - 1)) * 2;
  const bool is_exact = value_bits <= mantissa_bits;
  const double step = is_exact ? 1 : static_cast<double>(uint64_t{1} << (value_bits - mantissa_bits));
  Id clamped = value;
  if (hazards.any()) {
    // NaN becomes the lower bound, which is correct only for unsigned results.
    const Id low = float_constant(e.module(), from, is_signed ? -limit : 0);
    if (hazards.above) {
      const Id high = float_constant(e.module(), from, limit - step);
      clamped = e.ext(GLSLstd450NClamp, from, value, low, high);
    } else {
      clamped = e.ext(GLSLstd450NMax, from, value, low);
    }
  }
  Id result = e.op(is_signed ? Op::OpConvertFToS : Op::OpConvertFToU, to, clamped);
  if (hazards.above && !is_exact && !unseen.greatest) {
    const uint64_t greatest = value_bits == 64 ? ~uint64_t{0} : (uint64_t{1} << value_bits) - 1;
    const Id high = float_constant(e.module(), from, limit - step);
    const Id is_over = e.op(Op::OpFOrdGreaterThan, bools, value, high);
    result = e.op(Op::OpSelect, to, is_over, e.module().constant(to, greatest), result);
  }
  if (hazards.nan && is_signed && !unseen.nan) {
    const Id is_nan = e.op(Op::OpIsNan, bools, value);
    result = e.op(Op::OpSelect, to, is_nan, e.module().constant(to, 0), result);
  }
  return result;
}

/// Returns a function that converts; writes it on first use.
Id conversion_function(ModuleBuilder& module, NumericType from, NumericType to, bool is_signed) {
  const Op opcode = is_signed ? Op::OpConvertFToS : Op::OpConvertFToU;
  const uint32_t key = to_word(opcode) << 16 | uint32_t{to.count} << 8 | from.bits | to.bits >> 4;
  if (const Id known = module.shared_function(key); known != 0) return known;
  FunctionWriter f(module, to, {&from, 1});
  f.label();
  f.op_void(Op::OpReturnValue, clamped_conversion(f, from, to, is_signed, f.parameter(0), {}));
  const Id function = f.finish();
  module.shared_function(key) = function;
  return function;
}

/// Returns true if a function takes fewer words than that many inline conversions. Its definition takes 17
/// words besides the conversion, a call 5.
bool is_worth_a_function(uint32_t count, NumericType from, NumericType to, bool is_signed) {
  const uint32_t mantissa_bits = from.bits == 64 ? 53 : 24, value_bits = to.bits - (is_signed ? 1 : 0);
  const uint32_t words =
      12 + (from.bits == 16 ? 4 : 0) + (value_bits > mantissa_bits ? 11 : 0) + (is_signed ? 10 : 0);
  return uint64_t{count} * (words - 5) > words + 17;
}

void convert_to_integer(FunctionEmitter& e, const Instruction& i) {
  const bool is_signed = i.opcode == Opcode::kFPToSI;
  const NumericType to = e.result_type(i), from = e.operand_type(i, 0);
  const Id value = e.operand(i, 0);
  const uint32_t count = e.context().plan.long_operations.count(i.opcode, e.operand_type_id(i, 0), i.type);
  const bool saturates = to.bits == 32 && e.context().plan.options.device.promises(kConversionsSaturate);
  const ConversionHazards hazards =
      saturates ? ConversionHazards{false, false, false}
                : hazards_of(number_bounds(e, e.operand_value(i, 0)), to.bits, is_signed);
  const bool ignores_greatest = e.plan().conversions.ignores_greatest(e.function(), i.result);
  const bool ignores_nan = is_signed && e.plan().conversions.ignores_nan(e.function(), i.result);
  if (!hazards.above || ignores_greatest || ignores_nan || !is_worth_a_function(count, from, to, is_signed)) {
    e.set_result(i,
                 clamped_conversion(e, from, to, is_signed, value, hazards, {ignores_greatest, ignores_nan}));
    return;
  }
  const Id function = conversion_function(e.module(), from, to, is_signed);
  e.set_result(i, e.op(Op::OpFunctionCall, to, function, value));
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
