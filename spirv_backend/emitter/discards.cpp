#include "spirv_backend/emitter/discards.hpp"

#include <algorithm>

#include "dxil_frontend/program/dxil_ops.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {
namespace {

using spv::Op;

bool is_discard(const dxil::Instruction& i) { return i.is(dxil::Op::kDiscard); }

bool has_discard(const ModulePlan& module) {
  for (const FunctionPlan& plan : module.functions) {
    const Vector<dxil::Instruction>& code = module.shader->module.functions[plan.function].instructions;
    if (std::any_of(code.begin(), code.end(), is_discard)) return true;
  }
  return false;
}

Id flag_variable(Discards& discards, ModuleBuilder& builder) {
  if (discards.flag == 0) {
    const Id type = builder.type_bool(), no = builder.constant_bool(false);
    discards.flag = builder.variable(spv::StorageClass::Private, type, no);
    if (discards.names_variable) builder.name(discards.flag, "is_discarded");
  }
  return discards.flag;
}

}  // namespace

Discards find_discards(const ModulePlan& plan, const ModuleBuilder& builder) {
  Discards discards;
  discards.has_demotion = plan.options.device.demote &&
                          builder.allows(Extension::kDemoteToHelperInvocation) &&
                          builder.allows(spv::Capability::DemoteToHelperInvocation);
  discards.by_flag =
      plan.entry_point->kind == dxil::ShaderKind::kPixel && !discards.has_demotion && has_discard(plan);
  discards.names_variable = plan.options.debug_names;
  return discards;
}

Id load_discard_flag(Discards& discards, CodeWriter& code) {
  const Id variable = flag_variable(discards, code.module());
  return code.op(Op::OpLoad, kBool, variable);
}

void store_discard_flag(Discards& discards, CodeWriter& code, Id condition) {
  const Id variable = flag_variable(discards, code.module());
  Id value = code.module().constant_bool(true);
  if (condition != 0) {
    const Id before = load_discard_flag(discards, code);
    value = code.op(Op::OpLogicalOr, kBool, before, condition);
  }
  code.op_void(Op::OpStore, variable, value);
}

Id ask_for_helper(Discards& discards, CodeWriter& code) {
  ModuleBuilder& builder = code.module();
  const Id type = builder.type_bool();
  if (discards.has_demotion) {
    builder.extension("SPV_EXT_demote_to_helper_invocation");
    builder.capability(spv::Capability::DemoteToHelperInvocation);
    return code.op(Op::OpIsHelperInvocationEXT, type);
  }
  const Id variable = builder.builtin_input(spv::BuiltIn::HelperInvocation, kBool);
  const Id from_start = code.op(Op::OpLoad, type, variable);
  if (!discards.by_flag) return from_start;
  const Id since = load_discard_flag(discards, code);
  return code.op(Op::OpLogicalOr, type, from_start, since);
}

}  // namespace trellis::spirv
