#include "spirv_backend/program/switch_chains.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "dxil_frontend/program/dxil_ops.hpp"
#include "spirv_backend/program/module_edits.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {

namespace {

using dxil::BasicBlock;
using dxil::BlockId;
using dxil::Function;
using dxil::Instruction;
using dxil::kNone;
using dxil::Module;
using dxil::Opcode;
using dxil::TypeId;
using dxil::TypeKind;
using dxil::ValueId;

bool is_lane_operation(const Instruction& i) {
  if (i.opcode != Opcode::kDxOp) return false;
  const dxil::DxilOp* op = dxil::find_op(i.op());
  return op != nullptr && op->involves_lanes();
}

bool has_lane_operations(const Module& module) {
  return std::any_of(module.functions.begin(), module.functions.end(), [](const Function& function) {
    return std::any_of(function.instructions.begin(), function.instructions.end(), is_lane_operation);
  });
}

/// By block: whether control can come from its start to an operation that involves other lanes. A call counts
/// as one: the module has some, perhaps there.
Vector<bool> find_leading(const Function& function) {
  Vector<bool> leads(function.blocks.size(), false);
  Vector<BlockId> work;
  for (BlockId block = 0; block < function.blocks.size(); ++block) {
    for (const Instruction& i : function.instructions_of(block)) {
      if (!is_lane_operation(i) && i.opcode != Opcode::kCall) continue;
      leads[block] = true;
      work.push_back(block);
      break;
    }
  }
  while (!work.empty()) {
    const BlockId block = work.back();
    work.pop_back();
    for (cfg::EdgeId edge : function.graph.in_edges(block)) {
      const BlockId source = function.graph.source(edge);
      if (leads[source]) continue;
      leads[source] = true;
      work.push_back(source);
    }
  }
  return leads;
}

/// The blocks whose switch is to become a chain.
Vector<BlockId> find_switches(const Function& function) {
  Vector<BlockId> switches;
  const auto is_switch = [](const Instruction& i) { return i.opcode == Opcode::kSwitch; };
  if (std::none_of(function.instructions.begin(), function.instructions.end(), is_switch)) return switches;
  const Vector<bool> leads = find_leading(function);
  for (BlockId block = 0; block < function.blocks.size(); ++block) {
    if (function.instructions_of(block).back().opcode != Opcode::kSwitch) continue;
    const auto targets = function.graph.successors(block);
    if (std::any_of(targets.begin(), targets.end(), [&](BlockId target) { return leads[target]; })) {
      switches.push_back(block);
    }
  }
  return switches;
}

/// Where some cases lead.
struct Way {
  BlockId target;
  Vector<ValueId> literals;
};

struct Chain {
  BlockId block;
  Vector<Way> ways;  // Of the default: none.
};

Chain plan_chain(const Module& module, const Function& function, BlockId block, ConstantPool& constants) {
  const Instruction& i = function.instructions_of(block).back();
  // Not Module::type_of: it would take the locals for constants of the pool.
  const ValueId selector = function.operands_of(i)[0];
  const TypeId type = selector >= function.first_local ? function.local_types[selector - function.first_local]
                                                       : module.values[selector].type;
  const auto targets = function.graph.successors(block);
  Vector<std::pair<BlockId, uint32_t>> sorted;  // Target and case.
  for (uint32_t slot = 1; slot < targets.size(); ++slot) {
    if (targets[slot] != targets[0]) sorted.emplace_back(targets[slot], slot - 1);
  }
  std::sort(sorted.begin(), sorted.end());
  Vector<std::pair<uint32_t, Way>> ways;  // By their first case.
  for (const auto& [target, number] : sorted) {
    if (ways.empty() || ways.back().second.target != target) ways.push_back({number, {target, {}}});
    ways.back().second.literals.push_back(constants.get(type, function.case_values[i.aux + number]));
  }
  std::sort(ways.begin(), ways.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  Chain chain{block, {}};
  for (auto& way : ways) chain.ways.push_back(std::move(way.second));
  return chain;
}

class ChainWriter {
 public:
  ChainWriter(Function& function, TypeId bool_type, TypeId void_type)
      : old_(function), new_(function), bool_(bool_type), void_(void_type) {}

  void run(const Vector<Chain>& chains) {
    const auto block_count = static_cast<uint32_t>(old_.blocks.size());
    new_.instructions.clear();
    new_.positions.clear();
    successors_.resize(block_count);
    origin_.resize(block_count);
    Vector<std::pair<BlockId, const Chain*>> links;  // Blocks to come, in order.
    size_t next = 0;
    for (BlockId block = 0; block < block_count; ++block) {
      origin_[block] = block;
      new_.blocks[block].first_instruction = static_cast<uint32_t>(new_.instructions.size());
      const auto targets = old_.graph.successors(block);
      const bool is_chain = next < chains.size() && chains[next].block == block;
      if (!is_chain) successors_[block].assign(targets.begin(), targets.end());
      for (const Instruction& i : old_.instructions_of(block)) {
        if (is_chain && &i == &old_.instructions_of(block).back()) break;
        push(i, i);
      }
      if (is_chain) write_link(block, chains[next++], 0, links);
      finish(block);
    }
    for (size_t n = 0; n < links.size(); ++n) write_rest(links[n], links);
    new_.graph = cfg::Graph::from_lists(successors_, old_.graph.entry());
    match_phis();
  }

  Function take() { return std::move(new_); }

 private:
  void push(const Instruction& i, const Instruction& like) {
    new_.instructions.push_back(i);
    if (!old_.positions.empty()) new_.positions.push_back(old_.position_of(like));
  }
  void finish(BlockId block) {
    BasicBlock& b = new_.blocks[block];
    b.instruction_count = static_cast<uint32_t>(new_.instructions.size()) - b.first_instruction;
  }
  ValueId emit(const Instruction& like, Opcode opcode, ValueId a, ValueId b) {
    Instruction i;
    i.opcode = opcode;
    i.type = bool_;
    i.aux = opcode == Opcode::kICmp ? static_cast<uint32_t>(dxil::Predicate::kEq) : 0;
    i.first_operand = static_cast<uint32_t>(new_.operands.size());
    i.operand_count = 2;
    new_.operands.push_back(a);
    new_.operands.push_back(b);
    i.result = new_.first_local + static_cast<ValueId>(new_.local_types.size());
    new_.local_types.push_back(bool_);
    push(i, like);
    return i.result;
  }

  /// The end of a block: tests for the chain's n-th way, and goes on to a new block for the next.
  void write_link(BlockId block, const Chain& chain, size_t n,
                  Vector<std::pair<BlockId, const Chain*>>& links) {
    const Instruction& old = old_.instructions_of(chain.block).back();
    const BlockId otherwise = old_.graph.successors(chain.block)[0];
    Instruction end;
    end.type = void_;
    end.first_operand = static_cast<uint32_t>(new_.operands.size());
    if (chain.ways.empty()) {
      end.opcode = Opcode::kBranch;
      successors_[block] = {otherwise};
      push(end, old);
      return;
    }
    const ValueId selector = old_.operands_of(old)[0];
    ValueId condition = kNone;
    for (ValueId literal : chain.ways[n].literals) {
      const ValueId same = emit(old, Opcode::kICmp, selector, literal);
      condition = condition == kNone ? same : emit(old, Opcode::kOr, condition, same);
    }
    end.opcode = Opcode::kCondBranch;
    end.first_operand = static_cast<uint32_t>(new_.operands.size());
    end.operand_count = 1;
    new_.operands.push_back(condition);
    push(end, old);
    BlockId next = otherwise;
    if (n + 1 < chain.ways.size()) {
      next = static_cast<BlockId>(new_.blocks.size());
      new_.blocks.emplace_back();
      new_.blocks.back().hints = old_.blocks[chain.block].hints;
      successors_.emplace_back();
      origin_.push_back(chain.block);
      step_.resize(new_.blocks.size(), 0);
      step_[next] = n + 1;
      links.emplace_back(next, &chain);
    }
    successors_[block] = {chain.ways[n].target, next};
  }

  void write_rest(std::pair<BlockId, const Chain*> link, Vector<std::pair<BlockId, const Chain*>>& links) {
    new_.blocks[link.first].first_instruction = static_cast<uint32_t>(new_.instructions.size());
    write_link(link.first, *link.second, step_[link.first], links);
    finish(link.first);
  }

  /// A phi has a value for each edge: that of the block the edge stems from.
  void match_phis() {
    Vector<ValueId> value_from(old_.blocks.size(), kNone);
    for (BlockId block = 0; block < old_.blocks.size(); ++block) {
      const BasicBlock& b = new_.blocks[block];
      for (uint32_t n = b.first_instruction; n < b.first_instruction + b.instruction_count; ++n) {
        Instruction& phi = new_.instructions[n];
        if (phi.opcode != Opcode::kPhi) break;
        const auto before = old_.graph.in_edges(block);
        for (size_t e = 0; e < before.size(); ++e) {
          value_from[old_.graph.source(before[e])] = new_.operands[phi.first_operand + e];
        }
        const auto after = new_.graph.in_edges(block);
        phi.first_operand = static_cast<uint32_t>(new_.operands.size());
        phi.operand_count = static_cast<uint32_t>(after.size());
        for (cfg::EdgeId edge : after) new_.operands.push_back(value_from[origin_[new_.graph.source(edge)]]);
      }
    }
  }

  const Function& old_;
  Function new_;
  TypeId bool_, void_;
  Vector<Vector<BlockId>> successors_;
  Vector<BlockId> origin_;  // By new block: the program's block it is part of.
  Vector<size_t> step_;     // By new block: which way of its chain it tests for.
};

TypeId find_type(Module& module, TypeKind kind, uint8_t bits) {
  for (TypeId type = 0; type < module.types.size(); ++type) {
    if (module.types[type].kind == kind && module.types[type].bits == bits) return type;
  }
  dxil::Type type;
  type.kind = kind;
  type.bits = bits;
  module.types.push_back(std::move(type));
  return static_cast<TypeId>(module.types.size() - 1);
}

}  // namespace

bool has_switches_before_lane_operations(const Module& module) {
  return has_lane_operations(module) &&
         std::any_of(module.functions.begin(), module.functions.end(),
                     [](const Function& function) { return !find_switches(function).empty(); });
}

void expand_switches_before_lane_operations(Module& module) {
  if (!has_lane_operations(module)) return;
  const TypeId bool_type = find_type(module, TypeKind::kInt, 1),
               void_type = find_type(module, TypeKind::kVoid, 0);
  ConstantPool constants(module);
  Vector<Vector<Chain>> chains(module.functions.size());
  for (size_t f = 0; f < module.functions.size(); ++f) {
    const Function& function = module.functions[f];
    if (function.blocks.empty()) continue;
    for (BlockId block : find_switches(function)) {
      chains[f].push_back(plan_chain(module, function, block, constants));
    }
  }
  for (size_t f = 0; f < module.functions.size(); ++f) {
    Function& function = module.functions[f];
    move_locals(function, constants.added());
    if (chains[f].empty()) continue;
    ChainWriter writer(function, bool_type, void_type);
    writer.run(chains[f]);
    function = writer.take();
  }
}

}  // namespace trellis::spirv
