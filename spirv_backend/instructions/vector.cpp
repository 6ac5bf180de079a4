// Vectors, and calls of the program's own functions.

#include "spirv_backend/instructions/instructions.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {
namespace {

using dxil::Instruction;
using dxil::Opcode;

Result<void> extract_element(FunctionEmitter& e, const Instruction& i) {
  const uint32_t count = e.operand_type(i, 0).count;
  const std::optional<uint64_t> index = e.constant_operand(i, 1);
  if (count == 1) {
    e.set_result(i, e.operand(i, 0));
  } else if (!index) {
    const Id vector = e.operand(i, 0), place = e.operand(i, 1);
    e.define(i, Op::OpVectorExtractDynamic, vector, place);
  } else if (*index < count) {
    e.define(i, Op::OpCompositeExtract, e.operand(i, 0), static_cast<uint32_t>(*index));
  } else {
    e.set_result(i, e.module().undef(e.type(e.result_type(i))));
  }
  return {};
}

Result<void> insert_element(FunctionEmitter& e, const Instruction& i) {
  const uint32_t count = e.result_type(i).count;
  const std::optional<uint64_t> index = e.constant_operand(i, 2);
  if (count == 1) {
    e.set_result(i, e.operand(i, 1));
  } else if (!index) {
    const Id vector = e.operand(i, 0), value = e.operand(i, 1), place = e.operand(i, 2);
    e.define(i, Op::OpVectorInsertDynamic, vector, value, place);
  } else if (*index < count) {
    const Id vector = e.operand(i, 0), value = e.operand(i, 1);
    e.define(i, Op::OpCompositeInsert, value, vector, static_cast<uint32_t>(*index));
  } else {
    e.set_result(i, e.operand(i, 0));
  }
  return {};
}

Result<void> shuffle(FunctionEmitter& e, const Instruction& i) {
  const NumericType result = e.result_type(i);
  const uint32_t count = e.operand_type(i, 0).count;
  const int32_t* mask = e.function().shuffle_masks.data() + i.aux;
  if (result.count > 1 && count > 1) {
    Vector<uint32_t> words = {e.operand(i, 0), e.operand(i, 1)};
    for (uint32_t n = 0; n < result.count; ++n) words.push_back(static_cast<uint32_t>(mask[n]));
    e.set_result(i, e.op_list(Op::OpVectorShuffle, e.type(result), words));
    return {};
  }
  // One of the two is a scalar in SPIR-V.
  Vector<Id> components;
  for (uint32_t n = 0; n < result.count; ++n) {
    const auto lane = static_cast<uint32_t>(mask[n]);
    const Id undefined = e.module().undef(e.type(result.scalar()));
    if (mask[n] < 0 || lane >= 2 * count) {
      components.push_back(undefined);
    } else if (count == 1) {
      components.push_back(e.operand(i, lane));
    } else {
      components.push_back(extract(e, result.scalar(), e.operand(i, lane / count), lane % count));
    }
  }
  e.set_result(
      i, result.count == 1 ? components[0] : e.op_list(Op::OpCompositeConstruct, e.type(result), components));
  return {};
}

}  // namespace

Result<void> lower_vector(FunctionEmitter& e, const Instruction& i) {
  switch (i.opcode) {
    case Opcode::kExtractElement:
      return extract_element(e, i);
    case Opcode::kInsertElement:
      return insert_element(e, i);
    default:
      return shuffle(e, i);
  }
}

}  // namespace trellis::spirv
