#include "spirv_backend/emitter/builtins.hpp"

#include "spirv_backend/emitter/function_emitter.hpp"

namespace trellis::spirv {
namespace {

/// 0: not loaded yet.
Id known_value(const LoadedBuiltins& loaded, spv::BuiltIn builtin, uint32_t component) {
  for (const LoadedBuiltins::Value& value : loaded.values) {
    if (value.builtin == builtin && value.component == component) return value.id;
  }
  return 0;
}

}  // namespace

Id load_builtin(FunctionEmitter& e, spv::BuiltIn builtin, NumericType type) {
  FunctionState& function = e.state();
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
  const Id id = function.prologue.op(Op::OpCompositeExtract, vector.scalar(), whole, component);
  function.builtins.values.push_back({builtin, component, id});
  return id;
}

}  // namespace trellis::spirv
