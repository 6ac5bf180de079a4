// Plans how hit objects are lowered, and refuses what that way does not support.
#include "spirv_backend/plan/rays/hit_plan.hpp"

#include <algorithm>
#include <optional>

#include "lower/analysis/locate.hpp"
#include "spirv_backend/plan/rays/shaded_rays.hpp"

namespace trellis::spirv {
namespace {

using dxil::Function;
using dxil::Instruction;
using dxil::kNone;
using dxil::Op;
using dxil::Opcode;
using dxil::ValueId;

constexpr uint32_t kForceOpaque = 1, kCullNonOpaque = 0x80, kSkipProcedural = 0x200;

uint32_t certain_bits(const dxil::Module& module, const Function& function, ValueId value, uint32_t& budget) {
  if (const std::optional<uint64_t> bits = module.scalar_bits(value)) return static_cast<uint32_t>(*bits);
  const Instruction* i = budget == 0 ? nullptr : definition_of(function, value);
  if (i == nullptr) return 0;
  --budget;
  const std::span<const ValueId> operands = function.operands_of(*i);
  const auto of = [&](size_t n) { return certain_bits(module, function, operands[n], budget); };
  switch (i->opcode) {
    case Opcode::kOr:
      return of(0) | of(1);
    case Opcode::kAnd:
      return of(0) & of(1);
    case Opcode::kSelect:
      return of(1) & of(2);
    default:
      return 0;
  }
}

/// Plain hit objects: finds out whether what the program does with them is possible without an extension.
class PlainHits {
 public:
  explicit PlainHits(PlanningContext& context)
      : context_(context), module_(context.plan.shader->module), hits_(*context.hits) {}

  Result<void> run() {
    for (HitOrigin& origin : hits_.origins) {
      const Function& function = module_.functions[origin.function];
      if (function.instructions[origin.instruction].is(Op::kHitObject_TraceRay))
        origin.invocation = invocation_behind(module_, function, origin.instruction);
    }
    hits_.invokes = false;
    for (uint32_t f = 0; f < module_.functions.size(); ++f) {
      if (context_.plan.function_plans[f] == kNone) continue;
      const Function& function = module_.functions[f];
      for (uint32_t n = 0; n < function.instructions.size(); ++n) {
        const Instruction& i = function.instructions[n];
        if (i.opcode != Opcode::kDxOp) continue;
        TRELLIS_RETURN_IF_ERROR(look_at(f, n));
      }
    }
    hits_.fields |= hits_.getters;
    if (!hits_.invokes) return {};
    hits_.fields |= kInvokeFields;
    return plan_invocations();
  }

 private:
  Diagnostic refuse(const Function& function, const Instruction& i, String reason) const {
    return lower::diagnose(
        ErrorCode::kUnsupported, function, i,
        std::move(reason) + "; SPV_EXT_shader_invocation_reorder supports it (option hit_objects)");
  }

  Result<void> look_at(uint32_t f, uint32_t n) {
    const Function& function = module_.functions[f];
    const Instruction& i = function.instructions[n];
    const std::span<const ValueId> operands = function.operands_of(i);
    uint32_t budget = 32;
    switch (i.op()) {
      case Op::kHitObject_TraceRay:
        return look_at_ray(f, n, certain_bits(module_, function, operands[1], budget));
      case Op::kHitObject_Invoke:
        if (shaded_at_once(hits_, f, n) != nullptr) return {};
        hits_.invokes = true;
        if (invocation_ == nullptr) {
          invocation_ = &i;
          invoking_ = &function;
        }
        return {};
      case Op::kHitObject_LoadLocalRootTableConstant:
        return refuse(function, i,
                      "without an extension, only the shader of a hit can read its shader record");
      case Op::kHitObject_FromRayQuery:
      case Op::kHitObject_FromRayQueryWithAttrs:
        takes_queries_ = true;
        return {};
      case Op::kRayQuery_TraceRayInline:
        if (((certain_bits(module_, function, operands[2], budget) | template_flags()) &
             (kForceOpaque | kCullNonOpaque)) == 0) {
          queries_choose_ = true;
        }
        return {};
      case Op::kRayQuery_CommitNonOpaqueTriangleHit:
      case Op::kRayQuery_CommitProceduralPrimitiveHit:
        queries_choose_ = true;
        return {};
      default:
        return {};
    }
  }

  Result<void> look_at_ray(uint32_t f, uint32_t n, uint32_t flags) const {
    const HitOrigin& origin = hits_.origins[hit_number(hits_, f, n) - 1];
    if (origin.invocation != kNone) return {};
    if (context_.plan.options.device.hit_objects == HitObjects::kTriangles) return {};
    const bool is_opaque = (flags & (kForceOpaque | kCullNonOpaque)) != 0;
    if (is_opaque && (flags & kSkipProcedural) != 0) return {};
    return refuse(
        module_.functions[f], module_.functions[f].instructions[n],
        "without an extension, a hit can be queried outside its own shader only if the ray's flags skip "
        "procedural primitives and force opaque triangles, or if the option hit_objects states "
        "that the pipeline has neither any-hit nor intersection shaders");
  }

  /// Returns the flags that all queries were allocated with.
  uint32_t template_flags() const {
    uint32_t all = UINT32_MAX;
    for (const uint32_t flags : context_.plan.ray_query_flags) all &= flags;
    return context_.plan.ray_query_flags.empty() ? 0 : all;
  }

  /// An invocation traces the ray again: checks that this finds the same hit, and chooses the structure.
  Result<void> plan_invocations() {
    if (takes_queries_ && hits_.sets_table_index && queries_choose_) {
      return refuse(*invoking_, *invocation_,
                    "without an extension, the hit of a ray query is invoked by tracing the ray again, which "
                    "must find the same hit: the query must have flags that make all triangles opaque, and "
                    "must not commit candidates");
    }
    if (hits_.structures_vary) {
      return refuse(*invoking_, *invocation_,
                    "without an extension, a hit object is invoked by tracing its ray again, which is not "
                    "possible if its rays are in different acceleration structures");
    }
    if (hits_.structure == kNone) {
      // There are only misses: any structure will do for a ray that hits nothing.
      const Vector<dxil::Resource>& resources = context_.plan.shader->resources;
      const auto found = std::find_if(resources.begin(), resources.end(), [](const dxil::Resource& r) {
        return r.kind == dxil::ResourceKind::kAccelerationStructure && r.count == 1;
      });
      if (found == resources.end()) {
        return refuse(*invoking_, *invocation_,
                      "without an extension, a miss is invoked by tracing a ray that hits nothing, and there "
                      "is no acceleration structure to trace it in");
      }
      hits_.structure = static_cast<uint32_t>(found - resources.begin());
    }
    context_.plan.resources[hits_.structure].is_used = true;
    if (!hits_.elements_vary) hits_.fields &= ~bit(HitField::kStructure);
    return {};
  }

  PlanningContext& context_;
  const dxil::Module& module_;
  HitPlan& hits_;
  const Instruction* invocation_ = nullptr;  // The first separate invocation.
  const Function* invoking_ = nullptr;
  bool takes_queries_ = false, queries_choose_ = false;
};

/// Refuses what NV's extension does not support: its objects do not come from ray queries, and never change.
Result<void> check_nv_hits(const PlanningContext& context) {
  const dxil::Module& module = context.plan.shader->module;
  for (const HitOrigin& origin : context.hits->origins) {
    const Function& function = module.functions[origin.function];
    const Instruction& i = function.instructions[origin.instruction];
    if (i.is(Op::kHitObject_TraceRay) || i.is(Op::kHitObject_MakeMiss) || i.is(Op::kVendorMakeHit) ||
        i.is(Op::kVendorMakeHitOfRecord)) {
      continue;
    }
    return lower::diagnose(
        ErrorCode::kUnsupported, function, i,
        "SPV_NV_shader_invocation_reorder has no such operation; SPV_EXT_shader_invocation_reorder does");
  }
  return {};
}

}  // namespace

Result<void> plan_hits(PlanningContext& context) {
  const HitObjects way = context.plan.options.device.hit_objects;
  if (!are_of_extension(way)) {
    TRELLIS_RETURN_IF_ERROR(PlainHits(context).run());
  }
  if (way == HitObjects::kNv) {
    TRELLIS_RETURN_IF_ERROR(check_nv_hits(context));
  }
  return check_hit_lifetimes(context.plan);
}

}  // namespace trellis::spirv
