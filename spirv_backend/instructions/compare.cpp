// Comparisons and select.
#include <array>

#include "spirv_backend/emitter/high_bits.hpp"
#include "spirv_backend/emitter/min_precision.hpp"
#include "spirv_backend/instructions/instructions.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {
namespace {

using dxil::Instruction;
using dxil::Opcode;
using dxil::Predicate;

bool is_signed(Predicate p) { return p >= Predicate::kSgt && p <= Predicate::kSle; }

Op integer_compare(Predicate p) {
  switch (p) {
    case Predicate::kEq:
      return Op::OpIEqual;
    case Predicate::kNe:
      return Op::OpINotEqual;
    case Predicate::kUgt:
      return Op::OpUGreaterThan;
    case Predicate::kUge:
      return Op::OpUGreaterThanEqual;
    case Predicate::kUlt:
      return Op::OpULessThan;
    case Predicate::kUle:
      return Op::OpULessThanEqual;
    case Predicate::kSgt:
      return Op::OpSGreaterThan;
    case Predicate::kSge:
      return Op::OpSGreaterThanEqual;
    case Predicate::kSlt:
      return Op::OpSLessThan;
    case Predicate::kSle:
      return Op::OpSLessThanEqual;
    default:
      return Op::OpNop;
  }
}

Op float_compare(Predicate p) {
  switch (p) {
    case Predicate::kOeq:
      return Op::OpFOrdEqual;
    case Predicate::kOgt:
      return Op::OpFOrdGreaterThan;
    case Predicate::kOge:
      return Op::OpFOrdGreaterThanEqual;
    case Predicate::kOlt:
      return Op::OpFOrdLessThan;
    case Predicate::kOle:
      return Op::OpFOrdLessThanEqual;
    case Predicate::kOne:
      return Op::OpFOrdNotEqual;
    case Predicate::kUeq:
      return Op::OpFUnordEqual;
    case Predicate::kFUgt:
      return Op::OpFUnordGreaterThan;
    case Predicate::kFUge:
      return Op::OpFUnordGreaterThanEqual;
    case Predicate::kFUlt:
      return Op::OpFUnordLessThan;
    case Predicate::kFUle:
      return Op::OpFUnordLessThanEqual;
    case Predicate::kUne:
      return Op::OpFUnordNotEqual;
    default:
      return Op::OpNop;
  }
}

Result<void> compare_integers(FunctionEmitter& e, const Instruction& i) {
  const auto predicate = static_cast<Predicate>(i.aux);
  const NumericType type = e.operand_type(i, 0);
  if (e.reference(e.operand_value(i, 0)).kind != ReferenceKind::kNone || type.bits == 0) {
    return e.unsupported(i, "comparing pointers or handles is not supported");
  }
  const Op opcode = integer_compare(predicate);
  if (opcode == Op::OpNop) return e.bad_input(i, "integer comparison with a float predicate");
  if (!type.is_bool()) {
    const bool sign = is_signed(predicate);
    const Id a = extended_operand(e, i, 0, sign), b = extended_operand(e, i, 1, sign);
    e.define(i, opcode, a, b);
    return {};
  }
  Id a = e.operand(i, 0), b = e.operand(i, 1);
  if (predicate == Predicate::kEq || predicate == Predicate::kNe) {
    e.define(i, predicate == Predicate::kEq ? Op::OpLogicalEqual : Op::OpLogicalNotEqual, a, b);
    return {};
  }
  // A signed i1 is 0 or -1.
  const NumericType wide = kU32.with_count(type.count);
  const Id one = e.constant(wide, is_signed(predicate) ? UINT32_MAX : 1), zero = e.constant(wide, 0);
  a = e.op(Op::OpSelect, wide, a, one, zero);
  b = e.op(Op::OpSelect, wide, b, one, zero);
  e.define(i, opcode, a, b);
  return {};
}

Result<void> compare_floats(FunctionEmitter& e, const Instruction& i) {
  const auto predicate = static_cast<Predicate>(i.aux);
  const NumericType bools = e.result_type(i);
  switch (predicate) {
    case Predicate::kFalse:
    case Predicate::kTrue:
      e.set_result(i, e.constant(bools, predicate == Predicate::kTrue));
      return {};
    case Predicate::kOrd:
    case Predicate::kUno: {
      const Id a = e.op(Op::OpIsNan, bools, e.operand(i, 0));
      const Id b = e.op(Op::OpIsNan, bools, e.operand(i, 1));
      const Id either = e.op(Op::OpLogicalOr, bools, a, b);
      if (predicate == Predicate::kUno) {
        e.set_result(i, either);
      } else {
        e.define(i, Op::OpLogicalNot, either);
      }
      return {};
    }
    default:
      break;
  }
  const Op opcode = float_compare(predicate);
  if (opcode == Op::OpNop) return e.bad_input(i, "float comparison with an integer predicate");
  const Id a = e.operand(i, 0), b = e.operand(i, 1);
  e.define(i, opcode, a, b);
  return {};
}

void select(FunctionEmitter& e, const Instruction& i) {
  if (e.reference(i.result).kind != ReferenceKind::kNone) {
    if (e.reference(i.result).is_static) return;
    const Id chooser = e.operand(i, 0);
    const Id a = e.reference_index(e.operand_value(i, 1)), b = e.reference_index(e.operand_value(i, 2));
    e.set_result(i, e.op(Op::OpSelect, kU32, chooser, a, b));
    return;
  }
  if (const std::optional<Id> high_bit = high_bit_from_bottom(e, i)) {
    e.set_result(i, *high_bit);
    return;
  }
  Id condition = e.operand(i, 0);
  const NumericType type = e.result_type(i);
  if (type.count > 1 && e.operand_type(i, 0).count == 1 && e.module().version() < kSpirv14) {
    // Since SPIR-V 1.4, one condition can select a whole vector.
    const Vector<Id> copies(type.count, condition);
    condition = e.op_list(Op::OpCompositeConstruct, e.type(kBool.with_count(type.count)), copies);
  }
  const Id if_true = e.operand(i, 1), if_false = e.operand(i, 2);
  e.define(i, Op::OpSelect, condition, if_true, if_false);
}

}  // namespace

Result<void> lower_compare(FunctionEmitter& e, const Instruction& i) {
  if (i.opcode == Opcode::kICmp) return compare_integers(e, i);
  if (i.opcode == Opcode::kFCmp) return compare_floats(e, i);
  select(e, i);
  return {};
}

}  // namespace trellis::spirv
