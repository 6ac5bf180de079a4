// Plain hit objects and thread reordering (shader model 6.9): objects are values in memory. A ray query finds
// the hit of a ray where the result is the same, and the shader is invoked by tracing the ray again.
#include "spirv_backend/hit_objects/hit_objects.hpp"

#include <optional>

#include "spirv_backend/emitter/memory/memory_access.hpp"
#include "spirv_backend/emitter/memory/ray_objects.hpp"
#include "spirv_backend/hit_objects/hit_extension.hpp"
#include "spirv_backend/hit_objects/hit_record.hpp"
#include "spirv_backend/operations/common.hpp"
#include "spirv_backend/operations/rays/ray_flags.hpp"
#include "spirv_backend/operations/rays/ray_pipeline.hpp"
#include "spirv_backend/operations/rays/triangle_positions.hpp"
#include "spirv_backend/resources/acceleration_structures.hpp"

namespace trellis::spirv {
namespace {

using dxil::Instruction;

const HitPlan& hits_of(const FunctionEmitter& e) { return *e.context().plan.hits; }

uint32_t index_of(const FunctionEmitter& e, const Instruction& i) {
  return static_cast<uint32_t>(&i - e.function().instructions.data());
}

uint32_t number_of(const FunctionEmitter& e, const Instruction& i) {
  return hit_number(hits_of(e), e.plan().function, index_of(e, i));
}

/// Returns the number of the object in operand 0, clamped, because uninitialized memory can hold any value.
Id object_operand(FunctionEmitter& e, const Instruction& i) {
  const ValueId value = e.operand_value(i, 0);
  if (const std::optional<uint64_t> known = e.constant_operand(i, 0))
    return e.u32(static_cast<uint32_t>(*known));
  if (const Instruction* made = e.values().definition(value)) {
    if (const uint32_t number = number_of(e, *made); number != 0) return e.u32(number);
  }
  const Id last = e.u32(static_cast<uint32_t>(hits_of(e).origins.size()));
  return e.ext(GLSLstd450UMin, kU32, e.operand(i, 0), last);
}

Id is_kind(FunctionEmitter& e, Id number, HitKind kind) {
  const Id its_kind = hit_state(e.context()).load(e.code(), number, HitField::kKind);
  return e.op(Op::OpIEqual, kBool, its_kind, e.u32(static_cast<uint32_t>(kind)));
}

/// The ray of an object, for tracing it again.
struct Ray {
  Id flags = 0, mask = 0, contribution = 0, multiplier = 0, miss = 0;
  Id origin = 0, t_min = 0, direction = 0, t_max = 0, structure = 0;
};

/// Stores an object that hit nothing.
void store_miss(FunctionEmitter& e, Id number, const Ray& ray) {
  HitState& state = hit_state(e.context());
  const auto set = [&](HitField field, Id value) { state.store(e.code(), number, field, value); };
  set(HitField::kKind, e.u32(static_cast<uint32_t>(HitKind::kMiss)));
  set(HitField::kRayFlags, ray.flags);
  set(HitField::kTMin, ray.t_min);
  set(HitField::kT, ray.t_max);
  set(HitField::kWorldOrigin, ray.origin);
  set(HitField::kWorldDirection, ray.direction);
  set(HitField::kObjectOrigin, ray.origin);
  set(HitField::kObjectDirection, ray.direction);
  set(HitField::kTableIndex, ray.miss);
  set(HitField::kIsInvocable, e.u32(1));
  set(HitField::kMask, ray.mask);
  set(HitField::kContribution, ray.contribution);
  set(HitField::kMultiplier, ray.multiplier);
  set(HitField::kMissIndex, ray.miss);
  set(HitField::kTMax, ray.t_max);
  set(HitField::kStructure, ray.structure);
}

/// The query that finds the hits of rays; it is free again once the hit is found.
struct HitQuery {
  Id variable = 0;
};

Id hit_query(FunctionEmitter& e) {
  e.module().extension("SPV_KHR_ray_query");
  e.module().capability(spv::Capability::RayQueryKHR);
  Id& variable = e.context().caches.get<HitQuery>().variable;
  if (variable == 0) variable = e.module().variable(spv::StorageClass::Private, e.module().type_ray_query());
  return variable;
}

// The operands are the same as TraceRay's.
Result<void> lower_trace(FunctionEmitter& e, const Instruction& i) {
  const uint32_t number = number_of(e, i);
  if (hits_of(e).origins[number - 1].invocation != kNone) {
    e.set_result(i, e.u32(0));
    return {};
  }
  const Result<Id> structure = acceleration_structure(e, i, 0);
  if (!structure) return structure.error();
  require_ray_flags(e, e.operand_value(i, 1), 0);
  Ray ray;
  ray.flags = e.operand(i, 1);
  ray.mask = e.operand(i, 2);
  ray.contribution = e.operand(i, 3);
  ray.multiplier = e.operand(i, 4);
  ray.miss = e.operand(i, 5);
  ray.origin = vector3_operand(e, i, 6);
  ray.t_min = e.operand(i, 9);
  ray.direction = vector3_operand(e, i, 10);
  ray.t_max = e.operand(i, 13);
  if (keeps_structures(e.context())) ray.structure = structure_index(e, i, 0);
  const Id object = e.u32(number), query = hit_query(e);
  if (keeps_rays(e.context())) ray.mask = e.op(Op::OpBitwiseAnd, kU32, ray.mask, e.u32(0xFF));
  store_miss(e, object, ray);
  e.op_void(Op::OpRayQueryInitializeKHR, query, *structure, ray.flags, ray.mask, ray.origin, ray.t_min,
            ray.direction, ray.t_max);
  run_query(e, query, object, ray.contribution, ray.multiplier);
  e.set_result(i, object);
  return {};
}

/// Creates the object from a query's committed hit. Its shader is not invoked until the table index is set.
Result<Query> make_of_query(FunctionEmitter& e, const Instruction& i) {
  const Query query = query_operand(e, i);
  const Id object = e.u32(number_of(e, i));
  HitState& state = hit_state(e.context());
  record_query(e, query, object);
  const auto set = [&](HitField field, Id value) { state.store(e.code(), object, field, value); };
  for (const HitField field :
       {HitField::kIsInvocable, HitField::kContribution, HitField::kMultiplier, HitField::kMissIndex}) {
    set(field, e.u32(0));
  }
  if (keeps_rays(e.context())) {
    const Id mask = e.op(Op::OpLoad, kU32, kept_word(e, query, KeptWord::kMask));
    const Id bits = e.op(Op::OpBitwiseAnd, kU32, mask, e.u32(0xFF));
    set(HitField::kMask, e.op(Op::OpBitwiseOr, kU32, bits, e.u32(kSkipsProcedural)));
    set(HitField::kTMax, e.op(Op::OpLoad, kF32, t_max_pointer(e, query)));
  }
  if (keeps_structures(e.context())) {
    set(HitField::kStructure, e.op(Op::OpLoad, kU32, kept_word(e, query, KeptWord::kStructure)));
  }
  e.set_result(i, object);
  return query;
}

Result<void> lower_from_query(FunctionEmitter& e, const Instruction& i) {
  const Result<Query> query = make_of_query(e, i);
  if (!query) return query.error();
  return {};
}

// Operands: query, hit kind, attributes. Hit kind and attributes are used only for procedural primitives.
Result<void> lower_from_query_with_attributes(FunctionEmitter& e, const Instruction& i) {
  const Result<Query> query = make_of_query(e, i);
  if (!query) return query.error();
  HitState& state = hit_state(e.context());
  const Id object = e.u32(number_of(e, i));
  const Id kind = e.op(Op::OpRayQueryGetIntersectionTypeKHR, kU32, query->pointer, e.u32(1));
  const Id is_procedural = e.op(Op::OpIEqual, kBool, kind, e.u32(2));
  if (state.has(HitField::kHitKind)) {
    const Id of_triangle = state.load(e.code(), object, HitField::kHitKind);
    const Id chosen = e.op(Op::OpSelect, kU32, is_procedural, e.operand(i, 1), of_triangle);
    state.store(e.code(), object, HitField::kHitKind, chosen);
  }
  if (!state.has(HitField::kAttributes)) return {};
  const Result<Vector<Id>> words = read_attributes(e, i, 2);
  if (!words) return words.error();
  for (uint32_t n = 0; n < words->size() && n < kAttributeWords; ++n) {
    const Id path[] = {e.u32(n)};
    const Id pointer = state.pointer(e.code(), object, HitField::kAttributes, path);
    const Id of_triangle = e.op(Op::OpLoad, kU32, pointer);
    e.op_void(Op::OpStore, pointer, e.op(Op::OpSelect, kU32, is_procedural, (*words)[n], of_triangle));
  }
  return {};
}

// Operands: flags, miss index, origin, t min, direction, t max. Tracing it again, with mask 0, misses.
Result<void> lower_make_miss(FunctionEmitter& e, const Instruction& i) {
  require_ray_flags(e, e.operand_value(i, 0), 0);
  Ray ray;
  ray.flags = e.operand(i, 0);
  ray.mask = ray.contribution = ray.multiplier = e.u32(0);
  ray.miss = e.operand(i, 1);
  ray.origin = vector3_operand(e, i, 2);
  ray.t_min = e.operand(i, 5);
  ray.direction = vector3_operand(e, i, 6);
  ray.t_max = e.operand(i, 9);
  if (keeps_structures(e.context())) {
    const Handle handle = element_handle(e, hits_of(e).structure, 0);
    ray.structure = handle.is_array ? handle.index : e.u32(0);
  }
  const uint32_t number = number_of(e, i);
  HitState& state = hit_state(e.context());
  store_miss(e, e.u32(number), ray);
  for (const HitField field :
       {HitField::kInstanceIndex, HitField::kInstanceId, HitField::kGeometryIndex, HitField::kPrimitiveIndex,
        HitField::kHitKind, HitField::kVertices, HitField::kCluster, HitField::kAttributes,
        HitField::kObjectToWorld, HitField::kWorldToObject}) {
    if (state.has(field)) state.store(e.code(), e.u32(number), field, state.without_hit(field));
  }
  e.set_result(i, e.u32(number));
  return {};
}

Result<void> lower_make_nop(FunctionEmitter& e, const Instruction& i) {
  e.set_result(i, e.u32(0));
  return {};
}

/// A hit's record index is relative to that of its instance, and a ray can address 16 records from there:
/// hits with other records are not invoked.
void set_record(FunctionEmitter& e, const HitState& state, Id object, Id index, Id is_hit, Id is_nop) {
  CodeWriter& code = e.code();
  const Id zero = e.u32(0), one = e.u32(1), last = e.u32(15);
  const Id base = state.load(code, object, HitField::kInstanceContribution);
  const Id offset = e.op(Op::OpISub, kU32, index, base);
  const Id miss = state.load(code, object, HitField::kMissIndex);
  const Id is_near = e.op(Op::OpULessThanEqual, kBool, offset, last);
  const Id is_far_hit = e.op(Op::OpLogicalAnd, kBool, is_hit, e.op(Op::OpLogicalNot, kBool, is_near));
  const Id is_not = e.op(Op::OpLogicalOr, kBool, is_nop, is_far_hit);
  state.store(code, object, HitField::kContribution, e.op(Op::OpSelect, kU32, is_hit, offset, zero));
  state.store(code, object, HitField::kMultiplier, zero);
  state.store(code, object, HitField::kMissIndex, e.op(Op::OpSelect, kU32, is_hit, miss, index));
  state.store(code, object, HitField::kIsInvocable, e.op(Op::OpSelect, kU32, is_not, zero, one));
}

Result<void> lower_set_table_index(FunctionEmitter& e, const Instruction& i) {
  HitState& state = hit_state(e.context());
  const Id old = object_operand(e, i), index = e.operand(i, 1);
  const Id object = e.u32(number_of(e, i));
  state.copy(e.code(), old, object);
  const Id is_nop = is_kind(e, object, HitKind::kNop), is_hit = is_kind(e, object, HitKind::kHit);
  state.store(e.code(), object, HitField::kTableIndex, e.op(Op::OpSelect, kU32, is_nop, e.u32(0), index));
  if (state.has(HitField::kIsInvocable)) set_record(e, state, object, index, is_hit, is_nop);
  e.set_result(i, object);
  return {};
}

// Operands: object, payload.
Result<void> lower_invoke(FunctionEmitter& e, const Instruction& i) {
  if (const HitOrigin* ray = shaded_at_once(hits_of(e), e.plan().function, index_of(e, i))) {
    return trace_ray(e, e.function().instructions[ray->instruction], i);
  }
  const Result<HandedObject> payload = hand_on(e, i);
  if (!payload) return payload.error();
  invoke(e, object_operand(e, i), payload->variable);
  take_back(e, i, *payload);
  return {};
}

// The hint is optional for devices, so this emits nothing.
Result<void> lower_reorder(FunctionEmitter&, const Instruction&) { return {}; }

template <HitKind kKind>
Result<void> lower_is(FunctionEmitter& e, const Instruction& i) {
  e.set_result(i, is_kind(e, object_operand(e, i), kKind));
  return {};
}

template <HitField kField>
Result<void> lower_get(FunctionEmitter& e, const Instruction& i) {
  e.set_result(i, hit_state(e.context()).load(e.code(), object_operand(e, i), kField));
  return {};
}

/// Operands after the object are the indices, the outermost last.
template <HitField kField, uint32_t kIndices>
Result<void> lower_get_element(FunctionEmitter& e, const Instruction& i) {
  constexpr uint32_t kLimits[] = {3, 4};  // Numbers of rows (or components) and columns.
  Vector<Id> path;
  for (uint32_t n = kIndices; n > 0; --n) {
    const std::optional<uint64_t> index = e.constant_operand(i, n);
    if (!index || *index >= kLimits[n - 1])
      return e.bad_input(i, "the element of a hit object's vector or matrix is not a known constant");
    path.push_back(e.u32(static_cast<uint32_t>(*index)));
  }
  const Id object = object_operand(e, i);
  const Id pointer = hit_state(e.context()).pointer(e.code(), object, kField, path);
  e.define(i, Op::OpLoad, pointer);
  return {};
}

Result<void> lower_positions_of_hit(FunctionEmitter& e, const Instruction& i) {
  set_positions(e, i, hit_state(e.context()).load(e.code(), object_operand(e, i), HitField::kVertices));
  return {};
}

// Operands: object, pointer to receive the attributes.
Result<void> lower_attributes(FunctionEmitter& e, const Instruction& i) {
  const Id object = object_operand(e, i);
  HitState& state = hit_state(e.context());
  Vector<Id> words;
  for (uint32_t n = 0; n < kAttributeWords; ++n) {
    const Id path[] = {e.u32(n)};
    words.push_back(e.op(Op::OpLoad, kU32, state.pointer(e.code(), object, HitField::kAttributes, path)));
  }
  return write_attributes(e, i, 1, words);
}

Result<void> lower_record_constant(FunctionEmitter& e, const Instruction& i) {
  return e.unsupported(i, "only the shader of a hit can read its shader record");
}

Result<void> lower_make_hit(FunctionEmitter& e, const Instruction& i) {
  return e.unsupported(i, "only SPV_NV_shader_invocation_reorder can make hits (option hit_objects)");
}

/// Lowers with the implementation that the caller chose.
template <Lowering kPlain>
Result<void> either(FunctionEmitter& e, const Instruction& i) {
  return has_hit_extension(e) ? lower_with_hit_extension(e, i) : kPlain(e, i);
}

constexpr LoweringEntry kHitObjectLowerings[] = {
    {dxil::Op::kHitObject_TraceRay, either<lower_trace>},
    {dxil::Op::kHitObject_FromRayQuery, either<lower_from_query>},
    {dxil::Op::kHitObject_FromRayQueryWithAttrs, either<lower_from_query_with_attributes>},
    {dxil::Op::kHitObject_MakeMiss, either<lower_make_miss>},
    {dxil::Op::kVendorMakeHit, either<lower_make_hit>},
    {dxil::Op::kVendorMakeHitOfRecord, either<lower_make_hit>},
    {dxil::Op::kHitObject_MakeNop, either<lower_make_nop>},
    {dxil::Op::kHitObject_Invoke, either<lower_invoke>},
    {dxil::Op::kMaybeReorderThread, either<lower_reorder>},
    {dxil::Op::kHitObject_IsMiss, either<lower_is<HitKind::kMiss>>},
    {dxil::Op::kHitObject_IsHit, either<lower_is<HitKind::kHit>>},
    {dxil::Op::kHitObject_IsNop, either<lower_is<HitKind::kNop>>},
    {dxil::Op::kHitObject_RayFlags, either<lower_get<HitField::kRayFlags>>},
    {dxil::Op::kHitObject_RayTMin, either<lower_get<HitField::kTMin>>},
    {dxil::Op::kHitObject_RayTCurrent, either<lower_get<HitField::kT>>},
    {dxil::Op::kHitObject_WorldRayOrigin, either<lower_get_element<HitField::kWorldOrigin, 1>>},
    {dxil::Op::kHitObject_WorldRayDirection, either<lower_get_element<HitField::kWorldDirection, 1>>},
    {dxil::Op::kHitObject_ObjectRayOrigin, either<lower_get_element<HitField::kObjectOrigin, 1>>},
    {dxil::Op::kHitObject_ObjectRayDirection, either<lower_get_element<HitField::kObjectDirection, 1>>},
    {dxil::Op::kHitObject_ObjectToWorld3x4, either<lower_get_element<HitField::kObjectToWorld, 2>>},
    {dxil::Op::kHitObject_WorldToObject3x4, either<lower_get_element<HitField::kWorldToObject, 2>>},
    {dxil::Op::kHitObject_GeometryIndex, either<lower_get<HitField::kGeometryIndex>>},
    {dxil::Op::kHitObject_InstanceIndex, either<lower_get<HitField::kInstanceIndex>>},
    {dxil::Op::kHitObject_InstanceID, either<lower_get<HitField::kInstanceId>>},
    {dxil::Op::kHitObject_TriangleObjectPosition, either<lower_positions_of_hit>},
    {dxil::Op::kHitObject_ClusterID, either<lower_get<HitField::kCluster>>},
    {dxil::Op::kHitObject_PrimitiveIndex, either<lower_get<HitField::kPrimitiveIndex>>},
    {dxil::Op::kHitObject_HitKind, either<lower_get<HitField::kHitKind>>},
    {dxil::Op::kHitObject_ShaderTableIndex, either<lower_get<HitField::kTableIndex>>},
    {dxil::Op::kHitObject_SetShaderTableIndex, either<lower_set_table_index>},
    {dxil::Op::kHitObject_LoadLocalRootTableConstant, either<lower_record_constant>},
    {dxil::Op::kHitObject_Attributes, either<lower_attributes>},
};

}  // namespace

std::span<const LoweringEntry> hit_object_lowerings() { return kHitObjectLowerings; }

}  // namespace trellis::spirv
