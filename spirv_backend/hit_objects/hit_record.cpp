#include "spirv_backend/hit_objects/hit_record.hpp"

#include "spirv_backend/module/function_writer.hpp"
#include "spirv_backend/module/spirv_enumerants.hpp"
#include "spirv_backend/operations/common.hpp"
#include "spirv_backend/resources/acceleration_structures.hpp"

namespace trellis::spirv {
namespace {

using spv::StorageClass;

constexpr uint32_t kCandidateHit = 0, kCommittedHit = 1;
constexpr uint32_t kTriangleCommitted = 1, kTriangleCandidate = 0;
constexpr uint32_t kFrontFace = 254, kBackFace = 255;

/// The functions that have been added to the module.
struct HitFunctions {
  struct Known {
    Id variable = 0;
    uint32_t kind = 0;
    Id function = 0;
  };
  Vector<Known> known;
};

enum FunctionKind : uint32_t { kRecords, kRuns, kInvokes };

Id& known_function(ModuleContext& context, Id variable, uint32_t kind) {
  Vector<HitFunctions::Known>& known = context.caches.get<HitFunctions>().known;
  for (HitFunctions::Known& k : known) {
    if (k.variable == variable && k.kind == kind) return k.function;
  }
  known.push_back({variable, kind, 0});
  return known.back().function;
}

/// Writes the properties of a query's hit to an object.
class HitWriter {
 public:
  HitWriter(FunctionWriter& f, HitState& state, Id query, Id number)
      : f_(f), state_(state), query_(query), number_(number) {}

  Id kind_of(uint32_t which) {
    return f_.op(Op::OpRayQueryGetIntersectionTypeKHR, kU32, query_, f_.u32(which));
  }
  void set(HitField field, Id value) { state_.store(f_, number_, field, value); }
  void set_kind(HitKind kind) { set(HitField::kKind, f_.u32(static_cast<uint32_t>(kind))); }

  /// Stores the properties of the query's ray.
  void set_ray() {
    get_ray(HitField::kRayFlags, Op::OpRayQueryGetRayFlagsKHR);
    get_ray(HitField::kTMin, Op::OpRayQueryGetRayTMinKHR);
    get_ray(HitField::kWorldOrigin, Op::OpRayQueryGetWorldRayOriginKHR);
    get_ray(HitField::kWorldDirection, Op::OpRayQueryGetWorldRayDirectionKHR);
  }

  void set_hit(Id kind) {
    set_kind(HitKind::kHit);
    get(HitField::kT, Op::OpRayQueryGetIntersectionTKHR);
    get(HitField::kInstanceIndex, Op::OpRayQueryGetIntersectionInstanceIdKHR);
    get(HitField::kInstanceId, Op::OpRayQueryGetIntersectionInstanceCustomIndexKHR);
    get(HitField::kGeometryIndex, Op::OpRayQueryGetIntersectionGeometryIndexKHR);
    get(HitField::kPrimitiveIndex, Op::OpRayQueryGetIntersectionPrimitiveIndexKHR);
    get(HitField::kObjectOrigin, Op::OpRayQueryGetIntersectionObjectRayOriginKHR);
    get(HitField::kObjectDirection, Op::OpRayQueryGetIntersectionObjectRayDirectionKHR);
    get(HitField::kObjectToWorld, Op::OpRayQueryGetIntersectionObjectToWorldKHR);
    get(HitField::kWorldToObject, Op::OpRayQueryGetIntersectionWorldToObjectKHR);
    get(HitField::kInstanceContribution,
        Op::OpRayQueryGetIntersectionInstanceShaderBindingTableRecordOffsetKHR);
    set_triangle(kind);
  }

  /// Stores the index of the record in the shader table, by the formula of TraceRay.
  void set_table_index(Id offset, Id stride) {
    if (!state_.has(HitField::kTableIndex)) return;
    const Id committed = f_.u32(kCommittedHit);
    const Id geometry = f_.op(Op::OpRayQueryGetIntersectionGeometryIndexKHR, kU32, query_, committed);
    const Id of_instance = f_.op(Op::OpRayQueryGetIntersectionInstanceShaderBindingTableRecordOffsetKHR, kU32,
                                 query_, committed);
    // Only the low four bits of each are used.
    const Id bits = f_.u32(15);
    const Id step = f_.op(Op::OpBitwiseAnd, kU32, stride, bits);
    const Id start = f_.op(Op::OpBitwiseAnd, kU32, offset, bits);
    const Id of_geometry = f_.op(Op::OpIMul, kU32, geometry, step);
    const Id sum = f_.op(Op::OpIAdd, kU32, of_geometry, start);
    set(HitField::kTableIndex, f_.op(Op::OpIAdd, kU32, sum, of_instance));
  }

  /// Sets fields to their values without a hit.
  void clear(HitField first, HitField last) {
    for (auto n = static_cast<uint32_t>(first); n <= static_cast<uint32_t>(last); ++n) {
      const auto field = static_cast<HitField>(n);
      if (state_.has(field)) set(field, state_.without_hit(field));
    }
  }

 private:
  void get_ray(HitField field, Op opcode) {
    if (state_.has(field)) set(field, f_.op(opcode, state_.type_of(field), query_));
  }
  void get(HitField field, Op opcode) {
    if (!state_.has(field)) return;
    const Id committed = f_.u32(kCommittedHit);
    set(field, f_.op(opcode, state_.type_of(field), query_, committed));
  }

  void set_triangle(Id kind) {
    bool is_asked = false;
    for (const HitField field :
         {HitField::kHitKind, HitField::kVertices, HitField::kCluster, HitField::kAttributes}) {
      is_asked |= state_.has(field);
    }
    if (!is_asked) return;
    clear(HitField::kHitKind, HitField::kAttributes);
    const Id is_triangle = f_.op(Op::OpIEqual, kBool, kind, f_.u32(kTriangleCommitted));
    const Id triangle = f_.new_id(), merge = f_.new_id();
    f_.selection(is_triangle, triangle, merge, merge);
    f_.label(triangle);
    const Id committed = f_.u32(kCommittedHit);
    if (state_.has(HitField::kHitKind)) {
      const Id is_front = f_.op(Op::OpRayQueryGetIntersectionFrontFaceKHR, kBool, query_, committed);
      set(HitField::kHitKind, f_.op(Op::OpSelect, kU32, is_front, f_.u32(kFrontFace), f_.u32(kBackFace)));
    }
    get(HitField::kVertices, kOpRayQueryGetIntersectionTriangleVertexPositionsKHR);
    if (state_.asks_for_clusters()) get(HitField::kCluster, kOpRayQueryGetIntersectionClusterIdNV);
    if (state_.has(HitField::kAttributes)) {
      const Id pair = f_.op(Op::OpRayQueryGetIntersectionBarycentricsKHR, kVector2, query_, committed);
      for (uint32_t n = 0; n < 2; ++n) {
        const Id number = f_.op(Op::OpCompositeExtract, kF32, pair, n);
        const Id word = f_.op(Op::OpBitcast, kU32, number);
        const Id path[] = {f_.u32(n)};
        const Id to = state_.pointer(f_, number_, HitField::kAttributes, path);
        f_.op_void(Op::OpStore, to, word);
      }
    }
    f_.op_void(Op::OpBranch, merge);
    f_.label(merge);
  }

  FunctionWriter& f_;
  HitState& state_;
  Id query_, number_;
};

// Parameters: object number, and the query's handle if queries vary.
Id record_function(ModuleContext& context, Id variable, bool varies) {
  Id& known = known_function(context, variable, kRecords);
  if (known != 0) return known;
  HitState& state = hit_state(context);
  const NumericType parameters[] = {kU32, kU32};
  const Id result = context.builder.type_void(), word = context.builder.type(kU32);
  const Id types[] = {word, word};
  FunctionWriter f(context.builder, result, std::span<const Id>(types, std::size(parameters)));
  f.label();
  Id query = variable;
  if (varies) {
    const Id type = context.builder.type_pointer(StorageClass::Private, context.builder.type_ray_query());
    query = f.op(Op::OpAccessChain, type, variable, f.parameter(1));
  }
  HitWriter hit(f, state, query, f.parameter(0));
  const Id kind = hit.kind_of(kCommittedHit);
  const Id is_hit = f.op(Op::OpINotEqual, kBool, kind, f.u32(0));
  const Id committed = f.new_id(), nothing = f.new_id(), merge = f.new_id();
  f.selection(is_hit, committed, nothing, merge);
  f.label(committed);
  hit.set_ray();
  hit.clear(HitField::kTableIndex, HitField::kTableIndex);
  hit.set_hit(kind);
  f.op_void(Op::OpBranch, merge);
  f.label(nothing);
  hit.set_kind(HitKind::kNop);
  hit.clear(HitField::kRayFlags, HitField::kWorldToObject);
  f.op_void(Op::OpBranch, merge);
  f.label(merge);
  f.op_void(Op::OpReturn);
  const Id function = f.finish();
  return known_function(context, variable, kRecords) = function;
}

/// Writes the loop of a query that accepts every triangle.
void write_query_loop(FunctionWriter& f, HitWriter& hit, Id query) {
  const Id head = f.new_id(), body = f.new_id(), candidate = f.new_id(), triangle = f.new_id();
  const Id join = f.new_id(), next = f.new_id(), merge = f.new_id();
  f.op_void(Op::OpBranch, head);
  f.label(head);
  f.op_void(Op::OpLoopMerge, merge, next, spv::LoopControlMask::MaskNone);
  f.op_void(Op::OpBranch, body);
  f.label(body);
  const Id goes_on = f.op(Op::OpRayQueryProceedKHR, kBool, query);
  f.op_void(Op::OpBranchConditional, goes_on, candidate, merge);
  f.label(candidate);
  const Id kind = hit.kind_of(kCandidateHit);
  const Id is_triangle = f.op(Op::OpIEqual, kBool, kind, f.u32(kTriangleCandidate));
  f.selection(is_triangle, triangle, join, join);
  f.label(triangle);
  f.op_void(Op::OpRayQueryConfirmIntersectionKHR, query);
  f.op_void(Op::OpBranch, join);
  f.label(join);
  f.op_void(Op::OpBranch, next);
  f.label(next);
  f.op_void(Op::OpBranch, head);
  f.label(merge);
}

// Parameters: object number, offset and stride in the shader table.
Id run_function(ModuleContext& context, Id query) {
  if (const Id known = known_function(context, query, kRuns); known != 0) return known;
  HitState& state = hit_state(context);
  const Id result = context.builder.type_void(), word = context.builder.type(kU32);
  const Id types[] = {word, word, word};
  FunctionWriter f(context.builder, result, types);
  f.label();
  HitWriter hit(f, state, query, f.parameter(0));
  write_query_loop(f, hit, query);
  const Id kind = hit.kind_of(kCommittedHit);
  const Id is_hit = f.op(Op::OpINotEqual, kBool, kind, f.u32(0));
  const Id committed = f.new_id(), nothing = f.new_id(), merge = f.new_id();
  f.selection(is_hit, committed, nothing, merge);
  f.label(committed);
  hit.set_hit(kind);
  hit.set_table_index(f.parameter(1), f.parameter(2));
  f.op_void(Op::OpBranch, merge);
  f.label(nothing);
  hit.set_kind(HitKind::kMiss);
  hit.clear(HitField::kInstanceIndex, HitField::kAttributes);
  hit.clear(HitField::kObjectToWorld, HitField::kWorldToObject);
  f.op_void(Op::OpBranch, merge);
  f.label(merge);
  f.op_void(Op::OpReturn);
  const Id function = f.finish();
  return known_function(context, query, kRuns) = function;
}

/// Returns the acceleration structure of the hit objects: of this object if not all have the same.
Id structure_of(FunctionEmitter& e, const HitState& state, Id number) {
  const HitPlan& hits = *e.context().plan.hits;
  Handle handle = element_handle(e, hits.structure, hits.elements_vary ? 0 : hits.structure_element);
  if (state.has(HitField::kStructure) && handle.is_array) {
    handle.index = state.load(e.code(), number, HitField::kStructure);
    handle.is_static = false;
    handle.non_uniform = true;
  }
  return load_acceleration_structure(e, handle);
}

// Parameter: object number.
Id invoke_function(FunctionEmitter& e, Id payload) {
  ModuleContext& context = e.context();
  if (const Id known = known_function(context, payload, kInvokes); known != 0) return known;
  HitState& state = hit_state(context);
  const Id result = context.builder.type_void(), word = context.builder.type(kU32);
  const Id types[] = {word};
  FunctionWriter f(context.builder, result, types);
  const Id number = f.parameter(0), trace = f.new_id(), merge = f.new_id();
  f.label();
  const Id invocable = state.load(f, number, HitField::kIsInvocable);
  f.selection(f.op(Op::OpINotEqual, kBool, invocable, f.u32(0)), trace, merge, merge);
  f.label(trace);
  // Emit this part with the emitter, redirected to this function: values that the caller loaded are not
  // available here.
  FunctionState program(context.builder);
  std::swap(program, e.state());
  const Id structure = structure_of(e, state, number);
  std::swap(program, e.state());
  f.take(program.prologue);
  f.take(program.body);
  const auto load = [&](HitField field) { return state.load(f, number, field); };
  Id flags = load(HitField::kRayFlags);
  const Id marked_mask = load(HitField::kMask);
  if (context.plan.ray_query_flags.empty()) {
    // No hit object is created from a query.
  } else {
    constexpr uint32_t kSkipProceduralFlag = 0x200, kShift = 22;
    static_assert(kSkipsProcedural >> kShift == kSkipProceduralFlag);
    const Id shifted = f.op(Op::OpShiftRightLogical, kU32, marked_mask, f.u32(kShift));
    const Id skips = f.op(Op::OpBitwiseAnd, kU32, shifted, f.u32(kSkipProceduralFlag));
    flags = f.op(Op::OpBitwiseOr, kU32, flags, skips);
    context.builder.capability(spv::Capability::RayTraversalPrimitiveCullingKHR);
  }
  const Id mask = f.op(Op::OpBitwiseAnd, kU32, marked_mask, f.u32(0xFF));
  const Id offset = load(HitField::kContribution), stride = load(HitField::kMultiplier);
  const Id miss = load(HitField::kMissIndex), origin = load(HitField::kWorldOrigin);
  const Id t_min = load(HitField::kTMin), direction = load(HitField::kWorldDirection);
  const Id t_max = load(HitField::kTMax);
  f.op_void(Op::OpTraceRayKHR, structure, flags, mask, offset, stride, miss, origin, t_min, direction, t_max,
            payload);
  f.op_void(Op::OpBranch, merge);
  f.label(merge);
  f.op_void(Op::OpReturn);
  const Id function = f.finish();
  return known_function(context, payload, kInvokes) = function;
}

}  // namespace

void record_query(FunctionEmitter& e, const Query& query, Id number) {
  const bool varies = query.handle != 0;
  const Id function = record_function(e.context(), query.variable, varies);
  const Id handle = varies ? query.handle : e.u32(0);
  e.op(Op::OpFunctionCall, e.module().type_void(), function, number, handle);
}

void run_query(FunctionEmitter& e, Id query_variable, Id number, Id table_offset, Id table_stride) {
  const Id function = run_function(e.context(), query_variable);
  e.op(Op::OpFunctionCall, e.module().type_void(), function, number, table_offset, table_stride);
}

void invoke(FunctionEmitter& e, Id number, Id payload_variable) {
  const Id function = invoke_function(e, payload_variable);
  e.op(Op::OpFunctionCall, e.module().type_void(), function, number);
}

}  // namespace trellis::spirv
