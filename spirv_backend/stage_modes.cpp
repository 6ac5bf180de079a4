#include "spirv_backend/stage_modes.hpp"

#include "support/containers.hpp"

namespace trellis::spirv {
namespace {

using dxil::ShaderKind;
using spv::ExecutionMode;
using spv::ExecutionModel;

struct ModelRow {
  ShaderKind stage;
  ExecutionModel model;
};

constexpr ModelRow kModels[] = {
    {ShaderKind::kCompute, ExecutionModel::GLCompute},
    {ShaderKind::kVertex, ExecutionModel::Vertex},
    {ShaderKind::kPixel, ExecutionModel::Fragment},
    {ShaderKind::kGeometry, ExecutionModel::Geometry},
    {ShaderKind::kHull, ExecutionModel::TessellationControl},
    {ShaderKind::kDomain, ExecutionModel::TessellationEvaluation},
    {ShaderKind::kMesh, ExecutionModel::MeshEXT},
    {ShaderKind::kAmplification, ExecutionModel::TaskEXT},
};

const ModelRow* find_model(ShaderKind stage) {
  for (const ModelRow& row : kModels) {
    if (row.stage == stage) return &row;
  }
  return nullptr;
}

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

bool runs_per_sample(const ModulePlan& plan) {
  constexpr uint8_t kLinearSample = 6, kNoPerspectiveSample = 7;
  if (plan.stage.reads_sample_index || plan.options.stage.sample_rate_shading) return true;
  const Vector<dxil::SignatureElement>& inputs = plan.entry_point->inputs;
  for (size_t n = 0; n < inputs.size(); ++n) {
    const uint8_t mode = inputs[n].interpolation;
    const bool is_sample = mode == kLinearSample || mode == kNoPerspectiveSample ||
                           kind_of(inputs[n]) == SemanticKind::kSampleIndex;
    if (is_sample && plan.stage.of(SignatureSide::kInput)[n].is_used()) return true;
  }
  return false;
}

}  // namespace

// Invocations see each other's writes in order only where the memory is coherent.
void plan_interlock(ModulePlan& plan) {
  if (plan.entry_point->kind != ShaderKind::kPixel) return;
  for (size_t r = 0; r < plan.resources.size(); ++r) {
    if (!plan.resources[r].is_used || !plan.shader->resources[r].rasterizer_ordered) continue;
    plan.resources[r].is_coherent = true;
    plan.stage.interlock = runs_per_sample(plan) ? Interlock::kSample : Interlock::kPixel;
  }
}

bool is_translated(ShaderKind stage) { return find_model(stage) != nullptr; }

void declare_stage(ModuleContext& context) {
  const dxil::EntryPoint& entry = *context.plan.entry_point;
  ModuleBuilder& builder = context.builder;
  const ModelRow* row = find_model(entry.kind);
  builder.entry_point(row != nullptr ? row->model : ExecutionModel::GLCompute, context.entry_id, entry.name);
  if (entry.kind == ShaderKind::kPixel) declare_pixel(context);
  declare_primitive_modes(context);
  if (entry.thread_group_size) {
    const std::array<uint32_t, 3>& size = *entry.thread_group_size;
    builder.execution_mode(ExecutionMode::LocalSize, size[0], size[1], size[2]);
  }
}

}  // namespace trellis::spirv
