// Execution modes of the stages that create or divide primitives.

#include "spirv_backend/plan/stage/stage_rules.hpp"
#include "spirv_backend/stage/execution_modes.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {
namespace {

using dxil::EntryPoint;
using dxil::ShaderKind;
using spv::Capability;
using spv::ExecutionMode;

enum TessellatorOutput : uint32_t { kPoints = 1, kLines = 2, kClockwise = 3, kCounterClockwise = 4 };

void declare_geometry(ModuleBuilder& builder, const dxil::GeometryState& state) {
  builder.capability(Capability::Geometry);
  builder.execution_mode(input_mode(state.input_primitive));
  builder.execution_mode(ExecutionMode::Invocations, state.instance_count);
  builder.execution_mode(output_mode(state.output_topology));
  builder.execution_mode(ExecutionMode::OutputVertices, declared_vertices(state));
}

// Of the two tessellation modules, the hull shader's declares all modes; the domain shader repeats only the
// domain.
void declare_hull(ModuleBuilder& builder, const dxil::HullState& state) {
  builder.capability(Capability::Tessellation);
  builder.execution_mode(ExecutionMode::OutputVertices, state.output_control_points);
  builder.execution_mode(domain_mode(state.domain));
  builder.execution_mode(spacing_mode(state.partitioning));
  if (state.output_primitive == kPoints) builder.execution_mode(ExecutionMode::PointMode);
  if (state.output_primitive == kClockwise) builder.execution_mode(ExecutionMode::VertexOrderCw);
  if (state.output_primitive == kCounterClockwise) builder.execution_mode(ExecutionMode::VertexOrderCcw);
}

void declare_domain(ModuleBuilder& builder, const dxil::DomainState& state) {
  builder.capability(Capability::Tessellation);
  builder.execution_mode(domain_mode(state.domain));
}

void declare_mesh(ModuleBuilder& builder, const dxil::MeshState& state, const DeviceOptions& device) {
  builder.execution_mode(ExecutionMode::OutputVertices, declared_vertices(state, device));
  builder.execution_mode(ExecutionMode::OutputPrimitivesEXT, declared_primitives(state, device));
  builder.execution_mode(state.topology == kMeshLines ? ExecutionMode::OutputLinesEXT
                                                      : ExecutionMode::OutputTrianglesEXT);
}

}  // namespace

void declare_primitive_modes(ModuleContext& context) {
  const EntryPoint& entry = *context.plan.entry_point;
  ModuleBuilder& builder = context.builder;
  if (entry.kind == ShaderKind::kGeometry) declare_geometry(builder, *entry.geometry);
  if (entry.kind == ShaderKind::kHull) declare_hull(builder, *entry.hull);
  if (entry.kind == ShaderKind::kDomain) declare_domain(builder, *entry.domain);
  if (entry.kind == ShaderKind::kMesh) declare_mesh(builder, *entry.mesh, context.plan.options.device);
  if (entry.kind == ShaderKind::kMesh || entry.kind == ShaderKind::kAmplification) {
    declare_feature(builder, Feature::kMesh);
  }
}

}  // namespace trellis::spirv
