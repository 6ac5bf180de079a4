#include "spirv_backend/instructions/wide_division.hpp"

#include <bit>

#include "spirv_backend/module/function_writer.hpp"

namespace trellis::spirv {
namespace {

using spv::Op;

constexpr float kTwoTo32 = 0x1p32f, kTwoToMinus32 = 0x1p-32f;

/// Helpers with which the functions in this file are written.
struct Division {
  FunctionWriter& f;
  NumericType wide, word, number;

  Division(FunctionWriter& writer, NumericType type)
      : f(writer), wide(type), word(type.with_bits(32)), number{BaseType::kFloat, 32, type.count} {}

  Id constant(float value) { return f.constant(number, std::bit_cast<uint32_t>(value)); }
  Id low_word(Id value) { return f.op(Op::OpUConvert, word, value); }
  Id high_part(Id value) {
    const Id places = f.constant(wide, 32);
    return f.op(Op::OpShiftRightLogical, wide, value, places);
  }
  Id widened(Id value) { return f.op(Op::OpUConvert, wide, value); }
  Id low_part(Id value) { return widened(low_word(value)); }
  Id times(Id a, Id b) { return f.op(Op::OpIMul, wide, a, b); }
  Id plus(Id a, Id b) { return f.op(Op::OpIAdd, wide, a, b); }

  Id to_number(Id value) {
    const Id high = low_word(high_part(value)), low = low_word(value);
    const Id high_number = f.op(Op::OpConvertUToF, number, high);
    const Id low_number = f.op(Op::OpConvertUToF, number, low);
    const Id scaled = f.op(Op::OpFMul, number, high_number, constant(kTwoTo32));
    return f.op(Op::OpFAdd, number, scaled, low_number);
  }
  /// Converts a float from 0 to below 2^32, rounding down.
  Id from_small_number(Id value) { return widened(f.op(Op::OpConvertFToU, word, value)); }
  /// The same up to 2^64. All steps but the last are exact: they only move or drop bits.
  Id from_number(Id value) {
    const Id scaled = f.op(Op::OpFMul, number, value, constant(kTwoToMinus32));
    const Id high = f.ext(GLSLstd450Trunc, number, scaled);
    const Id high_value = f.op(Op::OpFMul, number, high, constant(kTwoTo32));
    const Id low = f.op(Op::OpFSub, number, value, high_value);
    const Id places = f.constant(wide, 32);
    const Id shifted = f.op(Op::OpShiftLeftLogical, wide, from_small_number(high), places);
    return f.op(Op::OpBitwiseOr, wide, shifted, from_small_number(low));
  }
  /// Returns the high 64 bits of the product.
  Id high_product(Id a, Id b) {
    const Id a_low = low_part(a), a_high = high_part(a), b_low = low_part(b), b_high = high_part(b);
    const Id first = high_part(times(a_low, b_low));
    const Id middle = plus(times(a_high, b_low), first);
    const Id other_product = times(a_low, b_high);
    const Id other_middle = plus(other_product, low_part(middle));
    const Id last_product = times(a_high, b_high);
    const Id sum = plus(last_product, high_part(middle));
    return plus(sum, high_part(other_middle));
  }
  /// Ends the function. The quotient so far is correct or one too small.
  Id finish(Id pair, Id quotient, Id rest, Id divisor) {
    const Id is_small = f.op(Op::OpUGreaterThanEqual, wide.with_base(BaseType::kBool), rest, divisor);
    const Id one = f.constant(wide, 1), zero = f.constant(wide, 0);
    const Id added = f.op(Op::OpSelect, wide, is_small, one, zero);
    const Id taken = f.op(Op::OpSelect, wide, is_small, divisor, zero);
    const Id last_quotient = plus(quotient, added);
    const Id last_rest = f.op(Op::OpISub, wide, rest, taken);
    f.op_void(Op::OpReturnValue, f.op(Op::OpCompositeConstruct, pair, last_quotient, last_rest));
    return f.finish();
  }
};

/// Estimates quotients with floats so that they are never too large. For n/d, the errors of the two
/// conversions, the division and the product are at most 2, 2, 2.5 and 1 times 2^-23 (Vulkan, "Precision of
/// Individual Operations", with any rounding), and the factor subtracts 8 times 2^-23. So after each step,
/// the remainder of n/d is at most 2^-19 of its previous value, plus 1 for the truncation: below 2^45 + 1,
/// 2^26 + 2, 2^7 + 2, and 1.001 after the fourth.
Id write_division(ModuleBuilder& module, NumericType type) {
  constexpr int kSteps = 4, kLargeSteps = 2;
  constexpr float kBelowOne = 1 - 0x1p-20f;
  const Id pair = wide_division_result(module, type), operand = module.type(type);
  const Id operands[] = {operand, operand};
  FunctionWriter f(module, pair, operands);
  f.label();
  Division division(f, type);
  const Id divisor = f.parameter(1);
  const Id divisor_number = division.to_number(divisor);
  const Id factor = f.op(Op::OpFDiv, division.number, division.constant(kBelowOne), divisor_number);
  Id rest = f.parameter(0), quotient = 0;
  for (int step = 0; step < kSteps; ++step) {
    const Id number = division.to_number(rest);
    const Id estimate = f.op(Op::OpFMul, division.number, number, factor);
    const Id part =
        step < kLargeSteps ? division.from_number(estimate) : division.from_small_number(estimate);
    quotient = step == 0 ? part : division.plus(quotient, part);
    rest = f.op(Op::OpISub, type, rest, division.times(part, divisor));
  }
  return division.finish(pair, quotient, rest, divisor);
}

/// Barrett reduction: n * reciprocal / 2^64 is greater than n/d - 1.
Id write_division_by_constant(ModuleBuilder& module, NumericType type) {
  const Id pair = wide_division_result(module, type), operand = module.type(type);
  const Id operands[] = {operand, operand, operand};
  FunctionWriter f(module, pair, operands);
  f.label();
  Division division(f, type);
  const Id dividend = f.parameter(0), divisor = f.parameter(1);
  const Id quotient = division.high_product(dividend, f.parameter(2));
  const Id rest = f.op(Op::OpISub, type, dividend, division.times(quotient, divisor));
  return division.finish(pair, quotient, rest, divisor);
}

Id shared(ModuleBuilder& module, NumericType type, Op opcode, Id (*write)(ModuleBuilder&, NumericType)) {
  const uint32_t key = key_of(opcode, type);
  if (const Id known = module.shared_function(key); known != 0) return known;
  const Id function = write(module, type);
  module.shared_function(key) = function;
  return function;
}

}  // namespace

Id wide_division_result(ModuleBuilder& module, NumericType type) {
  const Id member = module.type(type);
  const Id members[] = {member, member};
  return module.type_struct(members);
}

// The keys use the opcodes of instructions that return a struct of two integers, for which there are no other
// shared functions.
Id wide_division(ModuleBuilder& module, NumericType type) {
  return shared(module, type, Op::OpISubBorrow, write_division);
}

Id wide_division_by_constant(ModuleBuilder& module, NumericType type) {
  return shared(module, type, Op::OpUMulExtended, write_division_by_constant);
}

}  // namespace trellis::spirv
