// Queries about the triangle of a hit, shared by all operations that offer them (shader model 6.10).
#pragma once

#include "spirv_backend/emitter/function_emitter.hpp"
#include "spirv_backend/module/spirv_enumerants.hpp"

namespace trellis::spirv {

/// The cluster index of geometry outside clusters, in both D3D and SPIR-V.
inline constexpr uint32_t kNoCluster = UINT32_MAX;

/// Returns the type id of three vertices, as SPIR-V's instructions return them.
Id vertices_type(ModuleBuilder& module);
/// Makes the vertices the result of an instruction whose type in the program is a vector of nine.
void set_positions(FunctionEmitter& e, const dxil::Instruction& i, Id vertices);
/// Declares that the module reads vertices. `capability`: the one of ray queries or of ray tracing pipelines.
void require_positions(ModuleBuilder& module, spv::Capability capability);
/// Returns true if the device may have clusters. Without SPV_NV_cluster_acceleration_structure nothing is in
/// a cluster, and every query returns kNoCluster.
bool has_clusters(const ModulePlan& plan);
/// Declares that the module reads cluster indices.
void require_clusters(ModuleBuilder& module);

}  // namespace trellis::spirv
