// Queries about the triangle of a hit (shader model 6.10): the positions of its vertices
// (SPV_KHR_ray_tracing_position_fetch) and its cluster (SPV_NV_cluster_acceleration_structure).
#include "spirv_backend/operations/rays/triangle_positions.hpp"

#include "spirv_backend/emitter/module_context.hpp"
#include "spirv_backend/emitter/vector_parts.hpp"
#include "spirv_backend/module/spirv_enumerants.hpp"
#include "spirv_backend/operations/common.hpp"
#include "spirv_backend/operations/lowerings.hpp"
#include "spirv_backend/operations/rays/ray_query_variables.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {
namespace {

using dxil::Instruction;

constexpr uint32_t kCandidateHit = 0, kCommittedHit = 1;
constexpr uint32_t kVertices = 3, kAxes = 3;

}  // namespace

Id vertices_type(ModuleBuilder& module) { return module.type_array(module.type(kVector3), kVertices); }

/// The result is a struct of the pieces of nine floats (long_vectors.hpp): the vertices in sequence.
void set_positions(FunctionEmitter& e, const Instruction& i, Id vertices) {
  const auto fields = static_cast<uint32_t>(e.program().types[i.type].members.size());
  uint32_t next = 0;
  for (uint32_t n = 0; n < fields; ++n) {
    const NumericType type = e.field_type(i, n);
    Vector<Id> components(type.count);
    for (uint32_t c = 0; c < type.count; ++c, ++next) {
      components[c] = e.op(Op::OpCompositeExtract, kF32, vertices, next / kAxes, next % kAxes);
    }
    e.set_component(i, n, make_vector(e, type, components));
  }
}

void require_positions(ModuleBuilder& module, spv::Capability capability) {
  module.extension("SPV_KHR_ray_tracing_position_fetch");
  module.capability(capability);
}

bool has_clusters(const ModulePlan& plan) {
  const auto& extensions = plan.options.device.extensions;
  return !extensions || extensions->has(Extension::kClusterAccelerationStructureNv);
}

void require_clusters(ModuleBuilder& module) {
  module.extension("SPV_NV_cluster_acceleration_structure");
  module.capability(kCapabilityRayTracingClusterAccelerationStructureNV);
}

namespace {

template <uint32_t kWhich>
Result<void> lower_query_positions(FunctionEmitter& e, const Instruction& i) {
  require_positions(e.module(), kCapabilityRayQueryPositionFetchKHR);
  const Query query = query_operand(e, i);
  const Id type = vertices_type(e.module()), which = e.u32(kWhich);
  set_positions(e, i, e.op(kOpRayQueryGetIntersectionTriangleVertexPositionsKHR, type, query.pointer, which));
  return {};
}

template <uint32_t kWhich>
Result<void> lower_query_cluster(FunctionEmitter& e, const Instruction& i) {
  if (!has_clusters(e.context().plan)) {
    e.set_result(i, e.u32(kNoCluster));
    return {};
  }
  require_clusters(e.module());
  const Query query = query_operand(e, i);
  e.define(i, kOpRayQueryGetIntersectionClusterIdNV, query.pointer, e.u32(kWhich));
  return {};
}

/// The built-in variable; 0 until first use.
struct HitVertices {
  Id variable = 0;
};

Result<void> lower_positions(FunctionEmitter& e, const Instruction& i) {
  require_positions(e.module(), kCapabilityRayTracingPositionFetchKHR);
  const Id type = vertices_type(e.module());
  Id& variable = e.context().caches.get<HitVertices>().variable;
  if (variable == 0) {
    variable = e.module().variable(spv::StorageClass::Input, type);
    e.module().decorate(variable, spv::Decoration::BuiltIn, kBuiltInHitTriangleVertexPositionsKHR);
  }
  set_positions(e, i, e.op(Op::OpLoad, type, variable));
  return {};
}

Result<void> lower_cluster(FunctionEmitter& e, const Instruction& i) {
  if (!has_clusters(e.context().plan)) {
    e.set_result(i, e.u32(kNoCluster));
    return {};
  }
  require_clusters(e.module());
  e.set_result(i, load_builtin(e, kBuiltInClusterIDNV, kU32));
  return {};
}

constexpr LoweringEntry kTriangleLowerings[] = {
    {dxil::Op::kTriangleObjectPosition, lower_positions},
    {dxil::Op::kRayQuery_CandidateTriangleObjectPosition, lower_query_positions<kCandidateHit>},
    {dxil::Op::kRayQuery_CommittedTriangleObjectPosition, lower_query_positions<kCommittedHit>},
    {dxil::Op::kClusterID, lower_cluster},
    {dxil::Op::kRayQuery_CandidateClusterID, lower_query_cluster<kCandidateHit>},
    {dxil::Op::kRayQuery_CommittedClusterID, lower_query_cluster<kCommittedHit>},
};

}  // namespace

std::span<const LoweringEntry> triangle_lowerings() { return kTriangleLowerings; }

}  // namespace trellis::spirv
