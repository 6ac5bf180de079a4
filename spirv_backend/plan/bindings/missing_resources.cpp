#include "spirv_backend/plan/bindings/missing_resources.hpp"

#include <algorithm>
#include <string_view>

#include "dxil_frontend/program/text/ir_text.hpp"
#include "spirv_backend/plan/bindings/binding_check.hpp"

namespace trellis::spirv {
namespace {

using dxil::HandleUse;
using dxil::Instruction;
using dxil::Resource;
using dxil::ResourceClass;
using dxil::ResourceKind;

bool is_by_mesa(const dxil::Shader& shader) {
  return std::string_view(shader.compiler).starts_with("Mesa version");
}

bool is_buffer(const Resource& resource) {
  return resource.kind == ResourceKind::kTypedBuffer || resource.kind == ResourceKind::kTBuffer ||
         resource.kind == ResourceKind::kRawBuffer || resource.kind == ResourceKind::kStructuredBuffer;
}

bool is_view(const Resource& resource) {
  return resource.resource_class == ResourceClass::kSrv || resource.resource_class == ResourceClass::kUav;
}

bool is_texture(const Resource& resource) {
  return is_view(resource) && !is_buffer(resource) && resource.kind != ResourceKind::kAccelerationStructure;
}

bool is_for(const Resource& resource, HandleUse use) {
  switch (use) {
    case HandleUse::kReadsBuffer:
    case HandleUse::kWritesBuffer:
      return is_buffer(resource);
    case HandleUse::kReadsTexture:
    case HandleUse::kWritesTexture:
    case HandleUse::kSamples:
    case HandleUse::kCompares:
    case HandleUse::kQueriesLevel:
      return is_texture(resource);
    default:
      return true;
  }
}

/// Returns the warning for a handle without a record, or for an operation that does not fit its handle's
/// resource; empty if there is nothing to report.
String line_about(const ModulePlan& plan, const FunctionPlan& function, const Instruction& i) {
  const dxil::Module& module = plan.shader->module;
  const dxil::Function& code = module.functions[function.function];
  const std::span<const dxil::ValueId> operands = code.operands_of(i);
  const auto reference_of = [&](dxil::ValueId value) {
    return module.is_module_value(value) ? Reference{} : function.locals[value - code.first_local].reference;
  };
  const auto where = [&code] { return "function " + dxil::printable(code.name); };
  if (i.is(dxil::Op::kCreateHandle) && reference_of(i.result).kind == ReferenceKind::kNothing) {
    const auto resource_class = static_cast<ResourceClass>(module.scalar_bits(operands[0]).value_or(0));
    return where() + " creates a handle for " + dxil::name_of(resource_class) + " " +
           decimal(module.scalar_bits(operands[1]).value_or(0)) +
           ", which the resource metadata lack: treated as a null descriptor";
  }
  const dxil::DxilOp* op = i.opcode == dxil::Opcode::kDxOp ? dxil::find_op(i.op()) : nullptr;
  if (op == nullptr || op->handle_arguments == 0 || op->first_handle() >= operands.size()) return {};
  const Reference handle = reference_of(operands[op->first_handle()]);
  if (handle.kind != ReferenceKind::kResource || has_resource(plan, handle, op->handle)) return {};
  return where() + " uses " +
         describe_resource(plan.resource_info(handle.root), plan.resources[handle.root]) +
         " as a different kind of resource (" + dxil::describe_op(i.op()) +
         "): the handle is treated as a null descriptor";
}

}  // namespace

bool has_resource(const ModulePlan& plan, const Reference& handle, HandleUse use) {
  if (handle.kind == ReferenceKind::kNothing) return false;
  if (handle.kind != ReferenceKind::kResource) return true;
  return is_for(plan.resource_info(handle.root), use) || !is_by_mesa(*plan.shader);
}

/// Whether there may be something to report. Rules out most programs without a look at each instruction.
static bool may_lack_resources(const ModulePlan& plan) {
  const auto is_nothing = [](const LocalPlan& local) {
    return local.reference.kind == ReferenceKind::kNothing;
  };
  return is_by_mesa(*plan.shader) ||
         std::any_of(plan.functions.begin(), plan.functions.end(), [&](const FunctionPlan& function) {
           return std::any_of(function.locals.begin(), function.locals.end(), is_nothing);
         });
}

Vector<String> handles_of_nothing(const ModulePlan& plan) {
  Vector<String> lines;
  if (!may_lack_resources(plan)) return lines;
  for (const FunctionPlan& function : plan.functions) {
    for (const Instruction& i : plan.shader->module.functions[function.function].instructions) {
      if (i.opcode != dxil::Opcode::kDxOp) continue;
      String line = line_about(plan, function, i);
      if (line.empty() || std::find(lines.begin(), lines.end(), line) != lines.end()) continue;
      lines.push_back(std::move(line));
    }
  }
  return lines;
}

}  // namespace trellis::spirv
