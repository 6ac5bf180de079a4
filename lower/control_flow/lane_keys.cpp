#include "lower/control_flow/lane_keys.hpp"

#include <algorithm>
#include <optional>

#include "cfg/dominators.hpp"
#include "dxil_frontend/program/dxil_op.hpp"
#include "lower/analysis/reached_functions.hpp"
#include "support/containers.hpp"

namespace trellis::lower {
namespace {

using dxil::BlockId;
using dxil::Function;
using dxil::Instruction;
using dxil::kNone;
using dxil::Opcode;
using dxil::Predicate;
using dxil::ValueId;

/// A value that equals its key in a block and in all blocks that it dominates.
struct LaneKey {
  BlockId from = kNone;
  ValueId value = kNone, key = kNone;
};

bool reads_first_lane(const Function& function) {
  return std::any_of(function.instructions.begin(), function.instructions.end(),
                     [](const Instruction& i) { return i.is(dxil::Op::kWaveReadLaneFirst); });
}

class LaneKeys {
 public:
  LaneKeys(const dxil::Module& module, const Function& function) : module_(module), function_(function) {
    definition_.resize(function.local_types.size(), kNone);
    for (uint32_t n = 0; n < function.instructions.size(); ++n) {
      const ValueId result = function.instructions[n].result;
      if (result != kNone) definition_[result - function.first_local] = n;
    }
  }

  Vector<LaneKey> find() const {
    Vector<LaneKey> found;
    for (BlockId block = 0; block < function_.blocks.size(); ++block) {
      if (const std::optional<LaneKey> key = key_behind(block)) found.push_back(*key);
    }
    return found;
  }

 private:
  const Instruction* definition(ValueId value) const {
    if (value == kNone || value < function_.first_local) return nullptr;
    const uint32_t n = definition_[value - function_.first_local];
    return n == kNone ? nullptr : &function_.instructions[n];
  }

  bool is_key_of(ValueId key, ValueId value) const {
    const Instruction* read = definition(key);
    return read != nullptr && read->is(dxil::Op::kWaveReadLaneFirst) &&
           function_.operands_of(*read)[0] == value && value >= function_.first_local;
  }

  struct Comparison {
    const Instruction* instruction = nullptr;
    bool is_inverted = false;
  };

  /// Returns the comparison that decides a condition. Unoptimized code widens its result and compares it with
  /// zero again.
  Comparison comparison(ValueId condition) const {
    constexpr uint32_t kMostSteps = 8;
    Comparison found;
    const Instruction* i = definition(condition);
    for (uint32_t step = 0; i != nullptr && step < kMostSteps; ++step) {
      const auto operands = function_.operands_of(*i);
      const Instruction* of = definition(operands.empty() ? kNone : operands[0]);
      if (i->opcode == Opcode::kZExt) {
        i = of;
        continue;
      }
      if (i->opcode != Opcode::kICmp || !is_equality(*i)) return {};
      const bool is_of_condition =
          of != nullptr && (of->opcode == Opcode::kZExt || of->opcode == Opcode::kICmp) &&
          module_.scalar_bits(operands[1]) == std::optional<uint64_t>(0) && !module_.is_undef(operands[1]);
      if (!is_of_condition) {
        found.instruction = i;
        return found;
      }
      found.is_inverted ^= is_equal(*i);
      i = of;
    }
    return {};
  }
  static bool is_equal(const Instruction& i) { return static_cast<Predicate>(i.aux) == Predicate::kEq; }
  static bool is_equality(const Instruction& i) {
    return is_equal(i) || static_cast<Predicate>(i.aux) == Predicate::kNe;
  }

  std::optional<LaneKey> key_behind(BlockId block) const {
    const auto instructions = function_.instructions_of(block);
    if (instructions.empty() || instructions.back().opcode != Opcode::kCondBranch) return std::nullopt;
    const Comparison found = comparison(function_.operands_of(instructions.back())[0]);
    if (found.instruction == nullptr) return std::nullopt;
    const bool is_first = is_equal(*found.instruction) != found.is_inverted;
    const BlockId from = function_.graph.successors(block)[is_first ? 0 : 1];
    if (function_.graph.in_edges(from).size() != 1) return std::nullopt;
    const auto operands = function_.operands_of(*found.instruction);
    const ValueId a = operands[0], b = operands[1];
    if (is_key_of(a, b)) return LaneKey{from, b, a};
    if (is_key_of(b, a)) return LaneKey{from, a, b};
    return std::nullopt;
  }

  const dxil::Module& module_;
  const Function& function_;
  Vector<uint32_t> definition_;  // Indexed by local.
};

/// Calls visit(operand) for every use of the value where it equals its key. A phi uses its operand at the end
/// of the edge's source block.
template <class Visit>
void for_each_use(const Function& function, const cfg::DominatorTree& dominators, const LaneKey& key,
                  Visit visit) {
  for (BlockId block = 0; block < function.blocks.size(); ++block) {
    const bool holds = dominators.dominates(key.from, block);
    for (const Instruction& i : function.instructions_of(block)) {
      for (uint32_t n = 0; n < i.operand_count; ++n) {
        if (function.operands[i.first_operand + n] != key.value) continue;
        const bool is_phi = i.opcode == Opcode::kPhi;
        if (is_phi ? dominators.dominates(key.from, function.graph.source(function.graph.in_edges(block)[n]))
                   : holds) {
          visit(i.first_operand + n);
        }
      }
    }
  }
}

cfg::DominatorTree dominators_of(const Function& function) {
  return cfg::build_dominators(function.graph, cfg::PostVisitOrder(function.graph));
}

}  // namespace

bool has_lane_keys(const dxil::Module& module, std::span<const uint8_t> is_reached) {
  return any_function(module, is_reached, [&module](const Function& function) {
    if (function.blocks.empty() || !reads_first_lane(function)) return false;
    const Vector<LaneKey> keys = LaneKeys(module, function).find();
    if (keys.empty()) return false;
    const cfg::DominatorTree dominators = dominators_of(function);
    bool is_used = false;
    for (const LaneKey& key : keys) {
      for_each_use(function, dominators, key, [&is_used](uint32_t) { is_used = true; });
    }
    return is_used;
  });
}

void use_lane_keys(dxil::Module& module) {
  for (Function& function : module.functions) {
    if (function.blocks.empty() || !reads_first_lane(function)) continue;
    const Vector<LaneKey> keys = LaneKeys(module, function).find();
    if (keys.empty()) continue;
    const cfg::DominatorTree dominators = dominators_of(function);
    for (const LaneKey& key : keys) {
      for_each_use(function, dominators, key,
                   [&](uint32_t operand) { function.operands[operand] = key.key; });
    }
  }
}

}  // namespace trellis::lower
