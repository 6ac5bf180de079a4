#include "spirv_backend/bindings.hpp"

#include <algorithm>
#include <string>

namespace trellis::spirv {
namespace {

using dxil::Resource;
using dxil::ResourceClass;
using dxil::ResourceKind;

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
  plan.place.kind = plan.place.counter.kind = BindingKind::kHeap;
  plan.place.set = heap.set;
  plan.place.binding = heap.binding;
  plan.place.counter.set = options.counter_heap.set;
  plan.place.counter.binding = options.counter_heap.binding;
}

Result<Binding> default_binding(const EmitOptions& options, const Resource& resource) {
  const uint64_t binding = uint64_t{resource.lower_bound} + shift_of(options, resource);
  const uint64_t counter = uint64_t{resource.lower_bound} + kCounterShift;
  Binding place;
  place.set = place.counter.set = resource.space;
  place.binding = static_cast<uint32_t>(binding);
  place.counter.binding = static_cast<uint32_t>(counter);
  // A caller with an answer of its own for the resource need not hear that the default has none.
  if ((binding > UINT32_MAX || counter > UINT32_MAX) && !options.bind) {
    return unsupported("the binding of " + describe(resource, {}) + " is out of range");
  }
  return place;
}

ResourceUse use_of(const ModulePlan& plan, uint32_t r) {
  const ResourcePlan& p = plan.resources[r];
  ResourceUse use;
  use.resource = r;
  use.info = &plan.shader->resources[r];
  use.stage = plan.entry_point->kind;
  use.is_read = p.is_read;
  use.is_written = p.is_written;
  use.is_atomic = p.is_atomic;
  use.uses_counter = p.uses_counter;
  use.is_dynamically_indexed = p.is_dynamically_indexed;
  use.is_non_uniform = p.is_non_uniform;
  return use;
}

bool is_words(const Resource& resource) {
  return resource.kind == ResourceKind::kRawBuffer || resource.kind == ResourceKind::kStructuredBuffer;
}

bool is_constants(const Resource& resource) { return resource.resource_class == ResourceClass::kCbv; }

/// Checks one answer of the caller's.
class BindingCheck {
 public:
  BindingCheck(const ModulePlan& plan, uint32_t resource)
      : root_(plan.options.root_data),
        resource_(plan.shader->resources[resource]),
        is_coherent_(plan.resources[resource].is_coherent || resource_.rasterizer_ordered) {}

  Result<void> check(const Binding& place) const {
    switch (place.kind) {
      case BindingKind::kDescriptor:
      case BindingKind::kHeap:
        if (auto done = elements(place.kind, place.first_element, place.table_offset); !done) return done;
        if (place.kind == BindingKind::kDescriptor && place.array_size != 0 &&
            place.array_size <
                uint64_t{place.first_element} + (resource_.count == UINT32_MAX ? 1 : resource_.count)) {
          return refuse("array_size is less than the elements it is to hold");
        }
        break;
      case BindingKind::kRootConstants:
        if (!is_constants(resource_)) return refuse("only constant buffers can be root constants");
        if (auto done = single("root constants"); !done) return done;
        if (place.root_size == 0) return refuse("root_size is zero");
        if (auto done = root_range("root_size", place.root_offset, place.root_size); !done) return done;
        break;
      case BindingKind::kAddress:
        if (!is_constants(resource_) && !is_words(resource_)) {
          return refuse("only constant, raw and structured buffers can be addresses");
        }
        // Pointers have no Coherent decoration, and blocks of words are shared with buffers that want none.
        if (is_coherent_)
          return refuse("a globally coherent or rasterizer-ordered buffer cannot be an address");
        if (auto done = single("an address"); !done) return done;
        if (auto done = root_range("root_offset", place.root_offset, 8); !done) return done;
        if (place.bound_offset != kNoOffset) {
          if (auto done = root_range("bound_offset", place.bound_offset, 4); !done) return done;
        }
        break;
    }
    return form(place);
  }

  Result<void> check_counter(const CounterBinding& counter) const {
    switch (counter.kind) {
      case BindingKind::kDescriptor:
      case BindingKind::kHeap:
        if (auto done = elements(counter.kind, counter.first_element, counter.table_offset); !done)
          return done;
        break;
      case BindingKind::kAddress:
        if (auto done = single("a counter's address"); !done) return done;
        if (auto done = root_range("counter.root_offset", counter.root_offset, 8); !done) return done;
        break;
      case BindingKind::kRootConstants:
        return refuse("a counter cannot be root constants");
    }
    if (counter.form == BufferForm::kUniform) return refuse("a counter cannot be a uniform buffer");
    return {};
  }

 private:
  Diagnostic refuse(const std::string& message) const {
    Location where;
    where.part = "binding";
    return bad_input("the binding given for " + describe(resource_, {}) + ": " + message, std::move(where));
  }
  Result<void> single(const char* what) const {
    if (resource_.count == 1) return {};
    return refuse(std::string("an array of resources cannot be ") + what);
  }
  Result<void> elements(BindingKind kind, uint32_t first, uint32_t table_offset) const {
    if (resource_.count != UINT32_MAX && uint64_t{first} + resource_.count > UINT32_MAX) {
      return refuse("its elements are out of range");
    }
    if (kind != BindingKind::kHeap || table_offset == kNoOffset) return {};
    return root_range("table_offset", table_offset, 4);
  }
  Result<void> root_range(const char* field, uint32_t offset, uint32_t size) const {
    if (offset % 4 != 0 || size % 4 != 0) return refuse(std::string(field) + " is no multiple of 4");
    if (uint64_t{offset} + size > root_.size) {
      return refuse(std::string(field) + " reaches beyond the root data's " + std::to_string(root_.size) +
                    " bytes");
    }
    return {};
  }
  Result<void> form(const Binding& place) const {
    switch (place.form) {
      case BufferForm::kDefault:
        return {};
      case BufferForm::kUniform:
        if (is_constants(resource_)) return {};
        break;
      case BufferForm::kStorage:
        if (is_constants(resource_) || is_words(resource_)) return {};
        break;
      case BufferForm::kTexel:
        if (is_words(resource_) || resource_.kind == ResourceKind::kTypedBuffer ||
            resource_.kind == ResourceKind::kTBuffer) {
          return {};
        }
        break;
    }
    return refuse(std::string("a ") + dxil::name_of(resource_.kind) + " cannot take this form");
  }

  const RootData& root_;
  const Resource& resource_;
  bool is_coherent_;
};

/// A range of descriptors.
struct Place {
  uint32_t set, binding;
  uint64_t first, end;
  uint32_t resource;  // UINT32_MAX: the root data.
  bool is_counter;
  bool is_heap;  // Ranges may share a heap: it is one array of descriptors.
};

class Collisions {
 public:
  explicit Collisions(const ModulePlan& plan) : plan_(plan) {
    const RootData& root = plan.options.root_data;
    if (root.is_uniform_block && root.size != 0) {
      places_.push_back({root.set, root.binding, 0, 1, UINT32_MAX, false, false});
    }
  }

  void add(const Binding& place, uint32_t r) { add(place, r, false); }
  void add(const CounterBinding& place, uint32_t r) { add(place, r, true); }

  Result<void> check() {
    std::sort(places_.begin(), places_.end(), [](const Place& a, const Place& b) {
      if (a.set != b.set) return a.set < b.set;
      if (a.binding != b.binding) return a.binding < b.binding;
      if (a.first != b.first) return a.first < b.first;
      return a.resource < b.resource;
    });
    for (size_t i = 1; i < places_.size(); ++i) {
      const Place &a = places_[i - 1], &b = places_[i];
      if (a.set != b.set || a.binding != b.binding) continue;
      if (a.is_heap && b.is_heap && a.is_counter == b.is_counter) continue;
      if (b.first >= a.end && share_a_type(a, b)) continue;
      return unsupported("binding collision: " + name(a) + " and " + name(b) + " are both at set " +
                         std::to_string(a.set) + ", binding " + std::to_string(a.binding) +
                         "; choose other register shifts or heap bindings");
    }
    return {};
  }

 private:
  template <class P>
  void add(const P& place, uint32_t r, bool is_counter) {
    const bool is_heap = place.kind == BindingKind::kHeap;
    if (!is_heap && place.kind != BindingKind::kDescriptor) return;
    const uint32_t first = is_heap ? 0 : place.first_element, count = plan_.shader->resources[r].count;
    const uint64_t end = is_heap || count == UINT32_MAX ? UINT64_MAX : uint64_t{first} + count;
    places_.push_back({place.set, place.binding, first, end, r, is_counter, is_heap});
  }
  /// Elements of one binding are descriptors of one type.
  bool share_a_type(const Place& a, const Place& b) const {
    if (a.resource == UINT32_MAX || b.resource == UINT32_MAX || a.is_counter != b.is_counter) return false;
    const Resource &x = plan_.shader->resources[a.resource], &y = plan_.shader->resources[b.resource];
    return x.resource_class == y.resource_class && is_words(x) == is_words(y);
  }
  std::string name(const Place& place) const {
    if (place.resource == UINT32_MAX) return "the root data";
    return describe(plan_.shader->resources[place.resource], plan_.resources[place.resource]) +
           (place.is_counter ? "'s counter" : "");
  }

  const ModulePlan& plan_;
  std::vector<Place> places_;
};

}  // namespace

Result<void> assign_bindings(ModulePlan& plan) {
  const std::vector<Resource>& resources = plan.shader->resources;
  Collisions collisions(plan);
  for (uint32_t r = 0; r < resources.size(); ++r) {
    const Resource& resource = resources[r];
    ResourcePlan& p = plan.resources[r];
    if (!p.is_used) continue;
    if (p.heap != DescriptorHeap::kNone) {
      place_in_heap(plan.options, p);
      collisions.add(p.place, r);
      if (p.uses_counter) collisions.add(p.place.counter, r);
      continue;
    }
    if (resource.space == UINT32_MAX || resource.lower_bound == UINT32_MAX) {
      return unsupported("resource " + resource.name + " has no register");
    }
    Result<Binding> place = default_binding(plan.options, resource);
    if (!place) return place.error();
    p.place = *place;
    if (plan.options.bind) {
      if (!plan.options.bind(use_of(plan, r), p.place)) {
        return unsupported("no binding is given for " + describe(resource, {}));
      }
      const BindingCheck check(plan, r);
      if (auto done = check.check(p.place); !done) return done;
      if (p.uses_counter) {
        if (auto done = check.check_counter(p.place.counter); !done) return done;
      }
    }
    collisions.add(p.place, r);
    if (p.uses_counter) collisions.add(p.place.counter, r);
  }
  return collisions.check();
}

std::vector<ResourceUse> resource_uses(const ModulePlan& plan) {
  std::vector<ResourceUse> uses;
  for (uint32_t r = 0; r < plan.resources.size(); ++r) {
    const bool is_declared = plan.resources[r].heap == DescriptorHeap::kNone;
    if (plan.resources[r].is_used && is_declared) uses.push_back(use_of(plan, r));
  }
  return uses;
}

}  // namespace trellis::spirv
