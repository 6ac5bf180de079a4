#include "spirv_backend/debug_info/debug_lines.hpp"

#include "spirv_backend/debug_info/variable_parts.hpp"

namespace trellis::spirv {

using dxil::DebugBinding;
using dxil::Opcode;

void DebugLines::write(DebugOp op, const Vector<Id>& operands) {
  const Id nothing = emitter_.module().type_void(), set = set_.set();
  Words words{to_word(set), to_word(op)};
  words.append(operands);
  emitter_.code().op_list(Op::OpExtInst, nothing, words);
}

void DebugLines::write(DebugOp op, std::initializer_list<Id> operands) { write(op, Vector<Id>(operands)); }

void DebugLines::begin_function(Id function, bool is_entry) {
  if (function_.debug_scope == kNone) return;
  const Id scope = set_.scope(function_.debug_scope);
  const Id nothing = emitter_.module().type_void(), set = set_.set();
  emitter_.state().prologue.op(Op::OpExtInst, nothing, set, DebugOp::kFunctionDefinition, scope, function);
  if (!is_entry) return;
  String arguments;
  for (const String& argument : info_.arguments) arguments += (arguments.empty() ? "" : " ") + argument;
  const Id unit = set_.unit(), producer = set_.text(info_.producer), all = set_.text(arguments);
  set_.add(DebugOp::kEntryPoint, {scope, unit, producer, all});
}

void DebugLines::forget() {
  current_ = {};
  noticed_ = emitter_.code().words().size();
}

/// The lowered code of an instruction may end the block and begin others, where no scope and line hold.
void DebugLines::notice_labels() {
  const Words& words = emitter_.code().words();
  bool is_new_block = false;
  for (; noticed_ < words.size(); noticed_ += words[noticed_] >> 16) {
    is_new_block |= (words[noticed_] & 0xFFFF) == to_word(Op::OpLabel);
  }
  if (is_new_block) forget();
}

void DebugLines::set_place(const dxil::DebugPlace& place) {
  if (place == current_.place) return;
  current_.place = place;
  if (place.scope == kNone) return write(DebugOp::kNoScope, {});
  const Id scope = set_.scope(place.scope);
  Vector<Id> operands{scope};
  if (place.inlined_at != kNone) operands.push_back(set_.inlining(place.inlined_at));
  write(DebugOp::kScope, operands);
}

void DebugLines::set_line(const dxil::SourcePosition& line) {
  if (line == current_.line) return;
  current_.line = line;
  const DebugPosition at =
      line.line == 0 ? DebugPosition() : set_.position(line.file, line.line, line.column);
  if (at.line == 0) return write(DebugOp::kNoLine, {});
  const Id number = set_.number(at.line), column = set_.number(at.column);
  write(DebugOp::kLine, {at.source, number, number, column, column});
}

void DebugLines::find_definitions() {
  const size_t count = function_.instructions.size();
  definition_.assign(function_.local_types.size(), kNone);
  block_of_.assign(count, kNone);
  for (dxil::BlockId block = 0; block < function_.blocks.size(); ++block) {
    const dxil::BasicBlock& b = function_.blocks[block];
    for (uint32_t n = b.first_instruction; n < b.first_instruction + b.instruction_count; ++n) {
      const ValueId result = function_.instructions[n].result;
      if (result != kNone) definition_[result - function_.first_local] = n;
      block_of_[n] = block;
    }
  }
}

/// Returns the position where a value is computed, if that is in the block. For a phi of the block, returns
/// the position of one of its values.
dxil::SourcePosition DebugLines::computed_at(ValueId value, dxil::BlockId block) const {
  const auto find = [this](ValueId v) {
    return v < function_.first_local ? kNone : definition_[v - function_.first_local];
  };
  const uint32_t found = find(value);
  if (found == kNone || block_of_[found] != block) return {};
  const dxil::Instruction& i = function_.instructions[found];
  if (i.opcode != Opcode::kPhi) return function_.positions[found];
  for (const ValueId operand : function_.operands_of(i)) {
    const uint32_t from = find(operand);
    if (from != kNone && function_.positions[from].line != 0) return function_.positions[from];
  }
  return {};
}

bool DebugLines::is_behind(const dxil::SourcePosition& a, const dxil::SourcePosition& b) const {
  if (a.line == 0 || b.line == 0 || a.file != b.file || a.place == kNone || b.place == kNone) return false;
  if (info_.places[a.place].inlined_at != info_.places[b.place].inlined_at) return false;
  return a.line != b.line ? a.line > b.line : a.column > b.column;
}

/// Returns true if a jump is a whole branch arm of the source: then it comes after the condition that leads
/// to it. Blocks added by the compiler have arbitrary positions.
bool DebugLines::is_of_arm(const dxil::Instruction& jump, dxil::BlockId block) const {
  const auto edges = function_.graph.in_edges(block);
  if (edges.empty()) return true;
  const dxil::BlockId from = function_.graph.source(edges.front());
  const dxil::Instruction& choice = function_.instructions_of(from).back();
  if (choice.operand_count == 0) return false;
  const dxil::SourcePosition computed = computed_at(function_.operands[choice.first_operand], from);
  return is_behind(function_.position_of(jump),
                   computed.line != 0 ? computed : function_.position_of(choice));
}

/// Returns the position of an instruction. dxc's positions of branches are not always right: the branch of a
/// loop has that of the statement before the loop. If the condition is computed in the same block, use its
/// position. A jump that is the only instruction of its block and no arm of the
/// source has no position.
dxil::SourcePosition DebugLines::position_of(const dxil::Instruction& i) {
  const dxil::SourcePosition said = function_.position_of(i);
  const bool is_branch = i.opcode == Opcode::kCondBranch || i.opcode == Opcode::kBranch;
  if (function_.positions.empty() || !is_branch) return said;
  if (definition_.empty()) find_definitions();
  const auto number = static_cast<uint32_t>(&i - function_.instructions.data());
  const dxil::BlockId block = block_of_[number];
  if (i.opcode == Opcode::kBranch) {
    const uint32_t first = function_.blocks[block].first_instruction;
    const bool is_alone = number == first || function_.instructions[number - 1].opcode == Opcode::kPhi;
    return is_alone && !is_of_arm(i, block) ? dxil::SourcePosition() : said;
  }
  const dxil::SourcePosition computed = computed_at(function_.operands[i.first_operand], block);
  return computed.line != 0 ? computed : said;
}

void DebugLines::before(const dxil::Instruction& i) {
  notice_labels();
  previous_ = current_;
  begin_ = emitter_.code().words().size();
  dxil::SourcePosition position = position_of(i);
  if (position.file == kNone) position = {};
  set_place(position.place == kNone ? dxil::DebugPlace{} : info_.places[position.place]);
  set_line(position);
  marked_at_ = emitter_.code().words().size();
}

void DebugLines::after() {
  if (emitter_.code().words().size() == marked_at_) {
    emitter_.code().words().truncate(begin_);
    noticed_ = std::min(noticed_, begin_);
    current_ = previous_;
  }
  marked_at_ = SIZE_MAX;
}

void DebugLines::bind(const dxil::Instruction& i) {
  const dxil::SourcePosition position = function_.position_of(i);
  if (!position.has_bindings()) return;
  notice_labels();
  for (uint32_t n = position.first_binding; n < position.end_of_bindings; ++n) {
    write_binding(function_.bindings[n]);
  }
}

Id DebugLines::constant_of(const DebugBinding& binding) {
  ModuleBuilder& builder = emitter_.module();
  if (binding.constant_bits == 1) return builder.constant_bool(binding.constant != 0);
  // Do not declare capabilities just for the debugger.
  const NumericType type{binding.is_float ? BaseType::kFloat : BaseType::kInt, binding.constant_bits, 1};
  const spv::Capability needed = type == kF64   ? spv::Capability::Float64
                                 : type == kU64 ? spv::Capability::Int64
                                 : type == kF16 ? spv::Capability::Float16
                                 : type == kU16 ? spv::Capability::Int16
                                                : spv::Capability::Shader;
  if (!builder.declares(needed) || type.bits == 8) return 0;
  return builder.constant(type, binding.constant);
}

/// Returns the value's id; 0 if a debugger cannot read it.
Id DebugLines::value_of(const DebugBinding& binding, uint32_t& scalars) {
  scalars = 1;
  if (binding.kind == DebugBinding::Kind::kConstant) return constant_of(binding);
  if (binding.kind == DebugBinding::Kind::kNothing) {
    return emitter_.module().undef(emitter_.module().type_int(32));
  }
  ValueTable& values = emitter_.values();
  const ValueId value = binding.value;
  if (values.is_local(value)) {
    const LocalPlan& plan = emitter_.plan().locals[values.local(value)];
    const bool is_value = plan.treatment == Treatment::kValue || plan.treatment == Treatment::kComponent;
    if (!is_value || plan.reference.kind != ReferenceKind::kNone) return 0;
  }
  const NumericType type = emitter_.value_type(emitter_.program().type_of(function_, value));
  if (type.bits == 0) return 0;
  scalars = type.count;
  if (emitter_.contractions().lacks(value)) return emitter_.module().undef(emitter_.module().type(type));
  const ValueId missing = values.missing;
  const Id id = emitter_.use(value);
  if (values.missing == missing) return id;
  values.missing = missing;
  return 0;
}

/// Declares a SPIR-V local variable that is exactly one part of the source's variable. Other cases would need
/// values where DebugDeclare has pointers.
void DebugLines::declare(const DebugBinding& binding) {
  if (!emitter_.values().is_local(binding.value)) return;
  const LocalPlan& plan = emitter_.plan().locals[emitter_.values().local(binding.value)];
  if (plan.reference.kind != ReferenceKind::kMemory || !plan.reference.is_static) return;
  if (plan.reference.static_index != 0) return;
  const MemoryObject& object = emitter_.context().plan.objects[plan.reference.root];
  if (object.kind != MemoryObject::Kind::kLocal || object.storage != spv::StorageClass::Function) return;
  const dxil::DebugVariable& variable = info_.variables[binding.variable];
  VariablePart part;
  const WantedPart wanted{variable.type, binding.offset_bits, binding.bits, object.unit_count};
  if (!find_part(info_, wanted, part)) return;
  const dxil::DebugType& type = info_.types[part.type];
  const dxil::DebugType& scalar = type.kind == dxil::DebugTypeKind::kBasic ? type : info_.types[type.element];
  const bool is_plain = type.kind != dxil::DebugTypeKind::kVector && scalar.bits == object.unit.bits;
  const Id memory = emitter_.context().objects[plan.reference.root].variable;
  if (!is_plain || memory == 0) return;
  const Id id = set_.variable(binding.variable), expression = set_.empty_expression();
  Vector<Id> operands{id, memory, expression};
  for (const uint32_t index : part.indices) operands.push_back(set_.number(index));
  set_place(binding.place);
  write(DebugOp::kDeclare, operands);
}

void DebugLines::write_binding(const DebugBinding& binding) {
  if (binding.kind == DebugBinding::Kind::kMemory) return declare(binding);
  uint32_t scalars = 1;
  const Id value = value_of(binding, scalars);
  if (value == 0) return;
  VariablePart part;
  const WantedPart wanted{info_.variables[binding.variable].type, binding.offset_bits, binding.bits, scalars};
  if (!find_part(info_, wanted, part)) return;
  const Id id = set_.variable(binding.variable), expression = set_.empty_expression();
  Vector<Id> operands{id, value, expression};
  for (const uint32_t index : part.indices) operands.push_back(set_.number(index));
  set_place(binding.place);
  write(DebugOp::kValue, operands);
}

}  // namespace trellis::spirv
