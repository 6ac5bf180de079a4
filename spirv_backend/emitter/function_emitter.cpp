#include "spirv_backend/emitter/function_emitter.hpp"

#include "lower/analysis/locate.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {

using dxil::Instruction;

FunctionEmitter::FunctionEmitter(ModuleContext& context, const FunctionPlan& plan)
    : context_(context),
      builder_(context.builder),
      plan_(plan),
      program_(context.program),
      function_(context.program.functions[plan.function]),
      values_(function_),
      state_(builder_) {
  state_.body.words().reserve(function_.instructions.size() * 8);
  if (context.plan.options.device.precise == Precise::kPropagated) propagate_precise();
  contractions_.find(*this);
}

NumericType FunctionEmitter::field_type(const Instruction& i, uint32_t n) const {
  const dxil::Type& type = program_.types[i.type];
  if (type.kind != dxil::TypeKind::kStruct || n >= type.members.size()) return {BaseType::kInt, 0, 1};
  return value_type(type.members[n]);
}

// Walks backward from the marked results through everything except memory and calls.
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
      const Instruction* feeding = values_.definition(value);
      if (feeding == nullptr || feeds_precise_[values_.local(value)]) continue;
      feeds_precise_[values_.local(value)] = true;
      if (feeding->opcode != dxil::Opcode::kLoad && feeding->opcode != dxil::Opcode::kCall) {
        open.push_back(feeding);
      }
    }
  }
}

bool FunctionEmitter::is_precise(const Instruction& i) const {
  if ((i.flags & dxil::kPrecise) != 0 || context_.plan.options.device.precise == Precise::kAll) return true;
  if (!feeds_precise_.empty() && i.result != kNone && feeds_precise_[values_.local(i.result)]) return true;
  return i.opcode != dxil::Opcode::kDxOp && (i.flags & dxil::kFast) == 0;
}

Id FunctionEmitter::use(ValueId value) {
  if (values_.is_local(value)) {
    if (const Id id = values_.id(value); id != 0) return id;
  }
  return use_other(value);
}

/// Returns the ID of a constant, or of what replaces the value. Not inline in use(), which then saves no
/// registers.
[[gnu::noinline]] Id FunctionEmitter::use_other(ValueId value) {
  const ValueId target = values_.is_local(value) ? values_.alias_target(value) : value;
  Id id = 0;
  if (target != kNone) id = values_.is_local(target) ? values_.id(target) : context_.constant_id(target);
  if (id != 0) return id;
  if (values_.missing == kNone) values_.missing = value;
  return builder_.undef(builder_.type_int(32));
}

const Reference& FunctionEmitter::reference(ValueId value) const {
  return values_.is_local(value) ? plan_.locals[values_.local(value)].reference
                                 : context_.plan.references[value];
}

Id FunctionEmitter::reference_index(ValueId value) {
  const Reference& r = reference(value);
  if (r.kind == ReferenceKind::kNothing) return builder_.undef(builder_.type_int(32));
  if (!r.is_static) return use(value);
  const uint32_t unit = r.kind == ReferenceKind::kMemory ? context_.plan.objects[r.root].unit_bytes : 1;
  return u32(r.static_index / unit);
}

void FunctionEmitter::finish_definition(const Instruction& i, Id id) {
  if (context_.is_min_precision(i.type)) relaxed_precision(*this, id);
  set_result(i, id);
}

void FunctionEmitter::set_component(const Instruction& i, uint32_t field, Id id) {
  if (i.result == kNone) return;
  for (const FunctionPlan::Component& component : plan_.components.of_or_empty(values_.local(i.result))) {
    if (component.field == field) values_.id(component.value) = id;
  }
}

bool FunctionEmitter::component_used(const Instruction& i, uint32_t field) const {
  if (i.result == kNone) return false;
  for (const FunctionPlan::Component& component : plan_.components.of_or_empty(values_.local(i.result))) {
    if (component.field == field) return true;
  }
  return false;
}

Id FunctionEmitter::non_uniform_once(Op opcode, Id result_type_id, std::span<const uint32_t> operands) {
  const size_t size = state_.body.words().size();
  const Id id = state_.non_uniform.once(state_.body, opcode, result_type_id, operands);
  if (state_.body.words().size() != size) builder_.decorate(id, spv::Decoration::NonUniform);
  return id;
}

Diagnostic FunctionEmitter::unsupported(const Instruction& i, String message) const {
  return lower::diagnose(ErrorCode::kUnsupported, function_, i, std::move(message));
}

Diagnostic FunctionEmitter::bad_input(const Instruction& i, String message) const {
  return lower::diagnose(ErrorCode::kBadInput, function_, i, std::move(message));
}

}  // namespace trellis::spirv
