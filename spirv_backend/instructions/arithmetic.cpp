// Integer and float arithmetic, shifts, logic.
#include "spirv_backend/emitter/min_precision.hpp"
#include "spirv_backend/emitter/module_context.hpp"
#include "spirv_backend/emitter/vector_parts.hpp"
#include "spirv_backend/instructions/instructions.hpp"
#include "spirv_backend/module/function_writer.hpp"

namespace trellis::spirv {
namespace {

using dxil::Instruction;
using dxil::Opcode;

uint64_t all_ones(NumericType type) {
  return type.bits == 64 ? ~uint64_t{0} : (uint64_t{1} << type.bits) - 1;
}

// The forms below are for FunctionEmitter and FunctionWriter (E) alike.

template <class E>
Id equals(E& e, NumericType type, Id value, uint64_t bits) {
  const Id constant = e.module().constant(type, bits);
  return e.op(Op::OpIEqual, type.with_base(BaseType::kBool), value, constant);
}

// Division by zero gives all ones, as D3D wants of unsigned division; SPIR-V leaves it undefined.
template <class E>
Id divided_unsigned(E& e, NumericType type, bool is_remainder, Id a, Id b) {
  const Id is_zero = equals(e, type, b, 0), one = e.module().constant(type, 1);
  const Id divisor = e.op(Op::OpSelect, type, is_zero, one, b);
  const Id result = e.op(is_remainder ? Op::OpUMod : Op::OpUDiv, type, a, divisor);
  const Id ones = e.module().constant(type, all_ones(type));
  return e.op(Op::OpSelect, type, is_zero, ones, result);
}

// Also defined: the smallest integer divided by -1 (itself). The remainder is made from the quotient: Vulkan
// leaves OpSRem undefined for negative operands.
template <class E>
Id divided_signed(E& e, NumericType type, bool is_remainder, Id a, Id b) {
  const uint64_t all = all_ones(type);
  const Id is_zero = equals(e, type, b, 0), is_minus_one = equals(e, type, b, all);
  const Id is_special = e.op(Op::OpLogicalOr, type.with_base(BaseType::kBool), is_zero, is_minus_one);
  const Id one = e.module().constant(type, 1), ones = e.module().constant(type, all);
  const Id divisor = e.op(Op::OpSelect, type, is_special, one, b);
  const Id quotient = e.op(Op::OpSDiv, type, a, divisor);
  if (is_remainder) {
    // With the divisor 1 that stands for -1, the remainder is 0 already.
    const Id product = e.op(Op::OpIMul, type, quotient, divisor);
    const Id remainder = e.op(Op::OpISub, type, a, product);
    return e.op(Op::OpSelect, type, is_zero, ones, remainder);
  }
  const Id negated = e.op(Op::OpSNegate, type, a);
  const Id defined = e.op(Op::OpSelect, type, is_minus_one, negated, quotient);
  return e.op(Op::OpSelect, type, is_zero, ones, defined);
}

template <class E>
Id divided(E& e, NumericType type, Opcode opcode, Id a, Id b) {
  const bool is_remainder = opcode == Opcode::kSRem || opcode == Opcode::kURem;
  const bool is_signed = opcode == Opcode::kSDiv || opcode == Opcode::kSRem;
  return is_signed ? divided_signed(e, type, is_remainder, a, b)
                   : divided_unsigned(e, type, is_remainder, a, b);
}

/// A function that divides, made when first asked for.
Id division_function(ModuleBuilder& module, NumericType type, Opcode opcode) {
  const Op key_opcode = opcode == Opcode::kSDiv   ? Op::OpSDiv
                        : opcode == Opcode::kSRem ? Op::OpSRem
                        : opcode == Opcode::kUDiv ? Op::OpUDiv
                                                  : Op::OpUMod;
  const uint32_t key = to_word(key_opcode) << 16 | uint32_t{type.count} << 8 | type.bits;
  if (const Id known = module.shared_function(key); known != 0) return known;
  const NumericType parameters[] = {type, type};
  FunctionWriter f(module, type, parameters);
  f.label();
  f.op_void(Op::OpReturnValue, divided(f, type, opcode, f.parameter(0), f.parameter(1)));
  const Id function = f.finish();
  module.shared_function(key) = function;
  return function;
}

/// Neither 0 nor, if signed, -1.
bool is_plain_divisor(const FunctionEmitter& e, const Instruction& i, bool is_signed) {
  if (integer_bounds(e, e.operand_value(i, 1)).low > 0) return true;
  const ValueId divisor = e.operand_value(i, 1);
  if (!is_signed)
    return all_bits(
        e, divisor, [](uint64_t bits, uint64_t) { return bits != 0; }, 0);
  return all_bits(
      e, divisor, [](uint64_t bits, uint64_t ones) { return bits != 0 && bits != ones && bits != 0xFFFF; },
      all_ones(e.result_type(i).scalar()));
}

void divide(FunctionEmitter& e, const Instruction& i) {
  const bool is_signed = i.opcode == Opcode::kSDiv || i.opcode == Opcode::kSRem;
  // In place it takes 42 or 22 words; a call 6, and the frame of the function 21.
  const uint32_t worth_a_function = is_signed ? 2 : 3;
  const NumericType type = e.result_type(i);
  const Id a = extended_operand(e, i, 0, is_signed), b = extended_operand(e, i, 1, is_signed);
  Id result = 0;
  const bool is_defined =
      !is_signed && type.bits == 32 && e.context().plan.options.device.promises(kDivisionsByZero);
  if (is_defined || is_plain_divisor(e, i, is_signed)) {
    if (!is_signed) {
      e.define(i, i.opcode == Opcode::kUDiv ? Op::OpUDiv : Op::OpUMod, a, b);
      return;
    }
    result = e.op(Op::OpSDiv, type, a, b);
    if (i.opcode == Opcode::kSRem) {
      const Id product = e.op(Op::OpIMul, type, result, b);
      result = e.op(Op::OpISub, type, a, product);
    }
  } else if (e.context().plan.long_operations.count(i.opcode, i.type, i.type) < worth_a_function) {
    result = divided(e, type, i.opcode, a, b);
  } else {
    const Id function = division_function(e.module(), type, i.opcode);
    result = e.op(Op::OpFunctionCall, type, function, a, b);
  }
  if (e.context().is_min_precision(i.type)) relaxed_precision(e, result);
  e.set_result(i, result);
}

/// True if the value is known to be less than `limit` (a power of two).
bool is_below(const FunctionEmitter& e, ValueId value, uint64_t limit) {
  const dxil::Module& program = e.program();
  if (program.constant(value) != nullptr) {
    return all_bits(
        e, value, [](uint64_t bits, uint64_t most) { return bits < most; }, limit);
  }
  const TypeId type = program.type_of(e.function(), value);
  if (!e.context().is_min_precision(type) && e.value_type(type).count == 1) {
    return integer_bounds(e, value).most < limit;
  }
  const Instruction* definition = e.values().definition(value);
  if (definition == nullptr) return false;
  for (uint32_t n = 0; n < 2 && definition->opcode == Opcode::kAnd; ++n) {
    const ValueId mask = e.operand_value(*definition, n);
    if (program.constant(mask) != nullptr &&
        all_bits(
            e, mask, [](uint64_t bits, uint64_t most) { return bits < most; }, limit)) {
      return true;
    }
  }
  if (definition->opcode == Opcode::kURem) {
    const std::optional<uint64_t> divisor = e.constant_operand(*definition, 1);
    return divisor && *divisor != 0 && *divisor <= limit;
  }
  return false;
}

void shift(FunctionEmitter& e, const Instruction& i) {
  const NumericType type = e.result_type(i);
  const uint8_t own_bits = e.context().is_min_precision(i.type) ? uint8_t{16} : type.bits;
  Id amount = e.operand(i, 1);
  const bool wraps = own_bits == type.bits && e.context().plan.options.device.promises(kShiftsWrap);
  if (!wraps && !is_below(e, e.operand_value(i, 1), own_bits)) {
    amount = e.op(Op::OpBitwiseAnd, type, amount, e.constant(type, own_bits - 1u));
  }
  switch (i.opcode) {
    case Opcode::kShl:
      e.define(i, Op::OpShiftLeftLogical, e.operand(i, 0), amount);
      break;
    case Opcode::kLShr:
      e.define(i, Op::OpShiftRightLogical, extended_operand(e, i, 0, false), amount);
      break;
    default:
      e.define(i, Op::OpShiftRightArithmetic, extended_operand(e, i, 0, true), amount);
      break;
  }
}

bool is_all_ones_bool(const FunctionEmitter& e, const Instruction& i, uint32_t n) {
  return splat_bits(e, e.operand_value(i, n)) == 1;
}

void logic(FunctionEmitter& e, const Instruction& i) {
  const Id a = e.operand(i, 0), b = e.operand(i, 1);
  const bool is_bool = e.result_type(i).is_bool();
  switch (i.opcode) {
    case Opcode::kAnd:
      e.define(i, is_bool ? Op::OpLogicalAnd : Op::OpBitwiseAnd, a, b);
      break;
    case Opcode::kOr:
      e.define(i, is_bool ? Op::OpLogicalOr : Op::OpBitwiseOr, a, b);
      break;
    default:
      if (is_bool && is_all_ones_bool(e, i, 1)) {
        e.define(i, Op::OpLogicalNot, a);
      } else {
        e.define(i, is_bool ? Op::OpLogicalNotEqual : Op::OpBitwiseXor, a, b);
      }
      break;
  }
}

/// dxc's negation: -0.0 - x.
bool is_negation(const FunctionEmitter& e, const Instruction& i) {
  const dxil::Type* type = &e.program().types[i.type];
  if (type->kind == dxil::TypeKind::kVector) type = &e.program().types[type->element];
  return splat_bits(e, e.operand_value(i, 0)) == uint64_t{1} << (type->bits - 1) && !e.operand_is_undef(i, 0);
}

Result<void> arithmetic_on_bools(FunctionEmitter& e, const Instruction& i) {
  // Arithmetic modulo 2.
  const Id a = e.operand(i, 0), b = e.operand(i, 1);
  switch (i.opcode) {
    case Opcode::kAdd:
    case Opcode::kSub:
      e.define(i, Op::OpLogicalNotEqual, a, b);
      return {};
    case Opcode::kMul:
      e.define(i, Op::OpLogicalAnd, a, b);
      return {};
    default:
      return e.unsupported(i, "division and shifts of 1-bit integers are not supported");
  }
}

}  // namespace

Result<void> lower_arithmetic(FunctionEmitter& e, const Instruction& i) {
  const bool is_logic = i.opcode == Opcode::kAnd || i.opcode == Opcode::kOr || i.opcode == Opcode::kXor;
  if (e.result_type(i).is_bool() && !is_logic) return arithmetic_on_bools(e, i);
  const auto binary = [&](Op opcode) {
    const Id a = e.operand(i, 0), b = e.operand(i, 1);
    e.define(i, opcode, a, b);
  };
  const auto binary_float = [&](Op opcode) {
    const Id a = e.operand(i, 0), b = e.operand(i, 1);
    define_arithmetic(e, i, opcode, a, b);
  };
  switch (i.opcode) {
    case Opcode::kAdd:
      binary(Op::OpIAdd);
      break;
    case Opcode::kSub:
      binary(Op::OpISub);
      break;
    case Opcode::kMul:
      binary(Op::OpIMul);
      break;
    case Opcode::kUDiv:
    case Opcode::kURem:
    case Opcode::kSDiv:
    case Opcode::kSRem:
      divide(e, i);
      break;
    case Opcode::kShl:
    case Opcode::kLShr:
    case Opcode::kAShr:
      shift(e, i);
      break;
    case Opcode::kAnd:
    case Opcode::kOr:
    case Opcode::kXor:
      logic(e, i);
      break;
    case Opcode::kFAdd:
      binary_float(Op::OpFAdd);
      break;
    case Opcode::kFSub:
      if (is_negation(e, i)) {
        e.define(i, Op::OpFNegate, e.operand(i, 1));
      } else {
        binary_float(Op::OpFSub);
      }
      break;
    case Opcode::kFMul:
      binary_float(Op::OpFMul);
      break;
    case Opcode::kFDiv:
      binary_float(Op::OpFDiv);
      break;
    case Opcode::kFRem:
      binary_float(Op::OpFRem);
      break;
    default:
      e.define(i, Op::OpFNegate, e.operand(i, 0));
      break;
  }
  return {};
}

}  // namespace trellis::spirv
