// What stages map to in SPIR-V, and which of their properties Vulkan supports.
#pragma once

#include <algorithm>
#include <optional>

#include "spirv_backend/plan/plan.hpp"
#include "support/result.hpp"

namespace trellis::spirv {

/// Returns the execution model of a stage; empty if such shaders are not translated.
std::optional<spv::ExecutionModel> execution_model(dxil::ShaderKind stage);
inline bool is_translated(dxil::ShaderKind stage) { return execution_model(stage).has_value(); }

/// DXIL's numbers of a mesh shader's output topologies.
enum MeshTopology : uint32_t { kMeshLines = 1, kMeshTriangles = 2 };
/// The output topology of a geometry or mesh shader that emits nothing.
inline constexpr uint32_t kNoTopology = 0;

/// Returns the limit that a module declares. It must be positive in Vulkan, but D3D has stages that emit
/// nothing and run for their side effects.
inline uint32_t declared_vertices(const dxil::GeometryState& state) {
  return std::max(state.max_vertices, 1u);
}
/// Returns a mesh's limit. With the workaround kBoundedMeshes it includes, if there is room, one more element
/// for stores that must be dropped; that element is never drawn.
inline uint32_t declared_of_mesh(uint32_t most, const DeviceOptions& device) {
  constexpr uint32_t kMost = 256;
  return std::max(device.works_around(kBoundedMeshes) ? std::min(most + 1, kMost) : most, 1u);
}
inline uint32_t declared_vertices(const dxil::MeshState& state, const DeviceOptions& device) {
  return declared_of_mesh(state.max_vertices, device);
}
inline uint32_t declared_primitives(const dxil::MeshState& state, const DeviceOptions& device) {
  return declared_of_mesh(state.max_primitives, device);
}
/// Returns the number of control points that a domain shader may read. Mesa's shaders leave it out.
inline uint32_t control_points_of(const dxil::DomainState& state) {
  constexpr uint32_t kMaxControlPoints = 32;
  return state.input_control_points != 0 ? state.input_control_points : kMaxControlPoints;
}

/// Returned if no execution mode expresses a property.
inline constexpr spv::ExecutionMode kNoMode = spv::ExecutionMode::Max;

/// Return the execution modes for DXIL's numbers of a geometry shader's input primitive and output topology,
/// and of a tessellator's domain and partitioning; kNoMode if there is none.
spv::ExecutionMode input_mode(uint32_t primitive);
spv::ExecutionMode output_mode(uint32_t topology);
spv::ExecutionMode domain_mode(uint32_t domain);
spv::ExecutionMode spacing_mode(uint32_t partitioning);

/// Sets StagePlan::interlock: whether invocations must be ordered, and whether by pixel or by sample.
void plan_interlock(ModulePlan& plan);
void plan_coherence(ModulePlan& plan);

/// Refuses properties of the stage that contradict each other (kBadInput) or that Vulkan does not support
/// (kUnsupported).
Result<void> check_stage_state(const dxil::EntryPoint& entry, Target target);

/// Whether the module's entry point is a separate function that calls the program's.
bool has_wrapper(const ModulePlan& plan);

}  // namespace trellis::spirv
