// What a stage is in SPIR-V, and which of its properties Vulkan has.
#pragma once

#include <algorithm>
#include <optional>

#include "spirv_backend/plan/plan.hpp"
#include "support/result.hpp"

namespace trellis::spirv {

/// The execution model of a stage; empty if such shaders are not translated.
std::optional<spv::ExecutionModel> execution_model(dxil::ShaderKind stage);
inline bool is_translated(dxil::ShaderKind stage) { return execution_model(stage).has_value(); }

/// DXIL's numbers of a mesh shader's output topologies.
enum MeshTopology : uint32_t { kMeshLines = 1, kMeshTriangles = 2 };
/// The output topology of a geometry or mesh shader that emits nothing.
inline constexpr uint32_t kNoTopology = 0;

/// The limits a module declares. D3D has stages that emit nothing and run for their side effects; Vulkan's
/// limits have to be positive.
inline uint32_t declared_vertices(const dxil::GeometryState& state) {
  return std::max(state.max_vertices, 1u);
}
/// Those of meshes, with a place for what is stored past the last one, if that is to be dropped and there is
/// room for it: it is never drawn.
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
/// The control points a domain shader may read: Mesa's leave the number out.
inline uint32_t control_points_of(const dxil::DomainState& state) {
  constexpr uint32_t kMaxControlPoints = 32;
  return state.input_control_points != 0 ? state.input_control_points : kMaxControlPoints;
}

/// Stands for a property that no execution mode expresses.
inline constexpr spv::ExecutionMode kNoMode = spv::ExecutionMode::Max;

/// Execution modes for DXIL's numbers of a geometry shader's input primitive and output topology, and of a
/// tessellator's domain and partitioning. kNoMode if there is none.
spv::ExecutionMode input_mode(uint32_t primitive);
spv::ExecutionMode output_mode(uint32_t topology);
spv::ExecutionMode domain_mode(uint32_t domain);
spv::ExecutionMode spacing_mode(uint32_t partitioning);

/// Decides StagePlan::interlock: whether invocations have to be ordered, and whether by pixel or by sample.
void plan_interlock(ModulePlan& plan);
void plan_coherence(ModulePlan& plan);

/// Refuses properties of the stage that contradict each other (kBadInput) or that Vulkan lacks
/// (kUnsupported).
Result<void> check_stage_state(const dxil::EntryPoint& entry, Target target);

/// Whether the module's entry point is a function of its own that calls the program's.
bool has_wrapper(const ModulePlan& plan);

}  // namespace trellis::spirv
