#include "spirv_backend/stage_modes.hpp"

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

void declare_pixel(ModuleContext& context) {
  ModuleBuilder& builder = context.builder;
  builder.execution_mode(ExecutionMode::OriginUpperLeft);
  if (context.plan.entry_point->early_depth_stencil()) {
    builder.execution_mode(ExecutionMode::EarlyFragmentTests);
  }
  declare_depth_mode(context);
}

}  // namespace

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
