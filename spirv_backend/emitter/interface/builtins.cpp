#include "spirv_backend/emitter/interface/builtins.hpp"

#include "spirv_backend/emitter/function_emitter.hpp"
#include "spirv_backend/module/volatile_builtins.hpp"
#include "spirv_backend/plan/stage/stage_rules.hpp"

namespace trellis::spirv {
namespace {

/// Returns the id of a loaded value; 0: not loaded yet.
Id known_value(const LoadedBuiltins& loaded, spv::BuiltIn builtin, uint32_t component) {
  for (const LoadedBuiltins::Value& value : loaded.values) {
    if (value.builtin == builtin && value.component == component) return value.id;
  }
  return 0;
}

/// Loads a built-in that may have changed since the last load.
Id load_volatile(FunctionEmitter& e, spv::BuiltIn builtin, NumericType type) {
  const Id variable = e.module().builtin_input(builtin, type);
  return e.op(Op::OpLoad, type, variable);
}

}  // namespace

Id load_builtin(FunctionEmitter& e, spv::BuiltIn builtin, NumericType type) {
  FunctionState& function = e.state();
  const spv::ExecutionModel model =
      execution_model(e.entry_point().kind).value_or(spv::ExecutionModel::GLCompute);
  if (is_volatile_builtin(model, builtin)) return load_volatile(e, builtin, type);
  if (const Id known = known_value(function.builtins, builtin, kNone); known != 0) return known;
  const Id type_id = e.type(type);
  const Id variable = e.module().builtin_input(builtin, type);
  const Id id = function.prologue.op(Op::OpLoad, type_id, variable);
  function.builtins.values.push_back({builtin, kNone, id});
  return id;
}

Id load_builtin_component(FunctionEmitter& e, spv::BuiltIn builtin, NumericType vector, uint32_t component) {
  FunctionState& function = e.state();
  if (const Id known = known_value(function.builtins, builtin, component); known != 0) return known;
  const Id whole = load_builtin(e, builtin, vector);
  const spv::ExecutionModel model =
      execution_model(e.entry_point().kind).value_or(spv::ExecutionModel::GLCompute);
  if (is_volatile_builtin(model, builtin)) {
    return e.op(Op::OpCompositeExtract, vector.scalar(), whole, component);
  }
  const Id id = function.prologue.op(Op::OpCompositeExtract, vector.scalar(), whole, component);
  function.builtins.values.push_back({builtin, component, id});
  return id;
}

}  // namespace trellis::spirv
