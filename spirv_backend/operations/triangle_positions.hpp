// What a hit says of the triangle it is on, in whatever way it is asked (shader model 6.10).
#pragma once

#include "spirv_backend/emitter/function_emitter.hpp"
#include "spirv_backend/module/spirv_enumerants.hpp"

namespace trellis::spirv {

/// The cluster of what is in none, as D3D and SPIR-V have it.
inline constexpr uint32_t kNoCluster = UINT32_MAX;

/// Three vertices, as SPIR-V gives them.
Id vertices_type(ModuleBuilder& module);
/// Makes them the result of an instruction that is a vector of nine in the program.
void set_positions(FunctionEmitter& e, const dxil::Instruction& i, Id vertices);
/// Declares that the module asks for vertices. `capability`: of ray queries, or of ray tracing pipelines.
void require_positions(ModuleBuilder& module, spv::Capability capability);
/// Whether the device may have clusters. Without SPV_NV_cluster_acceleration_structure nothing is in one, and
/// every question is answered with kNoCluster.
bool has_clusters(const ModulePlan& plan);
/// Declares that the module asks for clusters.
void require_clusters(ModuleBuilder& module);

}  // namespace trellis::spirv
