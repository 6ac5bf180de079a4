#include "spirv_backend/emitter/high_bits.hpp"

#include <cstddef>

#include "support/containers.hpp"

namespace trellis::spirv {
namespace {

using dxil::Instruction;
using dxil::Opcode;

struct HighBit {
  const dxil::Function* function;
  ValueId from_top;
  uint32_t bits;
  Id from_bottom;
};

/// The most recent ones, at most kLooksBack.
struct HighBits {
  Vector<HighBit> known;
};

constexpr size_t kLooksBack = 16;  // In instructions; dxc writes the four of the pattern close together.

/// Returns the instruction whose result is the value, if it is within kLooksBack instructions before `i`;
/// else null.
const Instruction* recent_definition(const dxil::Function& function, const Instruction& i, ValueId value) {
  const Instruction* first = function.instructions.data();
  for (size_t n = 1; n <= kLooksBack && &i - first >= static_cast<ptrdiff_t>(n); ++n) {
    const Instruction* before = &i - n;
    if (before->result == value) return before;
  }
  return nullptr;
}

bool is_minus_one(FunctionEmitter& e, const Instruction& i, uint32_t n) {
  return e.constant_operand(i, n).value_or(0) == UINT32_MAX && !e.operand_is_undef(i, n);
}

}  // namespace

void note_high_bit(FunctionEmitter& e, const Instruction& i, uint32_t bits, Id from_bottom) {
  if (i.result == kNone || e.result_type(i) != kU32) return;
  Vector<HighBit>& known = e.context().caches.get<HighBits>().known;
  if (known.size() == kLooksBack) known.erase(known.begin());
  known.push_back({&e.function(), i.result, bits, from_bottom});
}

std::optional<Id> high_bit_from_bottom(FunctionEmitter& e, const Instruction& select) {
  if (e.result_type(select) != kU32 || !is_minus_one(e, select, 1)) return std::nullopt;
  const dxil::Function& function = e.function();
  const Instruction* is_none = recent_definition(function, select, e.operand_value(select, 0));
  const Instruction* turned = recent_definition(function, select, e.operand_value(select, 2));
  if (is_none == nullptr || is_none->opcode != Opcode::kICmp || turned == nullptr ||
      turned->opcode != Opcode::kSub || static_cast<dxil::Predicate>(is_none->aux) != dxil::Predicate::kEq ||
      !is_minus_one(e, *is_none, 1)) {
    return std::nullopt;
  }
  const ValueId from_top = e.operand_value(*is_none, 0);
  if (e.operand_value(*turned, 1) != from_top) return std::nullopt;
  for (const HighBit& bit : e.context().caches.get<HighBits>().known) {
    if (bit.function == &function && bit.from_top == from_top &&
        e.constant_operand(*turned, 0).value_or(0) == bit.bits - 1)
      return bit.from_bottom;
  }
  return std::nullopt;
}

}  // namespace trellis::spirv
