#include "spirv_backend/plan/bindings/binding_check.hpp"

#include <algorithm>

#include "spirv_backend/plan/rays/ray_plan.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {
namespace {

using dxil::Resource;
using dxil::ResourceKind;

/// Returns the number of elements that the range occupies at the place; UINT32_MAX if it is unbounded.
uint32_t count_of(const Resource& resource, const Binding& place) {
  return place.is_single_element ? 1 : resource.count;
}

bool is_words(const Resource& resource) {
  return resource.kind == ResourceKind::kRawBuffer || resource.kind == ResourceKind::kStructuredBuffer;
}

bool is_typed(const Resource& resource) {
  return resource.kind == ResourceKind::kTypedBuffer || resource.kind == ResourceKind::kTBuffer;
}

bool is_constants(const Resource& resource) { return resource.resource_class == dxil::ResourceClass::kCbv; }

bool is_structure(const Resource& resource) { return resource.kind == ResourceKind::kAccelerationStructure; }

bool is_descriptor(BindingKind kind) { return has_set(kind) || kind == BindingKind::kDeviceHeap; }

/// Checks one place that the caller chose.
class BindingCheck {
 public:
  BindingCheck(const ModulePlan& plan, uint32_t resource)
      : options_(plan.options),
        root_(plan.options.root_data),
        resource_(plan.resource_info(resource)),
        count_(count_of(resource_, plan.resources[resource].place)),
        stage_(plan.entry_point->kind),
        is_coherent_(plan.resources[resource].is_coherent) {
    name_ = describe_resource(resource_, plan.resources[resource]);
  }

  Result<void> check(const Binding& place) {
    in_record_ = place.in_record;
    TRELLIS_RETURN_IF_ERROR(record(place));
    switch (place.kind) {
      case BindingKind::kDeviceHeap:
        TRELLIS_RETURN_IF_ERROR(device_heap(place.form, "form"));
        [[fallthrough]];
      case BindingKind::kDescriptor:
      case BindingKind::kHeap:
        TRELLIS_RETURN_IF_ERROR(elements("", place.kind, place.first_element, place.table_offset));
        if (place.kind == BindingKind::kDescriptor && place.array_size != 0 &&
            place.array_size < uint64_t{place.first_element} + (count_ == UINT32_MAX ? 1 : count_)) {
          return refuse("array_size", "is less than the number of elements bound there");
        }
        break;
      case BindingKind::kRootConstants:
        if (!is_constants(resource_)) return refuse("kind", "only constant buffers can be root constants");
        TRELLIS_RETURN_IF_ERROR(single("kind", "root constants"));
        if (place.root_size == 0) return refuse("root_size", "is zero");
        TRELLIS_RETURN_IF_ERROR(root_range("root_offset", place.root_offset, 4));
        TRELLIS_RETURN_IF_ERROR(root_range("root_size", place.root_offset, place.root_size));
        break;
      case BindingKind::kAddress:
        TRELLIS_RETURN_IF_ERROR(address(place));
        break;
    }
    TRELLIS_RETURN_IF_ERROR(form(place));
    return range(place);
  }

  Result<void> check_counter(const Binding& place) {
    const CounterBinding& counter = place.counter;
    in_record_ = place.in_record;
    switch (counter.kind) {
      case BindingKind::kDeviceHeap:
        TRELLIS_RETURN_IF_ERROR(device_heap(counter.form, "counter_form"));
        TRELLIS_RETURN_IF_ERROR(device_counter(place));
        [[fallthrough]];
      case BindingKind::kDescriptor:
      case BindingKind::kHeap:
        if (auto done = elements("counter_", counter.kind, counter.first_element, counter.table_offset);
            !done)
          return done;
        break;
      case BindingKind::kAddress:
        TRELLIS_RETURN_IF_ERROR(single("counter_kind", "a counter's address"));
        TRELLIS_RETURN_IF_ERROR(root_range("counter_root_offset", counter.root_offset, 8));
        break;
      case BindingKind::kRootConstants:
        return refuse("counter_kind", "a counter cannot be root constants");
    }
    if (counter.form == BufferForm::kUniform) {
      return refuse("counter_form", "a counter cannot be a uniform buffer");
    }
    if (counter.form != BufferForm::kAddresses) return {};
    if (counter.kind == BindingKind::kAddress) return refuse("counter_form", kNoTable);
    return layout("counter_address", counter.addresses);
  }

 private:
  static constexpr const char* kNoTable = "the form addresses requires a descriptor or a slice of a heap";

  /// `field`: its name in the C interface, without the struct's name.
  Diagnostic refuse(const String& field, const String& message) const {
    Location where;
    where.part = "binding." + field;
    return bad_choice("the binding given for " + name_ + ": " + field + ": " + message, std::move(where));
  }
  Result<void> single(const char* field, const char* what) const {
    if (count_ == 1) return {};
    return refuse(field, String("an array of resources cannot be ") + what);
  }
  Result<void> address(const Binding& place) const {
    if (!is_constants(resource_) && !is_words(resource_) && !is_structure(resource_)) {
      return refuse("kind",
                    "only constant, raw and structured buffers and acceleration structures can be addresses");
    }
    TRELLIS_RETURN_IF_ERROR(single("kind", "an address"));
    TRELLIS_RETURN_IF_ERROR(root_range("root_offset", place.root_offset, 8));
    if (place.bound_offset == kNoOffset) return {};
    if (is_structure(resource_)) return refuse("bound_offset", "acceleration structures have no bound");
    return root_range("bound_offset", place.bound_offset, 4);
  }
  /// Checks a place in a heap of the device.
  Result<void> device_heap(BufferForm form, const char* field) const {
    if (options_.target == Target::kVulkan1_1) {
      return refuse("kind", "the device's heaps need SPIR-V 1.4, and modules for Vulkan 1.1 have 1.3");
    }
    const bool is_image = form == BufferForm::kTexel ||
                          !(is_constants(resource_) || is_words(resource_) || is_structure(resource_));
    if (is_coherent_ && is_image && options_.device.memory_model == MemoryModel::kGlsl450) {
      return refuse("kind",
                    "a coherent image in the device's heaps needs the memory model vulkan (memory_model, "
                    "--memory-model): without a variable it cannot be declared coherent");
    }
    if (form != BufferForm::kAddresses) return {};
    return refuse(field, "a table of addresses has a set and a binding, which the device's heaps have not");
  }
  Result<void> device_counter(const Binding& place) const {
    const CounterBinding& counter = place.counter;
    const bool is_same = place.kind == BindingKind::kDeviceHeap &&
                         counter.table_offset == place.table_offset &&
                         counter.first_element == place.first_element;
    if (!is_same) return {};
    return refuse("counter_first_element",
                  "the counter is a descriptor of its own in the device's heap: place it elsewhere, or give "
                  "its distance (heaps.counter_distance, --heap-counter-distance)");
  }
  Result<void> elements(const String& prefix, BindingKind kind, uint32_t first, uint32_t table_offset) const {
    if (count_ != UINT32_MAX && uint64_t{first} + count_ > UINT32_MAX) {
      return refuse(prefix + "first_element", "its elements are out of range");
    }
    if (!is_heap(kind) || table_offset == kNoOffset) return {};
    return root_range(prefix + "table_offset", table_offset, 4);
  }
  Result<void> record(const Binding& place) const {
    if (!place.in_record) {
      if (place.table_shift != 0) return refuse("table_shift", "is only for resources in a shader record");
      return {};
    }
    if (!is_ray_stage(stage_)) {
      return refuse("in_record", String(dxil::name_of(stage_)) + " shaders have no shader record");
    }
    if (place.bound_offset != kNoOffset)
      return refuse("bound_offset", "bounds in a shader record are not supported");
    if (place.range.kind == RangeKind::kRootData) {
      return refuse("range_kind", "view ranges in a shader record are not supported");
    }
    if (place.table_shift > 31) return refuse("table_shift", "is more than 31");
    return {};
  }
  Result<void> root_range(const String& field, uint32_t offset, uint32_t size) const {
    if (offset % 4 != 0 || size % 4 != 0) return refuse(field, "must be a multiple of 4");
    if (in_record_) {
      if (uint64_t{offset} + size <= kMaxRecordBytes) return {};
      return refuse(field, "extends past the " + decimal(kMaxRecordBytes) + " bytes of a shader record");
    }
    if (uint64_t{offset} + size > root_.size) {
      return refuse(field, "extends past the root data's " + decimal(root_.size) + " bytes");
    }
    return {};
  }
  Result<void> layout(const String& prefix, const TableLayout& layout) const {
    if (layout.stride == 0 || layout.stride % 4 != 0) {
      return refuse(prefix + "_stride", "must be a nonzero multiple of 4");
    }
    if (layout.offset % 4 != 0) return refuse(prefix + "_offset", "must be a multiple of 4");
    return {};
  }
  Result<void> form(const Binding& place) const {
    bool fits = true;
    switch (place.form) {
      case BufferForm::kDefault:
        break;
      case BufferForm::kUniform:
        fits = is_constants(resource_);
        break;
      case BufferForm::kStorage:
        fits = is_constants(resource_) || is_words(resource_);
        break;
      case BufferForm::kTexel:
        fits = (is_words(resource_) || is_typed(resource_)) && is_descriptor(place.kind);
        break;
      case BufferForm::kAddresses:
        if (!is_descriptor(place.kind)) return refuse("form", kNoTable);
        fits = is_constants(resource_) || is_words(resource_) || is_structure(resource_);
        if (!fits) break;
        return layout("address", place.addresses);
    }
    if (fits) return {};
    return refuse("form", String("a ") + dxil::name_of(resource_.kind) + " cannot take this form");
  }
  Result<void> range(const Binding& place) const {
    const ViewRange& range = place.range;
    if (range.kind == RangeKind::kWhole) return {};
    if (!is_words(resource_) && !is_typed(resource_)) {
      return refuse("range_kind", String("a ") + dxil::name_of(resource_.kind) + " cannot have a view range");
    }
    if (!is_descriptor(place.kind) || place.form == BufferForm::kAddresses) {
      return refuse(
          "range_kind",
          "a resource bound as an address takes no view range: the address is where the view begins");
    }
    if (range.kind == RangeKind::kTable) return layout("range", range.layout);
    TRELLIS_RETURN_IF_ERROR(single("range_kind", "bound with a single range in the root data"));
    return root_range("range_root_offset", range.root_offset, 8);
  }

  const EmitOptions& options_;
  const RootData& root_;
  const Resource& resource_;
  uint32_t count_;
  dxil::ShaderKind stage_;
  bool is_coherent_;
  bool in_record_ = false;  ///< Offsets are in the shader record, not in the root data.
  String name_;
};

}  // namespace

String describe_resource(const Resource& resource, const ResourcePlan& plan) {
  if (plan.heap != DescriptorHeap::kNone) return resource.name;
  const char* kLetters = "tubs";
  String text(1, kLetters[static_cast<uint32_t>(resource.resource_class)]);
  text += decimal(resource.lower_bound) + ", space" + decimal(resource.space);
  if (!resource.name.empty()) text = resource.name + " (" + text + ")";
  return text;
}

Result<void> check_binding(const ModulePlan& plan, uint32_t resource, const Binding& place) {
  return BindingCheck(plan, resource).check(place);
}

Result<void> check_counter(const ModulePlan& plan, uint32_t resource, const Binding& place) {
  return BindingCheck(plan, resource).check_counter(place);
}

BindingCollisions::BindingCollisions(const ModulePlan& plan) : plan_(plan) {
  const RootData& root = plan.options.root_data;
  if (root.is_uniform_block && root.size != 0) {
    places_.push_back({root.set, root.binding, 0, 1, UINT32_MAX, false, Use::kDescriptors, "the root data"});
  }
  add_instruments(plan.options.instrumentation);
}

void BindingCollisions::add_instruments(const Instrumentation& asked) {
  for_each_buffer(asked, [this](const InstrumentBuffer& buffer) {
    const Use use = buffer.is_table ? Use::kTable : Use::kDescriptors;
    places_.push_back({buffer.place.set, buffer.place.binding, 0, 1, UINT32_MAX, false, use, buffer.name});
  });
}

void BindingCollisions::add(uint32_t resource) {
  const ResourcePlan& plan = plan_.resources[resource];
  add(plan.place, resource, false);
  if (plan.uses_counter) add(plan.place.counter, resource, true);
  const ViewRange& range = plan.place.range;
  if (range.kind != RangeKind::kTable) return;
  places_.push_back({range.set, range.binding, 0, 1, resource, false, Use::kTable});
}

template <class P>
void BindingCollisions::add(const P& place, uint32_t r, bool is_counter) {
  if (!has_set(place.kind)) return;
  const bool is_table = place.form == BufferForm::kAddresses;
  const bool is_heap = place.kind == BindingKind::kHeap || plan_.resources[r].heap != DescriptorHeap::kNone;
  const bool is_whole = is_heap || is_table;
  const uint32_t first = is_whole ? 0 : place.first_element,
                 count = count_of(plan_.resource_info(r), plan_.resources[r].place);
  const uint64_t end = is_whole || count == UINT32_MAX ? UINT64_MAX : uint64_t{first} + count;
  const Use use = is_table ? Use::kTable : (is_heap ? Use::kHeap : Use::kDescriptors);
  places_.push_back({place.set, place.binding, first, end, r, is_counter, use});
}

/// Whether two places may be at the same binding, whose elements are descriptors of one type.
bool BindingCollisions::may_share(const Place& a, const Place& b) const {
  if (a.use != b.use) return false;
  if (a.use == Use::kTable) return true;
  if (a.is_counter != b.is_counter) return false;
  if (a.use == Use::kHeap) return true;
  if (b.first < a.end || a.resource == UINT32_MAX || b.resource == UINT32_MAX) return false;
  const Resource &x = plan_.resource_info(a.resource), &y = plan_.resource_info(b.resource);
  return x.resource_class == y.resource_class && is_words(x) == is_words(y);
}

String BindingCollisions::name(const Place& place) const {
  if (place.resource == UINT32_MAX) return place.what;
  const bool is_range =
      place.use == Use::kTable && plan_.resources[place.resource].place.form != BufferForm::kAddresses;
  return describe_resource(plan_.resource_info(place.resource), plan_.resources[place.resource]) +
         (place.is_counter ? "'s counter" : (is_range ? "'s table of ranges" : ""));
}

Result<void> BindingCollisions::check() {
  if (plan_.options.shared_bindings) return {};
  std::sort(places_.begin(), places_.end(), [](const Place& a, const Place& b) {
    if (a.set != b.set) return a.set < b.set;
    if (a.binding != b.binding) return a.binding < b.binding;
    if (a.first != b.first) return a.first < b.first;
    if (a.use != b.use) return a.use < b.use;
    return a.resource < b.resource;
  });
  for (size_t i = 1; i < places_.size(); ++i) {
    const Place &a = places_[i - 1], &b = places_[i];
    if (a.set != b.set || a.binding != b.binding || may_share(a, b)) continue;
    String text = "binding collision: " + name(a) + " and " + name(b) + " are both at set " + decimal(a.set) +
                  ", binding " + decimal(a.binding);
    Location where;
    where.part = "binding.binding";
    text += "; bind one of them elsewhere, or let them share it (shared_bindings, --shared-bindings)";
    return bad_choice(std::move(text), std::move(where));
  }
  return {};
}

}  // namespace trellis::spirv
