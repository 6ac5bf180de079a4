// Hit objects. Each operation that makes one has an object of its own in the module, with a number: what the
// program's values are (lower/memory/hit_handles.hpp). Number 0 is the nop. An operation that runs again
// makes the same object anew, so a value must not be kept over that: it is refused where it could be.
#pragma once

#include <cstdint>

#include "dxil_frontend/program/dxil_op.hpp"
#include "spirv_backend/plan/function_planner.hpp"
#include "spirv_backend/plan/plan.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {

/// What is kept of a hit object in memory, in the order of the members of its struct.
enum class HitField : uint8_t {
  kKind,  ///< HitKind below; always there.
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
  kVertices,  ///< Of the triangle, in its object's space.
  kCluster,
  kAttributes,
  kObjectOrigin,
  kObjectDirection,
  kObjectToWorld,
  kWorldToObject,
  // To trace it again.
  kIsInvocable,
  kMask,
  kContribution,
  kMultiplier,
  kMissIndex,
  kTMax,
  kInstanceContribution,  ///< Of the instance that was hit, to the index of its hit group.
  kStructure,             ///< Index of the structure's descriptor, where it is not always the same.
};
inline constexpr uint32_t kHitFieldCount = static_cast<uint32_t>(HitField::kStructure) + 1;
constexpr uint32_t bit(HitField field) { return 1u << static_cast<uint32_t>(field); }
/// All that an invocation needs.
inline constexpr uint32_t kInvokeFields =
    bit(HitField::kIsInvocable) | bit(HitField::kMask) | bit(HitField::kContribution) |
    bit(HitField::kMultiplier) | bit(HitField::kMissIndex) | bit(HitField::kTMax) |
    bit(HitField::kInstanceContribution) | bit(HitField::kStructure) | bit(HitField::kRayFlags) |
    bit(HitField::kTMin) | bit(HitField::kWorldOrigin) | bit(HitField::kWorldDirection);

/// An operation that makes a hit object. Its number is its place in HitPlan::origins, plus 1.
struct HitOrigin {
  uint32_t function = dxil::kNone;  ///< Into Module::functions.
  uint32_t instruction = 0;         ///< Into its instructions.
  /// HitObject::TraceRay whose one use is an invocation right behind it: a ray that is traced and shaded at
  /// once, as TraceRay does it. There is no object then.
  uint32_t invocation = dxil::kNone;  ///< Into the function's instructions.
};

struct HitPlan {
  dxil::TypeId handle_type = dxil::kNone;  ///< Of the program's values.
  Vector<HitOrigin> origins;
  uint32_t getters = 0;                    ///< HitField bits: what the program asks for.
  uint32_t fields = bit(HitField::kKind);  ///< What is kept: that, and what invocations need.
  /// The acceleration structure of all rays; kNone if there is none or not one.
  uint32_t structure = dxil::kNone;  ///< Into Shader::resources.
  uint32_t structure_element = 0;    ///< The element of all rays.
  bool structures_vary = false;      ///< There are several resources.
  bool elements_vary = false;        ///< There are several elements of the resource, or a computed one.
  bool invokes = false, sets_table_index = false;
};

/// The number of the object an instruction of a function of the module makes; 0: none.
uint32_t hit_number(const HitPlan& hits, uint32_t function, uint32_t instruction);
/// The origin whose trace ray and invocation are one; null: an invocation of its own.
const HitOrigin* shaded_at_once(const HitPlan& hits, uint32_t function, uint32_t instruction);

/// Once all functions are planned: finds what can be traced and shaded at once, and refuses what the chosen
/// way of lowering cannot do (kUnsupported).
Result<void> plan_hits(PlanningContext& context);

/// A value that is kept while the operation that made it, or SetShaderTableIndex where that changes objects
/// in place, changes its object.
Result<void> check_hit_lifetimes(const ModulePlan& plan);

}  // namespace trellis::spirv
