// Storage for plain hit objects: one array of structs in private memory, with an element for each object of
// the module (plan/rays/hit_plan.hpp). The struct has only the members that the program needs.
#pragma once

#include <array>

#include "spirv_backend/emitter/module_context.hpp"
#include "spirv_backend/plan/rays/hit_plan.hpp"
#include "spirv_backend/plan/rays/ray_plan.hpp"

namespace trellis::spirv {

/// The values of HitField::kKind.
enum class HitKind : uint32_t { kNop, kMiss, kHit };

/// Size of the attributes in words.
inline constexpr uint32_t kAttributeWords = kMaxAttributeBytes / 4;

class HitState {
 public:
  explicit HitState(ModuleContext& context);

  bool has(HitField field) const { return (fields_ & bit(field)) != 0; }
  /// Returns true if records query clusters; if not, no hit has one.
  bool asks_for_clusters() const { return has_clusters_; }
  /// Returns the SPIR-V type id of a member.
  Id type_of(HitField field) const;

  /// Returns a pointer to a member of the object with the id `number`. `path`: ids of indices within the
  /// member.
  Id pointer(CodeWriter& code, Id number, HitField field, std::span<const Id> path = {}) const;
  Id load(CodeWriter& code, Id number, HitField field) const;
  /// Stores a member; does nothing if the struct does not have it.
  void store(CodeWriter& code, Id number, HitField field, Id value) const;
  /// Copies an object to another.
  void copy(CodeWriter& code, Id from, Id to) const;
  /// Returns a member's value if nothing was hit: zero, identity for matrices, kNoCluster for clusters.
  Id without_hit(HitField field) const;

 private:
  Id element_type(HitField field, std::span<const Id> path) const;

  ModuleBuilder& module_;
  uint32_t fields_;
  bool has_clusters_;
  Id struct_ = 0, variable_ = 0;
};

/// Returns the module's state; creates it on first use.
HitState& hit_state(ModuleContext& context);

}  // namespace trellis::spirv
