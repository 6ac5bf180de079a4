// What is kept of plain hit objects: one array of structs in private memory, an element for each object of
// the module (plan/hit_plan.hpp). A struct has the members that the program asks for.
#pragma once

#include <array>

#include "spirv_backend/emitter/module_context.hpp"
#include "spirv_backend/plan/hit_plan.hpp"
#include "spirv_backend/plan/ray_plan.hpp"

namespace trellis::spirv {

/// HitField::kKind.
enum class HitKind : uint32_t { kNop, kMiss, kHit };

/// Words of attributes.
inline constexpr uint32_t kAttributeWords = kMaxAttributeBytes / 4;

class HitState {
 public:
  explicit HitState(ModuleContext& context);

  bool has(HitField field) const { return (fields_ & bit(field)) != 0; }
  /// Whether records ask for clusters: otherwise there are none.
  bool asks_for_clusters() const { return has_clusters_; }
  /// SPIR-V type of a member.
  Id type_of(HitField field) const;

  /// Pointer to a member of an object; `number`: an id. `path`: indices within the member, ids.
  Id pointer(CodeWriter& code, Id number, HitField field, std::span<const Id> path = {}) const;
  Id load(CodeWriter& code, Id number, HitField field) const;
  /// Nothing if the member is not kept.
  void store(CodeWriter& code, Id number, HitField field, Id value) const;
  /// Makes one object what another one is.
  void copy(CodeWriter& code, Id from, Id to) const;
  /// What a member is where nothing was hit: zero, matrices the identity, and no cluster.
  Id without_hit(HitField field) const;

 private:
  Id element_type(HitField field, std::span<const Id> path) const;

  ModuleBuilder& module_;
  uint32_t fields_;
  bool has_clusters_;
  Id struct_ = 0, variable_ = 0;
};

/// The module's; made when first asked for.
HitState& hit_state(ModuleContext& context);

}  // namespace trellis::spirv
