// The part of FunctionPlanner that describes the function to the structurizer.
#include "spirv_backend/plan/function_planner.hpp"

namespace trellis::spirv {
namespace {

using dxil::Instruction;
using dxil::kNone;
using dxil::Opcode;

/// Whether other blocks can observe effects of the instruction. A call is judged by its callee instead.
bool has_effects(const Instruction& i) {
  switch (i.opcode) {
    case Opcode::kStore:
    case Opcode::kAtomicRmw:
    case Opcode::kCmpXchg:
    case Opcode::kFence:
      return true;
    case Opcode::kDxOp: {
      const dxil::DxilOp* op = dxil::find_op(i.op());
      return op == nullptr || op->is_barrier() ||
             (op->memory == dxil::MemoryEffect::kAny && !op->involves_lanes());
    }
    default:
      return false;
  }
}

}  // namespace

void FunctionPlanner::add_phi_flow(const Instruction& i) {
  structurizer::Flow& flow = result_.flow;
  const std::span<const ValueId> operands = function_.operands_of(i);
  flow.phis.entries.push_back({i.result, static_cast<uint32_t>(flow.incoming.size())});
  for (ValueId v : operands) {
    flow.incoming.push_back(v);
    if (is_local(v)) is_shared_[v - function_.first_local] = 1;
  }
  is_shared_[i.result - function_.first_local] = 1;
}

void FunctionPlanner::add_use(ValueId v, BlockId block) {
  if (!is_local(v)) return;
  const uint32_t l = v - function_.first_local;
  if (definition_block_[l] == block || definition_block_[l] == kNone) return;  // Most uses.
  const Treatment treatment = result_.locals[l].treatment;
  if (treatment != Treatment::kValue && treatment != Treatment::kComponent) return;
  if (last_use_[l] == block + 1) return;
  last_use_[l] = block + 1;
  is_shared_[l] = 1;
  result_.flow.uses.push_back({v, block});
}

/// Debug info uses values as well.
void FunctionPlanner::add_bindings(const Instruction& i, BlockId block) {
  const dxil::SourcePosition position = function_.position_of(i);
  for (uint32_t b = position.first_binding; b < position.end_of_bindings; ++b) {
    const dxil::DebugBinding& binding = function_.bindings[b];
    if (binding.kind == dxil::DebugBinding::Kind::kValue) add_use(binding.value, block);
  }
}

void FunctionPlanner::add_block_flow(BlockId block) {
  const bool has_bindings =
      context_.plan.options.debug_info == DebugInfoLevel::kFull && !function_.bindings.empty();
  for (const Instruction& i : function_.instructions_of(block)) {
    if (i.opcode == Opcode::kPhi) {
      if (local(i.result).treatment == Treatment::kValue) add_phi_flow(i);
      continue;
    }
    if (i.opcode == Opcode::kExtractValue) {
      if (has_bindings) add_bindings(i, block);
      continue;
    }
    for (ValueId v : function_.operands_of(i)) add_use(v, block);
    if (has_bindings) add_bindings(i, block);
  }
}

void FunctionPlanner::build_flow(std::span<const uint8_t> callee_flags,
                                 std::span<const lower::BreakMark> marks) {
  structurizer::Flow& flow = result_.flow;
  const uint32_t block_count = function_.graph.block_count();
  const size_t locals = function_.local_types.size();
  flow.graph = function_.graph;
  flow.value_count = function_.first_local + static_cast<uint32_t>(locals);
  flow.flags.assign(block_count, 0);
  for (const lower::BreakMark& mark : marks) flow.marked_breaks.push_back({mark.block, mark.inside});
  const bool has_shared_values = block_count > 1 || function_.graph.edge_count() != 0;
  if (has_shared_values) {
    definition_block_.assign(locals, kNone);
    last_use_.assign(locals, 0);
    is_shared_.assign(locals, 0);
  }
  const dxil::EntryPoint& entry = *context_.plan.entry_point;
  const bool returns_to_caller = result_.function != entry.function || entry.hull.has_value();
  uint32_t phi_count = 0;
  // An extractvalue is defined where its aggregate is. Reverse post-order visits the aggregate first.
  for (BlockId block : order_.reverse_post_order()) {
    const dxil::BlockHints& hints = function_.blocks[block].hints;
    uint8_t flags = 0;
    if (hints.branch || hints.flatten) flags |= structurizer::kSelection;
    for (const Instruction& i : function_.instructions_of(block)) {
      if (i.opcode == Opcode::kSwitch) flags |= structurizer::kSwitch;
      if (i.opcode == Opcode::kPhi) ++phi_count;
      if (has_effects(i)) flags |= structurizer::kEffects;
      if (i.opcode == Opcode::kDxOp) {
        const dxil::DxilOp* op = dxil::find_op(i.op());
        if (op != nullptr && op->is_convergent()) flags |= structurizer::kConvergent;
        if (op != nullptr && op->is_co_convergent()) flags |= structurizer::kCoConvergent;
      } else if (i.opcode == Opcode::kCall) {
        flags |= callee_flags[i.aux];
      }
      if (!has_shared_values || i.result == kNone) continue;
      const uint32_t l = i.result - function_.first_local;
      definition_block_[l] = i.opcode == Opcode::kExtractValue
                                 ? definition_block_[function_.operands_of(i)[0] - function_.first_local]
                                 : block;
    }
    const std::span<const Instruction> instructions = function_.instructions_of(block);
    // Not for returns to a caller: lanes that leave by different returns need not be together after the call.
    if (!returns_to_caller && instructions.size() == 1 && instructions[0].opcode == Opcode::kReturn &&
        instructions[0].operand_count == 0) {
      flags |= structurizer::kBareReturn;
    }
    flow.flags[block] = flags;
    result_.is_convergent |= (flags & structurizer::kConvergent) != 0;
    result_.is_co_convergent |= (flags & structurizer::kCoConvergent) != 0;
    result_.has_effects |= (flags & structurizer::kEffects) != 0;
  }
  if (!has_shared_values) return flow.phis.end_row();
  flow.phis.first.reserve(block_count + 1);
  flow.phis.entries.reserve(phi_count);
  for (BlockId block = 0; block < block_count; ++block) {
    if (order_.reached(block)) add_block_flow(block);
    flow.phis.end_row();
  }
  for (size_t l = 0; l < locals; ++l) {
    if (is_shared_[l] == 0 || definition_block_[l] == kNone) continue;
    flow.definitions.push_back({function_.first_local + static_cast<ValueId>(l), definition_block_[l]});
  }
}

}  // namespace trellis::spirv
