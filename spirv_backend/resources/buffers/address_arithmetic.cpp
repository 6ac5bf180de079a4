#include "spirv_backend/resources/buffers/address_arithmetic.hpp"

#include <bit>

#include "spirv_backend/emitter/module_context.hpp"

namespace trellis::spirv {
namespace {

using dxil::Instruction;
using dxil::Opcode;

/// Returns the instruction that defines the value if it is in the current block and not a phi, so that its
/// operands are available here; else null.
const Instruction* definition_in_block(FunctionEmitter& e, ValueId value) {
  const std::span<const Instruction> block = e.state().block.instructions;
  const Instruction* i = e.values().definition(value);
  const bool is_here = i != nullptr && i >= block.data() && i < block.data() + block.size();
  return is_here && i->opcode != Opcode::kPhi ? i : nullptr;
}

/// An instruction of the current block that combines a value with a constant.
struct Step {
  Opcode opcode = Opcode::kFreeze;
  ValueId value = kNone;
  uint32_t constant = 0;
};

/// Returns the step that computes the value, or kFreeze if there is none. An or of disjoint bits is a sum,
/// and a shift by a constant is a product unless `keep_shifts`.
Step step_of(FunctionEmitter& e, ValueId value) {
  const Instruction* i = definition_in_block(e, value);
  if (i == nullptr || i->operand_count != 2 || e.result_type(*i) != kU32 ||
      e.context().is_min_precision(i->type)) {
    return {};
  }
  for (uint32_t n = 0; n < 2; ++n) {
    const std::optional<uint64_t> bits = e.constant_operand(*i, n);
    if (!bits || e.operand_is_undef(*i, n)) continue;
    const auto constant = static_cast<uint32_t>(*bits);
    const ValueId other = e.operand_value(*i, 1 - n);
    switch (i->opcode) {
      case Opcode::kAdd:
      case Opcode::kMul:
      case Opcode::kAnd:
        return {i->opcode, other, constant};
      case Opcode::kOr:
        if (std::bit_width(constant) > integer_bounds(e, other).zeros) return {};
        return {Opcode::kAdd, other, constant};
      case Opcode::kShl:
        if (n == 0 || constant > 31) return {};
        return {Opcode::kMul, other, uint32_t{1} << constant};
      default:
        return {};
    }
  }
  return {};
}

IndexSum product(FunctionEmitter& e, ValueId value, uint32_t factor, uint32_t constant) {
  IndexSum sum = scaled(e, index_sum(e, e.use(value)), factor);
  sum.constant += constant;
  return sum;
}

}  // namespace

IndexSum divided_address(FunctionEmitter& e, ValueId value, uint32_t bytes) {
  if (const std::optional<uint64_t> constant = e.program().scalar_bits(value)) {
    return {0, static_cast<uint32_t>(*constant) / bytes};
  }
  // Sums and products that wrap around cannot be divided: the quotient would be different.
  uint64_t constant = 0;
  for (;;) {
    const Step step = step_of(e, value);
    if (step.opcode == Opcode::kAdd && step.constant % bytes == 0 &&
        integer_bounds(e, step.value).most + constant + step.constant <= UINT32_MAX) {
      constant += step.constant;
      value = step.value;
    } else if (step.opcode == Opcode::kAnd && (step.constant | (bytes - 1)) == UINT32_MAX) {
      value = step.value;  // The division removes the masked bits anyway.
    } else {
      break;
    }
  }
  const auto words = static_cast<uint32_t>(constant / bytes);
  const Step step = step_of(e, value);
  const Step masked = step.opcode == Opcode::kAnd ? step_of(e, step.value) : Step{};
  if (masked.opcode == Opcode::kMul && masked.constant % bytes == 0) {
    // The mask also removes the high bits that the product loses.
    const Id quotient = index_of(e, product(e, masked.value, masked.constant / bytes, 0));
    return {e.op_once(Op::OpBitwiseAnd, kU32, quotient, e.u32(step.constant / bytes)), words};
  }
  if (step.opcode == Opcode::kMul && step.constant != 0 && step.constant % bytes == 0 &&
      integer_bounds(e, step.value).most <= UINT32_MAX / step.constant) {
    return product(e, step.value, step.constant / bytes, words);
  }
  const Id shift = e.u32(static_cast<uint32_t>(std::countr_zero(bytes)));
  return {e.op_once(Op::OpShiftRightLogical, kU32, e.use(value), shift), words};
}

IndexSum scaled_index(FunctionEmitter& e, ValueId value, uint32_t scale) {
  // Wrapping around does no harm to multiplication.
  const Step outer = step_of(e, value);
  uint32_t constant = 0;
  if (outer.opcode == Opcode::kAdd) {
    constant = outer.constant * scale;
    value = outer.value;
  }
  const Step inner = step_of(e, value);
  if (inner.opcode == Opcode::kMul) {
    scale *= inner.constant;
    value = inner.value;
  }
  return product(e, value, scale, constant);
}

namespace {

bool addresses_wrap(const FunctionEmitter& e) {
  return e.context().plan.options.device.works_around(kWrappingAddresses);
}

}  // namespace

IndexSum scaled_element(FunctionEmitter& e, ValueId value, uint32_t scale, uint32_t stride) {
  if (!addresses_wrap(e) || stride == 0) return scaled_index(e, value, scale);
  // The last element whose bytes all have 32-bit addresses; no buffer is that large.
  const uint32_t last = UINT32_MAX / stride - 1;
  const uint64_t most = integer_bounds(e, value).most;
  if (most <= last) return scaled_index(e, value, scale);
  const Id element = e.ext(GLSLstd450UMin, kU32, e.use(value), e.u32(last));
  return scaled(e, {element, 0}, scale);
}

IndexSum within_addresses(FunctionEmitter& e, ValueId value, const IndexSum& index, uint32_t bytes) {
  constexpr uint32_t kLongest = 1024;  // The most bytes that one operation loads or stores.
  constexpr uint32_t kLast = UINT32_MAX - kLongest + 1;
  if (!addresses_wrap(e) || index.value == 0 || integer_bounds(e, value).most <= kLast) return index;
  const Id word = word_id(e, index, 0);
  return {e.ext(GLSLstd450UMin, kU32, word, e.u32(kLast / bytes)), 0};
}

}  // namespace trellis::spirv
