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

Id load_discard_flag(ModuleContext& context, CodeWriter& code) {
  const Id variable = flag_variable(context);
  return code.op(Op::OpLoad, kBool, variable);
}

void store_discard_flag(ModuleContext& context, CodeWriter& code, Id condition) {
  const Id variable = flag_variable(context);
  Id value = context.builder.constant_bool(true);
  if (condition != 0) {
    const Id before = load_discard_flag(context, code);
    value = code.op(Op::OpLogicalOr, kBool, before, condition);
  }
  code.op_void(Op::OpStore, variable, value);
}

Id ask_for_helper(ModuleContext& context, CodeWriter& code) {
  ModuleBuilder& builder = context.builder;
  const Id type = builder.type_bool();
  if (has_demotion(context)) {
    builder.extension("SPV_EXT_demote_to_helper_invocation");
    builder.capability(spv::Capability::DemoteToHelperInvocation);
    return code.op(Op::OpIsHelperInvocationEXT, type);
  }
  const Id variable = builder.builtin_input(spv::BuiltIn::HelperInvocation, kBool);
  const Id from_start = code.op(Op::OpLoad, type, variable);
  if (!context.flags_discards) return from_start;
  const Id since = load_discard_flag(context, code);
  return code.op(Op::OpLogicalOr, type, from_start, since);
}

}  // namespace trellis::spirv
