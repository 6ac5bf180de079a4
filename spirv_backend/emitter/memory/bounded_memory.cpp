#include "spirv_backend/emitter/memory/bounded_memory.hpp"

#include <array>

#include "spirv_backend/emitter/module_context.hpp"
#include "spirv_backend/module/function_writer.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {
namespace {

/// The functions that have been added to the module.
struct BoundedFunctions {
  struct Function {
    Op opcode;
    uint32_t object;
    Id id;
  };
  Vector<Function> functions;
};

Id write_function(ModuleContext& context, uint32_t object, Op opcode) {
  ModuleBuilder& module = context.builder;
  const MemoryObject& info = context.plan.objects[object];
  const NumericType unit = info.unit, result = opcode == Op::OpStore ? kU32 : unit;
  Vector<NumericType> parameters = {kU32, unit};
  if (opcode == Op::OpAtomicCompareExchange) parameters.push_back(unit);
  // Types and constants precede functions, so create them first.
  const Id variable = context.object_variable(object), pointer_type = context.unit_pointer_type(object);
  const Id count = module.constant_u32(info.unit_count), relaxed = module.constant_u32(0);
  const Id scope = module.constant_u32(to_word(spv::Scope::Workgroup));
  const Id nothing = module.constant(result, 0);

  FunctionWriter f(module, result, parameters);
  const Id entry = f.new_id(), inside = f.new_id(), merge = f.new_id();
  f.label(entry);
  const Id is_inside = f.op(Op::OpULessThan, kBool, f.parameter(0), count);
  f.selection(is_inside, inside, merge, merge);
  f.label(inside);
  const Id pointer =
      info.unit_count == 1 ? variable : f.op(Op::OpAccessChain, pointer_type, variable, f.parameter(0));
  Id value = nothing;
  if (opcode == Op::OpStore) {
    f.op_void(opcode, pointer, f.parameter(1));
  } else if (opcode == Op::OpAtomicCompareExchange) {
    value = f.op(opcode, unit, pointer, scope, relaxed, relaxed, f.parameter(1), f.parameter(2));
  } else {
    value = f.op(opcode, unit, pointer, scope, relaxed, f.parameter(1));
  }
  f.op_void(Op::OpBranch, merge);
  f.label(merge);
  const Id out = f.op(Op::OpPhi, result, value, inside, nothing, entry);
  f.op_void(Op::OpReturnValue, out);
  return f.finish();
}

Id function_for(ModuleContext& context, uint32_t object, Op opcode) {
  Vector<BoundedFunctions::Function>& functions = context.caches.get<BoundedFunctions>().functions;
  for (const BoundedFunctions::Function& known : functions) {
    if (known.opcode == opcode && known.object == object) return known.id;
  }
  const Id id = write_function(context, object, opcode);
  functions.push_back({opcode, object, id});
  return id;
}

}  // namespace

Id call_bounded(FunctionEmitter& e, uint32_t object, Op opcode, Id index, std::span<const Id> values) {
  std::array<uint32_t, 4> operands = {function_for(e.context(), object, opcode), index};
  size_t count = 2;
  for (const Id value : values) operands[count++] = value;
  const NumericType result = opcode == Op::OpStore ? kU32 : e.context().plan.objects[object].unit;
  return e.op_list(Op::OpFunctionCall, e.type(result), std::span(operands).first(count));
}

}  // namespace trellis::spirv
