// Vectors: extraction and insertion of elements, shuffles.

#include "spirv_backend/emitter/vector_parts.hpp"
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
    e.set_result(i, operand_component(e, i, 0, static_cast<uint32_t>(*index)));
  } else {
    e.set_result(i, e.module().undef(e.type(e.result_type(i))));
  }
  return {};
}

Result<void> insert_element(FunctionEmitter& e, const Instruction& i) {
  const NumericType type = e.result_type(i);
  const std::optional<uint64_t> index = e.constant_operand(i, 2);
  if (type.count == 1) {
    e.set_result(i, e.operand(i, 1));
  } else if (!index) {
    const Id vector = e.operand(i, 0), value = e.operand(i, 1), place = e.operand(i, 2);
    e.define(i, Op::OpVectorInsertDynamic, vector, value, place);
  } else if (*index < type.count) {
    const Id vector = e.operand(i, 0), value = e.operand(i, 1);
    e.set_result(
        i, with_component(e, type, vector, e.operand_is_undef(i, 0), value, static_cast<uint32_t>(*index)));
  } else {
    e.set_result(i, e.operand(i, 0));
  }
  return {};
}

Result<void> shuffle(FunctionEmitter& e, const Instruction& i) {
  const NumericType result = e.result_type(i);
  const uint32_t count = e.operand_type(i, 0).count;
  const std::span<const int32_t> mask(e.function().shuffle_masks.data() + i.aux, result.count);
  if (result.count > 1 && count > 1) {
    const Id a = e.operand(i, 0), b = e.operand(i, 1);
    e.set_result(i, shuffled(e, result, count, a, b, mask));
    return {};
  }
  // One of the two vector types is a scalar in SPIR-V.
  Vector<Id> components;
  for (const int32_t place : mask) {
    const auto lane = static_cast<uint32_t>(place);
    if (lane >= 2 * count) {
      components.push_back(e.module().undef(e.type(result.scalar())));
    } else {
      components.push_back(operand_component(e, i, lane / count, lane % count));
    }
  }
  e.set_result(i, make_vector(e, result, components));
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
