#include "spirv_backend/emitter/discards.hpp"

#include <algorithm>

#include "dxil_frontend/program/dxil_ops.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {
namespace {

using spv::Op;

bool is_discard(const dxil::Instruction& i) { return i.is(dxil::Op::kDiscard); }

bool has_discard(const ModuleContext& context) {
  for (const FunctionPlan& plan : context.plan.functions) {
    const Vector<dxil::Instruction>& code = context.program.functions[plan.function].instructions;
    if (std::any_of(code.begin(), code.end(), is_discard)) return true;
  }
  return false;
}

Id flag_variable(ModuleContext& context) {
  if (context.discard_flag == 0) {
    ModuleBuilder& builder = context.builder;
    const Id type = builder.type_bool(), no = builder.constant_bool(false);
    const Id variable = builder.variable(spv::StorageClass::Private, type, no);
    context.discard_flag = variable;
    if (context.plan.options.debug_names) builder.name(variable, "is_discarded");
  }
  return context.discard_flag;
}

}  // namespace

bool has_demotion(const ModuleContext& context) {
  return context.plan.options.device.demote && context.builder.allows(Extension::kDemoteToHelperInvocation) &&
         context.builder.allows(spv::Capability::DemoteToHelperInvocation);
}

bool discards_by_flag(const ModuleContext& context) {
  return context.plan.entry_point->kind == dxil::ShaderKind::kPixel && !has_demotion(context) &&
         has_discard(context);
}

Id load_discard_flag(ModuleContext& context, Words& body) {
  const Id variable = flag_variable(context), type = context.builder.type_bool();
  const Id id = context.builder.new_id();
  append(body, Op::OpLoad, type, id, variable);
  return id;
}

void store_discard_flag(ModuleContext& context, Words& body, Id condition) {
  const Id variable = flag_variable(context);
  Id value = context.builder.constant_bool(true);
  if (condition != 0) {
    const Id before = load_discard_flag(context, body), type = context.builder.type_bool();
    value = context.builder.new_id();
    append(body, Op::OpLogicalOr, type, value, before, condition);
  }
  append(body, Op::OpStore, variable, value);
}

Id ask_for_helper(ModuleContext& context, Words& body) {
  ModuleBuilder& builder = context.builder;
  const Id type = builder.type_bool();
  if (has_demotion(context)) {
    builder.extension("SPV_EXT_demote_to_helper_invocation");
    builder.capability(spv::Capability::DemoteToHelperInvocation);
    const Id id = builder.new_id();
    append(body, Op::OpIsHelperInvocationEXT, type, id);
    return id;
  }
  const Id variable = builder.builtin_input(spv::BuiltIn::HelperInvocation, kBool);
  const Id from_start = builder.new_id();
  append(body, Op::OpLoad, type, from_start, variable);
  if (!context.flags_discards) return from_start;
  const Id since = load_discard_flag(context, body), either = builder.new_id();
  append(body, Op::OpLogicalOr, type, either, from_start, since);
  return either;
}

}  // namespace trellis::spirv
