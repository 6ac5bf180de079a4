#include "spirv_backend/plan/rays/shaded_rays.hpp"

#include <algorithm>

#include "dxil_frontend/program/dxil_ops.hpp"

namespace trellis::spirv {
namespace {

using dxil::Function;
using dxil::Instruction;
using dxil::kNone;
using dxil::Module;
using dxil::Op;
using dxil::Opcode;
using dxil::Type;
using dxil::TypeKind;
using dxil::ValueId;

constexpr uint32_t kMostDepth = 16;
constexpr uint64_t kMostBytes = 1u << 16;

/// Returns the size in bytes of values of the type, without padding; more than kMostBytes if it is too large
/// or unknown.
uint64_t bytes_of(const Module& module, dxil::TypeId id, uint32_t depth = 0) {
  const Type& type = module.types[id];
  uint64_t sum = 0;
  if (depth == kMostDepth) return kMostBytes + 1;
  switch (type.kind) {
    case TypeKind::kInt:
    case TypeKind::kFloat:
      return std::max(type.bits / 8u, 1u);
    case TypeKind::kVector:
    case TypeKind::kArray:
      sum = bytes_of(module, type.element, depth + 1);
      return sum > kMostBytes || type.count > kMostBytes ? kMostBytes + 1 : sum * type.count;
    case TypeKind::kStruct:
      for (const dxil::TypeId member : type.members) {
        sum += bytes_of(module, member, depth + 1);
        if (sum > kMostBytes) break;
      }
      return sum;
    default:
      return kMostBytes + 1;
  }
}

/// A ray, an invocation in the same block, and the instructions between them.
class Pair {
 public:
  Pair(const Module& module, const Function& function, uint32_t trace, uint32_t invocation)
      : module_(module), function_(function), trace_(trace), invocation_(invocation) {
    from_ = operands_of(trace)[14];
    to_ = operands_of(invocation)[1];
  }

  bool is_one() {
    for (uint32_t n = trace_ + 1; n < invocation_; ++n) {
      if (!may_stand_between(function_.instructions[n])) return false;
    }
    if (from_ == to_) return copied_ == 0;
    const Instruction* source = definition_of(function_, from_);
    if (source == nullptr || source->opcode != Opcode::kAlloca) return false;
    if (copied_ != bytes_of(module_, source->aux)) return false;
    return !is_read_elsewhere();
  }

 private:
  std::span<const ValueId> operands_of(uint32_t n) const {
    return function_.operands_of(function_.instructions[n]);
  }

  /// Returns the address computation if the pointer is an address in the payload; null if not, or if it is
  /// the payload itself.
  const Instruction* address_in(ValueId pointer, ValueId payload) const {
    const Instruction* i = definition_of(function_, pointer);
    if (i == nullptr || i->opcode != Opcode::kGep || function_.operands_of(*i)[0] != payload) return nullptr;
    return i;
  }

  bool is_in(ValueId pointer, ValueId payload) const {
    return pointer == payload || address_in(pointer, payload) != nullptr;
  }

  /// Whether the two pointers refer to corresponding places in the two payloads.
  bool is_same_place(ValueId in_from, ValueId in_to) const {
    if (in_from == from_ && in_to == to_) return true;
    const Instruction *a = address_in(in_from, from_), *b = address_in(in_to, to_);
    if (a == nullptr || b == nullptr || a->aux != b->aux || a->operand_count != b->operand_count)
      return false;
    for (uint32_t n = 1; n < a->operand_count; ++n) {
      const auto x = module_.scalar_bits(function_.operands_of(*a)[n]);
      const auto y = module_.scalar_bits(function_.operands_of(*b)[n]);
      if (!x || !y || *x != *y) return false;
    }
    return true;
  }

  /// Whether the store copies a value from the corresponding place of the first payload. Counts the bytes.
  bool is_copy(const Instruction& store) {
    const std::span<const ValueId> operands = function_.operands_of(store);
    const Instruction* load = definition_of(function_, operands[0]);
    if (load == nullptr || load->opcode != Opcode::kLoad) return false;
    if (!is_same_place(function_.operands_of(*load)[0], operands[1])) return false;
    copied_ += bytes_of(module_, load->type);
    return true;
  }

  /// Whether the instruction can observe neither the payloads nor what the ray's shaders write.
  bool may_stand_between(const Instruction& i) {
    switch (i.opcode) {
      case Opcode::kDxOp: {
        if (i.is(Op::kMaybeReorderThread)) return true;
        const dxil::DxilOp* op = dxil::find_op(i.op());
        return op != nullptr && op->memory == dxil::MemoryEffect::kPure && !op->involves_lanes();
      }
      case Opcode::kLoad:
        return from_ != to_ && is_in(function_.operands_of(i)[0], from_) && is_only_copied(i.result);
      case Opcode::kStore:
        return from_ != to_ && is_copy(i);
      case Opcode::kAtomicRmw:
      case Opcode::kCmpXchg:
      case Opcode::kFence:
      case Opcode::kCall:
      case Opcode::kIntrinsic:
        return false;
      default:
        return true;
    }
  }

  /// Whether all uses of a value are stores between the ray and the invocation.
  bool is_only_copied(ValueId value) const {
    for (uint32_t n = 0; n < function_.instructions.size(); ++n) {
      const std::span<const ValueId> operands = operands_of(n);
      if (std::find(operands.begin(), operands.end(), value) == operands.end()) continue;
      if (function_.instructions[n].opcode != Opcode::kStore || n < trace_ || n > invocation_) return false;
    }
    return true;
  }

  /// Whether other instructions may read the first payload, which would keep its old content.
  bool is_read_elsewhere() const {
    for (uint32_t n = 0; n < function_.instructions.size(); ++n) {
      const Instruction& i = function_.instructions[n];
      if (n == trace_ || (n > trace_ && n < invocation_)) continue;
      const std::span<const ValueId> operands = operands_of(n);
      for (size_t o = 0; o < operands.size(); ++o) {
        if (operands[o] < function_.first_local || !is_in(operands[o], from_)) continue;
        const bool is_written = i.opcode == Opcode::kStore && o == 1;
        const bool is_address = i.opcode == Opcode::kGep && o == 0 && operands[o] == from_;
        if (!is_written && !is_address) return true;
      }
    }
    return false;
  }

  const Module& module_;
  const Function& function_;
  uint32_t trace_, invocation_;
  ValueId from_ = kNone, to_ = kNone;
  uint64_t copied_ = 0;
};

bool is_in_one_block(const Function& function, uint32_t first, uint32_t last) {
  return std::any_of(function.blocks.begin(), function.blocks.end(), [&](const dxil::BasicBlock& block) {
    return first >= block.first_instruction && last < block.first_instruction + block.instruction_count;
  });
}

}  // namespace

const Instruction* definition_of(const Function& function, ValueId value) {
  if (value < function.first_local) return nullptr;
  for (const Instruction& i : function.instructions) {
    if (i.result == value) return &i;
  }
  return nullptr;
}

uint32_t invocation_behind(const Module& module, const Function& function, uint32_t trace) {
  const ValueId result = function.instructions[trace].result;
  uint32_t invocation = kNone;
  for (uint32_t n = 0; n < function.instructions.size(); ++n) {
    const Instruction& i = function.instructions[n];
    const std::span<const ValueId> operands = function.operands_of(i);
    if (std::find(operands.begin(), operands.end(), result) == operands.end()) continue;
    if (i.is(Op::kMaybeReorderThread)) continue;
    if (!i.is(Op::kHitObject_Invoke) || invocation != kNone) return kNone;
    invocation = n;
  }
  if (invocation == kNone || invocation < trace || !is_in_one_block(function, trace, invocation))
    return kNone;
  return Pair(module, function, trace, invocation).is_one() ? invocation : kNone;
}

}  // namespace trellis::spirv
