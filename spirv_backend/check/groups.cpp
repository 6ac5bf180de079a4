// Types of lane operations (SPIR-V 1.6, section 3.52.24) and of quad votes (SPV_KHR_quad_control).
#include <spirv/unified1/spirv.hpp11>

#include "spirv_backend/check/module_state.hpp"

namespace trellis::module_check {
namespace {

constexpr uint32_t kBallotShape = shape_of(Base::kInt, 32, 4);

bool check_bool_result(ModuleState& m, const Instruction& i) {
  return m.type(i[1]).base == Base::kBool || m.fail(i, "result type " + name(i[1]) + " is not bool");
}

bool check_vote(ModuleState& m, const Instruction& i, uint32_t at) {
  if (!check_bool_result(m, i)) return false;
  return m.type_of(i[at]).base == Base::kBool || m.fail(i, "operand " + name(i[at]) + " is not bool");
}

bool check_same(ModuleState& m, const Instruction& i, uint32_t at) {
  if (m.type(i[1]).shape == 0)
    return m.fail(i, "result type " + name(i[1]) + " is neither a scalar nor a vector");
  return m.type_id(i[at]) == i[1] || m.fail(i, "value " + name(i[at]) + " is not of the result's type");
}

bool check_move(ModuleState& m, const Instruction& i) {
  if (!check_same(m, i, 4)) return false;
  return is_integer_scalar(m.shape(i[5])) || m.fail(i, "index " + name(i[5]) + " is not an integer");
}

bool check_ballot(ModuleState& m, const Instruction& i) {
  if (m.type(i[1]).shape != kBallotShape) return m.fail(i, "result type " + name(i[1]) + " is not a ballot");
  return m.type_of(i[4]).base == Base::kBool || m.fail(i, "operand " + name(i[4]) + " is not bool");
}

bool check_ballot_use(ModuleState& m, const Instruction& i) {
  const auto opcode = static_cast<spv::Op>(i.row->opcode);
  const bool is_extract = opcode == spv::Op::OpGroupNonUniformBallotBitExtract;
  const uint32_t at = opcode == spv::Op::OpGroupNonUniformBallotBitCount ? 5 : 4;
  if (m.shape(i[at]) != kBallotShape) return m.fail(i, "operand " + name(i[at]) + " is not a ballot");
  const uint32_t shape = m.type(i[1]).shape;
  if (is_extract) {
    if (!check_bool_result(m, i)) return false;
    return is_integer_scalar(m.shape(i[5])) || m.fail(i, "index " + name(i[5]) + " is not an integer");
  }
  const bool is_integer = scalar_of(shape) == Base::kInt && count_of(shape) == 1;
  return is_integer || m.fail(i, "result type " + name(i[1]) + " is not an integer");
}

Base reduced_scalar(spv::Op opcode) {
  switch (opcode) {
    case spv::Op::OpGroupNonUniformFAdd:
    case spv::Op::OpGroupNonUniformFMul:
    case spv::Op::OpGroupNonUniformFMin:
    case spv::Op::OpGroupNonUniformFMax:
      return Base::kFloat;
    case spv::Op::OpGroupNonUniformLogicalAnd:
    case spv::Op::OpGroupNonUniformLogicalOr:
    case spv::Op::OpGroupNonUniformLogicalXor:
      return Base::kBool;
    default:
      return Base::kInt;
  }
}

bool check_reduce(ModuleState& m, const Instruction& i) {
  const uint32_t shape = m.type(i[1]).shape;
  if (shape == 0 || scalar_of(shape) != reduced_scalar(static_cast<spv::Op>(i.row->opcode))) {
    return m.fail(i, "result type " + name(i[1]) + " is not of a type the operation supports");
  }
  return check_same(m, i, 5);
}

}  // namespace

bool check_group(ModuleState& m, const Instruction& i) {
  switch (i.row->rule) {
    case Rule::kBoolResult:
      return check_bool_result(m, i);
    case Rule::kGroupVote:
      return check_vote(m, i, 4);
    case Rule::kQuadVote:
      return check_vote(m, i, 3);
    case Rule::kGroupSame:
      return check_same(m, i, 4);
    case Rule::kGroupMove:
      return check_move(m, i);
    case Rule::kBallot:
      return check_ballot(m, i);
    case Rule::kBallotUse:
      return check_ballot_use(m, i);
    default:
      return check_reduce(m, i);
  }
}

}  // namespace trellis::module_check
