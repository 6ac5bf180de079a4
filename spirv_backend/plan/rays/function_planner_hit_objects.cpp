// The part of FunctionPlanner that records how a program uses hit objects.
#include <algorithm>
#include <array>
#include <utility>

#include "lower/analysis/locate.hpp"
#include "spirv_backend/plan/rays/hit_plan.hpp"
#include "spirv_backend/plan/rays/ray_plan.hpp"

namespace trellis::spirv {
namespace {

using dxil::Instruction;
using dxil::Op;

bool makes_hit_object(Op op) {
  switch (op) {
    case Op::kHitObject_TraceRay:
    case Op::kHitObject_FromRayQuery:
    case Op::kHitObject_FromRayQueryWithAttrs:
    case Op::kHitObject_MakeMiss:
    case Op::kHitObject_SetShaderTableIndex:
    case Op::kVendorMakeHit:
    case Op::kVendorMakeHitOfRecord:
      return true;
    default:
      return false;
  }
}

/// Returns the property that an operation queries, as a HitField bit; 0 if it queries none.
uint32_t asked_fields(Op op) {
  switch (op) {
    case Op::kHitObject_RayFlags:
      return bit(HitField::kRayFlags);
    case Op::kHitObject_RayTMin:
      return bit(HitField::kTMin);
    case Op::kHitObject_RayTCurrent:
      return bit(HitField::kT);
    case Op::kHitObject_WorldRayOrigin:
      return bit(HitField::kWorldOrigin);
    case Op::kHitObject_WorldRayDirection:
      return bit(HitField::kWorldDirection);
    case Op::kHitObject_ObjectRayOrigin:
      return bit(HitField::kObjectOrigin);
    case Op::kHitObject_ObjectRayDirection:
      return bit(HitField::kObjectDirection);
    case Op::kHitObject_ObjectToWorld3x4:
      return bit(HitField::kObjectToWorld);
    case Op::kHitObject_WorldToObject3x4:
      return bit(HitField::kWorldToObject);
    case Op::kHitObject_GeometryIndex:
      return bit(HitField::kGeometryIndex);
    case Op::kHitObject_InstanceIndex:
      return bit(HitField::kInstanceIndex);
    case Op::kHitObject_InstanceID:
      return bit(HitField::kInstanceId);
    case Op::kHitObject_PrimitiveIndex:
      return bit(HitField::kPrimitiveIndex);
    case Op::kHitObject_HitKind:
      return bit(HitField::kHitKind);
    case Op::kHitObject_ShaderTableIndex:
      return bit(HitField::kTableIndex);
    case Op::kHitObject_Attributes:
      return bit(HitField::kAttributes);
    case Op::kHitObject_TriangleObjectPosition:
      return bit(HitField::kVertices);
    case Op::kHitObject_ClusterID:
      return bit(HitField::kCluster);
    default:
      return 0;
  }
}

/// Whether the operation's result is a hit object.
bool gives_hit_object(Op op) { return makes_hit_object(op) || op == Op::kHitObject_MakeNop; }

/// Whether the operation's first operand is a hit object.
bool takes_hit_object(Op op) {
  switch (op) {
    case Op::kHitObject_Invoke:
    case Op::kMaybeReorderThread:
    case Op::kHitObject_IsMiss:
    case Op::kHitObject_IsHit:
    case Op::kHitObject_IsNop:
    case Op::kHitObject_SetShaderTableIndex:
    case Op::kHitObject_LoadLocalRootTableConstant:
      return true;
    default:
      return asked_fields(op) != 0;
  }
}

}  // namespace

uint32_t hit_number(const HitPlan& hits, uint32_t function, uint32_t instruction) {
  for (uint32_t n = 0; n < hits.origins.size(); ++n) {
    const HitOrigin& origin = hits.origins[n];
    if (origin.function == function && origin.instruction == instruction) return n + 1;
  }
  return 0;
}

const HitOrigin* shaded_at_once(const HitPlan& hits, uint32_t function, uint32_t instruction) {
  for (const HitOrigin& origin : hits.origins) {
    if (origin.function == function && origin.invocation == instruction) return &origin;
  }
  return nullptr;
}

/// Records the acceleration structure in an operand: a ray is traced again in the same structure.
void FunctionPlanner::note_hit_structure(ValueId handle) {
  HitPlan& hits = *context_.hits;
  if (!is_local(handle)) return;
  const Reference& reference = local(handle).reference;
  if (reference.kind != ReferenceKind::kResource) return;
  if (hits.structure == dxil::kNone) {
    hits.structure = reference.root;
    hits.structure_element = reference.static_index;
    hits.elements_vary = !reference.is_static;
    return;
  }
  hits.structures_vary |= hits.structure != reference.root;
  hits.elements_vary |= !reference.is_static || hits.structure_element != reference.static_index;
}

Result<void> FunctionPlanner::note_hit_operation(const Instruction& i) {
  const Op op = i.op();
  const std::span<const ValueId> operands = function_.operands_of(i);
  const dxil::TypeId type = context_.hits == nullptr ? dxil::kNone : context_.hits->handle_type;
  const auto is_object = [type](dxil::TypeId t) { return type != dxil::kNone && t == type; };
  if ((gives_hit_object(op) && !is_object(i.type)) ||
      (takes_hit_object(op) && !is_object(module_.type_of(function_, operands[0])))) {
    return lower::diagnose(ErrorCode::kBadInput, function_, i, "its operand or result is not a hit object");
  }
  if (context_.hits == nullptr) return {};
  HitPlan& hits = *context_.hits;
  hits.getters |= asked_fields(op);
  // A ray of a query is traced again from what is kept of it.
  if (op == Op::kHitObject_FromRayQuery || op == Op::kHitObject_FromRayQueryWithAttrs)
    context_.plan.asks_committed_t = true;
  hits.invokes |= op == Op::kHitObject_Invoke;
  hits.sets_table_index |= op == Op::kHitObject_SetShaderTableIndex;
  if (op == Op::kHitObject_TraceRay) note_hit_structure(operands[0]);
  if (op == Op::kRayQuery_TraceRayInline) note_hit_structure(operands[1]);
  if (makes_hit_object(op)) {
    constexpr size_t kMostHitObjects = 256;
    if (hits.origins.size() == kMostHitObjects) return fail(i, "more than 256 hit objects are not supported");
    const auto index = static_cast<uint32_t>(&i - function_.instructions.data());
    hits.origins.push_back({result_.function, index, dxil::kNone});
  }
  if (op == Op::kHitObject_FromRayQueryWithAttrs) return note_hit_memory(i, 2, false);
  if (op == Op::kVendorMakeHit) return note_hit_memory(i, 15, false);
  if (op == Op::kVendorMakeHitOfRecord) return note_hit_memory(i, 14, false);
  if (op == Op::kHitObject_Attributes) return note_hit_memory(i, 1, true);
  return {};
}

/// Records that an operation copies attributes between a hit object and the memory that operand `operand`
/// points to.
Result<void> FunctionPlanner::note_hit_memory(const Instruction& i, uint32_t operand, bool is_write) {
  const ValueId pointer = function_.operands_of(i)[operand];
  Result<Reference> source = reference(pointer);
  if (!source) return source.error();
  if (source->kind == ReferenceKind::kNothing) return {};
  if (source->kind != ReferenceKind::kMemory) return fail(i, "cannot find the object of the attributes");
  const uint64_t bytes = handed_bytes(context_.plan, context_.layouts, i, *source);
  if (bytes > kMaxAttributeBytes) {
    return lower::diagnose(
        ErrorCode::kUnsupported, function_, i,
        "attributes of " + decimal(bytes) + " bytes, more than " + decimal(kMaxAttributeBytes));
  }
  ObjectUse& use = context_.object_uses[source->root];
  use.narrowest = std::min<uint8_t>(use.narrowest, 4);
  use.is_read |= !is_write;
  use.is_written |= is_write;
  if (source->is_static) {
    use.static_end = std::max<uint64_t>(use.static_end, source->static_index + bytes);
  } else {
    use.dynamic_access = true;
  }
  return {};
}

}  // namespace trellis::spirv
