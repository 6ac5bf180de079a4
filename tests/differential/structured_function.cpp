#include "tests/differential/structured_function.hpp"

#include <algorithm>
#include <utility>

namespace trellis::differential {

using namespace structurizer;
using spv::Op;

StructuredFunction::StructuredFunction(SpirvModule& module, const Flow& flow, const Structured& structured)
    : module_(module),
      flow_(flow),
      structured_(structured),
      ids_(flow.value_count, 0),
      phi_named_(flow.value_count, kNone),
      is_phi_(flow.value_count, false) {
  for (size_t i = 0; i < structured.blocks.size(); ++i) labels_.push_back(module.fresh());
  for (uint32_t i = 0; i < structured.phis.size(); ++i) {
    phis_.push_back(module.fresh());
    if (structured.phis[i].result != kNone) phi_named_[structured.phis[i].result] = i;
  }
  for (size_t i = 0; i < structured.choices.size(); ++i) choices_.push_back(module.fresh());
  for (const Phi& phi : flow.phis.entries) is_phi_[phi.result] = true;
  for (const auto& [value, block] : flow.definitions) {
    if (!is_phi_[value]) ids_[value] = module.fresh();
  }
  for (ValueId value = 0; value < flow.value_count; ++value) {
    if (!is_phi_[value] && ids_[value] == 0) ids_[value] = module.constant(outside_value(value));
  }
}

Id StructuredFunction::operand(const Operand& operand, bool is_bool) {
  switch (operand.kind) {
    case Operand::Kind::kUndef:
      return is_bool ? module_.undef_bool : module_.undef_word;
    case Operand::Kind::kConstant:
      if (is_bool) return operand.index != 0 ? module_.true_id : module_.false_id;
      return module_.constant(operand.index);
    case Operand::Kind::kPhi:
      return phis_[operand.index];
    case Operand::Kind::kChoice:
      return choices_[operand.index];
    case Operand::Kind::kValue:
      break;
  }
  if (!is_phi_[operand.index]) return ids_[operand.index];
  // A value without a phi in the result: use an undefined id, which the validator reports.
  return phi_named_[operand.index] == kNone ? module_.fresh() : phis_[phi_named_[operand.index]];
}

Id StructuredFunction::use(BlockId program_block, ValueId value) {
  const std::pair key(program_block, value);
  const auto& replacements = structured_.replacements;
  const auto at =
      std::lower_bound(replacements.begin(), replacements.end(), key,
                       [](const Replacement& r, const auto& k) { return std::pair(r.payload, r.value) < k; });
  if (at != replacements.end() && std::pair(at->payload, at->value) == key)
    return operand(at->operand, false);
  const auto alias = std::lower_bound(structured_.aliases.begin(), structured_.aliases.end(), value,
                                      [](const Structured::Alias& a, ValueId v) { return a.value < v; });
  if (alias != structured_.aliases.end() && alias->value == value) return operand(alias->operand, false);
  return operand(Operand::value(value), false);
}

Id StructuredFunction::write(BlockWriter& writer) {
  const Id function = module_.begin_function(false, 0);
  for (const BlockId id : structured_.order) {
    const Block& block = structured_.blocks[id];
    module_.label(labels_[id]);
    write_phis(block);
    if (block.role == Role::kPayload) writer.write_block(*this, block.payload);
    write_exit(writer, id);
  }
  module_.end_function();
  return function;
}

void StructuredFunction::write_phis(const Block& block) {
  for (uint32_t i = block.first_phi; i < block.first_phi + block.phi_count; ++i) {
    const NewPhi& phi = structured_.phis[i];
    std::vector<Id> operands = {phi.is_bool ? module_.bool_type : module_.uint_type, phis_[i]};
    const auto incoming = structured_.incoming_of(phi);
    for (size_t k = 0; k < incoming.size(); ++k) {
      operands.push_back(operand(incoming[k], phi.is_bool));
      operands.push_back(labels_[structured_.predecessors_of(phi.block)[k]]);
    }
    module_.emit(Op::OpPhi, operands);
  }
}

void StructuredFunction::write_merge(const Block& block) {
  if (block.merge == MergeKind::kSelection) {
    module_.emit(Op::OpSelectionMerge, {labels_[block.merge_block], 0});
  } else if (block.merge == MergeKind::kLoop) {
    module_.emit(Op::OpLoopMerge, {labels_[block.merge_block], labels_[block.continue_block], 0});
  }
}

void StructuredFunction::write_switch(const Block& block, Id selector, const std::vector<Id>& targets) {
  write_merge(block);
  std::vector<Id> operands = {selector, targets[0]};
  for (uint32_t i = 1; i < targets.size(); ++i) {
    operands.push_back(block.exit == Exit::kSwitch ? structured_.cases[block.first_case + i - 1] : i);
    operands.push_back(targets[i]);
  }
  module_.emit(Op::OpSwitch, operands);
}

void StructuredFunction::write_choices(BlockId block, Id slot) {
  for (size_t i = 0; i < structured_.choices.size(); ++i) {
    const Choice& choice = structured_.choices[i];
    if (choice.block != block) continue;
    const Id condition = module_.result(Op::OpIEqual, module_.bool_type, {slot, module_.constant(0)});
    const Id first = operand(Operand::constant(choice.first), choice.is_bool);
    const Id second = operand(Operand::constant(choice.second), choice.is_bool);
    const Id type = choice.is_bool ? module_.bool_type : module_.uint_type;
    module_.emit(Op::OpSelect, {type, choices_[i], condition, first, second});
  }
}

void StructuredFunction::write_exit(BlockWriter& writer, BlockId id) {
  const Block& block = structured_.blocks[id];
  std::vector<Id> targets;
  for (const BlockId target : structured_.successors_of(id)) targets.push_back(labels_[target]);
  if (block.exit == Exit::kUnreachable) return module_.emit(Op::OpUnreachable, {});
  if (targets.empty()) return module_.emit(Op::OpReturn, {});
  if (block.exit == Exit::kBreakable) return write_switch(block, module_.constant(0), targets);
  if (block.exit == Exit::kSwitch) return write_switch(block, operand(block.selector, false), targets);

  Id condition = 0, slot = 0;
  if (block.exit == Exit::kIf) {
    const bool is_bool = structured_.is_bool(block.selector);
    condition = operand(block.selector, is_bool);
    if (!is_bool) {
      condition = module_.result(Op::OpIEqual, module_.bool_type,
                                 {condition, module_.constant(structured_.cases[block.first_case])});
    }
  } else if (targets.size() > 1) {
    // Write it even if all slots lead to one block: it may have effects.
    slot = writer.write_slot(*this, block.payload);
    write_choices(id, slot);
  }
  const bool has_one_target =
      std::all_of(targets.begin(), targets.end(), [&](Id target) { return target == targets[0]; });
  const bool is_multiway = block.exit == Exit::kPayload && targets.size() > 1 &&
                           (targets.size() > 2 || flow_.has_flag(block.payload, kSwitch));
  if (is_multiway && (!has_one_target || block.merge == MergeKind::kSelection))
    return write_switch(block, slot, targets);
  if (has_one_target) {
    // Without a branch there is nothing to select, and a selection merge would be invalid.
    if (block.merge == MergeKind::kLoop) write_merge(block);
    return module_.emit(Op::OpBranch, {targets[0]});
  }
  if (condition == 0) {
    condition = module_.result(Op::OpIEqual, module_.bool_type, {slot, module_.constant(0)});
  }
  write_merge(block);
  module_.emit(Op::OpBranchConditional, {condition, targets[0], targets[1]});
}

}  // namespace trellis::differential
