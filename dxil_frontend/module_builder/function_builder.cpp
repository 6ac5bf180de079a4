#include "dxil_frontend/module_builder/function_builder.hpp"

#include <algorithm>

namespace trellis::dxil {

void FunctionBuilder::begin(const FunctionHead& head) {
  void_type_ = head.void_type;
  function_.name = head.name;
  function_.return_type = head.return_type;
  function_.denorm_mode = head.denorm_mode;
  function_.waves_include_helper_lanes = head.waves_include_helper_lanes;
  function_.argument_types.assign(head.argument_types.begin(), head.argument_types.end());
  function_.local_types = function_.argument_types;
  next_local_ = static_cast<uint32_t>(head.argument_types.size());
}

bool FunctionBuilder::make_graph(const CompressedRows<BlockId>& successors) {
  const auto count = static_cast<uint32_t>(successors.first.size() - 1);
  reached_.assign(count, 0);
  scratch_.incoming_of.assign(count, kNone);
  Vector<BlockId>& pending = scratch_.pending;
  pending.assign(1, 0);
  reached_[0] = 1;
  while (!pending.empty()) {
    const BlockId block = pending.back();
    pending.pop_back();
    for (const BlockId target : successors.of(block)) {
      if (target == 0) {
        current_block_ = block;
        fail(ErrorCode::kBadInput, "the block branches to the entry block");
        return false;
      }
      if (reached_[target] != 0) continue;
      reached_[target] = 1;
      pending.push_back(target);
    }
  }
  CompressedRows<BlockId> edges;
  edges.first.reserve(count + 1);
  edges.entries.reserve(successors.entries.size());
  function_.blocks.reserve(count);
  for (BlockId block = 0; block < count; ++block) {
    if (reached_[block] != 0) {
      const std::span<const BlockId> targets = successors.of(block);
      edges.entries.insert(edges.entries.end(), targets.begin(), targets.end());
    }
    edges.end_row();
  }
  function_.graph = cfg::Graph(std::move(edges));
  return true;
}

void FunctionBuilder::match_incoming(BlockId block, std::span<const BlockId> incoming) {
  const std::span<const cfg::EdgeId> edges = function_.graph.in_edges(block);
  Vector<uint32_t>& incoming_of = scratch_.incoming_of;
  uint32_t reached_values = 0;
  for (uint32_t i = 0; i < incoming.size(); ++i) {
    const BlockId from = incoming[i];
    if (from == kNone || reached_[from] == 0) continue;  // Unreachable blocks have no edges.
    ++reached_values;
    // If a block has several values, LLVM's reader takes the first.
    if (incoming_of[from] == kNone) incoming_of[from] = i;
  }
  if (reached_values != edges.size()) {
    fail(ErrorCode::kBadInput, "the phi has " + decimal(reached_values) + " values for " +
                                   decimal(edges.size()) + " edges into its block");
  }
  scratch_.edge_values.clear();
  for (const cfg::EdgeId edge : edges) {
    const BlockId from = function_.graph.source(edge);
    if (incoming_of[from] == kNone) {
      fail(ErrorCode::kBadInput, "the phi has no value for block " + decimal(from));
      scratch_.edge_values.push_back(0);
    } else {
      scratch_.edge_values.push_back(incoming_of[from]);
    }
  }
  for (const BlockId from : incoming) {
    if (from != kNone) incoming_of[from] = kNone;
  }
}

void FunctionBuilder::check_cases(const Instruction& out) {
  Vector<uint64_t>& sorted = scratch_.sorted_cases;
  sorted.assign(function_.case_values.begin() + out.aux, function_.case_values.end());
  std::sort(sorted.begin(), sorted.end());
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice != sorted.end()) {
    fail(ErrorCode::kBadInput, "the switch has two cases for " + decimal(*twice));
  }
}

TypeId FunctionBuilder::member_type(TypeId aggregate, uint32_t index) {
  const Type& type = builder_.module().types[aggregate];
  if (type.kind == TypeKind::kStruct && index < type.members.size()) return type.members[index];
  if (type.kind == TypeKind::kArray && index < type.count) return type.element;
  fail(ErrorCode::kBadInput, "an index of an aggregate is out of range");
  return aggregate;
}

void FunctionBuilder::extract_value(ValueId aggregate, TypeId type, std::span<const uint32_t> path) {
  for (const uint32_t index : path) {
    type = member_type(type, index);
    Instruction& out = emit(Opcode::kExtractValue, type);
    out.aux = index;
    out.operand_count = 1;
    function_.operands.push_back(aggregate);
    aggregate = add_result(out);
  }
}

// Splits insertvalue a, v, i, j into inner = extract a, i; inner' = insert inner, v, j; insert a, inner', i.
void FunctionBuilder::insert_value(ValueId aggregate, TypeId type, ValueId value,
                                   std::span<const uint32_t> path) {
  Vector<ValueId> aggregates = {aggregate};
  Vector<TypeId> types = {type};
  for (size_t i = 0; i + 1 < path.size(); ++i) {
    types.push_back(member_type(types.back(), path[i]));
    extract_value(aggregates.back(), types[i], path.subspan(i, 1));
    aggregates.push_back(function_.instructions.back().result);
  }
  for (size_t i = path.size(); i-- > 0;) {
    Instruction& out = emit(Opcode::kInsertValue, types[i]);
    out.aux = path[i];
    out.operand_count = 2;
    function_.operands.push_back(aggregates[i]);
    function_.operands.push_back(value);
    value = add_result(out);
  }
}

}  // namespace trellis::dxil
