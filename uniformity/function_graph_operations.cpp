// The part of GraphBuilder for memory, calls and DXIL operations.
#include <algorithm>

#include "dxil_frontend/program/addresses.hpp"
#include "dxil_frontend/program/thread_group.hpp"
#include "uniformity/function_graph_builder.hpp"

namespace trellis::uniformity {

using dxil::DxilOp;
using dxil::FlowNeed;
using dxil::HandleUse;
using dxil::Instruction;
using dxil::Op;
using dxil::Opcode;
using dxil::ResultUniformity;
using dxil::ValueId;

namespace {

constexpr uint32_t kMaxSteps = 64;
constexpr Scopes kQuads = bit(Scope::kQuad), kSubgroups = bit(Scope::kSubgroup), kGroups = bit(Scope::kGroup);
constexpr uint8_t kConstantInterpolation = 1;

/// Which operands of an operation that creates a handle hold the index, and the flag that marks the index as
/// non-uniform.
struct IndexOperands {
  uint32_t index, flag;
};
std::optional<IndexOperands> index_operands(Op op) {
  switch (op) {
    case Op::kCreateHandle:
      return IndexOperands{2, 3};
    case Op::kCreateHandleFromBinding:
      return IndexOperands{1, 2};
    case Op::kCreateHandleFromHeap:
      return IndexOperands{0, 2};
    default:
      return std::nullopt;
  }
}

bool passes_pointer(Opcode opcode) {
  return opcode == Opcode::kGep || opcode == Opcode::kBitcast || opcode == Opcode::kAddrSpaceCast ||
         opcode == Opcode::kFreeze;
}

}  // namespace

// --- Memory.

void GraphBuilder::find_memory() {
  result_.memory.emplace(module_, function_, control_, context_.own_globals);
  const uint32_t count = memory().version_count();
  version_nodes_.reserve(count);
  for (VersionId v = 0; v < count; ++v) {
    const MemoryVersion& version = memory().version(v);
    version_nodes_.push_back(graph_.add(NodeKind::kMemory, version.object, version.instruction));
  }
  if (is_partial_) wanted_versions_.seen.assign(count, 0);
}

void GraphBuilder::read_version(NodeId node, VersionId read, BlockId block) {
  graph_.require(node, version(read));
  require_still_together(node, memory().version(read).block, block, kEveryScope);
}

void GraphBuilder::add_version(VersionId v) {
  const MemoryVersion& version = memory().version(v);
  const NodeId node = version_nodes_[v];
  if (version.first_incoming != kNone) {
    VersionId only = kNone;
    bool differ = false;
    const auto edges = control_.graph().in_edges(version.block);
    for (uint32_t n = 0; n < edges.size(); ++n) {
      const VersionId incoming = memory().incoming(version, n);
      if (incoming == kNone || incoming == v) continue;
      differ |= only != kNone && only != incoming;
      only = incoming;
      read_version(node, incoming, version.block);
    }
    if (differ) require_choice(node, version.block);
    return;
  }
  if (version.instruction == kNone) return;
  if (!version.is_whole) read_version(node, version.previous, version.block);
  const Instruction& i = function_.instructions[version.instruction];
  if (i.opcode != Opcode::kStore) {
    if (is_partial_) {
      taint_written(i, node);
    } else {
      call_versions_.emplace_back(version.instruction, v);
    }
    return;
  }
  const auto operands = function_.operands_of(i);
  use(node, operands[0], version.block);
  use(node, operands[1], version.block);
}

uint32_t GraphBuilder::argument_of_pointer(ValueId pointer) const {
  for (;;) {
    if (module_.is_module_value(pointer)) return kNone;
    const uint32_t local = pointer - function_.first_local;
    if (local < function_.argument_types.size()) return local;
    const Instruction* i = result_.resources->definition(pointer);
    if (i == nullptr || !passes_pointer(i->opcode)) return kNone;
    pointer = function_.operands_of(*i)[0];
  }
}

/// An operation may write anything, so what it writes cannot be uniform.
void GraphBuilder::taint_written(const Instruction& i, NodeId node) {
  if (i.opcode == Opcode::kDxOp && !i.is(Op::kDispatchMesh)) graph_.taint(node, kEveryScope);
}

/// Makes the node depend on the memory that the pointer points to. Returns false if that memory prevents the
/// node from being uniform.
bool GraphBuilder::add_contents(NodeId node, ValueId pointer, VersionId read, BlockId block, Scopes scopes) {
  if (read != kNone) {
    graph_.require(node, version(read), scopes);
    require_still_together(node, memory().version(read).block, block, scopes);
    return true;
  }
  const Instruction* i = nullptr;
  while (!module_.is_module_value(pointer)) {
    // As uniform as the argument.
    if (pointer - function_.first_local < function_.argument_types.size()) return true;
    i = result_.resources->definition(pointer);
    if (i == nullptr || !passes_pointer(i->opcode)) break;
    pointer = function_.operands_of(*i)[0];
  }
  bool is_uniform = false;
  if (module_.is_module_value(pointer)) {
    pointer = dxil::root_of_address(module_, pointer);
    const dxil::Value& value = module_.values[pointer];
    is_uniform = value.kind == dxil::ValueKind::kConstant;
    if (value.kind == dxil::ValueKind::kGlobal) {
      const dxil::Global& global = module_.globals[value.index];
      const auto& resources = context_.shader->resources;
      is_uniform = global.is_constant || (global.address_space == 3 && context_.options.trust_group_shared) ||
                   std::any_of(resources.begin(), resources.end(),
                               [&](const dxil::Resource& r) { return r.symbol == pointer; });
    }
  } else if (i != nullptr) {
    is_uniform = i->is(Op::kGetMeshPayload);
  }
  if (!is_uniform) graph_.taint(node, scopes);
  return is_uniform;
}

void GraphBuilder::add_load(const Instruction& i, uint32_t index, BlockId block) {
  const ValueId pointer = function_.operands_of(i)[0];
  use(value_node(i), pointer, block);
  if (add_settled_load(i, index)) return;
  if (!result_.memory) find_memory();
  add_contents(value_node(i), pointer, memory().read_by(index), block, kEveryScope);
}

/// Models what the function leaves in memory that it received a pointer to. Single stores are not tracked:
/// the memory may keep its old contents or hold anything that is ever stored there.
void GraphBuilder::write_output(uint32_t argument, BlockId block) {
  NodeId& output = result_.outputs[argument];
  if (output == kNoNode) {
    output = graph_.add(NodeKind::kOutput, argument);
    graph_.require(output, argument);
  }
  require_pick(output, block, control_.graph().entry());
  require_cycles(output, block, control_.graph().entry(), kNone);
  // The function itself may read what it has written.
  graph_.require(argument, output);
}

void GraphBuilder::add_store(const Instruction& i, BlockId block) {
  const auto operands = function_.operands_of(i);
  const uint32_t argument = argument_of_pointer(operands[1]);
  if (argument == kNone) return;
  write_output(argument, block);
  use(result_.outputs[argument], operands[0], block);
  use(result_.outputs[argument], operands[1], block);
}

// --- Calls.

void GraphBuilder::pass_argument(NodeId user, const Instruction& i, uint32_t index, uint32_t argument,
                                 BlockId block, Scopes scopes) {
  if (scopes == kNoScope || argument >= i.operand_count) return;
  const ValueId value = function_.operands_of(i)[argument];
  use(user, value, block, scopes);
  if (module_.types[module_.type_of(function_, value)].kind != dxil::TypeKind::kPointer) return;
  VersionId before = kNone;
  const ObjectId object = memory().object_of(value);
  for (auto at = std::lower_bound(call_versions_.begin(), call_versions_.end(),
                                  std::pair<uint32_t, VersionId>(index, 0));
       object != kNone && at != call_versions_.end() && at->first == index; ++at) {
    // If several pointers point into an object, the version before the first one's holds the contents before
    // the call.
    if (memory().version(at->second).object != object) continue;
    before = memory().version(at->second).previous;
    break;
  }
  add_contents(user, value, before, block, scopes);
}

void GraphBuilder::add_call(const Instruction& i, uint32_t index, BlockId block) {
  const Summary& summary = (*context_.summaries)[i.aux];
  if (i.result != kNone) {
    graph_.taint(value_node(i), summary.return_tainted);
    for (uint32_t a = 0; a < summary.return_arguments.size(); ++a) {
      pass_argument(value_node(i), i, index, a, block, summary.return_arguments[a]);
    }
  }
  add_call_versions(i, index, block);
  for (const Scope scope : kAllScopes) {
    const auto s = static_cast<uint32_t>(scope);
    const auto add = [&](uint32_t callee_need) {
      Need need;
      need.kind = (*context_.needs)[i.aux][callee_need].kind;
      need.scope = scope;
      need.block = block;
      need.instruction = index;
      need.callee = i.aux;
      need.callee_need = callee_need;
      need.node = graph_.add(NodeKind::kNeed, static_cast<uint32_t>(result_.needs.size()));
      result_.needs.push_back(need);
      return need.node;
    };
    if (summary.flow_need[s] != kNone) {
      graph_.require(add(summary.flow_need[s]), result_.flow_node(block), bit(scope));
    }
    for (uint32_t a = 0; a < summary.argument_needs.size(); ++a) {
      if (summary.argument_needs[a][s] == kNone) continue;
      pass_argument(add(summary.argument_needs[a][s]), i, index, a, block, bit(scope));
    }
  }
}

/// Models what a call leaves in the memory that its pointer arguments point to.
void GraphBuilder::add_call_versions(const Instruction& i, uint32_t index, BlockId block) {
  const Summary& summary = (*context_.summaries)[i.aux];
  const auto add = [&](NodeId node, uint32_t argument) {
    const Summary::Output& output = summary.outputs[argument];
    graph_.taint(node, output.tainted);
    use(node, function_.operands_of(i)[argument], block);
    for (uint32_t a = 0; a < output.arguments.size(); ++a) {
      pass_argument(node, i, index, a, block, output.arguments[a]);
    }
  };
  for (uint32_t a = 0; a < i.operand_count && a < summary.outputs.size(); ++a) {
    if (!summary.outputs[a].is_written) continue;
    const ValueId pointer = function_.operands_of(i)[a];
    if (const uint32_t argument = argument_of_pointer(pointer); argument != kNone) {
      write_output(argument, block);
      add(result_.outputs[argument], a);
      continue;
    }
    const ObjectId object = memory().object_of(pointer);
    for (auto at = std::lower_bound(call_versions_.begin(), call_versions_.end(),
                                    std::pair<uint32_t, VersionId>(index, 0));
         object != kNone && at != call_versions_.end() && at->first == index; ++at) {
      if (memory().version(at->second).object == object) add(version_nodes_[at->second], a);
    }
  }
}

// --- Operations.

void GraphBuilder::add_operation(const Instruction& i, uint32_t index, BlockId block) {
  const DxilOp* op = dxil::find_op(i.op());
  for (auto at = std::lower_bound(call_versions_.begin(), call_versions_.end(),
                                  std::pair<uint32_t, VersionId>(index, 0));
       at != call_versions_.end() && at->first == index; ++at) {
    taint_written(i, version_nodes_[at->second]);
  }
  for (const ValueId operand : function_.operands_of(i)) {
    if (i.op() == Op::kDispatchMesh || is_partial_) break;
    const uint32_t argument = argument_of_pointer(operand);
    if (argument == kNone ||
        module_.types[function_.argument_types[argument]].kind != dxil::TypeKind::kPointer) {
      continue;
    }
    write_output(argument, block);
    graph_.taint(result_.outputs[argument], kEveryScope);
  }
  if (op == nullptr) {
    if (i.result != kNone) graph_.taint(value_node(i), kEveryScope);
    return;
  }
  if (i.result != kNone) add_result(i, *op, block);
  if (is_partial_) return;
  add_needs(i, *op, index, block);
  if (has_dynamic_handles_ && op->uniform_arguments != 0 && op->handle != HandleUse::kMakesHandle) {
    add_handle_needs(i, *op, index, block);
  }
}

void GraphBuilder::add_result(const Instruction& i, const DxilOp& op, BlockId block) {
  const NodeId node = value_node(i);
  const auto operands = function_.operands_of(i);
  Scopes all = kNoScope, uniform_only = kNoScope, tainted = kNoScope;
  switch (op.result) {
    case ResultUniformity::kArguments:
      all = kEveryScope;
      break;
    case ResultUniformity::kGroup:
      break;
    case ResultUniformity::kSubgroup:
      tainted = kGroups;
      break;
    case ResultUniformity::kBroadcast:
      uniform_only = kQuads | kSubgroups;
      all = kGroups;
      break;
    case ResultUniformity::kQuad:
      tainted = kSubgroups | kGroups;
      break;
    case ResultUniformity::kQuadBroadcast:
      uniform_only = kQuads;
      all = kSubgroups | kGroups;
      break;
    case ResultUniformity::kLane:
      if (!is_along_one_thread(i)) tainted = kEveryScope;
      break;
    case ResultUniformity::kContents:
      all = kEveryScope;
      if (!context_.options.trust_uavs && !operands.empty() &&
          !result_.resources->find(operands[0]).is_read_only()) {
        tainted = kEveryScope;
      }
      break;
    case ResultUniformity::kInput:
      add_input(i, block);
      return;
  }
  graph_.taint(node, tainted);
  for (uint32_t n = 0; n < operands.size(); ++n) {
    const bool is_uniform_argument = n < 16 && (op.uniform_arguments >> n & 1) != 0;
    const Scopes scopes = static_cast<Scopes>(all | (is_uniform_argument ? uniform_only : kNoScope));
    if (scopes != kNoScope) use(node, operands[n], block, scopes);
  }
}

/// Returns true if the operation gives a thread's id along an axis on which the group has only one thread.
/// The id is then 0, or the group's id.
bool GraphBuilder::is_along_one_thread(const Instruction& i) const {
  const dxil::EntryPoint* stage = context_.stage;
  if (stage == nullptr) return false;
  if (i.op() == Op::kFlattenedThreadIdInGroup) {
    return dxil::is_one_thread(*stage);
  }
  if (i.op() != Op::kThreadId && i.op() != Op::kThreadIdInGroup) return false;
  const auto operands = function_.operands_of(i);
  const auto axis = operands.empty() ? std::nullopt : module_.scalar_bits(operands[0]);
  return axis && dxil::is_one_thread_along(*stage, *axis);
}

/// In pixel shaders, inputs that are not interpolated are the same for a primitive, and a quad covers one
/// primitive. In other stages it is not known which invocations share an input.
void GraphBuilder::add_input(const Instruction& i, BlockId block) {
  const NodeId node = value_node(i);
  const auto operands = function_.operands_of(i);
  Scopes tainted = kEveryScope;
  const dxil::EntryPoint* stage = context_.stage;
  if (stage != nullptr && stage->kind == dxil::ShaderKind::kPixel && !operands.empty()) {
    const auto id = module_.scalar_bits(operands[0]);
    for (const dxil::SignatureElement& element : stage->inputs) {
      if (!id || element.id != *id) continue;
      const bool is_flat = element.interpolation == kConstantInterpolation && i.op() == Op::kLoadInput;
      if (is_flat || i.op() == Op::kAttributeAtVertex) tainted = kSubgroups | kGroups;
      break;
    }
  }
  graph_.taint(node, tainted);
  for (const ValueId operand : operands) use(node, operand, block);
}

void GraphBuilder::need_flow(NeedKind kind, Scope scope, uint32_t index, BlockId block) {
  Need need;
  need.kind = kind;
  need.scope = scope;
  need.block = block;
  need.instruction = index;
  need.node = graph_.add(NodeKind::kNeed, static_cast<uint32_t>(result_.needs.size()));
  graph_.require(need.node, result_.flow_node(block), bit(scope));
  result_.needs.push_back(need);
}

void GraphBuilder::add_needs(const Instruction& i, const DxilOp& op, uint32_t index, BlockId block) {
  const auto operands = function_.operands_of(i);
  switch (op.need) {
    case FlowNeed::kNoNeed:
      break;
    case FlowNeed::kGroupSync: {
      const uint32_t flags = i.op() == Op::kBarrier ? 0 : 1;
      const auto bits = flags < operands.size() && module_.constant(operands[flags]) != nullptr
                            ? module_.scalar_bits(operands[flags])
                            : std::nullopt;
      if (!bits || (*bits & 1) != 0) need_flow(NeedKind::kBarrier, Scope::kGroup, index, block);
      break;
    }
    case FlowNeed::kDerivative:
      need_flow(NeedKind::kDerivative, Scope::kQuad, index, block);
      break;
    case FlowNeed::kImplicitLod:
      need_flow(NeedKind::kImplicitLod, Scope::kQuad, index, block);
      break;
    case FlowNeed::kQuadWide:
      need_flow(NeedKind::kQuadOperation, Scope::kQuad, index, block);
      break;
    case FlowNeed::kGroupWide:
      need_flow(NeedKind::kGroupOperation, Scope::kGroup, index, block);
      for (uint32_t n = 0; n < operands.size() && n < 16; ++n) {
        if ((op.uniform_arguments >> n & 1) == 0 || module_.is_module_value(operands[n])) continue;
        Need need;
        need.kind = NeedKind::kGroupArgument;
        need.block = block;
        need.instruction = index;
        need.operand = n;
        need.node = graph_.add(NodeKind::kNeed, static_cast<uint32_t>(result_.needs.size()));
        use(need.node, operands[n], block, kGroups);
        result_.needs.push_back(need);
      }
      break;
  }
}

// --- Indices of resources.

/// Makes a node for each handle if there are handles whose index is not a constant.
void GraphBuilder::make_accesses() {
  has_dynamic_handles_ = false;
  for (const Instruction& i : function_.instructions) {
    if (i.result == kNone || definition_block_[i.result - function_.first_local] == kNone) continue;
    if (i.opcode == Opcode::kDxOp) {
      const auto at = index_operands(i.op());
      if (at && at->index < i.operand_count) {
        has_dynamic_handles_ |= !module_.is_module_value(function_.operands_of(i)[at->index]);
      }
      if (i.op() == Op::kCreateHandleForLib && i.operand_count > 0) {
        const Instruction* load = result_.resources->definition(function_.operands_of(i)[0]);
        has_dynamic_handles_ |= load == nullptr || load->opcode != Opcode::kLoad ||
                                !module_.is_module_value(function_.operands_of(*load)[0]);
      }
    } else if (i.opcode == Opcode::kPhi || i.opcode == Opcode::kSelect) {
      has_dynamic_handles_ |= is_handle(module_, i.type);
    }
  }
  for (const dxil::TypeId type : function_.argument_types) has_dynamic_handles_ |= is_handle(module_, type);
  if (!has_dynamic_handles_) return;
  for (const Instruction& i : function_.instructions) {
    if (i.result == kNone || !is_handle(module_, i.type)) continue;
    const uint32_t local = i.result - function_.first_local;
    if (definition_block_[local] != kNone) accesses_[local] = graph_.add(NodeKind::kAccess, local);
  }
  for (const Instruction& i : function_.instructions) {
    if (i.result == kNone) continue;
    const uint32_t local = i.result - function_.first_local;
    if (accesses_[local] != kNoNode) add_access(accesses_[local], i, definition_block_[local]);
  }
}

void GraphBuilder::require_access(NodeId user, ValueId handle, BlockId block) {
  if (module_.is_module_value(handle)) return;
  const uint32_t local = handle - function_.first_local;
  if (accesses_[local] == kNoNode) return use(user, handle, block);
  graph_.require(user, accesses_[local], kSubgroups);
  require_still_together(user, definition_block_[local], block, kSubgroups);
}

/// Makes the node depend on the indices of a handle, except those that the program marks as non-uniform.
void GraphBuilder::add_access(NodeId node, const Instruction& i, BlockId block) {
  const auto operands = function_.operands_of(i);
  if (i.opcode == Opcode::kPhi) {
    ValueId only = kNone;
    bool differ = false;
    for (const ValueId operand : operands) {
      if (operand == i.result || module_.is_undef(operand)) continue;
      differ |= only != kNone && only != operand;
      only = operand;
      require_access(node, operand, block);
    }
    if (differ) require_choice(node, block);
    return;
  }
  if (i.opcode == Opcode::kSelect) {
    use(node, operands[0], block);
    for (const ValueId operand : operands.subspan(1)) require_access(node, operand, block);
    return;
  }
  if (i.opcode != Opcode::kDxOp) return use(node, i.result, block);
  if (const auto at = index_operands(i.op()); at && at->flag < operands.size()) {
    const bool is_marked =
        (i.flags & dxil::kNonUniform) != 0 || module_.scalar_bits(operands[at->flag]).value_or(0) != 0;
    if (!is_marked) use(node, operands[at->index], block);
    return;
  }
  if (i.op() == Op::kAnnotateHandle && !operands.empty()) {
    return require_access(node, operands[0], block);
  }
  if (i.op() == Op::kCreateHandleForLib && !operands.empty()) return add_access_of_object(node, i, block);
  use(node, i.result, block);
}

/// In libraries before shader model 6.6, the object is loaded from an array of objects, and the mark is on
/// the address.
void GraphBuilder::add_access_of_object(NodeId node, const Instruction& i, BlockId block) {
  ValueId value = function_.operands_of(i)[0];
  for (uint32_t step = 0; step < kMaxSteps; ++step) {
    const Instruction* made = result_.resources->definition(value);
    if (made == nullptr) break;
    if ((made->flags & dxil::kNonUniform) != 0) return;
    if (made->opcode != Opcode::kLoad && !passes_pointer(made->opcode)) break;
    value = function_.operands_of(*made)[0];
  }
  use(node, function_.operands_of(i)[0], block);
}

/// Returns the handle as it was created, before annotations.
ValueId GraphBuilder::made_by(ValueId handle) const {
  for (uint32_t step = 0; step < kMaxSteps; ++step) {
    const Instruction* i = result_.resources->definition(handle);
    if (i == nullptr || !i->is(Op::kAnnotateHandle)) break;
    handle = function_.operands_of(*i)[0];
  }
  return handle;
}

void GraphBuilder::add_handle_needs(const Instruction& i, const DxilOp& op, uint32_t index, BlockId block) {
  const auto operands = function_.operands_of(i);
  for (uint32_t n = 0; n < operands.size() && n < 16; ++n) {
    if ((op.uniform_arguments >> n & 1) == 0 || module_.is_module_value(operands[n])) continue;
    if (!is_handle(module_, module_.type_of(function_, operands[n]))) continue;
    Need need;
    need.kind = NeedKind::kResourceIndex;
    need.scope = Scope::kSubgroup;
    need.block = block;
    need.instruction = index;
    need.handle = made_by(operands[n]);
    need.node = graph_.add(NodeKind::kNeed, static_cast<uint32_t>(result_.needs.size()));
    require_access(need.node, operands[n], block);
    result_.needs.push_back(need);
  }
}

}  // namespace trellis::uniformity
