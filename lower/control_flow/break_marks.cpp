#include "lower/control_flow/break_marks.hpp"

#include <algorithm>

#include "cfg/post_visit_order.hpp"
#include "lower/analysis/reached_functions.hpp"
#include "lower/control_flow/break_conditions.hpp"
#include "lower/edit/module_edits.hpp"

namespace trellis::lower {

namespace {

using dxil::BasicBlock;
using dxil::BlockId;
using dxil::Function;
using dxil::Instruction;
using dxil::kNone;
using dxil::Module;
using dxil::Opcode;
using dxil::ValueId;

/// Removes the condition from one function. Planning and rewriting are separate steps, because the constants
/// belong to all functions and must exist before any of them changes.
class MarkRemover {
 public:
  /// Keeps references: `function` is the original function and must not change.
  MarkRemover(const Module& module, const Function& function)
      : module_(module), function_(function), conditions_(module, function) {
    find_copies();
    find_dropped();
  }

  /// Creates constants for the known values that are still used.
  void make_constants(ConstantPool& constants) {
    constants_.assign(function_.local_types.size(), kNone);
    for (BlockId block = 0; block < function_.blocks.size(); ++block) {
      const BasicBlock& b = function_.blocks[block];
      const uint32_t end = b.first_instruction + b.instruction_count;
      for (uint32_t n = b.first_instruction; n < end; ++n) {
        if (is_dropped_[n] != 0 || taken_slot(n) != kNone) continue;
        for (const ValueId operand : function_.operands_of(function_.instructions[n])) {
          const ValueId value = original(operand);
          if (!conditions_.is_known(value)) continue;
          const uint32_t local = value - function_.first_local;
          const dxil::TypeId type = function_.local_types[local];
          if (module_.types[type].kind != dxil::TypeKind::kInt) continue;  // It is an address.
          constants_[local] = constants.get(type, conditions_.bits(value));
        }
      }
    }
  }

  /// Rewrites `function`, a copy of the original whose local ids are larger by `moved`. Returns its marks.
  Vector<BreakMark> rewrite(Function& function, uint32_t moved) const {
    Vector<BreakMark> marks;
    Vector<Vector<BlockId>> successors(function.blocks.size());
    for (BlockId block = 0; block < function.blocks.size(); ++block) {
      const auto targets = function_.graph.successors(block);
      successors[block].assign(targets.begin(), targets.end());
      const BasicBlock& b = function_.blocks[block];
      const uint32_t slot = taken_slot(b.first_instruction + b.instruction_count - 1);
      if (slot == kNone) continue;
      const BlockId taken = targets[slot], never = targets[1 - slot];
      if (never != taken) marks.push_back({block, never});
      successors[block] = {taken};
    }
    function.graph = cfg::Graph::from_lists(successors, function_.graph.entry());
    for (ValueId& operand : function.operands) operand = replacement(operand, moved);
    match_phis(function);
    compact(function);
    return marks;
  }

 private:
  /// Returns the value that this one is a copy of, or the value itself.
  ValueId original(ValueId value) const {
    if (value < function_.first_local || copy_of_[value - function_.first_local] == kNone) return value;
    return copy_of_[value - function_.first_local];
  }

  /// Returns the replacement of an operand. `moved_operand` is its new id.
  ValueId replacement(ValueId moved_operand, uint32_t moved) const {
    if (moved_operand == kNone || moved_operand < function_.first_local + moved) return moved_operand;
    const ValueId value = original(moved_operand - moved);
    if (value < function_.first_local) return value;
    const ValueId constant = constants_[value - function_.first_local];
    return constant != kNone ? constant : value + moved;
  }

  /// Returns the slot that a branch on a known condition takes; kNone for other instructions.
  uint32_t taken_slot(uint32_t n) const {
    const Instruction& i = function_.instructions[n];
    if (i.opcode != Opcode::kCondBranch) return kNone;
    const ValueId condition = original(function_.operands_of(i)[0]);
    if (!conditions_.is_known(condition)) return kNone;
    return conditions_.bits(condition) != 0 ? 0 : 1;
  }

  /// Returns the operand that the instruction copies because another operand is known, or kNone.
  ValueId copied(const Instruction& i) const {
    const auto operands = function_.operands_of(i);
    const auto is_known = [&](size_t n) { return conditions_.is_known(operands[n]); };
    const auto bits = [&](size_t n) { return conditions_.bits(operands[n]); };
    if (i.opcode == Opcode::kSelect && is_known(0)) return operands[bits(0) != 0 ? 1 : 2];
    if (i.opcode != Opcode::kAnd && i.opcode != Opcode::kOr && i.opcode != Opcode::kXor) return kNone;
    const uint8_t width = module_.types[i.type].bits;
    const uint64_t ones = width >= 64 ? ~uint64_t{0} : (uint64_t{1} << width) - 1;
    for (const size_t n : {size_t{0}, size_t{1}}) {
      if (is_known(n) && bits(n) == (i.opcode == Opcode::kAnd ? ones : 0)) return operands[1 - n];
    }
    return kNone;
  }

  void find_copies() {
    copy_of_.assign(function_.local_types.size(), kNone);
    const cfg::PostVisitOrder order(function_.graph);
    for (const BlockId block : order.reverse_post_order()) {
      for (const Instruction& i : function_.instructions_of(block)) {
        if (i.result == kNone || conditions_.is_known(i.result)) continue;
        const ValueId value = copied(i);
        if (value != kNone) copy_of_[i.result - function_.first_local] = original(value);
      }
    }
  }

  /// Finds the instructions to drop: those that compute known values and copies, stores to variables that
  /// hold only known values, and addresses of the condition without other uses.
  void find_dropped() {
    is_dropped_.assign(function_.instructions.size(), 0);
    Vector<uint8_t> is_used(function_.local_types.size(), 0);
    for (size_t n = function_.instructions.size(); n-- > 0;) {
      const Instruction& i = function_.instructions[n];
      const auto operands = function_.operands_of(i);
      if (i.opcode == Opcode::kStore) {
        is_dropped_[n] = conditions_.is_known(operands[1]) ? 1 : 0;
      } else if (i.opcode != Opcode::kGep && i.result != kNone) {
        const bool is_copy = copy_of_[i.result - function_.first_local] != kNone;
        is_dropped_[n] = is_copy || conditions_.is_known(i.result) ? 1 : 0;
      }
      if (is_dropped_[n] != 0 || i.opcode == Opcode::kGep) continue;
      for (const ValueId value : operands) {
        if (value >= function_.first_local) is_used[value - function_.first_local] = 1;
      }
    }
    drop_addresses(is_used);
  }

  void drop_addresses(Vector<uint8_t>& is_used) {
    // An address of an address follows it, unless the blocks are in another order. Then it stays, which is
    // harmless.
    for (size_t n = function_.instructions.size(); n-- > 0;) {
      const Instruction& i = function_.instructions[n];
      if (i.opcode != Opcode::kGep) continue;
      is_dropped_[n] = conditions_.is_known(i.result) && is_used[i.result - function_.first_local] == 0;
      const ValueId base = function_.operands_of(i)[0];
      if (is_dropped_[n] == 0 && base >= function_.first_local) is_used[base - function_.first_local] = 1;
    }
  }

  /// Gives phis one operand for each remaining edge: the one that belongs to the edge's source block.
  void match_phis(Function& function) const {
    Vector<ValueId> value_from(function.blocks.size(), kNone);
    for (BlockId block = 0; block < function.blocks.size(); ++block) {
      const auto before = function_.graph.in_edges(block), after = function.graph.in_edges(block);
      if (before.size() == after.size()) continue;
      const BasicBlock& b = function.blocks[block];
      for (uint32_t n = b.first_instruction; n < b.first_instruction + b.instruction_count; ++n) {
        Instruction& phi = function.instructions[n];
        if (phi.opcode != Opcode::kPhi) break;
        for (size_t e = 0; e < before.size(); ++e) {
          value_from[function_.graph.source(before[e])] = function.operands[phi.first_operand + e];
        }
        phi.operand_count = static_cast<uint32_t>(after.size());
        for (size_t e = 0; e < after.size(); ++e) {
          function.operands[phi.first_operand + e] = value_from[function.graph.source(after[e])];
        }
      }
    }
  }

  /// Removes the dropped instructions, and turns decided branches into jumps.
  void compact(Function& function) const {
    uint32_t next = 0;
    for (BasicBlock& b : function.blocks) {
      const uint32_t first = b.first_instruction, end = first + b.instruction_count;
      b.first_instruction = next;
      for (uint32_t n = first; n < end; ++n) {
        const bool has_positions = !function.positions.empty();
        if (is_dropped_[n] != 0) {
          if (has_positions && n + 1 < end) function.positions[n + 1].take_bindings_of(function.positions[n]);
          continue;
        }
        Instruction& i = function.instructions[next] = function.instructions[n];
        if (has_positions) function.positions[next] = function.positions[n];
        ++next;
        if (taken_slot(n) == kNone) continue;
        i.opcode = Opcode::kBranch;
        i.operand_count = 0;
        b.hints.branch = b.hints.flatten = false;
      }
      b.instruction_count = next - b.first_instruction;
    }
    function.instructions.resize(next);
    if (!function.positions.empty()) function.positions.resize(next);
    drop_names(function);
  }

  void drop_names(Function& function) const {
    Vector<uint8_t> is_gone(function_.local_types.size(), 0);
    for (size_t n = 0; n < is_dropped_.size(); ++n) {
      const ValueId result = function_.instructions[n].result;
      if (is_dropped_[n] != 0 && result != kNone) is_gone[result - function_.first_local] = 1;
    }
    std::erase_if(function.names, [&](const dxil::ValueName& name) {
      return name.value >= function.first_local && is_gone[name.value - function.first_local] != 0;
    });
    for (dxil::DebugBinding& binding : function.bindings) {
      if (binding.value == kNone || binding.value < function.first_local) continue;
      if (is_gone[binding.value - function.first_local] == 0) continue;
      binding.value = kNone;
      binding.kind = dxil::DebugBinding::Kind::kNothing;
    }
  }

  const Module& module_;
  const Function& function_;
  const BreakConditions conditions_;
  Vector<ValueId> copy_of_;     ///< By local: the value that it is a copy of, or kNone.
  Vector<uint8_t> is_dropped_;  ///< Indexed by instruction.
  Vector<ValueId> constants_;   ///< By local: the constant that replaces a known value that is still used.
};

bool uses_variable(const Module& module, const Function& function) {
  return std::any_of(function.operands.begin(), function.operands.end(), [&](ValueId value) {
    return value < function.first_local && is_break_address(module, value);
  });
}

}  // namespace

bool has_break_marks(const Module& module, std::span<const uint8_t> is_reached) {
  return std::any_of(module.globals.begin(), module.globals.end(),
                     [&](const dxil::Global& global) { return is_break_variable(module, global); }) &&
         any_function(module, is_reached,
                      [&](const Function& function) { return uses_variable(module, function); });
}

Vector<Vector<BreakMark>> take_out_break_marks(Module& module) {
  Vector<Vector<BreakMark>> marks(module.functions.size());
  Vector<uint32_t> numbers;
  Vector<Function> before;  // Copies of the functions that have marks.
  for (uint32_t f = 0; f < module.functions.size(); ++f) {
    if (!uses_variable(module, module.functions[f])) continue;
    numbers.push_back(f);
    before.push_back(module.functions[f]);
  }
  Vector<MarkRemover> removers;
  removers.reserve(before.size());
  for (const Function& function : before) removers.emplace_back(module, function);
  ConstantPool constants(module);
  for (MarkRemover& remover : removers) remover.make_constants(constants);
  for (Function& function : module.functions) move_locals(function, constants.added());
  for (size_t n = 0; n < numbers.size(); ++n) {
    marks[numbers[n]] = removers[n].rewrite(module.functions[numbers[n]], constants.added());
  }
  return marks;
}

}  // namespace trellis::lower
