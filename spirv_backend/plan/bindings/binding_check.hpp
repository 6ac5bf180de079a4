// Checks the places that a caller chose for resources: each place for its resource, and all of them for
// collisions.
#pragma once

#include "spirv_backend/plan/plan.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis::spirv {

/// Describes the resource in the program's terms, for messages: "g_lights (t3, space0)".
String describe_resource(const dxil::Resource& resource, const ResourcePlan& plan);

/// Errors: kBadChoice, with the resource in the message and the field as Location::part
/// ("binding.root_size").
Result<void> check_binding(const ModulePlan& plan, uint32_t resource, const Binding& place);
Result<void> check_counter(const ModulePlan& plan, uint32_t resource, const Binding& place);

/// Finds bindings that two resources would share.
class BindingCollisions {
 public:
  /// Starts with the places of the root data, if it is a uniform block, and of the instruments' buffers.
  explicit BindingCollisions(const ModulePlan& plan);

  /// Adds the resource's place in the plan, and the places of its counter and table of ranges if it has them.
  void add(uint32_t resource);
  /// Returns kBadChoice if two places collide; the message names both resources.
  Result<void> check();

 private:
  /// What a place holds. Several ranges may share a heap, which is one array of descriptors, and tables.
  enum class Use : uint8_t { kDescriptors, kHeap, kTable };
  struct Place {
    uint32_t set, binding;
    uint64_t first, end;
    uint32_t resource;  // UINT32_MAX if `what` describes the place.
    bool is_counter;
    Use use;
    const char* what = nullptr;
  };

  template <class P>
  void add(const P& place, uint32_t r, bool is_counter);
  void add_instruments(const Instrumentation& asked);
  bool may_share(const Place& a, const Place& b) const;
  String name(const Place& place) const;

  const ModulePlan& plan_;
  Vector<Place> places_;
};

}  // namespace trellis::spirv
