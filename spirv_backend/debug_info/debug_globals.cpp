#include "spirv_backend/debug_info/debug_globals.hpp"

#include "spirv_backend/debug_info/debug_set.hpp"

namespace trellis::spirv {
namespace {

Id resource_variable(const ModuleContext& context, const dxil::DebugGlobal& global) {
  const auto& resources = context.shader.resources;
  for (size_t r = 0; r < resources.size(); ++r) {
    if (resources[r].name != global.name) continue;
    for (const Id variable : context.resources[r].variables) {
      if (variable != 0) return variable;
    }
  }
  return 0;
}

Id memory_variable(const ModuleContext& context, const dxil::DebugGlobal& global) {
  const auto& globals = context.program.globals;
  for (size_t g = 0; g < globals.size(); ++g) {
    const uint32_t object = context.plan.object_of_global[g];
    if (object == dxil::kNone || global.linkage_name.empty()) continue;
    if (globals[g].name == global.linkage_name) return context.objects[object].variable;
  }
  return 0;
}

/// Returns what holds the variable: memory, a constant, or none() if the module has neither.
Id storage_of(ModuleContext& context, DebugSet& set, const dxil::DebugGlobal& global) {
  if (global.constant) {
    return *global.constant <= UINT32_MAX ? set.number(static_cast<uint32_t>(*global.constant)) : set.none();
  }
  Id variable = resource_variable(context, global);
  if (variable == 0) variable = memory_variable(context, global);
  return variable == 0 ? set.none() : variable;
}

}  // namespace

void write_debug_globals(ModuleContext& context) {
  if (context.caches.get<DebugIds>().set == 0) return;
  DebugSet set(context);
  for (const dxil::DebugGlobal& global : context.program.debug.globals) {
    const Id name = set.text(global.name), type = set.type(global.type);
    const DebugPosition at = set.position(global.file, global.line);
    const Id line = set.number(at.line), column = set.number(0), unit = set.unit();
    const Id linkage_name = set.text(global.linkage_name), storage = storage_of(context, set, global);
    constexpr uint32_t kIsDefinition = 8;
    const Id flags = set.number(kIsDefinition);
    set.add(DebugOp::kGlobalVariable,
            {name, type, at.source, line, column, unit, linkage_name, storage, flags});
  }
}

}  // namespace trellis::spirv
