#include "spirv_backend/stage/execution_modes.hpp"

#include <algorithm>

#include "spirv_backend/module/spirv_enumerants.hpp"
#include "spirv_backend/plan/rays/ray_plan.hpp"
#include "spirv_backend/plan/stage/stage_rules.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {
namespace {

using dxil::ShaderKind;
using spv::ExecutionMode;
using spv::ExecutionModel;

void declare_depth_mode(ModuleContext& context) {
  const dxil::EntryPoint& entry = *context.plan.entry_point;
  ModuleBuilder& builder = context.builder;
  for (size_t n = 0; n < entry.outputs.size(); ++n) {
    if (!context.plan.stage.of(SignatureSide::kOutput)[n].is_written) continue;
    switch (kind_of(entry.outputs[n])) {
      case SemanticKind::kDepth:
        builder.execution_mode(ExecutionMode::DepthReplacing);
        break;
      case SemanticKind::kDepthLessEqual:
        builder.execution_mode(ExecutionMode::DepthReplacing);
        builder.execution_mode(ExecutionMode::DepthLess);
        break;
      case SemanticKind::kDepthGreaterEqual:
        builder.execution_mode(ExecutionMode::DepthReplacing);
        builder.execution_mode(ExecutionMode::DepthGreater);
        break;
      case SemanticKind::kStencilRef:
        builder.execution_mode(ExecutionMode::StencilRefReplacingEXT);
        break;
      default:
        break;
    }
  }
}

void declare_interlock(ModuleContext& context) {
  const Interlock interlock = context.plan.stage.interlock;
  if (interlock == Interlock::kNone) return;
  ModuleBuilder& builder = context.builder;
  const bool is_pixel = interlock == Interlock::kPixel;
  builder.extension("SPV_EXT_fragment_shader_interlock");
  builder.capability(is_pixel ? spv::Capability::FragmentShaderPixelInterlockEXT
                              : spv::Capability::FragmentShaderSampleInterlockEXT);
  builder.execution_mode(is_pixel ? ExecutionMode::PixelInterlockOrderedEXT
                                  : ExecutionMode::SampleInterlockOrderedEXT);
}

void declare_pixel(ModuleContext& context) {
  ModuleBuilder& builder = context.builder;
  builder.execution_mode(ExecutionMode::OriginUpperLeft);
  if (context.plan.entry_point->early_depth_stencil()) {
    builder.execution_mode(ExecutionMode::EarlyFragmentTests);
  }
  declare_depth_mode(context);
  declare_interlock(context);
}

}  // namespace

void declare_stage(ModuleContext& context) {
  const dxil::EntryPoint& entry = *context.plan.entry_point;
  ModuleBuilder& builder = context.builder;
  builder.entry_point(execution_model(entry.kind).value_or(ExecutionModel::GLCompute), context.entry_id,
                      module_entry_name(context.plan));
  if (entry.kind == ShaderKind::kPixel) declare_pixel(context);
  if (is_ray_stage(entry.kind)) {
    builder.extension("SPV_KHR_ray_tracing");
    builder.capability(spv::Capability::RayTracingKHR);
  }
  declare_primitive_modes(context);
  if (entry.thread_group_size) {
    const std::array<uint32_t, 3>& size = *entry.thread_group_size;
    builder.execution_mode(ExecutionMode::LocalSize, size[0], size[1], size[2]);
  }
}

void declare_quad_modes(ModuleContext& context) {
  const ModulePlan& plan = context.plan;
  if (!plan.options.device.quad_control || plan.entry_point->kind != dxil::ShaderKind::kPixel) return;
  const bool has_derivatives = std::any_of(plan.functions.begin(), plan.functions.end(),
                                           [](const FunctionPlan& f) { return f.is_convergent; });
  if (!has_derivatives) return;
  ModuleBuilder& builder = context.builder;
  builder.extension("SPV_KHR_quad_control");
  builder.capability(kCapabilityQuadControlKHR);
  builder.execution_mode(kQuadDerivativesKHR);
  if (builder.declares(spv::Capability::GroupNonUniformQuad)) builder.execution_mode(kRequireFullQuadsKHR);
}

}  // namespace trellis::spirv
