// Integer division. D3D defines what SPIR-V leaves undefined: division by zero gives all ones, and the
// smallest integer divided by -1 gives itself.
#include <bit>

#include "spirv_backend/emitter/min_precision.hpp"
#include "spirv_backend/emitter/module_context.hpp"
#include "spirv_backend/emitter/vector_parts.hpp"
#include "spirv_backend/instructions/instructions.hpp"
#include "spirv_backend/instructions/wide_division.hpp"
#include "spirv_backend/module/function_writer.hpp"

namespace trellis::spirv {
namespace {

using dxil::Instruction;
using dxil::Opcode;

uint64_t all_ones(NumericType type) {
  return type.bits == 64 ? ~uint64_t{0} : (uint64_t{1} << type.bits) - 1;
}

/// One of the four instructions, and its type.
struct Form {
  Opcode opcode;
  NumericType type;

  bool is_remainder() const { return opcode == Opcode::kSRem || opcode == Opcode::kURem; }
  bool is_signed() const { return opcode == Opcode::kSDiv || opcode == Opcode::kSRem; }
  bool is_wide() const { return type.bits == 64; }
  NumericType condition() const { return type.with_base(BaseType::kBool); }
};

// The templates below are for both FunctionEmitter and FunctionWriter (E).

template <class E>
Id equals(E& e, const Form& form, Id value, uint64_t bits) {
  const Id constant = e.module().constant(form.type, bits);
  return e.op(Op::OpIEqual, form.condition(), value, constant);
}

/// Extracts quotient or remainder from the result of a function of wide_division.hpp.
template <class E>
Id one_of_both(E& e, const Form& form, Id both) {
  return e.op(Op::OpCompositeExtract, form.type, both, form.is_remainder() ? 1u : 0u);
}

/// Unsigned 64-bit division.
template <class E>
Id divided_wide(E& e, const Form& form, Id a, Id b) {
  const Id function = wide_division(e.module(), form.type),
           both = wide_division_result(e.module(), form.type);
  return one_of_both(e, form, e.op(Op::OpFunctionCall, both, function, a, b));
}

template <class E>
Id divided_wide_by_constant(E& e, const Form& form, Id a, uint64_t b) {
  const Id function = wide_division_by_constant(e.module(), form.type),
           both = wide_division_result(e.module(), form.type);
  const Id divisor = e.module().constant(form.type, b);
  const Id reciprocal = e.module().constant(form.type, wide_reciprocal(b));
  return one_of_both(e, form, e.op(Op::OpFunctionCall, both, function, a, divisor, reciprocal));
}

/// Gives an unsigned result the sign of the signed division of a by b.
template <class E>
Id with_sign(E& e, const Form& form, Id result, Id a, Id b) {
  const Id sign = form.is_remainder() ? a : e.op(Op::OpBitwiseXor, form.type, a, b);
  const Id zero = e.module().constant(form.type, 0);
  const Id is_negative = e.op(Op::OpSLessThan, form.condition(), sign, zero);
  const Id negated = e.op(Op::OpSNegate, form.type, result);
  return e.op(Op::OpSelect, form.type, is_negative, negated, result);
}

/// Divides by a divisor that is not 0 nor, if signed, -1. A signed remainder is computed from the quotient:
/// Vulkan leaves OpSRem undefined for negative operands.
template <class E>
Id divided_by_instruction(E& e, const Form& form, Id a, Id b) {
  if (!form.is_signed()) return e.op(form.is_remainder() ? Op::OpUMod : Op::OpUDiv, form.type, a, b);
  const Id quotient = e.op(Op::OpSDiv, form.type, a, b);
  if (!form.is_remainder()) return quotient;
  const Id product = e.op(Op::OpIMul, form.type, quotient, b);
  return e.op(Op::OpISub, form.type, a, product);
}

/// The same for any width.
template <class E>
Id divided_plainly(E& e, const Form& form, Id a, Id b) {
  if (form.is_wide()) {
    if (!form.is_signed()) return divided_wide(e, form, a, b);
    const Id a_magnitude = e.ext(GLSLstd450SAbs, form.type, a);
    const Id b_magnitude = e.ext(GLSLstd450SAbs, form.type, b);
    return with_sign(e, form, divided_wide(e, form, a_magnitude, b_magnitude), a, b);
  }
  return divided_by_instruction(e, form, a, b);
}

/// Selects all ones if the divisor is 0, else `result`.
template <class E>
Id divided_by_none(E& e, const Form& form, Id is_zero, Id result) {
  const Id ones = e.module().constant(form.type, all_ones(form.type));
  return e.op(Op::OpSelect, form.type, is_zero, ones, result);
}

template <class E>
Id divided_signed(E& e, const Form& form, Id a, Id b) {
  const Id is_zero = equals(e, form, b, 0), is_minus_one = equals(e, form, b, all_ones(form.type));
  const Id is_special = e.op(Op::OpLogicalOr, form.condition(), is_zero, is_minus_one);
  const Id one = e.module().constant(form.type, 1);
  const Id divisor = e.op(Op::OpSelect, form.type, is_special, one, b);
  // With 1 in place of the divisor -1, the remainder is 0 already.
  const Id result = divided_plainly(e, form, a, divisor);
  if (form.is_remainder()) return divided_by_none(e, form, is_zero, result);
  const Id negated = e.op(Op::OpSNegate, form.type, a);
  const Id defined = e.op(Op::OpSelect, form.type, is_minus_one, negated, result);
  return divided_by_none(e, form, is_zero, defined);
}

/// Divides by any divisor.
template <class E>
Id divided(E& e, const Form& form, Id a, Id b) {
  // 64-bit division works on magnitudes, so -1 needs no special case there.
  if (form.is_signed() && !form.is_wide()) return divided_signed(e, form, a, b);
  const Id is_zero = equals(e, form, b, 0), one = e.module().constant(form.type, 1);
  const Id divisor = e.op(Op::OpSelect, form.type, is_zero, one, b);
  return divided_by_none(e, form, is_zero, divided_plainly(e, form, a, divisor));
}

/// Returns a function that divides; writes it on first use.
Id division_function(ModuleBuilder& module, const Form& form) {
  const Op key_opcode = form.opcode == Opcode::kSDiv   ? Op::OpSDiv
                        : form.opcode == Opcode::kSRem ? Op::OpSRem
                        : form.opcode == Opcode::kUDiv ? Op::OpUDiv
                                                       : Op::OpUMod;
  const uint32_t key = to_word(key_opcode) << 16 | uint32_t{form.type.count} << 8 | form.type.bits;
  if (const Id known = module.shared_function(key); known != 0) return known;
  const NumericType parameters[] = {form.type, form.type};
  FunctionWriter f(module, form.type, parameters);
  f.label();
  f.op_void(Op::OpReturnValue, divided(f, form, f.parameter(0), f.parameter(1)));
  const Id function = f.finish();
  module.shared_function(key) = function;
  return function;
}

/// Returns true if the divisor is known to be neither 0 nor, if signed, -1.
bool is_plain_divisor(const FunctionEmitter& e, const Instruction& i, const Form& form) {
  if (integer_bounds(e, e.operand_value(i, 1)).low > 0) return true;
  const ValueId divisor = e.operand_value(i, 1);
  if (!form.is_signed())
    return all_bits(
        e, divisor, [](uint64_t bits, uint64_t) { return bits != 0; }, 0);
  return all_bits(
      e, divisor, [](uint64_t bits, uint64_t ones) { return bits != 0 && bits != ones && bits != 0xFFFF; },
      all_ones(form.type.scalar()));
}

/// Returns the magnitude of a 64-bit divisor that is the same constant in all components, if it needs special
/// code: for powers of two, compilers already use shifts and masks.
std::optional<uint64_t> wide_constant(const FunctionEmitter& e, const Instruction& i, const Form& form) {
  if (!form.is_wide() || e.operand_is_undef(i, 1)) return std::nullopt;
  const std::optional<uint64_t> bits = splat_bits(e, e.operand_value(i, 1));
  if (!bits || *bits == 0) return std::nullopt;
  const bool is_negative = form.is_signed() && *bits >> 63 != 0;
  const uint64_t magnitude = is_negative ? 0 - *bits : *bits;
  return std::has_single_bit(magnitude) ? std::nullopt : std::optional(magnitude);
}

bool fits_word(const FunctionEmitter& e, const Instruction& i, uint32_t operand) {
  return integer_bounds(e, e.operand_value(i, operand)).most <= UINT32_MAX;
}

/// Returns true if both 64-bit operands fit in 32 bits.
bool fits_words(const FunctionEmitter& e, const Instruction& i, const Form& form) {
  return form.is_wide() && form.type.count == 1 && fits_word(e, i, 0) && fits_word(e, i, 1);
}

/// Returns the exponent of a signed divisor that is the same power of two, at least 2, in all components.
std::optional<uint32_t> signed_power(const FunctionEmitter& e, const Instruction& i, const Form& form) {
  if (!form.is_signed() || form.is_wide() || e.operand_is_undef(i, 1)) return std::nullopt;
  const uint64_t bits = splat_bits(e, e.operand_value(i, 1)).value_or(0);
  if (!std::has_single_bit(bits) || bits == 1) return std::nullopt;
  const auto exponent = static_cast<uint32_t>(std::countr_zero(bits));
  return exponent < form.type.bits - 1u ? std::optional(exponent) : std::nullopt;
}

/// Divides by a power of two. The quotient is rounded to zero, so the divisor minus 1 is added to negative
/// numbers before the shift. Compilers divide the magnitude and multiply it by the sign.
Id divided_by_power(FunctionEmitter& e, const Form& form, Id a, uint32_t exponent) {
  const auto constant = [&](uint64_t bits) { return e.constant(form.type, bits); };
  const Id last_bit = constant(form.type.bits - 1u), bias_shift = constant(form.type.bits - exponent);
  const Id signs = exponent == 1 ? a : e.op_once(Op::OpShiftRightArithmetic, form.type, a, last_bit);
  const Id bias = e.op_once(Op::OpShiftRightLogical, form.type, signs, bias_shift);
  const Id biased = e.op_once(Op::OpIAdd, form.type, a, bias);
  if (!form.is_remainder()) {
    return e.op_once(Op::OpShiftRightArithmetic, form.type, biased, constant(exponent));
  }
  const uint64_t mask = all_ones(form.type.scalar()) << exponent & all_ones(form.type.scalar());
  const Id multiple = e.op_once(Op::OpBitwiseAnd, form.type, biased, constant(mask));
  return e.op_once(Op::OpISub, form.type, a, multiple);
}

Id divided_in_words(FunctionEmitter& e, const Form& form, Id a, Id b) {
  const Op opcode = form.is_remainder() ? Op::OpUMod : Op::OpUDiv;
  const Id a_word = e.op(Op::OpUConvert, kU32, a), b_word = e.op(Op::OpUConvert, kU32, b);
  return e.op(Op::OpUConvert, form.type, e.op(opcode, kU32, a_word, b_word));
}

Id divided_by_plain(FunctionEmitter& e, const Instruction& i, const Form& form, Id a, Id b) {
  if (fits_words(e, i, form)) return divided_in_words(e, form, a, b);
  if (const auto exponent = signed_power(e, i, form)) return divided_by_power(e, form, a, *exponent);
  if (const auto magnitude = wide_constant(e, i, form)) {
    if (!form.is_signed()) return divided_wide_by_constant(e, form, a, *magnitude);
    const Id a_magnitude = e.ext(GLSLstd450SAbs, form.type, a);
    return with_sign(e, form, divided_wide_by_constant(e, form, a_magnitude, *magnitude), a, b);
  }
  if (form.is_wide() && splat_bits(e, e.operand_value(i, 1))) return divided_by_instruction(e, form, a, b);
  return divided_plainly(e, form, a, b);
}

/// Returns the form of the instruction. The unsigned one is cheaper, and gives the same for operands that are
/// not negative.
Form form_of(const FunctionEmitter& e, const Instruction& i) {
  const Form form{i.opcode, e.result_type(i)};
  if (!form.is_signed() || form.type != kU32 || e.context().is_min_precision(i.type)) return form;
  for (uint32_t n = 0; n < 2; ++n) {
    if (integer_bounds(e, e.operand_value(i, n)).most > INT32_MAX) return form;
  }
  return {form.is_remainder() ? Opcode::kURem : Opcode::kUDiv, form.type};
}

}  // namespace

Result<void> lower_division(FunctionEmitter& e, const Instruction& i) {
  const Form form = form_of(e, i);
  // Inline, it takes 42 or 22 words; a call takes 6, and the function itself 21 more.
  const uint32_t worth_a_function = form.is_signed() ? 2 : 3;
  const Id a = extended_operand(e, i, 0, form.is_signed()), b = extended_operand(e, i, 1, form.is_signed());
  const bool is_defined =
      !form.is_signed() && form.type.bits == 32 && e.context().plan.options.device.promises(kDivisionsByZero);
  Id result = 0;
  if (is_defined || is_plain_divisor(e, i, form)) {
    result = divided_by_plain(e, i, form, a, b);
  } else if (e.context().plan.long_operations.count(i.opcode, i.type, i.type) < worth_a_function) {
    result = divided(e, form, a, b);
  } else {
    const Id function = division_function(e.module(), form);
    result = e.op(Op::OpFunctionCall, form.type, function, a, b);
  }
  if (e.context().is_min_precision(i.type)) relaxed_precision(e, result);
  e.set_result(i, result);
  return {};
}

}  // namespace trellis::spirv
