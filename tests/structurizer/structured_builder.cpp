#include "tests/structurizer/structured_builder.hpp"

#include <algorithm>
#include <numeric>

namespace trellis::structurizer::testing {

StructuredBuilder::StructuredBuilder(const Flow& flow) {
  function_.block_of_payload.assign(flow.graph.block_count(), kNone);
}

BlockId StructuredBuilder::own(Role role) {
  const auto block = static_cast<BlockId>(function_.blocks.size());
  function_.blocks.push_back({});
  function_.blocks.back().role = role;
  function_.order.push_back(block);
  targets_.emplace_back();
  cases_.emplace_back();
  return block;
}

BlockId StructuredBuilder::payload(BlockId program) {
  const BlockId block = own(Role::kPayload);
  function_.blocks[block].payload = program;
  function_.blocks[block].exit = Exit::kPayload;
  function_.block_of_payload[program] = block;
  return block;
}

void StructuredBuilder::end(BlockId block, Exit exit, std::vector<BlockId> targets) {
  function_.blocks[block].exit = exit;
  targets_[block] = std::move(targets);
}

void StructuredBuilder::slots(BlockId block, std::vector<BlockId> targets) {
  end(block, Exit::kPayload, std::move(targets));
}
void StructuredBuilder::branch(BlockId block, BlockId target) { end(block, Exit::kBranch, {target}); }
void StructuredBuilder::unreachable(BlockId block) { end(block, Exit::kUnreachable, {}); }

void StructuredBuilder::test(BlockId block, uint32_t phi, BlockId yes, BlockId no, uint32_t number) {
  end(block, Exit::kIf, {yes, no});
  function_.blocks[block].selector = Operand::phi(phi);
  if (!phis_[phi].phi.is_bool) cases_[block] = {number};
}

void StructuredBuilder::choose(BlockId block, uint32_t phi, BlockId otherwise, const Cases& cases) {
  end(block, Exit::kSwitch, {otherwise});
  function_.blocks[block].selector = Operand::phi(phi);
  for (const auto& [number, target] : cases) {
    cases_[block].push_back(number);
    targets_[block].push_back(target);
  }
}

void StructuredBuilder::selection(BlockId header, BlockId merge) {
  function_.blocks[header].merge = MergeKind::kSelection;
  function_.blocks[header].merge_block = merge;
}

void StructuredBuilder::loop(BlockId header, BlockId merge, BlockId continue_target) {
  function_.blocks[header].merge = MergeKind::kLoop;
  function_.blocks[header].merge_block = merge;
  function_.blocks[header].continue_block = continue_target;
}

uint32_t StructuredBuilder::add_phi(BlockId block, ValueId stands_for, Incoming incoming) {
  DraftPhi draft;
  draft.phi.block = block;
  draft.phi.stands_for = stands_for;
  draft.incoming = std::move(incoming);
  phis_.push_back(std::move(draft));
  return static_cast<uint32_t>(phis_.size()) - 1;
}

uint32_t StructuredBuilder::selector(BlockId block, Incoming incoming) {
  return add_phi(block, kNone, std::move(incoming));
}

uint32_t StructuredBuilder::bool_selector(BlockId block, Incoming incoming) {
  const uint32_t phi = selector(block, std::move(incoming));
  phis_[phi].phi.is_bool = true;
  return phi;
}

uint32_t StructuredBuilder::value(BlockId block, ValueId value, Incoming incoming, bool named) {
  const uint32_t phi = add_phi(block, value, std::move(incoming));
  if (named) phis_[phi].phi.result = value;
  return phi;
}

void list_predecessors(Structured& function) {
  const auto blocks = static_cast<uint32_t>(function.blocks.size());
  std::vector<std::vector<BlockId>> before(blocks);
  for (BlockId block = 0; block < blocks; ++block) {
    for (const BlockId target : function.successors_of(block)) {
      if (before[target].empty() || before[target].back() != block) before[target].push_back(block);
    }
  }
  function.predecessors = {};
  for (const auto& list : before) function.predecessors.append_row(list);
}

Structured StructuredBuilder::build() const {
  Structured function = function_;
  for (BlockId block = 0; block < function.blocks.size(); ++block) {
    Block& b = function.blocks[block];
    b.first_successor = static_cast<uint32_t>(function.successors.size());
    b.successor_count = static_cast<uint32_t>(targets_[block].size());
    function.successors.insert(function.successors.end(), targets_[block].begin(), targets_[block].end());
    b.first_case = static_cast<uint32_t>(function.cases.size());
    function.cases.insert(function.cases.end(), cases_[block].begin(), cases_[block].end());
  }
  list_predecessors(function);

  std::vector<uint32_t> sorted(phis_.size()), number(phis_.size());
  std::iota(sorted.begin(), sorted.end(), 0);
  std::stable_sort(sorted.begin(), sorted.end(),
                   [&](uint32_t a, uint32_t b) { return phis_[a].phi.block < phis_[b].phi.block; });
  for (uint32_t i = 0; i < sorted.size(); ++i) number[sorted[i]] = i;
  const auto renumber = [&](Operand operand) {
    return operand.kind == Operand::Kind::kPhi ? Operand::phi(number[operand.index]) : operand;
  };
  for (const uint32_t draft : sorted) {
    NewPhi phi = phis_[draft].phi;
    Block& b = function.blocks[phi.block];
    if (b.phi_count++ == 0) b.first_phi = static_cast<uint32_t>(function.phis.size());
    phi.first_incoming = static_cast<uint32_t>(function.incoming.size());
    for (const BlockId predecessor : function.predecessors_of(phi.block)) {
      Operand operand;
      for (const auto& [from, value] : phis_[draft].incoming) {
        if (from == predecessor) operand = renumber(value);
      }
      function.incoming.push_back(operand);
    }
    function.phis.push_back(phi);
  }
  for (Block& b : function.blocks) b.selector = renumber(b.selector);
  for (auto& alias : function.aliases) alias.operand = renumber(alias.operand);
  for (auto& replacement : function.replacements) replacement.operand = renumber(replacement.operand);
  return function;
}

Example shape_of(const std::vector<ShapeBlock>& blocks) {
  Lists lists;
  for (const ShapeBlock& block : blocks) lists.push_back(block.to);
  Example example;
  example.flow = flow_of(lists);
  StructuredBuilder builder(example.flow);
  for (BlockId block = 0; block < blocks.size(); ++block) builder.payload(block);
  for (BlockId block = 0; block < blocks.size(); ++block) {
    builder.slots(block, blocks[block].to);
    if (blocks[block].continue_target != kNone) {
      builder.loop(block, blocks[block].merge, blocks[block].continue_target);
    } else if (blocks[block].merge != kNone) {
      builder.selection(block, blocks[block].merge);
    }
  }
  example.function = builder.build();
  return example;
}

Example or_example() {
  Example example;
  Flow& flow = example.flow;
  flow = flow_of({{2, 1}, {2, 3}, {3}, {}});
  flow.value_count = 6;
  flow.phis = {{0, 0, 0, 1, 2}, {{4, 0}, {5, 2}}};
  flow.incoming = {0, 3, 1, 4};
  flow.definitions = {{2, 0}, {3, 1}, {4, 2}, {5, 3}};
  flow.uses = {{2, 3}};
  StructuredBuilder b(flow);
  const BlockId p0 = b.payload(0), p1 = b.payload(1), edge = b.own(Role::kEdge), inner = b.own(Role::kMerge),
                ladder = b.own(Role::kLadder), p2 = b.payload(2), p3 = b.payload(3);
  b.slots(p0, {ladder, p1});
  b.selection(p0, ladder);
  b.slots(p1, {inner, edge});
  b.selection(p1, inner);
  b.branch(edge, inner);
  const uint32_t both = b.bool_selector(inner, {{p1, Operand::constant(1)}, {edge, Operand::constant(0)}});
  b.branch(inner, ladder);
  const uint32_t wanted = b.bool_selector(ladder, {{p0, Operand::constant(1)}, {inner, Operand::phi(both)}});
  const uint32_t four = b.value(ladder, 4, {{p0, Operand::value(0)}, {inner, Operand::value(3)}}, false);
  b.test(ladder, wanted, p2, p3);
  b.selection(ladder, p3);
  b.value(p2, 4, {{ladder, Operand::phi(four)}});
  b.slots(p2, {p3});
  b.value(p3, 5, {{ladder, Operand::value(1)}, {p2, Operand::value(4)}});
  example.function = b.build();
  return example;
}

Example loop_example() {
  Example example;
  Flow& flow = example.flow;
  flow = flow_of({{1}, {2, 3}, {1}, {}});
  flow.value_count = 3;
  flow.phis = {{0, 0, 1, 1, 1}, {{1, 0}}};
  flow.incoming = {0, 2};
  flow.definitions = {{1, 1}, {2, 2}};
  flow.uses = {{1, 3}, {1, 2}};
  StructuredBuilder b(flow);
  const BlockId p0 = b.payload(0), header = b.own(Role::kHeader), p1 = b.payload(1), p2 = b.payload(2),
                again = b.own(Role::kContinue), p3 = b.payload(3);
  b.slots(p0, {header});
  b.loop(header, p3, again);
  b.branch(header, p1);
  b.value(header, 1, {{p0, Operand::value(0)}, {again, Operand::value(2)}});
  b.slots(p1, {p2, p3});
  b.slots(p2, {again});
  b.branch(again, header);
  example.function = b.build();
  return example;
}

Example repair_example() {
  Example example;
  Flow& flow = example.flow;
  flow = flow_of({{1, 2}, {3, 4}, {4}, {}, {}});
  flow.value_count = 1;
  flow.definitions = {{0, 1}};
  flow.uses = {{0, 3}};
  StructuredBuilder b(flow);
  const BlockId p0 = b.payload(0), p1 = b.payload(1), p2 = b.payload(2), edge = b.own(Role::kEdge),
                inner = b.own(Role::kMerge), ladder = b.own(Role::kLadder), p3 = b.payload(3),
                p4 = b.payload(4);
  b.slots(p0, {p1, p2});
  b.selection(p0, ladder);
  b.slots(p1, {inner, edge});
  b.selection(p1, inner);
  b.branch(edge, inner);
  const uint32_t first = b.bool_selector(inner, {{p1, Operand::constant(1)}, {edge, Operand::constant(0)}});
  b.branch(inner, ladder);
  b.slots(p2, {ladder});
  const uint32_t wanted = b.bool_selector(ladder, {{inner, Operand::phi(first)}, {p2, Operand::constant(0)}});
  // Undefined if control comes from p2.
  const uint32_t carried = b.value(ladder, 0, {{inner, Operand::value(0)}}, false);
  b.test(ladder, wanted, p3, p4);
  b.selection(ladder, p4);
  b.replace(3, 0, Operand::phi(carried));
  example.function = b.build();
  return example;
}

}  // namespace trellis::structurizer::testing
