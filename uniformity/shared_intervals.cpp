#include "uniformity/shared_intervals.hpp"

#include <algorithm>

#include "dxil_frontend/program/addresses.hpp"
#include "dxil_frontend/program/dxil_op.hpp"

namespace trellis::uniformity {

using dxil::Instruction;
using dxil::Op;
using dxil::Opcode;
using dxil::ValueId;

namespace {

/// The maximum number of instructions visited, over all intervals.
constexpr uint64_t kMaxIntervalSteps = 1 << 22;

bool is_address_of_another(Opcode opcode) {
  return opcode == Opcode::kGep || opcode == Opcode::kBitcast || opcode == Opcode::kAddrSpaceCast ||
         opcode == Opcode::kFreeze;
}

}  // namespace

SharedIntervals::SharedIntervals(const dxil::Module& module, const dxil::Function& function,
                                 const Control& control, const dxil::ResourceFinder& definitions,
                                 std::span<const uint8_t> own_shared)
    : module_(module),
      function_(function),
      control_(control),
      definitions_(definitions),
      own_shared_(own_shared) {
  if (std::find(own_shared.begin(), own_shared.end(), uint8_t{1}) == own_shared.end()) return;
  // In an irreducible region, threads that are together may have passed different barriers.
  for (CycleId id = 0; id < control.cycle_count(); ++id) {
    if (control.cycle(id).is_region) return;
  }
  const Vector<Start> starts = find_starts();
  if (barriers_.empty() || starts.size() * function.instructions.size() > kMaxIntervalSteps) return;
  settled_.assign(function.instructions.size(), 0);
  for (const BlockId block : control.order().reverse_post_order()) {
    for (const Instruction& i : function.instructions_of(block)) {
      if (i.opcode != Opcode::kLoad || (i.flags & dxil::kVolatile) != 0) continue;
      const uint32_t variable = variable_of(function.operands_of(i)[0]);
      if (variable == kNone || own_shared[variable] == 0) continue;
      settled_[static_cast<size_t>(&i - function.instructions.data())] = 1;
    }
  }
  for (const Start& start : starts) look_at_interval(start);
}

/// Returns what a pointer points into, as far as its address computation can be followed.
ValueId SharedIntervals::root_of(ValueId pointer) const {
  while (!module_.is_module_value(pointer)) {
    const Instruction* i = definitions_.definition(pointer);
    if (i == nullptr || !is_address_of_another(i->opcode)) return pointer;
    pointer = function_.operands_of(*i)[0];
  }
  return dxil::root_of_address(module_, pointer);
}

/// Returns the global variable that a pointer points into; kNone if it is not known.
uint32_t SharedIntervals::variable_of(ValueId pointer) const {
  const ValueId root = root_of(pointer);
  if (!module_.is_module_value(root)) return kNone;
  const dxil::Value& value = module_.values[root];
  return value.kind == dxil::ValueKind::kGlobal ? value.index : kNone;
}

bool SharedIntervals::is_splitting_barrier(const Instruction& i) const {
  if (i.opcode != Opcode::kDxOp) return false;
  const auto operands = function_.operands_of(i);
  if (i.op() == Op::kBarrier && operands.size() == 1) {
    constexpr uint64_t kSyncAndShared = 1 | 8;
    return (module_.scalar_bits(operands[0]).value_or(0) & kSyncAndShared) == kSyncAndShared;
  }
  if (i.op() == Op::kBarrierByMemoryType && operands.size() == 2) {
    constexpr uint64_t kSharedMemory = 2, kSync = 1;
    return (module_.scalar_bits(operands[0]).value_or(0) & kSharedMemory) != 0 &&
           (module_.scalar_bits(operands[1]).value_or(0) & kSync) != 0;
  }
  return false;
}

/// Returns where intervals begin: at the entry and after each barrier.
Vector<SharedIntervals::Start> SharedIntervals::find_starts() {
  const BlockId entry = control_.graph().entry();
  Vector<Start> starts = {{entry, function_.blocks[entry].first_instruction}};
  for (const BlockId block : control_.order().reverse_post_order()) {
    for (const Instruction& i : function_.instructions_of(block)) {
      if (!is_splitting_barrier(i)) continue;
      starts.push_back({block, static_cast<uint32_t>(&i - function_.instructions.data()) + 1});
      if (barriers_.empty() || barriers_.back() != block) barriers_.push_back(block);
    }
  }
  return starts;
}

/// Marks the variables that an instruction may write to. Only loads and comparisons are known not to write
/// through their pointer operands.
void SharedIntervals::note_writes(const Instruction& i, Vector<uint8_t>& written) const {
  if (i.opcode == Opcode::kLoad || i.opcode == Opcode::kICmp || is_address_of_another(i.opcode)) return;
  for (const ValueId operand : function_.operands_of(i)) {
    const dxil::Type& type = module_.types[module_.type_of(function_, operand)];
    if (type.kind != dxil::TypeKind::kPointer) continue;
    const uint32_t variable = variable_of(operand);
    if (variable != kNone) {
      written[variable] = 1;
      continue;
    }
    const Instruction* made = definitions_.definition(root_of(operand));
    const bool is_own = made != nullptr && made->opcode == Opcode::kAlloca;
    if (!is_own) std::fill(written.begin(), written.end(), uint8_t{1});
  }
}

/// Marks loads in the interval as not settled if the interval has writes to their variables.
void SharedIntervals::look_at_interval(const Start& start) {
  Vector<uint8_t> written(module_.globals.size(), 0), seen(function_.blocks.size(), 0);
  Vector<uint32_t> loads;
  Vector<Start> work = {start};
  while (!work.empty()) {
    const Start at = work.back();
    work.pop_back();
    const dxil::BasicBlock& block = function_.blocks[at.block];
    const uint32_t end = block.first_instruction + block.instruction_count;
    uint32_t index = at.instruction;
    for (; index < end && !is_splitting_barrier(function_.instructions[index]); ++index) {
      note_writes(function_.instructions[index], written);
      if (settled_[index] != 0) loads.push_back(index);
    }
    if (index < end) continue;
    for (const BlockId next : control_.graph().successors(at.block)) {
      if (seen[next] != 0) continue;
      seen[next] = 1;
      work.push_back({next, function_.blocks[next].first_instruction});
    }
  }
  for (const uint32_t load : loads) {
    const uint32_t variable = variable_of(function_.operands_of(function_.instructions[load])[0]);
    if (written[variable] != 0) settled_[load] = 0;
  }
}

}  // namespace trellis::uniformity
