// Integer and float arithmetic, shifts, logic; integer division is in division.cpp.
#include <bit>

#include "spirv_backend/emitter/index_sums.hpp"
#include "spirv_backend/emitter/min_precision.hpp"
#include "spirv_backend/emitter/module_context.hpp"
#include "spirv_backend/emitter/vector_parts.hpp"
#include "spirv_backend/instructions/instructions.hpp"

namespace trellis::spirv {
namespace {

using dxil::Instruction;
using dxil::Opcode;

/// Returns true if the value is known to be less than `limit` (a power of two).
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

/// Returns true if operand 1 is a constant of which no bit can be set in operand 0. The disjunction is the
/// sum then, and compilers add constants to the offsets of accesses. Disjunctions of two variables stay:
/// compilers recognize reversed bits and rotations by them. So do those of masked numbers, because some GPUs
/// compute the conjunction and the disjunction with one instruction.
bool adds_constant(const FunctionEmitter& e, const Instruction& i) {
  const NumericType type = e.result_type(i);
  if (!type.is_int() || type.count != 1 || e.context().is_min_precision(i.type)) return false;
  const std::optional<uint64_t> constant = e.constant_operand(i, 1);
  if (!constant) return false;
  const Instruction* const definition = e.values().definition(e.operand_value(i, 0));
  if (definition != nullptr && definition->opcode == Opcode::kAnd) return false;
  const IntegerBounds x = integer_bounds(e, e.operand_value(i, 0));
  const auto least_bit = static_cast<uint32_t>(std::countr_zero(*constant));
  return std::bit_width(*constant) <= x.zeros || std::bit_width(x.most) <= least_bit;
}

void logic(FunctionEmitter& e, const Instruction& i) {
  const Id a = e.operand(i, 0), b = e.operand(i, 1);
  const bool is_bool = e.result_type(i).is_bool();
  switch (i.opcode) {
    case Opcode::kAnd:
      e.define(i, is_bool ? Op::OpLogicalAnd : Op::OpBitwiseAnd, a, b);
      break;
    case Opcode::kOr:
      if (adds_constant(e, i)) {
        e.define(i, Op::OpIAdd, a, b);
      } else {
        e.define(i, is_bool ? Op::OpLogicalOr : Op::OpBitwiseOr, a, b);
      }
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

/// Arithmetic modulo 2. As for wider integers, division by zero gives all ones, and a shift uses only the
/// bits of the amount below the width: none.
void arithmetic_on_bools(FunctionEmitter& e, const Instruction& i) {
  const Id a = e.operand(i, 0);
  switch (i.opcode) {
    case Opcode::kAdd:
    case Opcode::kSub:
      e.define(i, Op::OpLogicalNotEqual, a, e.operand(i, 1));
      break;
    case Opcode::kMul:
      e.define(i, Op::OpLogicalAnd, a, e.operand(i, 1));
      break;
    case Opcode::kUDiv:
    case Opcode::kSDiv: {
      const Id is_zero = e.op(Op::OpLogicalNot, e.result_type(i), e.operand(i, 1));
      e.define(i, Op::OpLogicalOr, a, is_zero);
      break;
    }
    case Opcode::kURem:
    case Opcode::kSRem:
      e.define(i, Op::OpLogicalNot, e.operand(i, 1));
      break;
    default:
      e.set_result(i, a);
      break;
  }
}

}  // namespace

Result<void> lower_arithmetic(FunctionEmitter& e, const Instruction& i) {
  const bool is_logic = i.opcode == Opcode::kAnd || i.opcode == Opcode::kOr || i.opcode == Opcode::kXor;
  if (e.result_type(i).is_bool() && !is_logic) {
    arithmetic_on_bools(e, i);
    return {};
  }
  const auto binary = [&](Op opcode) {
    const Id a = e.operand(i, 0), b = e.operand(i, 1);
    e.define_once(i, opcode, a, b);
  };
  const auto binary_float = [&](Op opcode) {
    const Id a = e.operand(i, 0), b = e.operand(i, 1);
    define_arithmetic(e, i, opcode, a, b);
  };
  if (e.contractions().is_absorbed(i)) return {};
  if (e.contractions().is_done(i)) {
    e.set_result(i, e.operand(i, i.operand_count - 1));
    return {};
  }
  if (const Contractions::Sum* sum = e.contractions().sum(i)) {
    define_sum(e, i, *sum);
    return {};
  }
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
      return lower_division(e, i);
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
  note_integer_terms(e, i);
  return {};
}

}  // namespace trellis::spirv
