#include "spirv_backend/function_assembly.hpp"

#include <algorithm>

#include "dxil_frontend/program/text/ir_text.hpp"
#include "lower/analysis/locate.hpp"
#include "lower/control_flow/switch_chains.hpp"
#include "spirv_backend/emitter/interface/view_outputs.hpp"
#include "spirv_backend/emitter/memory/ray_objects.hpp"
#include "spirv_backend/emitter/module_context.hpp"
#include "spirv_backend/instructions/instructions.hpp"
#include "spirv_backend/instruments/instruction_counts.hpp"
#include "spirv_backend/short_selections.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {

namespace {

constexpr size_t kMaxWords = 0xFFFF;

/// Returns the control mask for the one bit of the two that is set. If both are set, they contradict each
/// other and the result is 0.
template <class Mask>
uint32_t chosen(uint8_t hints, uint8_t one, uint8_t other, Mask mask_of_one, Mask mask_of_other) {
  const bool has_one = (hints & one) != 0, has_other = (hints & other) != 0;
  if (has_one == has_other) return 0;
  return to_word(has_one ? mask_of_one : mask_of_other);
}

}  // namespace

using dxil::Instruction;
using dxil::Opcode;
using structurizer::Block;
using structurizer::BlockId;
using structurizer::Exit;
using structurizer::MergeKind;
using structurizer::NewPhi;
using structurizer::Operand;

FunctionAssembly::FunctionAssembly(ModuleContext& context, uint32_t plan_index,
                                   const structurizer::Structured& structured)
    : emitter_(context, context.plan.functions[plan_index]),
      values_(emitter_.values()),
      context_(context),
      builder_(context.builder),
      plan_(context.plan.functions[plan_index]),
      structured_(structured),
      dominators_(structurizer::find_dominator_intervals(structured)),
      function_(emitter_.function()),
      plan_index_(plan_index),
      is_entry_(plan_index == 0),
      counts_(context.plan.options.instrumentation.count_instructions),
      lines_(emitter_),
      header_(builder_) {
  find_latches();
}

Diagnostic FunctionAssembly::mismatch(const char* what) const {
  Diagnostic diagnostic = internal_check(what);
  diagnostic.where.function = function_.name;
  return diagnostic;
}

Result<void> FunctionAssembly::write() {
  if (counts_) first_counter_ = add_counted_blocks(emitter_);
  first_label_ = builder_.new_ids(static_cast<uint32_t>(structured_.blocks.size()));
  first_phi_ = builder_.new_ids(static_cast<uint32_t>(structured_.phis.size()));
  declare_signature();
  declare_variables();
  prepare_aliases();
  lines_.begin_function(context_.function_ids[plan_index_], is_entry_);
  choice_ids_.assign(structured_.choices.size(), 0);
  emitter_.state().begin_function(dominators_, function_.instructions.size());
  WorkWatch* const watch = context_.plan.options.watch;
  for (BlockId block : structured_.order) {
    if (is_over_by_now(watch)) return watch->check();
    // The function's prologue comes between the first label and the block's own code.
    const bool is_first = block == structured_.order.front();
    (is_first ? header_ : emitter_.code()).label(label(block));
    lines_.begin_block();
    emitter_.state().begin_block(block);
    if (is_first && is_entry_) take_ray_parameters(emitter_);
    TRELLIS_RETURN_IF_ERROR(write_block(block));
  }
  patch_phis();
  if (values_.missing != kNone) return mismatch("a value is used where it is not defined");
  if (is_entry_ && stores_views_at_head(context_.plan)) {
    store_view_outputs(emitter_, emitter_.state().prologue);
  }
  if (has_interlock()) emitter_.state().prologue.op_void(Op::OpBeginInvocationInterlockEXT);
  emitter_.code().op_void(Op::OpFunctionEnd);
  join_sections();
  if (context_.plan.options.debug_info != DebugInfoLevel::kNone) write_names();
  return {};
}

void FunctionAssembly::join_sections() {
  const FunctionState& state = emitter_.state();
  const CodeWriter* const sections[] = {&header_, &state.variables, &state.prologue, &state.body};
  Words& out = builder_.functions();
  size_t size = out.size();
  for (const CodeWriter* section : sections) size += section->words().size();
  out.reserve(size);
  for (const CodeWriter* section : sections) {
    out.append(section->words());
  }
}

void FunctionAssembly::write_names() {
  const auto name_object = [this](const dxil::ValueName& name) {
    const Reference& reference = plan_.locals[name.value - function_.first_local].reference;
    if (reference.kind != ReferenceKind::kMemory) return;
    const dxil::Instruction* definition = values_.definition(name.value);
    if (definition != nullptr && definition->opcode != Opcode::kAlloca) return;
    // Attributes that a ray stage does not read have no variable.
    const Id variable = context_.objects[reference.root].variable;
    if (variable != 0) builder_.name(variable, name.name);
  };
  if (!is_entry_) builder_.name(context_.function_ids[plan_index_], dxil::printable(function_.name));
  for (const dxil::ValueName& name : function_.names) name_object(name);
  name_values(context_, function_, emitter_.code().words(), values_.ids);
}

// One critical section spans from the entry's first instruction to every return. This is correct for any
// control flow, and an invocation must not enter the section twice.
bool FunctionAssembly::has_interlock() const {
  return is_entry_ && context_.plan.stage.interlock != Interlock::kNone;
}

void FunctionAssembly::declare_signature() {
  const NumericType numeric = context_.numeric_type(function_.return_type);
  const bool is_void = is_entry_ || numeric.bits == 0;
  const Id result = is_void ? builder_.type_void() : builder_.type(numeric);
  Vector<Id> types;
  // The parameters of a ray stage's entry point are module-scope variables.
  const size_t arguments = is_entry_ ? 0 : function_.argument_types.size();
  for (size_t a = 0; a < arguments; ++a) {
    const Reference& reference = plan_.locals[a].reference;
    types.push_back(
        reference.kind == ReferenceKind::kMemory
            ? builder_.type_pointer(spv::StorageClass::Function, context_.object_type(reference.root))
            : builder_.type(context_.numeric_type(function_.argument_types[a])));
  }
  const Id type = builder_.type_function(result, types);
  header_.define(context_.function_ids[plan_index_], Op::OpFunction, result,
                 spv::FunctionControlMask::MaskNone, type);
  for (size_t a = 0; a < types.size(); ++a) {
    const Id id = header_.op(Op::OpFunctionParameter, types[a]);
    const Reference& reference = plan_.locals[a].reference;
    if (reference.kind == ReferenceKind::kMemory) {
      context_.objects[reference.root].variable = id;
    } else {
      values_.ids[a] = id;
    }
  }
}

void FunctionAssembly::declare_variables() {
  for (uint32_t object : plan_.allocas) {
    context_.objects[object].variable = function_variable(emitter_, context_.object_type(object));
  }
}

void FunctionAssembly::prepare_aliases() {
  for (size_t p = 0; p < structured_.phis.size(); ++p) {
    const NewPhi& phi = structured_.phis[p];
    if (phi.result != kNone) {
      values_.id(phi.result) = first_phi_ + static_cast<Id>(p);
    }
  }
  if (structured_.aliases.empty()) return;
  values_.alias_targets.assign(function_.local_types.size(), kNone);
  for (const structurizer::Structured::Alias& alias : structured_.aliases) {
    const uint32_t local = alias.value - function_.first_local;
    const bool is_reference = plan_.locals[local].reference.kind != ReferenceKind::kNone;
    if (alias.operand.kind == Operand::Kind::kValue && !is_reference) {
      values_.alias_targets[local] = alias.operand.index;
    } else if (alias.operand.kind == Operand::Kind::kValue && alias.operand.index >= function_.first_local &&
               !plan_.locals[alias.operand.index - function_.first_local].reference.is_static) {
      values_.alias_targets[local] = alias.operand.index;
    } else {
      values_.ids[local] = operand_id(alias.operand, alias.value, false);
    }
  }
}

Id FunctionAssembly::phi_type(const NewPhi& phi) {
  if (phi.stands_for == kNone) return phi.is_bool ? builder_.type_bool() : builder_.type_int(32);
  const uint32_t local = phi.stands_for - function_.first_local;
  if (plan_.locals[local].reference.kind != ReferenceKind::kNone) return builder_.type_int(32);
  return builder_.type(context_.numeric_type(function_.local_types[local]));
}

Id FunctionAssembly::operand_id(const Operand& operand, dxil::ValueId stands_for, bool is_bool) {
  switch (operand.kind) {
    case Operand::Kind::kPhi:
      return first_phi_ + operand.index;
    case Operand::Kind::kConstant:
      return is_bool ? builder_.constant_bool(operand.index != 0) : builder_.constant_u32(operand.index);
    case Operand::Kind::kValue:
      if (stands_for != kNone && stands_for >= function_.first_local &&
          plan_.locals[stands_for - function_.first_local].reference.kind != ReferenceKind::kNone) {
        return emitter_.reference_index(operand.index);
      }
      return emitter_.use(operand.index);
    case Operand::Kind::kChoice:
      return choice_ids_[operand.index];
    case Operand::Kind::kUndef:
      break;
  }
  if (stands_for == kNone) return builder_.undef(is_bool ? builder_.type_bool() : builder_.type_int(32));
  NewPhi like;
  like.stands_for = stands_for;
  return builder_.undef(phi_type(like));
}

void FunctionAssembly::write_phis(BlockId block) {
  const Block& b = structured_.blocks[block];
  const std::span<const BlockId> predecessors = structured_.predecessors_of(block);
  Words& body = emitter_.code().words();
  for (uint32_t p = b.first_phi; p < b.first_phi + b.phi_count; ++p) {
    const NewPhi& phi = structured_.phis[p];
    const Id id = first_phi_ + p;
    body.push_back(static_cast<uint32_t>((3 + predecessors.size() * 2) << 16) | to_word(Op::OpPhi));
    body.push_back(phi_type(phi));
    body.push_back(id);
    const std::span<const Operand> incoming = structured_.incoming_of(phi);
    for (size_t n = 0; n < predecessors.size(); ++n) {
      // The operand may not exist yet: it is filled in when the function is complete.
      patches_.push_back({body.size(), incoming[n], p});
      body.push_back(0);
      body.push_back(label(predecessors[n]));
    }
    if (phi.stands_for != kNone &&
        context_.is_min_precision(function_.local_types[phi.stands_for - function_.first_local])) {
      relaxed_precision(emitter_, id);
    }
  }
}

void FunctionAssembly::patch_phis() {
  for (const PhiPatch& patch : patches_) {
    const NewPhi& phi = structured_.phis[patch.phi];
    emitter_.code().words()[patch.position] = operand_id(patch.operand, phi.stands_for, phi.is_bool);
  }
}

Diagnostic FunctionAssembly::too_many(const char* what) const {
  Diagnostic diagnostic =
      unsupported(String("the control flow needs more ") + what + " than an instruction can hold");
  diagnostic.where.function = function_.name;
  return diagnostic;
}

/// Writes the values that later selectors need to know which way the block branched.
void FunctionAssembly::write_choices(BlockId block) {
  const auto& choices = structured_.choices;
  auto choice = std::lower_bound(choices.begin(), choices.end(), block,
                                 [](const structurizer::Choice& c, BlockId b) { return c.block < b; });
  for (; choice != choices.end() && choice->block == block; ++choice) {
    const Instruction& branch = function_.instructions_of(structured_.blocks[block].payload).back();
    Id& id = choice_ids_[static_cast<size_t>(choice - choices.begin())];
    const Id condition = emitter_.operand(branch, 0);
    if (!choice->is_bool) {
      const Id first = builder_.constant_u32(choice->first);
      const Id second = builder_.constant_u32(choice->second);
      id = emitter_.op(Op::OpSelect, kU32, condition, first, second);
    } else if (choice->first == choice->second) {
      id = builder_.constant_bool(choice->first != 0);
    } else {
      id = choice->first == 1 ? condition : emitter_.op(Op::OpLogicalNot, kBool, condition);
    }
  }
}

Result<void> FunctionAssembly::write_block(BlockId block) {
  const Block& b = structured_.blocks[block];
  if (b.phi_count != 0 && structured_.predecessors_of(block).size() * 2 + 3 > kMaxWords) {
    return too_many("predecessors of a block");
  }
  write_phis(block);
  if (b.payload == kNone) return write_exit(block);
  if (b.payload >= function_.blocks.size()) return mismatch("the structured function names an unknown block");
  apply_replacements(b.payload);
  TRELLIS_RETURN_IF_ERROR(write_payload(b));
  write_choices(block);
  Result<void> done = write_exit(block);
  restore_replacements();
  return done;
}

void FunctionAssembly::apply_replacements(dxil::BlockId payload) {
  if (structured_.replacements.empty()) return;
  auto r = std::lower_bound(
      structured_.replacements.begin(), structured_.replacements.end(), payload,
      [](const structurizer::Replacement& a, dxil::BlockId wanted) { return a.payload < wanted; });
  // Compute all operands first: one replaced value may be read through another.
  const size_t first = saved_.size();
  for (auto n = r; n != structured_.replacements.end() && n->payload == payload; ++n) {
    const uint32_t local = n->value - function_.first_local;
    saved_.push_back({local, operand_id(n->operand, n->value, false)});
  }
  for (size_t n = first; n < saved_.size(); ++n) {
    std::swap(values_.ids[saved_[n].local], saved_[n].id);
  }
}

void FunctionAssembly::restore_replacements() {
  for (const Saved& saved : saved_) values_.ids[saved.local] = saved.id;
  saved_.clear();
}

Result<void> FunctionAssembly::write_payload(const Block& block) {
  emitter_.state().block.instructions = function_.instructions_of(block.payload);
  if (counts_) count_block(emitter_, first_counter_ + block.payload);
  for (const Instruction& i : function_.instructions_of(block.payload)) {
    if (i.opcode == Opcode::kPhi) continue;
    lines_.bind(i);
    if (i.opcode <= Opcode::kUnreachable) continue;
    lines_.before(i);
    emitter_.state().block.instruction = &i;
    TRELLIS_RETURN_IF_ERROR(lower_instruction(emitter_, i));
    if (builder_.missing().is_any) return emitter_.unsupported(i, context_.missing_text());
    lines_.after();
  }
  emitter_.state().block.instruction = nullptr;
  return {};
}

uint32_t FunctionAssembly::loop_control(const Block& header) const {
  const uint8_t asked = context_.plan.options.device.branch_hints;
  if ((asked & (kUnrollLoops | kKeepLoops)) != 0) {
    return chosen(asked, kUnrollLoops, kKeepLoops, spv::LoopControlMask::Unroll,
                  spv::LoopControlMask::DontUnroll);
  }
  if ((asked & kNoOwnHints) != 0) return 0;
  const dxil::BlockHints hints = loop_hints(first_payload_of(header));
  // Contradictory hints cancel each other.
  if (hints.unroll == hints.dont_unroll) return 0;
  return to_word(hints.unroll ? spv::LoopControlMask::Unroll : spv::LoopControlMask::DontUnroll);
}

dxil::BlockId FunctionAssembly::first_payload_of(const Block& header) const {
  const Block* block = &header;
  while (block->payload == kNone && block->successor_count == 1) {
    block = &structured_.blocks[structured_.successors[block->first_successor]];
  }
  return block->payload;
}

// Hints are on the latches, or on blocks that branch to a latch: where LLVM makes one latch of several, the
// hints stay on the branches of the earlier ones.
dxil::BlockHints FunctionAssembly::loop_hints(dxil::BlockId header) const {
  dxil::BlockHints found;
  if (header == kNone || is_latch_.empty()) return found;
  const auto add = [&](dxil::BlockId block) {
    found.unroll |= function_.blocks[block].hints.unroll;
    found.dont_unroll |= function_.blocks[block].hints.dont_unroll;
  };
  for (const cfg::EdgeId edge : function_.graph.in_edges(header)) {
    const dxil::BlockId latch = function_.graph.source(edge);
    if (!is_back_edge(latch, header)) continue;
    add(latch);
    for (const cfg::EdgeId earlier : function_.graph.in_edges(latch)) {
      const dxil::BlockId source = function_.graph.source(earlier);
      if (!is_latch_[source]) add(source);
    }
  }
  return found;
}

void FunctionAssembly::find_latches() {
  const auto is_hinted = [](const dxil::BasicBlock& block) {
    return block.hints.unroll || block.hints.dont_unroll;
  };
  if (std::none_of(function_.blocks.begin(), function_.blocks.end(), is_hinted)) return;
  is_latch_.assign(function_.blocks.size(), false);
  for (dxil::BlockId block = 0; block < function_.blocks.size(); ++block) {
    const auto targets = function_.graph.successors(block);
    is_latch_[block] = std::any_of(targets.begin(), targets.end(),
                                   [&](dxil::BlockId target) { return is_back_edge(block, target); });
  }
}

// Blocks are numbered in an order in which only back edges lead to an earlier block.
bool FunctionAssembly::is_back_edge(dxil::BlockId source, dxil::BlockId target) const {
  const BlockId from = structured_.block_of_payload[source];
  return from != kNone && structured_.block_of_payload[target] <= from;
}

uint32_t FunctionAssembly::selection_control(const Block& block) const {
  uint8_t hints = context_.plan.options.device.branch_hints;
  if ((hints & (kFlattenBranches | kKeepBranches | kNoOwnHints)) == 0 && block.payload != kNone) {
    const dxil::BlockHints& own = function_.blocks[block.payload].hints;
    if (own.flatten) hints |= kFlattenBranches;
    if (own.branch) hints |= kKeepBranches;
  }
  constexpr uint8_t kDecided = kFlattenBranches | kKeepBranches | kNoOwnHints;
  if ((hints & kDecided) == 0 && is_short_selection(structured_, function_, block)) hints |= kFlattenBranches;
  return chosen(hints, kFlattenBranches, kKeepBranches, spv::SelectionControlMask::Flatten,
                spv::SelectionControlMask::DontFlatten);
}

void FunctionAssembly::write_merge(const Block& block) {
  if (block.merge == MergeKind::kLoop) {
    emitter_.op_void(Op::OpLoopMerge, label(block.merge_block), label(block.continue_block),
                     loop_control(block));
  } else if (block.merge == MergeKind::kSelection) {
    emitter_.op_void(Op::OpSelectionMerge, label(block.merge_block), selection_control(block));
  }
}

bool FunctionAssembly::is_bool_selector(const Operand& selector) const {
  if (selector.kind == Operand::Kind::kChoice) return structured_.is_bool(selector);
  if (selector.kind == Operand::Kind::kPhi) {
    const NewPhi& phi = structured_.phis[selector.index];
    if (phi.stands_for == kNone) return phi.is_bool;
    return context_.numeric_type(function_.local_types[phi.stands_for - function_.first_local]).is_bool();
  }
  if (selector.kind == Operand::Kind::kValue) {
    return context_.numeric_type(context_.program.type_of(function_, selector.index)).is_bool();
  }
  return false;
}

Id FunctionAssembly::selector_id(const Operand& selector) {
  return operand_id(selector, selector.kind == Operand::Kind::kValue ? selector.index : kNone, false);
}

void FunctionAssembly::write_conditional(const Block& block, Id condition, Id if_true, Id if_false) {
  if (if_true == if_false) {
    // Both successors are the same: nothing is selected.
    if (block.merge == MergeKind::kLoop) write_merge(block);
    emitter_.op_void(Op::OpBranch, if_true);
    return;
  }
  write_merge(block);
  emitter_.op_void(Op::OpBranchConditional, condition, if_true, if_false);
}

Result<void> FunctionAssembly::write_exit(BlockId block) {
  const Block& b = structured_.blocks[block];
  targets_.clear();
  for (BlockId successor : structured_.successors_of(block)) targets_.push_back(label(successor));
  CodeWriter& body = emitter_.code();
  switch (b.exit) {
    case Exit::kPayload:
      return write_terminator(b, targets_);
    case Exit::kBranch:
      write_merge(b);
      body.op_void(Op::OpBranch, targets_[0]);
      return {};
    case Exit::kBreakable:
      write_merge(b);
      body.op_void(Op::OpSwitch, builder_.constant_u32(0), targets_[0]);
      return {};
    case Exit::kUnreachable:
      body.op_void(Op::OpUnreachable);
      return {};
    case Exit::kIf: {
      Id condition = selector_id(b.selector);
      if (!is_bool_selector(b.selector)) {
        condition = emitter_.op(Op::OpIEqual, kBool, condition,
                                builder_.constant_u32(structured_.cases[b.first_case]));
      }
      write_conditional(b, condition, targets_[0], targets_[1]);
      return {};
    }
    case Exit::kSwitch:
      if (targets_.size() > lower::kMostSwitchCases) return too_many("targets of a switch");
      write_selector_switch(b, targets_);
      return {};
  }
  return mismatch("the structured function has an unknown kind of exit");
}

void FunctionAssembly::write_selector_switch(const Block& block, std::span<const Id> targets) {
  const uint32_t* cases = structured_.cases.data() + block.first_case;
  Id selector = selector_id(block.selector);
  Vector<std::pair<uint32_t, Id>> ways;
  for (size_t n = 1; n < targets.size(); ++n) ways.emplace_back(cases[n - 1], targets[n]);
  if (context_.plan.options.maximal_reconvergence) {
    // Lanes that reach one block with different values may arrive in separate groups, so map them to one
    // value for each block.
    Id number = builder_.constant_u32(0);
    ways.clear();
    for (size_t n = 1; n < targets.size(); ++n) {
      if (targets[n] == targets[0]) continue;
      const auto known =
          std::find_if(ways.begin(), ways.end(), [&](const auto& way) { return way.second == targets[n]; });
      const auto value = static_cast<uint32_t>(known - ways.begin()) + 1;
      if (known == ways.end()) ways.emplace_back(value, targets[n]);
      const Id literal = builder_.constant_u32(cases[n - 1]);
      const Id is_same = emitter_.op(Op::OpIEqual, kBool, selector, literal);
      number = emitter_.op(Op::OpSelect, kU32, is_same, builder_.constant_u32(value), number);
    }
    selector = number;
  }
  write_merge(block);
  Words& body = emitter_.code().words();
  body.push_back(static_cast<uint32_t>((2 * ways.size() + 3) << 16) | to_word(Op::OpSwitch));
  body.push_back(selector);
  body.push_back(targets[0]);
  for (const auto& [literal, target] : ways) {
    body.push_back(literal);
    body.push_back(target);
  }
}

void FunctionAssembly::write_switch(const Block& block, const Instruction& i, std::span<const Id> targets) {
  Words& body = emitter_.code().words();
  const ValueId value = function_.operands_of(i)[0];
  const dxil::Type& own_type = context_.program.types[context_.program.type_of(function_, value)];
  NumericType type = context_.numeric_type(context_.program.type_of(function_, value));
  Id selector = emitter_.use(value);
  if (type.is_bool()) {
    const Id one = builder_.constant_u32(1), zero = builder_.constant_u32(0);
    selector = emitter_.op(Op::OpSelect, kU32, selector, one, zero);
    type = kU32;
  }
  const bool is_min_precision = own_type.bits == 16 && type.bits == 32;
  if (is_min_precision) {
    selector = emitter_.op(Op::OpBitwiseAnd, kU32, selector, builder_.constant_u32(0xFFFF));
  }
  write_merge(block);
  const size_t first = body.size();
  body.push_back(0);
  body.push_back(selector);
  body.push_back(targets[0]);
  for (size_t n = 1; n < targets.size(); ++n) {
    if (targets[n] == targets[0]) continue;
    const uint64_t literal = function_.case_values[i.aux + n - 1];
    body.push_back(static_cast<uint32_t>(literal));
    if (type.bits == 64) body.push_back(static_cast<uint32_t>(literal >> 32));
    body.push_back(targets[n]);
  }
  body[first] = static_cast<uint32_t>((body.size() - first) << 16) | to_word(Op::OpSwitch);
}

/// Writes OpEmitMeshTasksEXT, which waits for all threads of the group as a barrier on their memory would.
void FunctionAssembly::write_dispatch(const Instruction& dispatch) {
  Id x = emitter_.operand(dispatch, 0);
  const Id y = emitter_.operand(dispatch, 1), z = emitter_.operand(dispatch, 2);
  if (context_.plan.stage.views.multiplies) {
    const Id views = load_drawn_count(context_.views, emitter_.code());
    x = emitter_.op(Op::OpIMul, kU32, x, views);
  }
  const uint32_t payload = context_.plan.payload_object;
  if (payload == kNone) {
    emitter_.op_void(Op::OpEmitMeshTasksEXT, x, y, z);
  } else {
    emitter_.op_void(Op::OpEmitMeshTasksEXT, x, y, z, context_.object_variable(payload));
  }
}

/// Ends the invocation here if it discarded.
void FunctionAssembly::write_kill() {
  CodeWriter& body = emitter_.code();
  const Id is_discarded = load_discard_flag(context_.discards, body);
  const Id kill = builder_.new_ids(2), end = kill + 1;
  body.selection(is_discarded, kill, end, end);
  body.label(kill);
  body.op_void(Op::OpKill);
  body.label(end);
}

Result<void> FunctionAssembly::write_terminator(const Block& block, std::span<const Id> targets) {
  const Instruction& i = function_.instructions_of(block.payload).back();
  lines_.before(i);
  const size_t slots = function_.graph.successors(block.payload).size();
  if (targets.size() != slots) return mismatch("the structured function lost a successor of a block");
  CodeWriter& body = emitter_.code();
  switch (i.opcode) {
    case Opcode::kReturn: {
      const NumericType numeric = context_.numeric_type(function_.return_type);
      if (has_interlock()) body.op_void(Op::OpEndInvocationInterlockEXT);
      if (is_entry_ && context_.plan.dispatch_ends_entry) {
        write_dispatch(*(&i - 1));
        return {};
      }
      if (is_entry_ && context_.discards.by_flag) write_kill();
      if (is_entry_) return_ray_parameter(emitter_);
      if (is_entry_ || numeric.bits == 0 || i.operand_count == 0) {
        body.op_void(Op::OpReturn);
      } else {
        body.op_void(Op::OpReturnValue, emitter_.operand(i, 0));
      }
      return {};
    }
    case Opcode::kUnreachable:
      body.op_void(end_of_search(function_, i));
      return {};
    case Opcode::kBranch:
      if (block.merge == MergeKind::kLoop) write_merge(block);
      body.op_void(Op::OpBranch, targets[0]);
      return {};
    case Opcode::kCondBranch: {
      const Id condition = targets[0] == targets[1] ? 0 : emitter_.operand(i, 0);
      write_conditional(block, condition, targets[0], targets[1]);
      return {};
    }
    case Opcode::kSwitch: {
      const bool is_branch =
          std::all_of(targets.begin(), targets.end(), [&](Id target) { return target == targets[0]; });
      if (is_branch) {
        write_conditional(block, 0, targets[0], targets[0]);
        return {};
      }
      if (targets.size() - 1 > lower::kMostSwitchCases) {
        return lower::diagnose(ErrorCode::kUnsupported, function_, i,
                               "a switch with this many cases is not supported");
      }
      write_switch(block, i, targets);
      return {};
    }
    default:
      return mismatch("a block does not end in a terminator");
  }
}

}  // namespace trellis::spirv
