#include "lower/control_flow/switch_chains.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "dxil_frontend/program/dxil_ops.hpp"
#include "lower/analysis/reached_functions.hpp"
#include "lower/edit/module_edits.hpp"
#include "support/containers.hpp"

namespace trellis::lower {

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

bool has_lane_operations(const Module& module, std::span<const uint8_t> is_reached) {
  return any_function(module, is_reached, [](const Function& function) {
    return std::any_of(function.instructions.begin(), function.instructions.end(), is_lane_operation);
  });
}

/// Returns for each block whether an operation that involves other lanes is reachable from its start. A call
/// counts as one: the module has such operations, and the callee may contain some.
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

/// Returns the blocks whose switch becomes a chain.
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

/// A target of a switch, and the cases that lead to it.
struct Way {
  BlockId target;
  Vector<ValueId> literals;
};

struct Chain {
  BlockId block;
  Vector<Way> ways;  // The default target is not among them.
};

TypeId selector_type(const Module& module, const Function& function, const Instruction& i) {
  // Not Module::type_of(), which would take locals for new constants of the pool.
  const ValueId selector = function.operands_of(i)[0];
  return selector >= function.first_local ? function.local_types[selector - function.first_local]
                                          : module.values[selector].type;
}

Chain plan_chain(const Module& module, const Function& function, BlockId block, ConstantPool& constants) {
  const Instruction& i = function.instructions_of(block).back();
  const TypeId type = selector_type(module, function, i);
  const auto targets = function.graph.successors(block);
  Vector<std::pair<BlockId, uint32_t>> sorted;  // Target and index of the case.
  for (uint32_t slot = 1; slot < targets.size(); ++slot) {
    if (targets[slot] != targets[0]) sorted.emplace_back(targets[slot], slot - 1);
  }
  std::sort(sorted.begin(), sorted.end());
  Vector<std::pair<uint32_t, Way>> ways;  // Each target with the index of its first case.
  for (const auto& [target, number] : sorted) {
    if (ways.empty() || ways.back().second.target != target) ways.push_back({number, {target, {}}});
    ways.back().second.literals.push_back(constants.get(type, function.case_values[i.aux + number]));
  }
  std::sort(ways.begin(), ways.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  Chain chain{block, {}};
  for (auto& way : ways) chain.ways.push_back(std::move(way.second));
  return chain;
}

/// Rewrites a function whose switches get other terminators: holds the old one and the new one, which grows
/// block by block.
class EndWriter {
 public:
  EndWriter(Function& function, TypeId bool_type, TypeId void_type)
      : old_(function), new_(function), bool_(bool_type), void_(void_type) {
    new_.instructions.clear();
    new_.positions.clear();
    successors_.resize(old_.blocks.size());
    origin_.resize(old_.blocks.size());
  }

  Function take() { return std::move(new_); }

 protected:
  /// Copies a block. If it gets a new terminator, `write_end` writes that in place of the old one.
  template <class WriteEnd>
  void copy_block(BlockId block, bool has_new_end, WriteEnd write_end) {
    origin_[block] = block;
    start(block);
    const auto targets = old_.graph.successors(block);
    if (!has_new_end) successors_[block].assign(targets.begin(), targets.end());
    const auto instructions = old_.instructions_of(block);
    for (size_t n = 0; n + (has_new_end ? 1 : 0) < instructions.size(); ++n)
      push(instructions[n], instructions[n]);
    if (has_new_end) write_end();
    finish(block);
  }
  /// Adds an empty block that belongs to `origin`, a block of the old function.
  BlockId new_block(BlockId origin) {
    const auto block = static_cast<BlockId>(new_.blocks.size());
    new_.blocks.emplace_back();
    new_.blocks.back().hints = old_.blocks[origin].hints;
    successors_.emplace_back();
    origin_.push_back(origin);
    return block;
  }
  void start(BlockId block) {
    new_.blocks[block].first_instruction = static_cast<uint32_t>(new_.instructions.size());
  }
  void finish(BlockId block) {
    BasicBlock& b = new_.blocks[block];
    b.instruction_count = static_cast<uint32_t>(new_.instructions.size()) - b.first_instruction;
  }
  void finish_function() {
    new_.graph = cfg::Graph::from_lists(successors_, old_.graph.entry());
    match_phis();
  }

  void push(const Instruction& i, const Instruction& like) {
    new_.instructions.push_back(i);
    if (!old_.positions.empty()) new_.positions.push_back(old_.position_of(like));
  }
  ValueId emit(const Instruction& like, Opcode opcode, uint32_t aux, ValueId a, ValueId b) {
    Instruction i;
    i.opcode = opcode;
    i.type = bool_;
    i.aux = aux;
    i.first_operand = static_cast<uint32_t>(new_.operands.size());
    i.operand_count = 2;
    new_.operands.push_back(a);
    new_.operands.push_back(b);
    i.result = new_.first_local + static_cast<ValueId>(new_.local_types.size());
    new_.local_types.push_back(bool_);
    push(i, like);
    return i.result;
  }
  ValueId compare(const Instruction& like, dxil::Predicate predicate, ValueId a, ValueId b) {
    return emit(like, Opcode::kICmp, static_cast<uint32_t>(predicate), a, b);
  }
  /// Ends a block with a branch; a conditional one if there are two targets.
  void branch(BlockId block, const Instruction& like, Vector<BlockId> targets, ValueId condition = kNone) {
    Instruction end;
    end.type = void_;
    end.opcode = condition == kNone ? Opcode::kBranch : Opcode::kCondBranch;
    end.first_operand = static_cast<uint32_t>(new_.operands.size());
    if (condition != kNone) {
      end.operand_count = 1;
      new_.operands.push_back(condition);
    }
    push(end, like);
    successors_[block] = std::move(targets);
  }

  const Function& old_;
  Function new_;
  Vector<Vector<BlockId>> successors_;

 private:
  /// Gives phis one operand for each new edge: the one of the old block that the edge's source belongs to.
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

  TypeId bool_, void_;
  Vector<BlockId> origin_;  // By new block: the old block that it belongs to.
};

class ChainWriter : public EndWriter {
 public:
  using EndWriter::EndWriter;

  void run(const Vector<Chain>& chains) {
    size_t next = 0;
    const auto block_count = static_cast<uint32_t>(old_.blocks.size());
    for (BlockId block = 0; block < block_count; ++block) {
      const bool is_chain = next < chains.size() && chains[next].block == block;
      copy_block(block, is_chain, [&] { write_link({block, &chains[next++], 0}); });
    }
    for (size_t n = 0; n < links_.size(); ++n) {
      const Link link = links_[n];
      start(link.block);
      write_link(link);
      finish(link.block);
    }
    finish_function();
  }

 private:
  /// A block that tests for one target of a chain.
  struct Link {
    BlockId block;
    const Chain* chain;
    size_t way;
  };

  /// Ends a block with the test for a target; a new block tests for the next one.
  void write_link(const Link& link) {
    const Chain& chain = *link.chain;
    const Instruction& old = old_.instructions_of(chain.block).back();
    const BlockId otherwise = old_.graph.successors(chain.block)[0];
    if (chain.ways.empty()) {
      branch(link.block, old, {otherwise});
      return;
    }
    const ValueId selector = old_.operands_of(old)[0];
    ValueId condition = kNone;
    for (ValueId literal : chain.ways[link.way].literals) {
      const ValueId same = compare(old, dxil::Predicate::kEq, selector, literal);
      condition = condition == kNone ? same : emit(old, Opcode::kOr, 0, condition, same);
    }
    BlockId next = otherwise;
    if (link.way + 1 < chain.ways.size()) {
      next = new_block(chain.block);
      links_.push_back({next, link.chain, link.way + 1});
    }
    branch(link.block, old, {chain.ways[link.way].target, next}, condition);
  }

  Vector<Link> links_;  // Blocks to be written, in order.
};

/// A switch in several parts, by its sorted cases.
struct Parts {
  struct Case {
    uint64_t value;
    BlockId target;
  };
  BlockId block;
  size_t most_cases;  ///< Maximum number of cases of a part.
  Vector<Case> cases;
  Vector<ValueId> firsts;  ///< The first case of each part except the first, as a constant.

  std::span<const Case> part(size_t n) const {
    const size_t first = n * most_cases;
    return std::span(cases).subspan(first, std::min<size_t>(cases.size() - first, most_cases));
  }
};

class PartsWriter : public EndWriter {
 public:
  using EndWriter::EndWriter;

  void run(const Vector<Parts>& all) {
    size_t next = 0;
    const auto block_count = static_cast<uint32_t>(old_.blocks.size());
    for (BlockId block = 0; block < block_count; ++block) {
      const bool is_in_parts = next < all.size() && all[next].block == block;
      copy_block(block, is_in_parts, [&] { write({block, &all[next++], 0, true}); });
    }
    for (size_t n = 0; n < pending_.size(); ++n) {
      const Pending piece = pending_[n];
      start(piece.block);
      write(piece);
      finish(piece.block);
    }
    finish_function();
  }

 private:
  /// A block that switches over the cases of a part, or first tests whether the value is below the next part.
  struct Pending {
    BlockId block;
    const Parts* parts;
    size_t part;
    bool is_test;
  };

  BlockId add(const Parts& parts, size_t part, bool is_test) {
    const BlockId block = new_block(parts.block);
    pending_.push_back({block, &parts, part, is_test});
    return block;
  }

  void write(const Pending& piece) {
    const Parts& parts = *piece.parts;
    const Instruction& old = old_.instructions_of(parts.block).back();
    const ValueId selector = old_.operands_of(old)[0];
    const size_t last = parts.firsts.size();
    if (piece.is_test && piece.part < last) {
      const ValueId is_below = compare(old, dxil::Predicate::kUlt, selector, parts.firsts[piece.part]);
      const BlockId below = add(parts, piece.part, false), above = add(parts, piece.part + 1, true);
      branch(piece.block, old, {below, above}, is_below);
      return;
    }
    Instruction end = old;
    end.first_operand = static_cast<uint32_t>(new_.operands.size());
    end.operand_count = 1;
    new_.operands.push_back(selector);
    end.aux = static_cast<uint32_t>(new_.case_values.size());
    Vector<BlockId>& targets = successors_[piece.block];
    targets = {old_.graph.successors(parts.block)[0]};
    for (const Parts::Case& one : parts.part(piece.part)) {
      new_.case_values.push_back(one.value);
      targets.push_back(one.target);
    }
    push(end, old);
  }

  Vector<Pending> pending_;  // Blocks to be written, in order.
};

Parts plan_parts(const Module& module, const Function& function, BlockId block, size_t most_cases,
                 ConstantPool& constants) {
  const Instruction& i = function.instructions_of(block).back();
  const auto targets = function.graph.successors(block);
  Parts parts{block, most_cases, {}, {}};
  for (uint32_t slot = 1; slot < targets.size(); ++slot) {
    if (targets[slot] != targets[0])
      parts.cases.push_back({function.case_values[i.aux + slot - 1], targets[slot]});
  }
  std::sort(parts.cases.begin(), parts.cases.end(),
            [](const Parts::Case& a, const Parts::Case& b) { return a.value < b.value; });
  const TypeId type = selector_type(module, function, i);
  for (size_t first = most_cases; first < parts.cases.size(); first += most_cases) {
    parts.firsts.push_back(constants.get(type, parts.cases[first].value));
  }
  return parts;
}

/// Returns the blocks whose switch has too many cases.
Vector<BlockId> find_large_switches(const Function& function, size_t most_cases) {
  Vector<BlockId> found;
  if (function.case_values.size() <= most_cases) return found;
  for (BlockId block = 0; block < function.blocks.size(); ++block) {
    if (function.instructions_of(block).back().opcode != Opcode::kSwitch) continue;
    if (function.graph.successors(block).size() - 1 > most_cases) found.push_back(block);
  }
  return found;
}

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

bool has_switches_before_lane_operations(const Module& module, std::span<const uint8_t> is_reached) {
  return has_lane_operations(module, is_reached) &&
         any_function(module, is_reached,
                      [](const Function& function) { return !find_switches(function).empty(); });
}

namespace {

/// Rewrites the terminators of the blocks that `find` returns. Plans all of them before it writes any
/// function, because planning adds constants to the module.
template <class Writer, class Plan, class Find>
void write_ends(Module& module, Find find, Plan plan) {
  const TypeId bool_type = find_type(module, TypeKind::kInt, 1),
               void_type = find_type(module, TypeKind::kVoid, 0);
  ConstantPool constants(module);
  using Planned = decltype(plan(module, module.functions[0], BlockId{}, constants));
  Vector<Vector<Planned>> planned(module.functions.size());
  for (size_t f = 0; f < module.functions.size(); ++f) {
    const Function& function = module.functions[f];
    if (function.blocks.empty()) continue;
    for (BlockId block : find(function)) planned[f].push_back(plan(module, function, block, constants));
  }
  for (size_t f = 0; f < module.functions.size(); ++f) {
    Function& function = module.functions[f];
    move_locals(function, constants.added());
    if (planned[f].empty()) continue;
    Writer writer(function, bool_type, void_type);
    writer.run(planned[f]);
    function = writer.take();
  }
}

}  // namespace

void expand_switches_before_lane_operations(Module& module) {
  if (has_lane_operations(module, {})) write_ends<ChainWriter>(module, find_switches, plan_chain);
}

bool has_large_switches(const Module& module, std::span<const uint8_t> is_reached) {
  return any_function(module, is_reached, [](const Function& function) {
    return !find_large_switches(function, kMostSwitchCases).empty();
  });
}

void split_large_switches(Module& module, size_t most_cases) {
  const auto find = [=](const Function& function) { return find_large_switches(function, most_cases); };
  const auto plan = [=](const Module& whole, const Function& function, BlockId block,
                        ConstantPool& constants) {
    return plan_parts(whole, function, block, most_cases, constants);
  };
  write_ends<PartsWriter>(module, find, plan);
}

}  // namespace trellis::lower
