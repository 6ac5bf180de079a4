#include "spirv_backend/emitter/function_emitter.hpp"

#include "spirv_backend/emitter/discards.hpp"
#include "spirv_backend/emitter/module_context.hpp"
#include "spirv_backend/emitter/root_data.hpp"
#include "spirv_backend/emitter/view_instancing.hpp"
#include "spirv_backend/program/locate.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {

using dxil::Instruction;

FunctionEmitter::FunctionEmitter(ModuleContext& context, const FunctionPlan& plan,
                                 const structurizer::Structured& structured)
    : context_(context),
      builder_(context.builder),
      plan_(plan),
      structured_(structured),
      program_(context.program),
      function_(context.program.functions[plan.function]),
      value_ids_(function_.local_types.size(), 0),
      definitions_(function_.local_types.size(), nullptr) {
  for (const Instruction& i : function_.instructions) {
    if (i.result != kNone) definitions_[i.result - function_.first_local] = &i;
  }
  body_.reserve(function_.instructions.size() * 8);
  if (options().device.precise == Precise::kPropagated) propagate_precise();
}

const dxil::Shader& FunctionEmitter::shader() const { return context_.shader; }
const dxil::EntryPoint& FunctionEmitter::entry_point() const { return *context_.plan.entry_point; }
const EmitOptions& FunctionEmitter::options() const { return context_.plan.options; }

NumericType FunctionEmitter::value_type(TypeId type) const { return context_.numeric_type(type); }

NumericType FunctionEmitter::field_type(const Instruction& i, uint32_t n) const {
  const dxil::Type& type = program_.types[i.type];
  if (type.kind != dxil::TypeKind::kStruct || n >= type.members.size()) return {BaseType::kInt, 0, 1};
  return value_type(type.members[n]);
}

bool FunctionEmitter::is_min_precision(TypeId type) const { return context_.is_min_precision(type); }

// Backwards from the marked results, through everything but memory and calls.
void FunctionEmitter::propagate_precise() {
  feeds_precise_.assign(function_.local_types.size(), false);
  Vector<const Instruction*> open;
  for (const Instruction& i : function_.instructions) {
    const bool is_arithmetic = i.opcode >= dxil::Opcode::kFAdd && i.opcode <= dxil::Opcode::kFNeg;
    const bool is_marked = (i.flags & dxil::kPrecise) != 0 || (is_arithmetic && (i.flags & dxil::kFast) == 0);
    if (i.result != kNone && is_marked) open.push_back(&i);
  }
  while (!open.empty()) {
    const Instruction& i = *open.back();
    open.pop_back();
    for (const ValueId value : function_.operands_of(i)) {
      const Instruction* feeding = definition(value);
      if (feeding == nullptr || feeds_precise_[value - function_.first_local]) continue;
      feeds_precise_[value - function_.first_local] = true;
      if (feeding->opcode != dxil::Opcode::kLoad && feeding->opcode != dxil::Opcode::kCall) {
        open.push_back(feeding);
      }
    }
  }
}

bool FunctionEmitter::is_precise(const Instruction& i) const {
  if ((i.flags & dxil::kPrecise) != 0 || options().device.precise == Precise::kAll) return true;
  if (!feeds_precise_.empty() && i.result != kNone && feeds_precise_[i.result - function_.first_local]) {
    return true;
  }
  return i.opcode != dxil::Opcode::kDxOp && (i.flags & dxil::kFast) == 0;
}

IntegerBounds FunctionEmitter::integer_bounds(ValueId value) const {
  return plan_.bounds.integer(program_, function_, value);
}

FloatBounds FunctionEmitter::number_bounds(ValueId value) const {
  return plan_.bounds.number(program_, function_, value);
}

const Instruction* FunctionEmitter::definition_in_block(ValueId value) const {
  const Instruction* i = definition(value);
  const bool is_here = i != nullptr && i >= block_.data() && i < block_.data() + block_.size();
  return is_here && i->opcode != dxil::Opcode::kPhi ? i : nullptr;
}

Id FunctionEmitter::use(ValueId value) {
  Id id = 0;
  if (is_local(value)) {
    id = value_ids_[value - function_.first_local];
    if (id == 0 && !alias_targets_.empty()) {
      // Targets are fully resolved: one step is all it takes.
      const ValueId target = alias_targets_[value - function_.first_local];
      if (target != kNone) {
        id = is_local(target) ? value_ids_[target - function_.first_local] : context_.constant_id(target);
      }
    }
  } else {
    id = context_.constant_id(value);
  }
  if (id == 0) {
    if (missing_value_ == kNone) missing_value_ = value;
    return builder_.undef(builder_.type_int(32));
  }
  return id;
}

const Reference& FunctionEmitter::reference(ValueId value) const {
  return is_local(value) ? plan_.locals[value - function_.first_local].reference
                         : context_.plan.references[value];
}

Id FunctionEmitter::reference_index(ValueId value) {
  const Reference& r = reference(value);
  if (r.kind == ReferenceKind::kNothing) return builder_.undef(builder_.type_int(32));
  if (!r.is_static) return use(value);
  const uint32_t unit = r.kind == ReferenceKind::kMemory ? context_.plan.objects[r.root].unit_bytes : 1;
  return u32(r.static_index / unit);
}

Id FunctionEmitter::op_list(Op opcode, Id result_type_id, std::span<const uint32_t> operands) {
  const Id id = builder_.new_id();
  const uint32_t fixed[] = {result_type_id, id};
  append_list(body_, opcode, fixed, operands);
  return id;
}

Id FunctionEmitter::address(Op opcode, Id a, Id b) {
  for (const Address& known : addresses_) {
    if (known.opcode == opcode && known.a == a && known.b == b) return known.id;
  }
  Address& made = addresses_[next_address_];
  next_address_ = (next_address_ + 1) % static_cast<uint32_t>(addresses_.size());
  made = {opcode, a, b, op(opcode, kU32, a, b)};
  return made.id;
}

Id FunctionEmitter::function_variable(Id pointee) {
  const Id pointer = builder_.type_pointer(spv::StorageClass::Function, pointee);
  const Id id = builder_.new_id();
  append(variables_, Op::OpVariable, pointer, id, spv::StorageClass::Function);
  return id;
}

Id FunctionEmitter::builtin(spv::BuiltIn builtin, NumericType numeric) {
  for (const LoadedBuiltin& known : builtins_) {
    if (known.builtin == builtin && known.component == kNone) return known.id;
  }
  const Id type = builder_.type(numeric);
  const Id variable = builder_.builtin_input(builtin, numeric);
  const Id id = builder_.new_id();
  append(prologue_, Op::OpLoad, type, id, variable);
  builtins_.push_back({builtin, kNone, id});
  return id;
}

Id FunctionEmitter::builtin_component(spv::BuiltIn builtin_name, NumericType vector, uint32_t component) {
  for (const LoadedBuiltin& known : builtins_) {
    if (known.builtin == builtin_name && known.component == component) return known.id;
  }
  const Id whole = builtin(builtin_name, vector);
  const Id id = builder_.new_id();
  append(prologue_, Op::OpCompositeExtract, builder_.type(vector.scalar()), id, whole, component);
  builtins_.push_back({builtin_name, component, id});
  return id;
}

Id FunctionEmitter::root_word(uint32_t byte) {
  for (const LoadedRootWord& known : root_words_) {
    if (known.byte == byte) return known.id;
  }
  const RootWordAddress address = root_word_address(context_, byte);
  const Id pointer = builder_.new_id();
  append_list(prologue_, Op::OpAccessChain, std::array{address.pointer_type, pointer, address.variable},
              address.index_list());
  const Id type = builder_.type(kU32), id = builder_.new_id();
  append(prologue_, Op::OpLoad, type, id, pointer);
  root_words_.push_back({byte, id});
  return id;
}

Id FunctionEmitter::view() {
  if (view_.view == 0) view_.view = load_view(context_, prologue_);
  return view_.view;
}

Id FunctionEmitter::instance_of_view() {
  if (view_.instance == 0) view_.instance = load_instance_of_view(context_, prologue_);
  return view_.instance;
}

Id FunctionEmitter::offset_of_view(ViewTarget target) {
  Id& offset = view_.offsets[to_word(target)];
  if (offset == 0) {
    const Id number = view();
    offset = view_offset(context_, prologue_, target, number);
  }
  return offset;
}

void FunctionEmitter::store_handed_view(Words& out, Id vertex) {
  if (context_.views.handed == 0) return;
  const Id number = view();
  store_word(context_, out, context_.views.handed, vertex, number);
}

void FunctionEmitter::store_view_offsets(Words& out, Id primitive) {
  for (const ViewTarget target : {ViewTarget::kViewport, ViewTarget::kLayer}) {
    const Id variable = context_.views.added[to_word(target)];
    if (variable == 0) continue;
    const Id offset = offset_of_view(target);
    store_word(context_, out, variable, primitive, offset);
  }
}

void FunctionEmitter::store_view_outputs(bool at_head) {
  Words& out = at_head ? prologue_ : body_;
  store_handed_view(out, 0);
  store_view_offsets(out, 0);
}

Id FunctionEmitter::is_helper_lane() { return ask_for_helper(context_, body_); }

void FunctionEmitter::set_discard_flag(Id condition) { store_discard_flag(context_, body_, condition); }

bool FunctionEmitter::flags_discards() const { return context_.flags_discards; }

void FunctionEmitter::finish_definition(const Instruction& i, Id id) {
  if (context_.is_min_precision(i.type)) relaxed_precision(id);
  set_result(i, id);
}

void FunctionEmitter::set_component(const Instruction& i, uint32_t field, Id id) {
  if (i.result == kNone) return;
  for (const auto& component : plan_.components.of_or_empty(i.result - function_.first_local)) {
    if (component.field == field) value_ids_[component.value - function_.first_local] = id;
  }
}

bool FunctionEmitter::component_used(const Instruction& i, uint32_t field) const {
  if (i.result == kNone) return false;
  for (const auto& component : plan_.components.of_or_empty(i.result - function_.first_local)) {
    if (component.field == field) return true;
  }
  return false;
}

Id FunctionEmitter::component_id(const Instruction& i, uint32_t field) const {
  if (i.result == kNone) return 0;
  for (const auto& component : plan_.components.of_or_empty(i.result - function_.first_local)) {
    if (component.field == field) return value_ids_[component.value - function_.first_local];
  }
  return 0;
}

Diagnostic FunctionEmitter::unsupported(const Instruction& i, String message) const {
  return diagnose(ErrorCode::kUnsupported, function_, i, std::move(message));
}

Diagnostic FunctionEmitter::bad_input(const Instruction& i, String message) const {
  return diagnose(ErrorCode::kBadInput, function_, i, std::move(message));
}

}  // namespace trellis::spirv
