// Calls of the program's own functions. Values are passed by value; a pointer argument is a Function
// variable, either the caller's or a copy.
#include <algorithm>

#include "spirv_backend/emitter/memory/memory_access.hpp"
#include "spirv_backend/emitter/min_precision.hpp"
#include "spirv_backend/emitter/module_context.hpp"
#include "spirv_backend/instructions/instructions.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {
namespace {

using dxil::Instruction;

/// A pointer argument that is passed as a copy.
struct CopiedArgument {
  UnitIndex source;
  uint32_t count = 0;  // Number of units that both objects have.
  Id variable = 0;
  uint32_t parameter = 0;  // The parameter's object.
};

Id copy_pointer(FunctionEmitter& e, const CopiedArgument& copy, uint32_t n) {
  const MemoryObject& parameter = e.context().plan.objects[copy.parameter];
  if (parameter.unit_count == 1) return copy.variable;
  const Id type = e.context().unit_pointer_type(copy.parameter);
  return e.op(Op::OpAccessChain, type, copy.variable, e.u32(n));
}

void copy_units(FunctionEmitter& e, const CopiedArgument& copy, bool into_callee) {
  const NumericType unit = e.context().plan.objects[copy.parameter].unit;
  for (uint32_t n = 0; n < copy.count; ++n) {
    const Id inside = copy_pointer(e, copy, n);
    if (into_callee) {
      e.op_void(Op::OpStore, inside, load_unit(e, copy.source, n));
    } else {
      store_unit(e, copy.source, n, e.op(Op::OpLoad, unit, inside));
    }
  }
}

}  // namespace

Result<void> lower_call(FunctionEmitter& e, const Instruction& i) {
  const ModulePlan& plan = e.context().plan;
  const uint32_t callee_plan = plan.function_plans[i.aux];
  const dxil::Function& callee = e.program().functions[i.aux];
  const FunctionPlan& callee_function = plan.functions[callee_plan];
  constexpr uint32_t kMaxCopiedUnits = 256;
  Vector<CopiedArgument> copies;
  Vector<Id> arguments = {e.context().function_ids[callee_plan]};
  for (uint32_t a = 0; a < i.operand_count; ++a) {
    const Reference& parameter = callee_function.locals[a].reference;
    if (parameter.kind != ReferenceKind::kMemory) {
      arguments.push_back(argument_operand(e, i, a));
      continue;
    }
    const MemoryObject& object = plan.objects[parameter.root];
    const Reference& passed = e.reference(e.operand_value(i, a));
    if (!object.copied_arguments) {
      arguments.push_back(object_variable(e, passed.root));
      continue;
    }
    CopiedArgument copy;
    if (!unit_index(e, e.operand_value(i, a), copy.source)) {
      return e.unsupported(i, "a pointer argument between the elements of an object is not supported");
    }
    const uint32_t available = plan.objects[passed.root].unit_count;
    const uint32_t skipped = copy.source.is_constant ? std::min(copy.source.constant, available) : 0;
    copy.count = std::min(object.unit_count, available - skipped);
    if (copy.count > kMaxCopiedUnits) {
      return e.unsupported(i, "a pointer argument into a large array is not supported");
    }
    copy.parameter = parameter.root;
    copy.variable = function_variable(e, e.context().object_type(parameter.root));
    arguments.push_back(copy.variable);
    copies.push_back(copy);
  }
  for (const CopiedArgument& copy : copies) copy_units(e, copy, true);
  const NumericType result = e.value_type(callee.return_type);
  const Id type = result.bits == 0 ? e.module().type_void() : e.type(result);
  e.set_result(i, e.op_list(Op::OpFunctionCall, type, arguments));
  for (const CopiedArgument& copy : copies) {
    if (!plan.objects[copy.source.object].is_constant) copy_units(e, copy, false);
  }
  return {};
}

}  // namespace trellis::spirv
