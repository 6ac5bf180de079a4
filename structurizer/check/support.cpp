#include "structurizer/check/support.hpp"

#include <algorithm>
#include <utility>

#include "support/containers.hpp"

namespace trellis::structurizer::check {

namespace {

const char* role_name(Role role) {
  switch (role) {
    case Role::kPayload:
      return "program block";
    case Role::kHeader:
      return "loop header";
    case Role::kContinue:
      return "continue block";
    case Role::kMerge:
      return "merge block";
    case Role::kLadder:
      return "ladder";
    case Role::kDispatch:
      return "dispatch block";
    case Role::kEdge:
      return "edge block";
    case Role::kBreakable:
      return "breakable block";
  }
  return "block of unknown role";
}

String number_and_role(const Structured& function, BlockId block) {
  if (block >= function.blocks.size()) return "none";
  const Block& b = function.blocks[block];
  String text = decimal(block);
  text.append(" (").append(role_name(b.role));
  if (b.role == Role::kPayload) text.append(" ").append(decimal(b.payload));
  return text.append(")");
}

}  // namespace

String name(const Structured& function, BlockId block) {
  return String("block ").append(number_and_role(function, block));
}

Diagnostic failure(String message, const Structured& function, BlockId block) {
  Location where;
  where.block = number_and_role(function, block);
  return internal_check(std::move(message), std::move(where));
}

uint32_t predecessor_index(const Structured& function, BlockId block, BlockId predecessor) {
  const auto list = function.predecessors_of(block);
  const auto at = std::lower_bound(list.begin(), list.end(), predecessor);
  return at == list.end() || *at != predecessor ? kNone : static_cast<uint32_t>(at - list.begin());
}

bool has_single_target(const Structured& function, BlockId block) {
  const auto successors = function.successors_of(block);
  return !successors.empty() && std::all_of(successors.begin(), successors.end(),
                                            [&](BlockId target) { return target == successors.front(); });
}

bool ends_in_switch(const Flow& flow, const Structured& function, BlockId block) {
  const Block& b = function.blocks[block];
  if (b.exit == Exit::kSwitch || b.exit == Exit::kBreakable) return true;
  if (b.exit != Exit::kPayload || b.successor_count == 0) return false;
  if (b.successor_count < 3 && !(b.successor_count > 1 && flow.has_flag(b.payload, kSwitch))) return false;
  return b.merge == MergeKind::kSelection || !has_single_target(function, block);
}

Values find_values(const Flow& flow, const Structured& function) {
  Values values;
  values.block.assign(flow.value_count, kNone);
  values.program_phi.assign(flow.value_count, kNone);
  values.new_phi.assign(flow.value_count, kNone);
  values.alias.assign(flow.value_count, kNone);
  for (const ValueInBlock& definition : flow.definitions) values.block[definition.value] = definition.block;
  const auto& [first, phis] = flow.phis;
  for (BlockId block = 0; block < flow.phis.row_count(); ++block) {
    for (uint32_t phi = first[block]; phi < first[block + 1]; ++phi) {
      values.program_phi[phis[phi].result] = phi;
      values.block[phis[phi].result] = block;
    }
  }
  for (uint32_t phi = 0; phi < function.phis.size(); ++phi) {
    if (function.phis[phi].result != kNone) values.new_phi[function.phis[phi].result] = phi;
  }
  for (uint32_t i = 0; i < function.aliases.size(); ++i) values.alias[function.aliases[i].value] = i;
  return values;
}

Result<void> Shared::check_form() {
  if (form_holds_) return {};
  TRELLIS_RETURN_IF_ERROR(check::check_form(flow_, function_));
  form_holds_ = true;
  return {};
}

const Dominators& Shared::branch_dominators() {
  if (branch_dominators_.enter.empty()) {
    branch_dominators_ = find_dominators(branch_rows(function_), function_.order.front());
  }
  return branch_dominators_;
}

const Dominators& Shared::structural_dominators() {
  if (structural_dominators_.enter.empty()) {
    structural_dominators_ = find_dominators(structural_rows(function_), function_.order.front());
  }
  return structural_dominators_;
}

const Constructs& Shared::constructs() {
  if (!has_constructs_) constructs_ = find_constructs(flow_, function_, structural_dominators());
  has_constructs_ = true;
  return constructs_;
}

const Values& Shared::values() {
  if (!has_values_) values_ = find_values(flow_, function_);
  has_values_ = true;
  return values_;
}

Operand operand_read(const Structured& function, const Values& values, BlockId payload, ValueId value) {
  const auto at = std::lower_bound(
      function.replacements.begin(), function.replacements.end(), std::pair(payload, value),
      [](const Replacement& r, const auto& key) { return std::pair(r.payload, r.value) < key; });
  if (at != function.replacements.end() && at->payload == payload && at->value == value) return at->operand;
  if (values.alias[value] != kNone) return function.aliases[values.alias[value]].operand;
  return Operand::value(value);
}

}  // namespace trellis::structurizer::check
