#include "uniformity/function_graph.hpp"

#include <algorithm>
#include <utility>

#include "dxil_frontend/program/text/ir_text.hpp"
#include "support/containers.hpp"
#include "uniformity/function_graph_builder.hpp"

namespace trellis::uniformity {

using dxil::Instruction;
using dxil::Opcode;
using dxil::ValueId;

GraphBuilder::GraphBuilder(const GraphContext& context, const dxil::Function& function, FunctionGraph& result)
    : context_(context),
      module_(context.shader->module),
      function_(function),
      result_(result),
      graph_(result.graph),
      control_(*result.control),
      is_partial_(!context.wanted.empty()) {}

void GraphBuilder::build() {
  const auto locals = static_cast<uint32_t>(function_.local_types.size());
  const auto blocks = static_cast<uint32_t>(function_.blocks.size());
  for (uint32_t local = 0; local < locals; ++local) graph_.add(NodeKind::kValue, local);
  for (BlockId block = 0; block < blocks; ++block) graph_.add(NodeKind::kFlow, block);
  result_.start = graph_.add(NodeKind::kStart, 0);
  result_.returned = graph_.add(NodeKind::kReturn, 0);
  result_.outputs.assign(function_.argument_types.size(), kNoNode);
  definition_block_.assign(locals, kNone);
  result_.branch_nodes.assign(blocks, kNoNode);
  for (CycleId id = 0; id < control_.cycle_count(); ++id) {
    result_.cycle_nodes.push_back(graph_.add(NodeKind::kCycle, id));
  }
  choices_.assign(size_t{2} * blocks, kNoNode);
  accesses_.assign(locals, kNoNode);
  for (const BlockId block : control_.order().reverse_post_order()) {
    for (const Instruction& i : function_.instructions_of(block)) {
      if (i.result != kNone) definition_block_[i.result - function_.first_local] = block;
    }
  }
  if (context_.entry != nullptr) {
    // The arguments of a ray stage's entry point differ between threads.
    for (uint32_t a = 0; a < function_.argument_types.size(); ++a) graph_.taint(a, kEveryScope);
  }
  if (context_.wanted.empty()) {
    add_all();
  } else {
    add_wanted();
  }
}

void GraphBuilder::add_all() {
  for (CycleId id = 0; id < control_.cycle_count(); ++id) add_cycle(id);
  find_memory();
  for (VersionId v = 0; v < memory().version_count(); ++v) add_version(v);
  std::sort(call_versions_.begin(), call_versions_.end());
  make_accesses();
  for (const BlockId block : control_.order().reverse_post_order()) add_block(block);
  add_flow();
}

NodeId GraphBuilder::branch(BlockId block) {
  NodeId& node = result_.branch_nodes[block];
  if (node != kNoNode) return node;
  node = graph_.add(NodeKind::kBranch, block);
  const Instruction& terminator = function_.instructions_of(block).back();
  if (terminator.operand_count > 0) use(node, function_.operands_of(terminator)[0], block);
  return node;
}

NodeId GraphBuilder::decision(uint32_t node) {
  return control_.is_end(node) ? cycle(control_.cycle_of_end(node)) : branch(node);
}

/// Invocations that entered the cycle together leave it together if no branch diverges that decides whether
/// control leaves.
void GraphBuilder::add_cycle(CycleId id) {
  const NodeId node = cycle(id);
  const Cycle& cycle = control_.cycle(id);
  if (cycle.is_region) {
    // A region has no distinguishable iterations, so every branch in it counts, as do the edges into it.
    for (const BlockId block : control_.order().reverse_post_order()) {
      if (!control_.contains(id, block)) continue;
      if (control_.diverges(block)) graph_.require(node, branch(block));
      for (const cfg::EdgeId edge : control_.graph().in_edges(block)) {
        const BlockId source = control_.graph().source(edge);
        if (!control_.order().reached(source) || control_.contains(id, source)) continue;
        if (control_.diverges(source)) graph_.require(node, branch(source));
        graph_.require(node, result_.flow_node(source));
        wants_flow_ = true;
      }
    }
    return;
  }
  for (const BlockId exit : control_.exits(id)) {
    if (control_.diverges(exit)) graph_.require(node, branch(exit));
    require_pick(node, exit, cycle.header);
    require_cycles(node, exit, cycle.header, id);
  }
}

/// Requires uniformity of the cycles, inside `within`, that hold `inside` but not `outside`: invocations that
/// come from `inside` may have left these cycles in different iterations.
void GraphBuilder::require_cycles(NodeId node, BlockId inside, BlockId outside, CycleId within) {
  for (CycleId c = control_.cycle_around(inside); c != kNone && c != within && !control_.contains(c, outside);
       c = control_.cycle(c).parent) {
    graph_.require(node, cycle(c));
  }
}

void GraphBuilder::require_pick(NodeId node, uint32_t place, BlockId from) {
  if (const NodeId picked = pick(place, from); picked != kNoNode) graph_.require(node, picked);
}

/// Returns the node for the statement that either all or none of the invocations that are together at `from`
/// get to `place`. It depends on branches that `from` dominates; kNoNode if none of those matter.
NodeId GraphBuilder::pick(uint32_t place, BlockId from) {
  const auto is_decided = [&](uint32_t at) {
    const auto deciders = control_.deciders(at);
    return std::any_of(deciders.begin(), deciders.end(),
                       [&](uint32_t decider) { return control_.is_behind(from, decider); });
  };
  if (!is_decided(place)) return kNoNode;
  const auto make = [&](uint32_t at) {
    NodeId& node = picks_[uint64_t{from} << 32 | at];  // Holds the node + 1; 0 if there is none yet.
    if (node == 0) {
      node = graph_.add(NodeKind::kPick, at, from) + 1;
      pick_work_.push_back(at);
    }
    return node - 1;
  };
  const NodeId result = make(place);
  while (!pick_work_.empty()) {
    const uint32_t at = pick_work_.back();
    pick_work_.pop_back();
    const NodeId node = make(at);
    for (const uint32_t decider : control_.deciders(at)) {
      if (!control_.is_behind(from, decider)) continue;
      graph_.require(node, decision(decider));
      if (is_decided(decider)) graph_.require(node, make(decider));
      if (control_.is_end(decider) || control_.is_end(at)) continue;
      require_cycles(node, decider, at, kNone);
    }
  }
  return result;
}

/// Returns the node for the statement that of the invocations that run the block together, either all came by
/// the same edge of the group or none came by any of its edges. At a loop header all came from outside, or
/// all by back edges: they are in the same iteration.
NodeId GraphBuilder::choice(BlockId block, EdgeGroup group) {
  NodeId& known = choices_[2 * size_t{block} + static_cast<size_t>(group)];
  if (known != kNoNode) return known;
  const NodeId node = graph_.add(NodeKind::kChoice, block);
  known = node;
  const CycleId around = control_.cycle_around(block);
  if (around != kNone && control_.cycle(around).is_region) {
    graph_.require(node, cycle(around));
    return node;
  }
  const bool is_header = around != kNone && control_.cycle(around).header == block;
  Vector<BlockId> sources;
  for (const cfg::EdgeId edge : control_.graph().in_edges(block)) {
    const BlockId source = control_.graph().source(edge);
    if (!control_.order().reached(source)) continue;
    const bool is_back = is_header && control_.contains(around, source);
    if (is_back == (group == EdgeGroup::kBack)) sources.push_back(source);
  }
  const BlockId from = group == EdgeGroup::kBack ? block : control_.dominators().parent(block);
  if (sources.size() < 2 || from == kNone) return node;
  for (const BlockId source : sources) {
    if (control_.diverges(source)) graph_.require(node, branch(source));
    require_pick(node, source, from);
    require_cycles(node, source, block, kNone);
  }
  return node;
}

void GraphBuilder::require_choice(NodeId node, BlockId block) {
  graph_.require(node, choice(block, EdgeGroup::kEntering));
  graph_.require(node, choice(block, EdgeGroup::kBack));
}

/// Adds the implications of reading a value in a block. Outside the cycle of its definition, each thread
/// reads the value of its own last iteration. In a region, a thread may read the value of any iteration.
void GraphBuilder::use(NodeId user, ValueId value, BlockId block, Scopes scopes) {
  if (module_.is_module_value(value)) return;
  const uint32_t local = value - function_.first_local;
  graph_.require(user, result_.value_node(local), scopes);
  want_value(local);
  require_still_together(user, definition_block_[local], block, scopes);
}

void GraphBuilder::require_still_together(NodeId user, BlockId made, BlockId read, Scopes scopes) {
  if (made == kNone || made == read) return;
  for (CycleId c = control_.cycle_around(made); c != kNone; c = control_.cycle(c).parent) {
    if (control_.contains(c, read) && !control_.cycle(c).is_region) break;
    graph_.require(user, cycle(c), scopes);
  }
}

void GraphBuilder::add_phi(const Instruction& i, BlockId block) {
  if (is_one_constant(i)) return;
  const NodeId node = value_node(i);
  const auto operands = function_.operands_of(i);
  const auto edges = control_.graph().in_edges(block);
  ValueId only = kNone;
  bool differ = false;
  for (size_t n = 0; n < operands.size() && n < edges.size(); ++n) {
    if (!control_.order().reached(control_.graph().source(edges[n]))) continue;
    if (operands[n] == i.result || module_.is_undef(operands[n])) continue;
    differ |= only != kNone && only != operands[n];
    only = operands[n];
    use(node, operands[n], block);
  }
  if (!differ) return;
  for (const EdgeGroup group : {EdgeGroup::kEntering, EdgeGroup::kBack}) {
    if (!is_one_expression(i, block, group)) graph_.require(node, choice(block, group));
  }
}

void GraphBuilder::add_block(BlockId block) {
  const dxil::BasicBlock& b = function_.blocks[block];
  for (uint32_t index = b.first_instruction; index < b.first_instruction + b.instruction_count; ++index) {
    add_instruction(function_.instructions[index], index, block);
  }
}

/// The result of an ordinary instruction is at least as uniform as its operands.
void GraphBuilder::add_operands(const Instruction& i, BlockId block) {
  if (is_same_in_group(i) || add_comparison_of_strides(i, block)) return;
  constexpr auto kBeyondQuads = static_cast<Scopes>(kEveryScope & ~bit(Scope::kQuad));
  const Scopes scopes = is_tile_of_pixels(i) ? kBeyondQuads : kEveryScope;
  for (const ValueId operand : function_.operands_of(i)) use(value_node(i), operand, block, scopes);
}

void GraphBuilder::add_instruction(const Instruction& i, uint32_t index, BlockId block) {
  switch (i.opcode) {
    case Opcode::kPhi:
      add_phi(i, block);
      break;
    case Opcode::kLoad:
      add_load(i, index, block);
      break;
    case Opcode::kStore:
      add_store(i, block);
      break;
    case Opcode::kAtomicRmw:
    case Opcode::kCmpXchg:
      if (i.result != kNone) graph_.taint(value_node(i), kEveryScope);
      break;
    case Opcode::kReturn:
      add_return(i, block);
      break;
    case Opcode::kCall:
      add_call(i, index, block);
      break;
    case Opcode::kDxOp:
      add_operation(i, index, block);
      break;
    default:
      if (i.result == kNone) break;
      add_operands(i, block);
      break;
  }
}

void GraphBuilder::add_return(const Instruction& i, BlockId block) {
  if (i.operand_count == 0) return;
  use(result_.returned, function_.operands_of(i)[0], block);
  // With several returns, all branches on the paths to them decide which one is taken.
  if (return_block_ != kNone) {
    for (const BlockId other : {return_block_, block}) {
      require_pick(result_.returned, other, control_.graph().entry());
      require_cycles(result_.returned, other, control_.graph().entry(), kNone);
    }
  }
  return_block_ = block;
}

void GraphBuilder::add_flow() {
  for (const BlockId block : control_.order().reverse_post_order()) {
    const NodeId node = result_.flow_node(block);
    graph_.require(node, result_.start);
    for (const uint32_t decider : control_.deciders(block)) {
      graph_.require(node, decision(decider));
      if (!control_.is_end(decider)) {
        graph_.require(node, result_.flow_node(decider));
      } else {
        graph_.require(node, result_.flow_node(control_.cycle(control_.cycle_of_end(decider)).header));
      }
    }
    const CycleId around = control_.cycle_around(block);
    if (around == kNone) continue;
    graph_.require(node, cycle(around));
    const BlockId header = control_.cycle(around).header;
    if (header != block) {
      graph_.require(node, result_.flow_node(header));
    } else if (const CycleId outer = control_.cycle(around).parent; outer != kNone) {
      graph_.require(node, result_.flow_node(control_.cycle(outer).header));
    }
  }
}

Result<void> build_function_graph(const GraphContext& context, const dxil::Function& function,
                                  FunctionGraph& result) {
  result.function = &function;
  Result<Control> control = Control::build(function.graph);
  if (!control) {
    control.error().where.function = dxil::printable(function.name);
    return control.error();
  }
  result.control.emplace(std::move(*control));
  result.resources.emplace(*context.shader, function);
  GraphBuilder(context, function, result).build();
  return {};
}

}  // namespace trellis::uniformity
