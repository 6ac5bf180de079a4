#include "tests/spirv_backend/program_builder.hpp"

#include <bit>

namespace trellis::test_backend {

using dxil::kNone;
using dxil::TypeKind;
using dxil::ValueId;

ProgramBuilder::ProgramBuilder() {
  void_ = type(TypeKind::kVoid, 0, kNone, 0);
  handle_ = record({}, "dx.types.Handle");
  functions_.reserve(16);
}

TypeId ProgramBuilder::type(TypeKind kind, uint8_t bits, TypeId element, uint64_t count) {
  auto& types = shader_.module.types;
  for (TypeId t = 0; t < types.size(); ++t) {
    if (types[t].kind == kind && types[t].bits == bits && types[t].element == element &&
        types[t].count == count && types[t].members.empty() && types[t].name.empty()) {
      return t;
    }
  }
  dxil::Type t;
  t.kind = kind;
  t.bits = bits;
  t.element = element;
  t.count = count;
  types.push_back(t);
  return static_cast<TypeId>(types.size() - 1);
}

TypeId ProgramBuilder::record(std::vector<TypeId> members, std::string name) {
  dxil::Type t;
  t.kind = TypeKind::kStruct;
  t.members = std::move(members);
  t.name = std::move(name);
  shader_.module.types.push_back(std::move(t));
  return static_cast<TypeId>(shader_.module.types.size() - 1);
}

TypeId ProgramBuilder::load_result(TypeId element) {
  for (TypeId t : load_results_) {
    if (shader_.module.types[t].members[0] == element) return t;
  }
  load_results_.push_back(record({element, element, element, element, int_type(32)}, "dx.types.ResRet"));
  return load_results_.back();
}

V ProgramBuilder::add_constant(dxil::Constant constant, TypeId type) {
  dxil::Module& module = shader_.module;
  module.constants.push_back(constant);
  module.values.push_back(
      {dxil::ValueKind::kConstant, type, static_cast<uint32_t>(module.constants.size() - 1)});
  return {false, static_cast<uint32_t>(module.values.size() - 1)};
}

V ProgramBuilder::constant(TypeId type, uint64_t bits) {
  return add_constant({dxil::ConstantKind::kScalar, bits, 0, 0}, type);
}

V ProgramBuilder::f32(float value) { return constant(float_type(32), std::bit_cast<uint32_t>(value)); }

V ProgramBuilder::data(TypeId type, const std::vector<uint64_t>& elements) {
  auto& all = shader_.module.constant_data;
  const auto first = static_cast<uint32_t>(all.size());
  all.insert(all.end(), elements.begin(), elements.end());
  return add_constant({dxil::ConstantKind::kData, 0, first, static_cast<uint32_t>(elements.size())}, type);
}

V ProgramBuilder::aggregate(TypeId type, const std::vector<V>& elements) {
  auto& all = shader_.module.constant_elements;
  const auto first = static_cast<uint32_t>(all.size());
  for (V element : elements) all.push_back(element.index);
  return add_constant({dxil::ConstantKind::kAggregate, 0, first, static_cast<uint32_t>(elements.size())},
                      type);
}

V ProgramBuilder::global(TypeId type, uint8_t address_space, bool is_constant, V initializer) {
  dxil::Global global;
  global.name = "g" + std::to_string(shader_.module.globals.size());
  global.value_type = type;
  global.address_space = address_space;
  global.is_constant = is_constant;
  global.is_external = initializer.index == kNone;
  global.initializer = initializer.index;
  dxil::Module& module = shader_.module;
  module.globals.push_back(global);
  module.values.push_back(
      {dxil::ValueKind::kGlobal, pointer(), static_cast<uint32_t>(module.globals.size() - 1)});
  return {false, static_cast<uint32_t>(module.values.size() - 1)};
}

uint32_t ProgramBuilder::raw_buffer(dxil::ResourceClass resource_class, uint32_t lower_bound, uint32_t count,
                                    uint32_t space) {
  dxil::Resource resource;
  resource.resource_class = resource_class;
  resource.kind = dxil::ResourceKind::kRawBuffer;
  resource.lower_bound = lower_bound;
  resource.count = count;
  resource.space = space;
  for (const dxil::Resource& known : shader_.resources) {
    if (known.resource_class == resource_class) ++resource.id;
  }
  shader_.resources.push_back(resource);
  return resource.id;
}

uint32_t ProgramBuilder::begin_function(std::string name, TypeId result, std::vector<TypeId> arguments) {
  functions_.emplace_back();
  now_ = &functions_.back();
  now_->function.name = std::move(name);
  now_->function.return_type = result;
  now_->function.local_types = arguments;
  now_->function.argument_types = std::move(arguments);
  current_ = block();
  return static_cast<uint32_t>(functions_.size() - 1);
}

BlockId ProgramBuilder::block() {
  now_->blocks.emplace_back();
  return static_cast<BlockId>(now_->blocks.size() - 1);
}

V ProgramBuilder::op(Opcode opcode, TypeId result, std::initializer_list<V> operands, uint32_t aux,
                     uint8_t flags) {
  return op(opcode, result, std::vector<V>(operands), aux, flags);
}

V ProgramBuilder::op(Opcode opcode, TypeId result, const std::vector<V>& operands, uint32_t aux,
                     uint8_t flags) {
  dxil::Instruction i;
  i.opcode = opcode;
  i.flags = flags;
  i.type = result;
  i.aux = aux;
  i.first_operand = static_cast<uint32_t>(now_->operands.size());
  i.operand_count = static_cast<uint32_t>(operands.size());
  now_->operands.insert(now_->operands.end(), operands.begin(), operands.end());
  V value{true, static_cast<uint32_t>(now_->function.local_types.size())};
  if (result != void_) {
    i.result = value.index;
    now_->function.local_types.push_back(result);
  }
  now_->blocks[current_].instructions.push_back(i);
  return value;
}

V ProgramBuilder::compare(dxil::Predicate predicate, V a, V b) {
  const Opcode opcode = predicate < dxil::Predicate::kFalse ? Opcode::kICmp : Opcode::kFCmp;
  return op(opcode, int_type(1), {a, b}, static_cast<uint32_t>(predicate));
}

V ProgramBuilder::phi(TypeId type) { return op(Opcode::kPhi, type, {}); }

void ProgramBuilder::add_incoming(V phi, BlockId from, V value) {
  now_->incoming.push_back({phi.index, from, value});
}

void ProgramBuilder::branch(BlockId target) {
  op(Opcode::kBranch, void_, {});
  now_->blocks[current_].successors = {target};
}

void ProgramBuilder::branch_if(V condition, BlockId if_true, BlockId if_false) {
  op(Opcode::kCondBranch, void_, {condition});
  now_->blocks[current_].successors = {if_true, if_false};
}

void ProgramBuilder::branch_switch(V selector, BlockId otherwise,
                                   const std::vector<std::pair<uint64_t, BlockId>>& cases) {
  op(Opcode::kSwitch, void_, {selector}, static_cast<uint32_t>(now_->function.case_values.size()));
  now_->blocks[current_].successors = {otherwise};
  for (const auto& [value, target] : cases) {
    now_->function.case_values.push_back(value);
    now_->blocks[current_].successors.push_back(target);
  }
}

void ProgramBuilder::finish(V result) {
  if (result.index == kNone) {
    op(Opcode::kReturn, void_, {});
  } else {
    op(Opcode::kReturn, void_, {result});
  }
}

// Orders the operands of phis like the in-edges of the graph.
void ProgramBuilder::fill_phis() {
  const cfg::Graph& graph = now_->function.graph;
  for (BlockId b = 0; b < now_->blocks.size(); ++b) {
    for (dxil::Instruction& i : now_->blocks[b].instructions) {
      if (i.opcode != Opcode::kPhi) continue;
      i.first_operand = static_cast<uint32_t>(now_->operands.size());
      i.operand_count = static_cast<uint32_t>(graph.in_edges(b).size());
      for (cfg::EdgeId edge : graph.in_edges(b)) {
        V value;
        for (const Incoming& incoming : now_->incoming) {
          if (incoming.phi == i.result && incoming.from == graph.source(edge)) value = incoming.value;
        }
        now_->operands.push_back(value);
      }
    }
  }
}

void ProgramBuilder::end_function() {
  std::vector<std::vector<BlockId>> successors;
  for (const PendingBlock& block : now_->blocks) successors.push_back(block.successors);
  now_->function.graph = cfg::Graph::from_lists(successors);
  fill_phis();
  now_ = nullptr;
}

V ProgramBuilder::thread_id() { return dx(Op::kThreadId, int_type(32), {i32(0)}); }

V ProgramBuilder::handle(dxil::ResourceClass resource_class, uint32_t id, V index) {
  return dx(Op::kCreateHandle, handle_,
            {i8(static_cast<uint8_t>(resource_class)), i32(id), index, i1(false)});
}

V ProgramBuilder::load(TypeId scalar, V handle, V byte) {
  const V all = dx(Op::kRawBufferLoad, load_result(scalar), {handle, byte, undef_i32(), i8(1), i32(4)});
  return op(Opcode::kExtractValue, scalar, {all}, 0);
}

void ProgramBuilder::store(TypeId scalar, V handle, V byte, V value) {
  const V none = undef(scalar);
  dx(Op::kRawBufferStore, void_, {handle, byte, undef_i32(), value, none, none, none, i8(1), i32(4)});
}

ValueId ProgramBuilder::resolve(V value) const {
  return value.is_local ? static_cast<uint32_t>(shader_.module.values.size()) + value.index : value.index;
}

dxil::Shader ProgramBuilder::take(bool native_16bit) {
  dxil::Module& module = shader_.module;
  for (PendingFunction& pending : functions_) {
    dxil::Function& f = pending.function;
    f.first_local = static_cast<uint32_t>(module.values.size());
    for (V operand : pending.operands) f.operands.push_back(resolve(operand));
    for (const PendingBlock& block : pending.blocks) {
      dxil::BasicBlock b;
      b.first_instruction = static_cast<uint32_t>(f.instructions.size());
      b.instruction_count = static_cast<uint32_t>(block.instructions.size());
      for (dxil::Instruction i : block.instructions) {
        if (i.result != kNone) i.result += f.first_local;
        f.instructions.push_back(i);
      }
      f.blocks.push_back(b);
    }
    if (f.name == "main") {
      dxil::EntryPoint entry;
      entry.name = "main";
      entry.function = static_cast<uint32_t>(module.functions.size());
      entry.kind = dxil::ShaderKind::kCompute;
      entry.thread_group_size = {64, 1, 1};
      if (native_16bit) entry.flags |= uint64_t{1} << 23;
      shader_.entry_points.push_back(entry);
    }
    module.functions.push_back(f);
  }
  shader_.kind = dxil::ShaderKind::kCompute;
  return std::move(shader_);
}

}  // namespace trellis::test_backend
