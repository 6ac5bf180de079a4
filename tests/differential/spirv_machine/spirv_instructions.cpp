// Executes the instructions of a block for the lanes that run it together.
#include <algorithm>

#include "tests/differential/spirv_machine/spirv_scalar.hpp"
#include "tests/differential/spirv_machine/spirv_workgroup.hpp"

namespace trellis::differential {

using spv::Op;

bool SpirvWorkgroup::run_instruction(const SpirvInstruction& i) {
  switch (i.op) {
    case Op::OpPhi:
    case Op::OpVariable:
    case Op::OpMemoryBarrier:
      return true;
    case Op::OpControlBarrier:
      return run_barrier(i);
    case Op::OpUndef:
      for (const uint32_t lane : active_) {
        for (uint32_t c = 0; c < slots_of(i.result); ++c) value(i.result, c, lane) = 0;
      }
      return true;
    case Op::OpLoad:
    case Op::OpStore:
    case Op::OpAccessChain:
    case Op::OpInBoundsAccessChain:
    case Op::OpArrayLength:
      return run_memory(i);
    case Op::OpCompositeConstruct:
    case Op::OpCompositeExtract:
    case Op::OpCompositeInsert:
    case Op::OpVectorShuffle:
    case Op::OpVectorExtractDynamic:
    case Op::OpSelect:
    case Op::OpBitcast:
      return run_composite(i);
    case Op::OpIAddCarry:
    case Op::OpISubBorrow:
    case Op::OpUMulExtended:
      return run_wide_arithmetic(i);
    case Op::OpAny:
    case Op::OpAll:
      for (const uint32_t lane : active_) {
        uint64_t count = 0;
        const uint32_t components = slots_of(i.operands[0]);
        for (uint32_t c = 0; c < components; ++c) count += value(i.operands[0], c, lane);
        value(i.result, 0, lane) = i.op == Op::OpAny ? count > 0 : count == components;
      }
      return true;
    default:
      break;
  }
  if (i.op >= Op::OpAtomicLoad && i.op <= Op::OpAtomicXor) return run_atomic(i);
  if (i.op < Op::OpGroupNonUniformElect || i.op > Op::OpGroupNonUniformQuadSwap) return run_scalars(i);
  // Each subgroup separately.
  for (size_t first = 0, last = 0; first < active_.size(); first = last) {
    while (last < active_.size() && subgroup_of(active_[last]) == subgroup_of(active_[first])) ++last;
    if (!run_group_operation(i, std::span(active_).subspan(first, last - first))) return false;
  }
  return true;
}

bool SpirvWorkgroup::run_barrier(const SpirvInstruction& i) {
  const uint64_t scope = value(i.operands[0], 0, active_[0]);
  if (scope != static_cast<uint64_t>(spv::Scope::Workgroup) || active_.size() == lanes_) return true;
  return refuse(i, "barrier divergence, " + std::to_string(active_.size()) + " of " + std::to_string(lanes_) +
                       " invocations");
}

bool SpirvWorkgroup::run_memory(const SpirvInstruction& i) {
  for (const uint32_t lane : active_) {
    const SpirvPointer from = pointer(i.operands[0], lane);
    uint32_t type = code_.type_of_value(i.operands[0]).element;
    switch (i.op) {
      case Op::OpLoad:
        scratch_.assign(code_.type(type).slots, 0);
        memory_.load(from, type, lane, scratch_);
        for (uint32_t c = 0; c < scratch_.size(); ++c) value(i.result, c, lane) = scratch_[c];
        break;
      case Op::OpStore:
        scratch_.resize(slots_of(i.operands[1]));
        for (uint32_t c = 0; c < scratch_.size(); ++c) scratch_[c] = value(i.operands[1], c, lane);
        memory_.store(from, type, lane, scratch_);
        break;
      case Op::OpArrayLength: {
        const SpirvType& block = code_.type(type);
        const uint64_t offset = block.offsets[i.operands[1]], size = memory_.buffer_size(from.variable);
        const uint32_t stride = code_.type(block.members[i.operands[1]]).stride;
        value(i.result, 0, lane) = size < offset || stride == 0 ? 0 : (size - offset) / stride;
        break;
      }
      default: {
        SpirvPointer at = from;
        for (size_t w = 1; w < i.operands.size(); ++w) {
          const uint32_t width = code_.type_of_value(i.operands[w]).width;
          const int64_t index = signed_of_width(value(i.operands[w], 0, lane), width);
          at = memory_.step(at, type, static_cast<uint64_t>(index));
        }
        value(i.result, 0, lane) = at.variable;
        value(i.result, 1, lane) = at.offset;
      }
    }
  }
  return true;
}

bool SpirvWorkgroup::run_atomic(const SpirvInstruction& i) {
  for (const uint32_t lane : active_) {
    const SpirvPointer at = pointer(i.operands[0], lane);
    const uint32_t type = code_.type_of_value(i.operands[0]).element;
    uint64_t old = 0;
    memory_.load(at, type, lane, {&old, 1});
    std::optional<uint64_t> made = old;
    const uint32_t width = code_.type(type).width;
    if (i.op == Op::OpAtomicStore) {
      made = value(i.operands[3], 0, lane);
    } else if (i.op == Op::OpAtomicIIncrement || i.op == Op::OpAtomicIDecrement) {
      made = cut_to_width(i.op == Op::OpAtomicIIncrement ? old + 1 : old - 1, width);
    } else if (i.op == Op::OpAtomicCompareExchange) {
      if (old == value(i.operands[5], 0, lane)) made = value(i.operands[4], 0, lane);
    } else if (i.op != Op::OpAtomicLoad) {
      made = combined(i.op, old, value(i.operands[3], 0, lane), width);
    }
    if (!made) return refuse(i);
    memory_.store(at, type, lane, {&*made, 1});
    if (i.result != 0) value(i.result, 0, lane) = old;
  }
  return true;
}

bool SpirvWorkgroup::run_composite(const SpirvInstruction& i) {
  const Words w = i.operands;
  // The first slot of the part that an extraction or insertion addresses.
  uint32_t part = 0;
  const bool is_insert = i.op == Op::OpCompositeInsert;
  if (is_insert || i.op == Op::OpCompositeExtract) {
    uint32_t type = code_.type_of[w[is_insert ? 1 : 0]];
    for (const uint32_t index : w.subspan(is_insert ? 2 : 1)) {
      const SpirvType& whole = code_.type(type);
      const bool is_struct = whole.kind == SpirvType::Kind::kStruct;
      for (uint32_t m = 0; m < index; ++m)
        part += code_.type(is_struct ? whole.members[m] : whole.element).slots;
      type = is_struct ? whole.members[index] : whole.element;
    }
  }
  const uint32_t slots = slots_of(i.result);
  for (const uint32_t lane : active_) {
    scratch_.clear();
    const auto add = [&](uint32_t id, uint32_t component) { scratch_.push_back(value(id, component, lane)); };
    const auto add_all = [&](uint32_t id) {
      for (uint32_t c = 0; c < slots_of(id); ++c) add(id, c);
    };
    switch (i.op) {
      case Op::OpCompositeConstruct:
        for (const uint32_t id : w) add_all(id);
        break;
      case Op::OpCompositeExtract:
        for (uint32_t c = 0; c < slots; ++c) add(w[0], part + c);
        break;
      case Op::OpCompositeInsert:
        add_all(w[1]);
        for (uint32_t c = 0; c < slots_of(w[0]); ++c) scratch_[part + c] = value(w[0], c, lane);
        break;
      case Op::OpVectorShuffle:
        for (const uint32_t c : w.subspan(2)) {
          const uint32_t first = slots_of(w[0]);
          if (c == ~0u) {
            scratch_.push_back(0);
          } else {
            add(c < first ? w[0] : w[1], c < first ? c : c - first);
          }
        }
        break;
      case Op::OpVectorExtractDynamic:
        add(w[0], static_cast<uint32_t>(std::min<uint64_t>(value(w[1], 0, lane), slots_of(w[0]) - 1)));
        break;
      case Op::OpSelect:
        for (uint32_t c = 0; c < slots; ++c)
          add(value(w[0], slots_of(w[0]) == 1 ? 0 : c, lane) != 0 ? w[1] : w[2], c);
        break;
      default:  // OpBitcast
        if (slots_of(w[0]) != slots) return refuse(i, "a bitcast to another number of components");
        add_all(w[0]);
    }
    for (uint32_t c = 0; c < slots; ++c) value(i.result, c, lane) = scratch_.at(c);
  }
  return true;
}

/// Operations whose result has two numbers: low and high word, or sum and carry.
bool SpirvWorkgroup::run_wide_arithmetic(const SpirvInstruction& i) {
  const uint32_t width = code_.type_of_value(i.operands[0]).width, components = slots_of(i.operands[0]);
  if (width != 32) return refuse(i, "numbers not of 32 bits");
  for (const uint32_t lane : active_) {
    for (uint32_t c = 0; c < components; ++c) {
      const uint64_t a = value(i.operands[0], c, lane), b = value(i.operands[1], c, lane);
      const uint64_t whole = i.op == Op::OpIAddCarry ? a + b : i.op == Op::OpISubBorrow ? a - b : a * b;
      value(i.result, c, lane) = cut_to_width(whole, 32);
      value(i.result, components + c, lane) = i.op == Op::OpISubBorrow ? uint64_t{a < b} : whole >> 32;
    }
  }
  return true;
}

bool SpirvWorkgroup::run_scalars(const SpirvInstruction& i) {
  const bool is_extended = i.op == Op::OpExtInst;
  if (i.result == 0 || (is_extended && i.operands[0] != code_.extended_set)) {
    // Other extended instruction sets only carry debug information.
    return is_extended ? true : refuse(i);
  }
  const Words w = i.operands.subspan(is_extended ? 2 : 0);
  if (w.empty() || w.size() > 4) return refuse(i);
  ScalarOperands operands;
  operands.width = code_.type_of_value(w[0]).width;
  operands.result_width = code_.type_of_value(i.result).width;
  for (const uint32_t lane : active_) {
    for (uint32_t c = 0; c < slots_of(i.result); ++c) {
      for (size_t o = 0; o < w.size(); ++o)
        operands.values[o] = value(w[o], slots_of(w[o]) == 1 ? 0 : c, lane);
      const auto result =
          is_extended ? extended_result(i.operands[1], operands) : scalar_result(i.op, operands);
      if (!result) return refuse(i);
      value(i.result, c, lane) = *result;
    }
  }
  return true;
}

}  // namespace trellis::differential
