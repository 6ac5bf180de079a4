// Inline ray queries (SPV_KHR_ray_query). A query is a variable. If an operation can refer to different
// queries, all queries of the module are one array, and the program's handle is an index into it.
#include <algorithm>
#include <array>
#include <optional>

#include "spirv_backend/emitter/module_context.hpp"
#include "spirv_backend/module/spirv_enumerants.hpp"
#include "spirv_backend/operations/common.hpp"
#include "spirv_backend/operations/lowerings.hpp"
#include "spirv_backend/operations/rays/ray_flags.hpp"
#include "spirv_backend/operations/rays/ray_query_variables.hpp"
#include "spirv_backend/resources/acceleration_structures.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {
namespace {

using dxil::Instruction;
using spv::StorageClass;

constexpr uint32_t kCandidate = 0, kCommitted = 1;

// With VK_EXT_opacity_micromap, micromaps are always traversed; VK_KHR_opacity_micromap requires an execution
// mode for it. D3D's flag applies to one query, the mode to all: without micromaps it has no effect.
void declare_micromaps(ModuleBuilder& module) {
  if (!module.is_named(Extension::kOpacityMicromapKhr)) return;
  module.extension(micromap_extension(module));
  module.capability(kCapabilityOpacityMicromapExecutionModeKHR);
  module.execution_mode_id(kOpacityMicromapIdKHR, module.constant_bool(true));
}

// Operands: ray flags, query flags. Before shader model 6.9, queries have no flag that allows micromaps.
Result<void> allow_micromaps(FunctionEmitter& e, const Instruction& i) {
  const bool is_for_all = e.context().plan.options.device.works_around(kMicromapsInQueries);
  if (is_for_all) declare_micromaps(e.module());
  if (!i.is(dxil::Op::kAllocateRayQuery2)) return {};
  constexpr uint64_t kAllowsMicromaps = 1, kKnownFlags = 3;
  const std::optional<uint64_t> flags = e.constant_operand(i, 1);
  if (!flags || *flags > kKnownFlags)
    return e.bad_input(i, "the flags of a ray query are not known constants");
  if ((*flags & kAllowsMicromaps) != 0 && !is_for_all) declare_micromaps(e.module());
  return {};
}

Result<void> lower_allocate(FunctionEmitter& e, const Instruction& i) {
  // In Vulkan, shaders with ray queries require SPIR-V 1.4.
  if (e.module().version() < kSpirv14) {
    return e.unsupported(i, "ray queries are not supported for Vulkan 1.1: choose a later target");
  }
  TRELLIS_RETURN_IF_ERROR(allow_micromaps(e, i));
  e.set_result(i, e.u32(ray_query_index(e, i.result)));
  return {};
}

/// Returns the flags with which the query was allocated.
Id allocated_flags(FunctionEmitter& e, const Query& query) {
  const Vector<uint32_t>& flags = e.context().plan.ray_query_flags;
  if (query.handle == 0) return e.u32(flags[query.index]);
  Id result = e.u32(flags[0]);
  const bool all_equal = std::all_of(flags.begin(), flags.end(), [&](uint32_t f) { return f == flags[0]; });
  for (uint32_t n = 1; n < flags.size() && !all_equal; ++n) {
    const Id number = e.u32(n), its_flags = e.u32(flags[n]);
    const Id is_it = e.op(Op::OpIEqual, kBool, query.handle, number);
    result = e.op(Op::OpSelect, kU32, is_it, its_flags, result);
  }
  return result;
}

// Operands: query, structure, flags, mask, origin, t min, direction, t max. Ray flags have the same bits in
// SPIR-V.
Result<void> lower_trace(FunctionEmitter& e, const Instruction& i) {
  const Query query = query_operand(e, i);
  const Result<Id> structure = acceleration_structure(e, i, 1);
  if (!structure) return structure.error();
  uint32_t fixed_flags = 0;
  for (uint32_t flags : e.context().plan.ray_query_flags) fixed_flags |= flags;
  require_ray_flags(e, e.operand_value(i, 2), fixed_flags);
  const Id fixed = allocated_flags(e, query);
  const std::optional<uint64_t> runtime = e.constant_operand(i, 2);
  Id flags = fixed;
  if (runtime && query.handle == 0) {
    flags = e.u32(e.context().plan.ray_query_flags[query.index] | static_cast<uint32_t>(*runtime));
  } else if (runtime != 0) {
    flags = e.op(Op::OpBitwiseOr, kU32, fixed, e.operand(i, 2));
  }
  const Id mask = e.operand(i, 3);
  const Id origin = vector3_operand(e, i, 4), t_min = e.operand(i, 7);
  const Id direction = vector3_operand(e, i, 8), t_max = e.operand(i, 11);
  if (e.context().plan.asks_committed_t) e.op_void(Op::OpStore, t_max_pointer(e, query), t_max);
  if (keeps_rays(e.context())) {
    e.op_void(Op::OpStore, kept_word(e, query, KeptWord::kMask), mask);
    if (keeps_structures(e.context())) {
      e.op_void(Op::OpStore, kept_word(e, query, KeptWord::kStructure), structure_index(e, i, 1));
    }
  }
  e.op_void(Op::OpRayQueryInitializeKHR, query.pointer, *structure, flags, mask, origin, t_min, direction,
            t_max);
  return {};
}

Result<void> lower_proceed(FunctionEmitter& e, const Instruction& i) {
  e.define(i, Op::OpRayQueryProceedKHR, query_operand(e, i).pointer);
  return {};
}

template <Op kOpcode>
Result<void> lower_action(FunctionEmitter& e, const Instruction& i) {
  e.op_void(kOpcode, query_operand(e, i).pointer);
  return {};
}

Result<void> lower_commit_procedural(FunctionEmitter& e, const Instruction& i) {
  const Query query = query_operand(e, i);
  e.op_void(Op::OpRayQueryGenerateIntersectionKHR, query.pointer, e.operand(i, 1));
  return {};
}

/// Reads a property of the query as a whole: a scalar, or one component of a vector.
template <Op kOpcode>
Result<void> lower_state(FunctionEmitter& e, const Instruction& i) {
  e.define(i, kOpcode, query_operand(e, i).pointer);
  return {};
}

/// Reads a scalar property of one of the query's two intersections.
template <Op kOpcode, uint32_t kWhich>
Result<void> lower_hit(FunctionEmitter& e, const Instruction& i) {
  const Query query = query_operand(e, i);
  e.define(i, kOpcode, query.pointer, e.u32(kWhich));
  return {};
}

/// Sets the result to a component of a vector that was read from the query; operand `operand` is the
/// component.
Result<void> set_component_of(FunctionEmitter& e, const Instruction& i, Id vector, uint32_t operand,
                              uint32_t size) {
  const std::optional<uint64_t> component = e.constant_operand(i, operand);
  if (!component || *component >= size) {
    return e.bad_input(i, "the component of a ray query's vector is not a known constant");
  }
  e.define(i, Op::OpCompositeExtract, vector, static_cast<uint32_t>(*component));
  return {};
}

template <Op kOpcode>
Result<void> lower_state_vector(FunctionEmitter& e, const Instruction& i) {
  const Id vector = e.op(kOpcode, kVector3, query_operand(e, i).pointer);
  return set_component_of(e, i, vector, 1, 3);
}

template <Op kOpcode, uint32_t kWhich>
Result<void> lower_hit_vector(FunctionEmitter& e, const Instruction& i) {
  constexpr bool kIsPair = kOpcode == Op::OpRayQueryGetIntersectionBarycentricsKHR;
  const Query query = query_operand(e, i);
  const Id vector = e.op(kOpcode, kIsPair ? kVector2 : kVector3, query.pointer, e.u32(kWhich));
  return set_component_of(e, i, vector, 1, kIsPair ? 2 : 3);
}

// Operands: query, row, column of a matrix with 3 rows and 4 columns, which SPIR-V represents as 4 columns.
template <Op kOpcode, uint32_t kWhich>
Result<void> lower_hit_matrix(FunctionEmitter& e, const Instruction& i) {
  const std::optional<uint64_t> row = e.constant_operand(i, 1), column = e.constant_operand(i, 2);
  if (!column || *column > 3 || (row && *row > 2)) {
    return e.bad_input(i, "the element of a ray query's matrix is not a known constant");
  }
  const Query query = query_operand(e, i);
  const Id type = e.module().type_matrix(3, 4), which = e.u32(kWhich);
  const Id matrix = e.op(kOpcode, type, query.pointer, which);
  const auto c = static_cast<uint32_t>(*column);
  if (row) {
    e.define(i, Op::OpCompositeExtract, matrix, c, static_cast<uint32_t>(*row));
  } else {
    const Id vector = e.op(Op::OpCompositeExtract, kVector3, matrix, c);
    e.define(i, Op::OpVectorExtractDynamic, vector, e.operand(i, 1));
  }
  return {};
}

Result<void> lower_non_opaque(FunctionEmitter& e, const Instruction& i) {
  const Id opaque =
      e.op(Op::OpRayQueryGetIntersectionCandidateAABBOpaqueKHR, kBool, query_operand(e, i).pointer);
  e.define(i, Op::OpLogicalNot, opaque);
  return {};
}

// While nothing is committed, D3D returns the far end of the ray; SPIR-V's value is undefined.
Result<void> lower_committed_t(FunctionEmitter& e, const Instruction& i) {
  const Query query = query_operand(e, i);
  const Id committed = e.u32(kCommitted), none = e.u32(0);
  const Id kind = e.op(Op::OpRayQueryGetIntersectionTypeKHR, kU32, query.pointer, committed);
  const Id t = e.op(Op::OpRayQueryGetIntersectionTKHR, kF32, query.pointer, committed);
  const Id t_max = e.op(Op::OpLoad, kF32, t_max_pointer(e, query));
  const Id is_none = e.op(Op::OpIEqual, kBool, kind, none);
  e.define(i, Op::OpSelect, is_none, t_max, t);
  return {};
}

constexpr LoweringEntry kRayQueryLowerings[] = {
    {dxil::Op::kAllocateRayQuery, lower_allocate},
    {dxil::Op::kAllocateRayQuery2, lower_allocate},
    {dxil::Op::kRayQuery_TraceRayInline, lower_trace},
    {dxil::Op::kRayQuery_Proceed, lower_proceed},
    {dxil::Op::kRayQuery_Abort, lower_action<Op::OpRayQueryTerminateKHR>},
    {dxil::Op::kRayQuery_CommitNonOpaqueTriangleHit, lower_action<Op::OpRayQueryConfirmIntersectionKHR>},
    {dxil::Op::kRayQuery_CommitProceduralPrimitiveHit, lower_commit_procedural},
    {dxil::Op::kRayQuery_CommittedStatus, lower_hit<Op::OpRayQueryGetIntersectionTypeKHR, kCommitted>},
    {dxil::Op::kRayQuery_CandidateType, lower_hit<Op::OpRayQueryGetIntersectionTypeKHR, kCandidate>},
    {dxil::Op::kRayQuery_CandidateObjectToWorld3x4,
     lower_hit_matrix<Op::OpRayQueryGetIntersectionObjectToWorldKHR, kCandidate>},
    {dxil::Op::kRayQuery_CandidateWorldToObject3x4,
     lower_hit_matrix<Op::OpRayQueryGetIntersectionWorldToObjectKHR, kCandidate>},
    {dxil::Op::kRayQuery_CommittedObjectToWorld3x4,
     lower_hit_matrix<Op::OpRayQueryGetIntersectionObjectToWorldKHR, kCommitted>},
    {dxil::Op::kRayQuery_CommittedWorldToObject3x4,
     lower_hit_matrix<Op::OpRayQueryGetIntersectionWorldToObjectKHR, kCommitted>},
    {dxil::Op::kRayQuery_CandidateProceduralPrimitiveNonOpaque, lower_non_opaque},
    {dxil::Op::kRayQuery_CandidateTriangleFrontFace,
     lower_hit<Op::OpRayQueryGetIntersectionFrontFaceKHR, kCandidate>},
    {dxil::Op::kRayQuery_CommittedTriangleFrontFace,
     lower_hit<Op::OpRayQueryGetIntersectionFrontFaceKHR, kCommitted>},
    {dxil::Op::kRayQuery_CandidateTriangleBarycentrics,
     lower_hit_vector<Op::OpRayQueryGetIntersectionBarycentricsKHR, kCandidate>},
    {dxil::Op::kRayQuery_CommittedTriangleBarycentrics,
     lower_hit_vector<Op::OpRayQueryGetIntersectionBarycentricsKHR, kCommitted>},
    {dxil::Op::kRayQuery_RayFlags, lower_state<Op::OpRayQueryGetRayFlagsKHR>},
    {dxil::Op::kRayQuery_WorldRayOrigin, lower_state_vector<Op::OpRayQueryGetWorldRayOriginKHR>},
    {dxil::Op::kRayQuery_WorldRayDirection, lower_state_vector<Op::OpRayQueryGetWorldRayDirectionKHR>},
    {dxil::Op::kRayQuery_RayTMin, lower_state<Op::OpRayQueryGetRayTMinKHR>},
    {dxil::Op::kRayQuery_CandidateTriangleRayT, lower_hit<Op::OpRayQueryGetIntersectionTKHR, kCandidate>},
    {dxil::Op::kRayQuery_CommittedRayT, lower_committed_t},
    {dxil::Op::kRayQuery_CandidateInstanceIndex,
     lower_hit<Op::OpRayQueryGetIntersectionInstanceIdKHR, kCandidate>},
    {dxil::Op::kRayQuery_CandidateInstanceID,
     lower_hit<Op::OpRayQueryGetIntersectionInstanceCustomIndexKHR, kCandidate>},
    {dxil::Op::kRayQuery_CandidateGeometryIndex,
     lower_hit<Op::OpRayQueryGetIntersectionGeometryIndexKHR, kCandidate>},
    {dxil::Op::kRayQuery_CandidatePrimitiveIndex,
     lower_hit<Op::OpRayQueryGetIntersectionPrimitiveIndexKHR, kCandidate>},
    {dxil::Op::kRayQuery_CandidateObjectRayOrigin,
     lower_hit_vector<Op::OpRayQueryGetIntersectionObjectRayOriginKHR, kCandidate>},
    {dxil::Op::kRayQuery_CandidateObjectRayDirection,
     lower_hit_vector<Op::OpRayQueryGetIntersectionObjectRayDirectionKHR, kCandidate>},
    {dxil::Op::kRayQuery_CommittedInstanceIndex,
     lower_hit<Op::OpRayQueryGetIntersectionInstanceIdKHR, kCommitted>},
    {dxil::Op::kRayQuery_CommittedInstanceID,
     lower_hit<Op::OpRayQueryGetIntersectionInstanceCustomIndexKHR, kCommitted>},
    {dxil::Op::kRayQuery_CommittedGeometryIndex,
     lower_hit<Op::OpRayQueryGetIntersectionGeometryIndexKHR, kCommitted>},
    {dxil::Op::kRayQuery_CommittedPrimitiveIndex,
     lower_hit<Op::OpRayQueryGetIntersectionPrimitiveIndexKHR, kCommitted>},
    {dxil::Op::kRayQuery_CommittedObjectRayOrigin,
     lower_hit_vector<Op::OpRayQueryGetIntersectionObjectRayOriginKHR, kCommitted>},
    {dxil::Op::kRayQuery_CommittedObjectRayDirection,
     lower_hit_vector<Op::OpRayQueryGetIntersectionObjectRayDirectionKHR, kCommitted>},
    {dxil::Op::kRayQuery_CandidateInstanceContributionToHitGroupIndex,
     lower_hit<Op::OpRayQueryGetIntersectionInstanceShaderBindingTableRecordOffsetKHR, kCandidate>},
    {dxil::Op::kRayQuery_CommittedInstanceContributionToHitGroupIndex,
     lower_hit<Op::OpRayQueryGetIntersectionInstanceShaderBindingTableRecordOffsetKHR, kCommitted>},
};

}  // namespace

std::span<const LoweringEntry> ray_query_lowerings() { return kRayQueryLowerings; }

}  // namespace trellis::spirv
