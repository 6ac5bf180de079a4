// Detects hit objects that are still in use when the operation that created them runs again.
#include <algorithm>

#include "lower/analysis/locate.hpp"
#include "spirv_backend/plan/rays/hit_plan.hpp"

namespace trellis::spirv {
namespace {

using dxil::BlockId;
using dxil::Function;
using dxil::Instruction;
using dxil::kNone;
using dxil::Op;
using dxil::Opcode;
using dxil::ValueId;

/// One function, and where in it values are defined and used. Identifies instructions by index.
class Lifetimes {
 public:
  Lifetimes(const Function& function, bool sets_in_place) : function_(function), in_place_(sets_in_place) {
    block_of_.resize(function.instructions.size(), kNone);
    uses_.resize(function.local_types.size());
    definition_.resize(function.local_types.size(), kNone);
    for (BlockId b = 0; b < function.blocks.size(); ++b) {
      for (uint32_t n = 0; n < function.blocks[b].instruction_count; ++n) add(b, n);
    }
  }

  /// Whether an older value may be used after `event` changed its object, to which `first` refers.
  /// `is_again`: the event created the object in the first place, so a value is old only if it existed
  /// before.
  bool has_old_use(ValueId first, uint32_t event, bool is_again) {
    for (const ValueId value : carriers_of(first)) {
      const uint32_t made = definition_[local(value)];
      if (made == event) continue;
      const Instruction* load = made == kNone ? nullptr : &function_.instructions[made];
      if (load != nullptr && load->opcode == Opcode::kLoad && holds_on(event, *load)) return true;
      if (is_again && (made == kNone || !reaches(made, event, made))) continue;
      for (const Use& use : uses_[local(value)]) {
        if (use.user != event && reaches(event, use.at, made)) return true;
      }
    }
    return false;
  }

 private:
  struct Use {
    uint32_t user = 0, at = 0;  ///< A phi uses a value at the end of the edge's source block.
  };

  uint32_t local(ValueId value) const { return value - function_.first_local; }
  std::span<const ValueId> operands_of(const Instruction& i) const { return function_.operands_of(i); }

  void add(BlockId b, uint32_t n) {
    const uint32_t index = function_.blocks[b].first_instruction + n;
    const Instruction& i = function_.instructions[index];
    block_of_[index] = b;
    if (i.result != kNone) definition_[local(i.result)] = index;
    const std::span<const ValueId> operands = operands_of(i);
    for (size_t o = 0; o < operands.size(); ++o) {
      if (operands[o] < function_.first_local) continue;
      uint32_t at = index;
      if (i.opcode == Opcode::kPhi) {
        const dxil::BasicBlock& from =
            function_.blocks[function_.graph.source(function_.graph.in_edges(b)[o])];
        at = from.first_instruction + from.instruction_count - 1;
      }
      uses_[local(operands[o])].push_back({index, at});
    }
  }

  /// Returns the values that may refer to the object: the first one, what phis, selects and the like make of
  /// it, and what memory returns.
  Vector<ValueId> carriers_of(ValueId first) const {
    Vector<ValueId> found = {first};
    Vector<uint8_t> is_seen(function_.local_types.size(), 0);
    is_seen[local(first)] = 1;
    const auto add_value = [&](ValueId value) {
      if (is_seen[local(value)] == 0) found.push_back(value);
      is_seen[local(value)] = 1;
    };
    for (size_t n = 0; n < found.size(); ++n) {
      const ValueId value = found[n];  // A copy, because the list grows.
      for (const Use& use : uses_[local(value)]) {
        const Instruction& i = function_.instructions[use.user];
        const bool is_set = in_place_ && i.is(Op::kHitObject_SetShaderTableIndex);
        if (i.opcode == Opcode::kPhi || i.opcode == Opcode::kSelect || i.opcode == Opcode::kFreeze || is_set)
          add_value(i.result);
        if (i.opcode != Opcode::kStore || operands_of(i)[0] != value) continue;
        for (const Instruction& load : function_.instructions) {
          if (load.opcode == Opcode::kLoad && load.type == function_.local_types[local(value)] &&
              may_be_one(operands_of(load)[0], operands_of(i)[1])) {
            add_value(load.result);
          }
        }
      }
    }
    return found;
  }

  /// Whether two pointers may be equal. Addresses of two different local variables are not.
  bool may_be_one(ValueId a, ValueId b) const {
    const auto is_variable = [this](ValueId value) {
      const uint32_t made = value < function_.first_local ? kNone : definition_[local(value)];
      return made != kNone && function_.instructions[made].opcode == Opcode::kAlloca;
    };
    return a == b || !is_variable(a) || !is_variable(b);
  }

  /// Whether a load after the event may return a value that was stored before it.
  bool holds_on(uint32_t event, const Instruction& load) {
    const auto number = static_cast<uint32_t>(&load - function_.instructions.data());
    return walk(event, number, [&](uint32_t n) {
      const Instruction& i = function_.instructions[n];
      return i.opcode == Opcode::kStore && operands_of(i)[1] == operands_of(load)[0];
    });
  }

  /// Whether control can get from the point after `from` to `to` without passing `barrier`.
  bool reaches(uint32_t from, uint32_t to, uint32_t barrier) {
    return walk(from, to, [&](uint32_t n) { return n == barrier; });
  }

  template <class IsBarrier>
  bool walk(uint32_t from, uint32_t to, IsBarrier is_barrier) {
    if (block_of_[from] == kNone || block_of_[to] == kNone) return false;
    Vector<uint8_t> is_seen(function_.blocks.size(), 0);
    Vector<uint32_t> pending = {from + 1};
    while (!pending.empty()) {
      uint32_t n = pending.back();
      pending.pop_back();
      // If `from` is a terminator, from + 1 is not in its block.
      if (n == 0 || n > function_.instructions.size()) continue;
      const BlockId b = n == from + 1 ? block_of_[from] : block_of_[n];
      const uint32_t end = function_.blocks[b].first_instruction + function_.blocks[b].instruction_count;
      bool is_stopped = false;
      for (; n < end && !is_stopped; ++n) {
        if (n == to) return true;
        is_stopped = is_barrier(n);
      }
      if (is_stopped) continue;
      for (const BlockId next : function_.graph.successors(b)) {
        if (is_seen[next] == 0 && function_.blocks[next].instruction_count != 0)
          pending.push_back(function_.blocks[next].first_instruction);
        is_seen[next] = 1;
      }
    }
    return false;
  }

  const Function& function_;
  bool in_place_;
  Vector<BlockId> block_of_;
  Vector<Vector<Use>> uses_;
  Vector<uint32_t> definition_;
};

}  // namespace

Result<void> check_hit_lifetimes(const ModulePlan& plan) {
  const dxil::Module& module = plan.shader->module;
  const bool in_place = are_of_extension(plan.options.device.hit_objects);
  for (const HitOrigin& origin : plan.hits->origins) {
    const Function& function = module.functions[origin.function];
    const Instruction& i = function.instructions[origin.instruction];
    Lifetimes lifetimes(function, in_place);
    const bool is_set = i.is(Op::kHitObject_SetShaderTableIndex);
    if (is_set && in_place) {
      const ValueId old = function.operands_of(i)[0];
      if (old >= function.first_local && lifetimes.has_old_use(old, origin.instruction, false)) {
        return lower::diagnose(
            ErrorCode::kUnsupported, function, i,
            "a hit object that is used in its state before SetShaderTableIndex is not supported");
      }
      continue;
    }
    if (lifetimes.has_old_use(i.result, origin.instruction, true)) {
      return lower::diagnose(
          ErrorCode::kUnsupported, function, i,
          "a hit object that is still in use when the same operation makes another one is not supported");
    }
  }
  for (uint32_t f = 0; f < module.functions.size(); ++f) {
    if (plan.function_plans[f] == kNone) continue;
    const Function& function = module.functions[f];
    for (const Instruction& i : function.instructions) {
      if (i.opcode != Opcode::kReturn || i.operand_count == 0) continue;
      const dxil::TypeId type = module.type_of(function, function.operands_of(i)[0]);
      const bool is_handle = type == plan.hits->handle_type;
      if (is_handle)
        return lower::diagnose(ErrorCode::kUnsupported, function, i,
                               "a function that returns a hit object is not supported");
    }
  }
  return {};
}

}  // namespace trellis::spirv
