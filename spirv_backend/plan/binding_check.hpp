// Whether places that a caller chose for resources make sense: each for its resource, and all of them
// together.
#pragma once

#include "spirv_backend/plan/plan.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis::spirv {

/// "g_lights (t3, space0)": the resource in the program's terms.
String describe_resource(const dxil::Resource& resource, const ResourcePlan& plan);

/// Errors: kBadInput, with the resource in the message and the field as Location::part ("binding.root_size").
Result<void> check_binding(const ModulePlan& plan, uint32_t resource, const Binding& place);
Result<void> check_counter(const ModulePlan& plan, uint32_t resource, const Binding& place);

/// Finds places that are two resources'.
class BindingCollisions {
 public:
  /// The root data has a place of its own, if it is a uniform block; so have the buffers of instruments.
  explicit BindingCollisions(const ModulePlan& plan);

  /// The resource's place in the plan, and its counter's if it has one.
  void add(uint32_t resource);
  /// Error: kUnsupported under the default rule, kBadInput where a caller chose; names both resources.
  Result<void> check();

 private:
  /// What a place holds. Ranges may share a heap, which is one array of descriptors, and tables.
  enum class Use : uint8_t { kDescriptors, kHeap, kTable };
  struct Place {
    uint32_t set, binding;
    uint64_t first, end;
    uint32_t resource;  // UINT32_MAX: none; `what` says what it is.
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
