#include "spirv_backend/bindings.hpp"

#include <algorithm>
#include <string>

namespace trellis::spirv {
namespace {

using dxil::Resource;
using dxil::ResourceClass;

constexpr uint32_t kCounterShift = 4000;

uint32_t default_shift(ResourceClass resource_class) {
  switch (resource_class) {
    case ResourceClass::kCbv:
      return 0;
    case ResourceClass::kSrv:
      return 1000;
    case ResourceClass::kUav:
      return 2000;
    case ResourceClass::kSampler:
      return 3000;
  }
  return 0;
}

uint32_t shift_of(const EmitOptions& options, const Resource& resource) {
  uint32_t shift = default_shift(resource.resource_class);
  for (const RegisterShift& s : options.shifts) {
    if (s.resource_class == resource.resource_class && s.space == resource.space) shift = s.amount;
  }
  return shift;
}

std::string describe(const Resource& resource, const ResourcePlan& plan) {
  if (plan.heap != DescriptorHeap::kNone) return resource.name;
  const char* kLetters = "tubs";
  std::string text(1, kLetters[static_cast<uint32_t>(resource.resource_class)]);
  text += std::to_string(resource.lower_bound) + ", space" + std::to_string(resource.space);
  if (!resource.name.empty()) text = resource.name + " (" + text + ")";
  return text;
}

void place_in_heap(const EmitOptions& options, ResourcePlan& plan) {
  const BindingPlace& heap =
      plan.heap == DescriptorHeap::kSamplers ? options.sampler_heap : options.resource_heap;
  plan.set = heap.set;
  plan.binding = heap.binding;
  plan.counter_set = options.counter_heap.set;
  plan.counter_binding = options.counter_heap.binding;
}

struct Place {
  uint32_t set, binding, resource;
  bool is_counter;
};

}  // namespace

Result<void> assign_bindings(ModulePlan& plan) {
  const std::vector<Resource>& resources = plan.shader->resources;
  std::vector<Place> places;
  for (uint32_t r = 0; r < resources.size(); ++r) {
    const Resource& resource = resources[r];
    ResourcePlan& p = plan.resources[r];
    if (!p.is_used) continue;
    if (p.heap != DescriptorHeap::kNone) {
      place_in_heap(plan.options, p);
      places.push_back({p.set, p.binding, r, false});
      if (p.uses_counter) places.push_back({p.counter_set, p.counter_binding, r, true});
      continue;
    }
    if (resource.space == UINT32_MAX || resource.lower_bound == UINT32_MAX) {
      return unsupported("resource " + resource.name + " has no register");
    }
    const uint64_t binding = uint64_t{resource.lower_bound} + shift_of(plan.options, resource);
    const uint64_t counter = uint64_t{resource.lower_bound} + kCounterShift;
    if (binding > UINT32_MAX || counter > UINT32_MAX) {
      return unsupported("the binding of " + describe(resource, p) + " is out of range");
    }
    p.set = resource.space;
    p.binding = static_cast<uint32_t>(binding);
    p.counter_set = p.set;
    p.counter_binding = static_cast<uint32_t>(counter);
    places.push_back({p.set, p.binding, r, false});
    if (p.uses_counter) places.push_back({p.set, p.counter_binding, r, true});
  }
  std::sort(places.begin(), places.end(), [](const Place& a, const Place& b) {
    if (a.set != b.set) return a.set < b.set;
    if (a.binding != b.binding) return a.binding < b.binding;
    return a.resource < b.resource;
  });
  for (size_t i = 1; i < places.size(); ++i) {
    const Place &a = places[i - 1], &b = places[i];
    if (a.set != b.set || a.binding != b.binding) continue;
    const ResourcePlan &one = plan.resources[a.resource], &other = plan.resources[b.resource];
    // Ranges of one heap are its one array of descriptors.
    if (one.heap != DescriptorHeap::kNone && one.heap == other.heap && a.is_counter == b.is_counter) continue;
    return unsupported("binding collision: " + describe(resources[a.resource], one) +
                       (a.is_counter ? "'s counter" : "") + " and " + describe(resources[b.resource], other) +
                       (b.is_counter ? "'s counter" : "") + " are both at set " + std::to_string(a.set) +
                       ", binding " + std::to_string(a.binding) +
                       "; choose other register shifts or heap bindings");
  }
  return {};
}

}  // namespace trellis::spirv
