// Hit objects. Each operation that creates one has its own object in the module, and a number, which is the
// value in the program (lower/memory/hit_handles.hpp). Number 0 is the nop object. If the operation runs
// again, it overwrites its object; code that could still use the old value then is refused.
#pragma once

#include <cstdint>

#include "dxil_frontend/program/dxil_op.hpp"
#include "spirv_backend/plan/function_planner.hpp"
#include "spirv_backend/plan/plan.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {

/// The properties of a hit object that are kept in memory, in the order of the members of its struct.
enum class HitField : uint8_t {
  kKind,  ///< A HitKind (hit_objects/hit_state.hpp); always present.
  kRayFlags,
  kTMin,
  kT,
  kWorldOrigin,
  kWorldDirection,
  kTableIndex,
  kInstanceIndex,
  kInstanceId,
  kGeometryIndex,
  kPrimitiveIndex,
  kHitKind,
  kVertices,  ///< The triangle's vertices, in object space.
  kCluster,
  kAttributes,
  kObjectOrigin,
  kObjectDirection,
  kObjectToWorld,
  kWorldToObject,
  // The following are needed to trace the ray again.
  kIsInvocable,
  kMask,
  kContribution,
  kMultiplier,
  kMissIndex,
  kTMax,
  kInstanceContribution,  ///< The instance's contribution to the index of its hit group.
  kStructure,             ///< Index of the acceleration structure's descriptor, if it varies.
};
inline constexpr uint32_t kHitFieldCount = static_cast<uint32_t>(HitField::kStructure) + 1;
constexpr uint32_t bit(HitField field) { return 1u << static_cast<uint32_t>(field); }
/// The fields that an invocation needs.
inline constexpr uint32_t kInvokeFields =
    bit(HitField::kIsInvocable) | bit(HitField::kMask) | bit(HitField::kContribution) |
    bit(HitField::kMultiplier) | bit(HitField::kMissIndex) | bit(HitField::kTMax) |
    bit(HitField::kInstanceContribution) | bit(HitField::kStructure) | bit(HitField::kRayFlags) |
    bit(HitField::kTMin) | bit(HitField::kWorldOrigin) | bit(HitField::kWorldDirection);

/// An operation that creates a hit object. The object's number is the index in HitPlan::origins, plus 1.
struct HitOrigin {
  uint32_t function = dxil::kNone;  ///< Index into Module::functions.
  uint32_t instruction = 0;         ///< Index into the function's instructions.
  /// Set for a HitObject::TraceRay that is only invoked, later in the same block: the ray is traced and
  /// shaded at once, like TraceRay does. There is no object then.
  uint32_t invocation = dxil::kNone;  ///< Index into the function's instructions.
};

struct HitPlan {
  dxil::TypeId handle_type = dxil::kNone;  ///< The type of hit objects in the program.
  Vector<HitOrigin> origins;
  uint32_t getters = 0;                    ///< HitField bits: what the program queries.
  uint32_t fields = bit(HitField::kKind);  ///< HitField bits: what is kept.
  /// The acceleration structure of the first ray, and of all rays unless structures_vary; kNone if there is
  /// none.
  uint32_t structure = dxil::kNone;  ///< Index into Shader::resources.
  uint32_t structure_element = 0;    ///< Its array element, if it does not vary.
  bool structures_vary = false;      ///< Rays use several resources.
  bool elements_vary = false;        ///< Rays use several elements of the resource, or a dynamic index.
  bool invokes = false, sets_table_index = false;
};

/// Returns the number of the object that an instruction creates; 0 if it creates none.
uint32_t hit_number(const HitPlan& hits, uint32_t function, uint32_t instruction);
/// Returns the ray that an invocation traces and shades at once; null if the invocation is separate.
const HitOrigin* shaded_at_once(const HitPlan& hits, uint32_t function, uint32_t instruction);

/// Runs after all functions are planned. Finds the rays that can be traced and shaded at once, and refuses
/// what the chosen lowering does not support (kUnsupported).
Result<void> plan_hits(PlanningContext& context);

/// Returns kUnsupported if a value may still be used after its object was overwritten: by the operation that
/// created it, or by SetShaderTableIndex where that changes objects in place. Also refuses functions that
/// return hit objects.
Result<void> check_hit_lifetimes(const ModulePlan& plan);

}  // namespace trellis::spirv
