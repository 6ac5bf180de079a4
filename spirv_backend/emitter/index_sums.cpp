#include "spirv_backend/emitter/index_sums.hpp"

#include <bit>

#include "spirv_backend/emitter/function_emitter.hpp"

namespace trellis::spirv {
namespace {

using dxil::Instruction;
using dxil::Opcode;

constexpr uint32_t kDeepest = 6;  // Nested sums and products that are taken apart.

const IntegerTerms* terms_of(FunctionEmitter& e, Id id) { return e.state().integer_terms.find(id); }

Id product(FunctionEmitter& e, Id value, uint32_t factor) {
  if (factor == 1 || value == 0) return value;
  if (!std::has_single_bit(factor)) return e.op_once(Op::OpIMul, kU32, value, e.u32(factor));
  const Id amount = e.u32(static_cast<uint32_t>(std::countr_zero(factor)));
  return e.op_once(Op::OpShiftLeftLogical, kU32, value, amount);
}

IndexSum taken_apart(FunctionEmitter& e, Id index, uint32_t depth) {
  const IntegerTerms* known = depth == kDeepest ? nullptr : terms_of(e, index);
  if (known == nullptr) return {index, 0};
  const IntegerTerms terms = *known;  // The calls can move the table.
  IndexSum sum = taken_apart(e, terms.first, depth + 1);
  if (terms.second != 0) sum = added(e, sum, taken_apart(e, terms.second, depth + 1));
  sum = scaled(e, sum, terms.factor);
  sum.constant += terms.constant;
  return sum;
}

/// Whether the program has local arrays, groupshared memory or buffers of words.
bool find_indices(const ModulePlan& plan) {
  bool has_any = !plan.objects.empty();
  for (size_t n = 0; n < plan.resources.size(); ++n) {
    const dxil::ResourceKind kind = plan.resource_info(n).kind;
    has_any |= kind == dxil::ResourceKind::kRawBuffer || kind == dxil::ResourceKind::kStructuredBuffer;
  }
  return has_any;
}

bool has_indices(FunctionEmitter& e) {
  std::optional<bool>& known = e.state().has_indices;
  if (!known) known = find_indices(e.context().plan);
  return *known;
}

/// The terms of a sum or product of operand 0 and a constant; without a first term if it is neither.
IntegerTerms terms_with(FunctionEmitter& e, const Instruction& i, uint32_t constant) {
  switch (i.opcode) {
    case Opcode::kAdd:
      return {e.operand(i, 0), 0, 1, constant};
    case Opcode::kOr:  // The sum, if the bits are disjoint.
      if (std::bit_width(constant) > integer_bounds(e, e.operand_value(i, 0)).zeros) return {};
      return {e.operand(i, 0), 0, 1, constant};
    case Opcode::kMul:
      return {e.operand(i, 0), 0, constant, 0};
    default:
      if (constant > 31) return {};
      return {e.operand(i, 0), 0, uint32_t{1} << constant, 0};
  }
}

}  // namespace

void note_integer_terms(FunctionEmitter& e, const Instruction& i) {
  const bool can_be = i.opcode == Opcode::kAdd || i.opcode == Opcode::kOr || i.opcode == Opcode::kMul ||
                      i.opcode == Opcode::kShl;
  if (!can_be || !has_indices(e) || e.result_type(i) != kU32 || e.context().is_min_precision(i.type)) return;
  IntegerTerms terms;
  // dxc makes constants the second operand.
  const std::optional<uint64_t> bits = e.constant_operand(i, 1);
  if (bits && !e.operand_is_undef(i, 1)) {
    terms = terms_with(e, i, static_cast<uint32_t>(*bits));
  } else if (i.opcode == Opcode::kAdd) {
    terms = {e.operand(i, 0), e.operand(i, 1), 1, 0};
  }
  if (terms.first == 0) return;
  const bool has_constant = terms.constant != 0 || terms_of(e, terms.first) != nullptr ||
                            (terms.second != 0 && terms_of(e, terms.second) != nullptr);
  if (has_constant) e.state().integer_terms.add(e.use(i.result)) = terms;
}

IndexSum index_sum(FunctionEmitter& e, Id index) { return taken_apart(e, index, 0); }

IndexSum added(FunctionEmitter& e, const IndexSum& a, const IndexSum& b) {
  const uint32_t constant = a.constant + b.constant;
  if (a.value == 0) return {b.value, constant};
  if (b.value == 0) return {a.value, constant};
  return {e.op_once(Op::OpIAdd, kU32, a.value, b.value), constant};
}

IndexSum scaled(FunctionEmitter& e, const IndexSum& sum, uint32_t factor) {
  return {product(e, sum.value, factor), sum.constant * factor};
}

Id index_of(FunctionEmitter& e, const IndexSum& sum) {
  if (sum.value == 0) return e.u32(sum.constant);
  if (sum.constant == 0) return sum.value;
  const Id index = e.op_once(Op::OpIAdd, kU32, sum.value, e.u32(sum.constant));
  e.state().integer_terms.add(index) = {sum.value, 0, 1, sum.constant};
  return index;
}

}  // namespace trellis::spirv
