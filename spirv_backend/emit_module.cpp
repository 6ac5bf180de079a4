#include <algorithm>

#include "spirv_backend/debug_info/debug_globals.hpp"
#include "spirv_backend/emit.hpp"
#include "spirv_backend/emitter/interface/view_outputs.hpp"
#include "spirv_backend/emitter/module_context.hpp"
#include "spirv_backend/function_assembly.hpp"
#include "spirv_backend/instruments/program_places.hpp"
#include "spirv_backend/module/dead_code.hpp"
#include "spirv_backend/module/vulkan_memory_model.hpp"
#include "spirv_backend/plan/stage/stage_rules.hpp"
#include "spirv_backend/stage/entry_wrapper.hpp"
#include "spirv_backend/stage/execution_modes.hpp"
#include "spirv_backend/stage/float_modes.hpp"
#include "spirv_backend/stage/stream_output.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {
namespace {

/// Returns an error if the module needs something that the device lacks and that no single instruction
/// accounts for.
Result<void> check_device(const ModuleContext& context) {
  if (!context.builder.missing().is_any) return {};
  const dxil::EntryPoint& entry = *context.plan.entry_point;
  Location where;
  where.function = entry.name;
  return unsupported(String(dxil::name_of(entry.kind)) + " shader " + context.missing_text(),
                     std::move(where));
}

bool uses_wave_operations(const ModulePlan& plan) {
  return std::any_of(plan.functions.begin(), plan.functions.end(),
                     [](const FunctionPlan& function) { return function.is_co_convergent; });
}

void declare_entry(ModuleContext& context) {
  ModuleBuilder& builder = context.builder;
  const dxil::EntryPoint& entry = *context.plan.entry_point;
  declare_stage(context);
  if (context.plan.options.debug_names) builder.name(context.entry_id, entry.name);
  if (context.plan.options.maximal_reconvergence) {
    builder.extension("SPV_KHR_maximal_reconvergence");
    builder.execution_mode(kMaximallyReconvergesKHR);
  } else if (context.plan.options.device.subgroup_uniform_control_flow &&
             uses_wave_operations(context.plan)) {
    builder.extension("SPV_KHR_subgroup_uniform_control_flow");
    builder.execution_mode(kSubgroupUniformControlFlowKHR);
  }
}

}  // namespace

Result<Vector<uint32_t>> emit_module(const ModulePlan& plan,
                                     std::span<const structurizer::Structured> functions,
                                     InstrumentTables* tables) {
  if (functions.size() != plan.functions.size()) {
    return internal_check("the number of structured functions differs from the plan");
  }
  ModuleContext context(plan);
  declare_entry(context);
  TRELLIS_RETURN_IF_ERROR(context.interface.declare());
  TRELLIS_RETURN_IF_ERROR(check_device(context));
  TRELLIS_RETURN_IF_ERROR(declare_views(context));
  declare_captures(context);
  for (uint32_t n = 0; n < functions.size(); ++n) {
    FunctionAssembly assembly(context, n, functions[n]);
    TRELLIS_RETURN_IF_ERROR(assembly.write());
  }
  if (has_wrapper(plan)) {
    TRELLIS_RETURN_IF_ERROR(write_wrapper(context));
  }
  if (context.failure) return *context.failure;
  if (plan.options.debug_info == DebugInfoLevel::kFull) write_debug_globals(context);
  context.decorate_aliasing();
  declare_float_modes(context);
  declare_quad_modes(context);
  if (plan.options.device.memory_model == MemoryModel::kVulkan) apply_vulkan_memory_model(context.builder);
  TRELLIS_RETURN_IF_ERROR(check_device(context));
  Vector<uint32_t> module = context.builder.finish();
  remove_dead_code(module);
  if (tables != nullptr && plan.options.instrumentation.is_any()) *tables = instrument_tables(context);
  return module;
}

}  // namespace trellis::spirv
