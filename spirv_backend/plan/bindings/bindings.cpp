#include "spirv_backend/plan/bindings/bindings.hpp"

#include <algorithm>

#include "dxil_frontend/program/text/ir_text.hpp"
#include "spirv_backend/plan/bindings/binding_check.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {
namespace {

using dxil::Resource;
using dxil::ResourceClass;

constexpr uint32_t kCounterShift = 4000;
constexpr uint32_t kMaxRootBytes = 65536;  // The maximum size of a constant buffer.

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
  bool names_space = false;
  for (const RegisterShift& s : options.register_shifts) {
    if (s.resource_class != resource.resource_class || s.space.value_or(resource.space) != resource.space) {
      continue;
    }
    if (names_space && !s.space) continue;
    names_space = s.space.has_value();
    shift = s.amount;
  }
  return shift;
}

/// Maps register spaces to descriptor sets.
class SpaceSets {
 public:
  SpaceSets(const EmitOptions& options, const Vector<Resource>& resources) : sets_(options.space_sets) {
    if (!options.dense_sets) return;
    Vector<uint32_t> spaces;
    for (const Resource& resource : resources) {
      if (resource.space != UINT32_MAX && !is_given(resource.space)) spaces.push_back(resource.space);
    }
    std::sort(spaces.begin(), spaces.end());
    spaces.erase(std::unique(spaces.begin(), spaces.end()), spaces.end());
    uint32_t set = 0;
    for (const uint32_t space : spaces) {
      while (is_taken(options, set)) ++set;
      sets_.push_back({space, set++});
    }
  }

  uint32_t of(uint32_t space) const {
    uint32_t set = space;
    for (const SpaceSet& given : sets_) {
      if (given.space == space) set = given.set;
    }
    return set;
  }

 private:
  bool is_given(uint32_t space) const {
    return std::any_of(sets_.begin(), sets_.end(),
                       [=](const SpaceSet& given) { return given.space == space; });
  }
  static bool is_taken(const EmitOptions& options, uint32_t set) {
    return std::any_of(options.space_sets.begin(), options.space_sets.end(),
                       [=](const SpaceSet& given) { return given.set == set; });
  }

  Vector<SpaceSet> sets_;
};

/// `is_named`: the options place the resource by name.
Result<Binding> default_binding(const EmitOptions& options, const SpaceSets& sets, const Resource& resource,
                                bool is_named, bool uses_counter) {
  const uint32_t shift = shift_of(options, resource);
  const uint64_t binding = uint64_t{resource.lower_bound} + shift;
  const uint64_t counter = uint64_t{resource.lower_bound} + kCounterShift;
  Binding place;
  place.set = place.counter.set = sets.of(resource.space);
  place.binding = static_cast<uint32_t>(binding);
  place.counter.binding = static_cast<uint32_t>(counter);
  // If the caller places the resource, it does not matter that the default binding is out of range.
  const bool is_counter_outside = uses_counter && counter > UINT32_MAX;
  if ((binding > UINT32_MAX || is_counter_outside) && !options.bind && !is_named) {
    return bad_choice("the default binding of " + describe_resource(resource, {}) + " is out of range: " +
                      (binding > UINT32_MAX ? "the register" : "that of its counter, the register") +
                      " plus " + decimal(binding > UINT32_MAX ? shift : kCounterShift) +
                      "; bind it by name, or by a root signature");
  }
  return place;
}

ResourceUse use_of(const ModulePlan& plan, uint32_t r) {
  const ResourcePlan& p = plan.resources[r];
  ResourceUse use;
  use.resource = r;
  use.info = &plan.resource_info(r);
  use.heap = p.heap;
  use.stage = plan.entry_point->kind;
  use.is_read = p.is_read;
  use.is_written = p.is_written;
  use.is_atomic = p.is_atomic;
  use.needs_integer_view = p.needs_integer_view;
  use.uses_counter = p.uses_counter;
  use.is_dynamically_indexed = p.is_dynamically_indexed;
  use.is_non_uniform = p.is_non_uniform;
  return use;
}

/// Returns the binding that the options give for the resource's name; null if there is none.
const NamedBinding* find_named(const ModulePlan& plan, uint32_t r) {
  const String& name = plan.resource_info(r).name;
  if (plan.resources[r].heap != DescriptorHeap::kNone || name.empty()) return nullptr;
  for (const NamedBinding& named : plan.options.named_bindings) {
    if (named.name == name) return &named;
  }
  return nullptr;
}

/// Asks the caller for the resource's place, and checks the answer.
Result<void> ask(ModulePlan& plan, uint32_t r) {
  ResourcePlan& p = plan.resources[r];
  const NamedBinding* named = find_named(plan, r);
  // Options can place a resource in the device's heaps too, which do not support every kind.
  const bool is_chosen = plan.options.bind || named != nullptr;
  if (!is_chosen && p.place.kind != BindingKind::kDeviceHeap) return {};
  const String name = describe_resource(plan.resource_info(r), p);
  if (plan.options.bind && (named == nullptr || !named->resource)) {
    const BindAnswer answer = plan.options.bind(use_of(plan, r), p.place);
    if (answer.error) {
      return bad_choice("the binding given for " + name + ": " + answer.error->message, answer.error->where);
    }
    if (!answer.is_bound) return unsupported("no binding given for " + name);
  }
  if (named != nullptr) {
    const CounterBinding counter = named->counter.value_or(p.place.counter);
    if (named->resource) p.place = *named->resource;
    p.place.counter = counter;
  }
  TRELLIS_RETURN_IF_ERROR(check_binding(plan, r, p.place));
  return p.uses_counter ? check_counter(plan, r, p.place) : Result<void>{};
}

Result<void> check_heap_size(const EmitOptions& options, const HeapSize& size, const char* field) {
  if (size.form == HeapSizeForm::kBuffer && (size.stride == 0 || size.stride % 4 != 0)) {
    Location stride;
    stride.part = field;
    return bad_choice("descriptors of " + decimal(size.stride) + " bytes in a buffer: not a multiple of 4",
                      std::move(stride));
  }
  if (size.form != HeapSizeForm::kNumber) return {};
  const uint32_t offset = size.root_offset, bytes = options.root_data.size;
  if (offset == kNoOffset || (offset % 4 == 0 && uint64_t{offset} + 4 <= bytes)) return {};
  Location where;
  where.part = field;
  return bad_choice("the word for the heap's size, at byte " + decimal(offset) +
                        ", is outside the root data of " + decimal(bytes) + " bytes",
                    std::move(where));
}

Result<void> check_stride(uint32_t stride, const char* field) {
  if (stride % 4 == 0) return {};
  Location where;
  where.part = field;
  return bad_choice("a stride of " + decimal(stride) + " bytes: not a multiple of 4", std::move(where));
}

/// Returns an error if a given name does not exist: a misspelt name would have no effect, without any
/// warning.
Result<void> check_names(const ModulePlan& plan) {
  const Vector<NamedBinding>& given = plan.options.named_bindings;
  if (given.empty()) return {};
  Vector<String> known;
  for (uint32_t r = 0; r < plan.shader->resources.size(); ++r) {
    const Resource& resource = plan.resource_info(r);
    if (plan.resources[r].heap == DescriptorHeap::kNone && !resource.name.empty()) {
      known.push_back(resource.name);
    }
  }
  for (size_t i = 0; i < given.size(); ++i) {
    const auto is_same = [&](const NamedBinding& other) { return other.name == given[i].name; };
    if (std::find_if(given.begin(), given.begin() + static_cast<std::ptrdiff_t>(i), is_same) !=
        given.begin() + static_cast<std::ptrdiff_t>(i)) {
      return bad_choice("two bindings given for the name '" + dxil::printable(given[i].name) + "'");
    }
    if (std::find(known.begin(), known.end(), given[i].name) != known.end()) continue;
    String message = "no resource is named '" + dxil::printable(given[i].name) + "'; ";
    if (known.empty()) {
      return bad_choice(
          message +
          "the program has no names of resources: compile it without -Qstrip_reflect, or bind by register");
    }
    message += "there are: ";
    for (size_t n = 0; n < known.size(); ++n) message += (n == 0 ? "" : ", ") + dxil::printable(known[n]);
    return bad_choice(std::move(message));
  }
  return {};
}

/// Places whole constant buffers in the root data. Considers all resources of the program, not only those
/// that the entry point uses, because all entry points of a library have the same root data.
Result<void> place_whole_buffers(ModulePlan& plan) {
  for (NamedBinding& named : plan.options.named_bindings) {
    if (!named.resource || named.resource->kind != BindingKind::kRootConstants ||
        named.resource->root_size != 0)
      continue;
    const Vector<Resource>& all = plan.shader->resources;
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const Resource& resource) { return resource.name == named.name; });
    if (found == all.end() || found->resource_class != ResourceClass::kCbv) continue;  // It is refused later.
    Binding& place = *named.resource;
    const uint64_t size = (uint64_t{found->size} + 3) / 4 * 4;
    const uint64_t offset = place.root_offset == kNoOffset
                                ? (uint64_t{plan.options.root_data.size} + 15) / 16 * 16
                                : place.root_offset;
    if (offset % 4 != 0 || offset + size > kMaxRootBytes) {
      return bad_choice(
          "the binding given for " + describe_resource(*found, {}) + ": byte " + decimal(offset) +
          " of the root data is " +
          (offset % 4 != 0 ? "not a multiple of 4" : "too far: the root data has at most 65536 bytes"));
    }
    place.root_offset = static_cast<uint32_t>(offset);
    place.root_size = static_cast<uint32_t>(size);
    plan.options.root_data.size = std::max(plan.options.root_data.size, place.root_offset + place.root_size);
  }
  return {};
}

}  // namespace

Binding place_in_heap(const EmitOptions& options, const Resource& resource, DescriptorHeap heap) {
  const HeapOptions& heaps = options.heaps;
  Binding place;
  if (heaps.form == HeapForm::kExtension) {
    place.kind = place.counter.kind = BindingKind::kDeviceHeap;
    place.counter.first_element = heaps.counter_distance;
    if (resource.resource_class == ResourceClass::kCbv) place.form = heaps.constant_buffers;
    return place;
  }
  place.kind = place.counter.kind = BindingKind::kHeap;
  BindingPlace at = heap == DescriptorHeap::kSamplers ? heaps.samplers : heaps.resources;
  if (heap == DescriptorHeap::kResources) {
    at = heaps.by_type[static_cast<size_t>(heap_type(resource))].value_or(at);
    if (resource.resource_class == ResourceClass::kCbv) place.form = heaps.constant_buffers;
  }
  place.set = at.set;
  place.binding = at.binding;
  place.counter.set = heaps.counters.set;
  place.counter.binding = heaps.counters.binding;
  return place;
}

Result<void> assign_bindings(ModulePlan& plan) {
  TRELLIS_RETURN_IF_ERROR(check_names(plan));
  TRELLIS_RETURN_IF_ERROR(place_whole_buffers(plan));
  const HeapOptions& heaps = plan.options.heaps;
  TRELLIS_RETURN_IF_ERROR(check_heap_size(plan.options, heaps.resource_count, "heaps.resource_count"));
  TRELLIS_RETURN_IF_ERROR(check_heap_size(plan.options, heaps.sampler_count, "heaps.sampler_count"));
  TRELLIS_RETURN_IF_ERROR(check_stride(heaps.resource_stride, "heaps.resource_stride"));
  TRELLIS_RETURN_IF_ERROR(check_stride(heaps.sampler_stride, "heaps.sampler_stride"));
  const SpaceSets sets(plan.options, plan.shader->resources);
  BindingCollisions collisions(plan);
  for (uint32_t r = 0; r < plan.resources.size(); ++r) {
    const Resource& resource = plan.resource_info(r);
    ResourcePlan& p = plan.resources[r];
    if (!p.is_used) continue;
    if (p.heap != DescriptorHeap::kNone) {
      p.place = place_in_heap(plan.options, resource, p.heap);
    } else {
      const NamedBinding* named = find_named(plan, r);
      const bool is_named = named != nullptr && named->resource;
      const bool has_register = resource.space != UINT32_MAX && resource.lower_bound != UINT32_MAX;
      if (!has_register && !is_named) {
        return unsupported("resource " + resource.name + " has no register");
      }
      Result<Binding> place =
          has_register ? default_binding(plan.options, sets, resource, is_named, p.uses_counter) : Binding{};
      if (!place) return place.error();
      p.place = *place;
    }
    TRELLIS_RETURN_IF_ERROR(ask(plan, r));
    if (plan.options.instrumentation.checks_addresses()) {
      // Accesses that are reported are made safe as well.
      p.place.is_never_null = p.place.counter.is_never_null = false;
    }
    collisions.add(r);
  }
  return collisions.check();
}

Vector<ResourceUse> resource_uses(const ModulePlan& plan) {
  Vector<ResourceUse> uses;
  for (uint32_t r = 0; r < plan.resources.size(); ++r) {
    if (plan.resources[r].is_used) uses.push_back(use_of(plan, r));
  }
  return uses;
}

}  // namespace trellis::spirv
