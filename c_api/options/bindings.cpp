#include "c_api/options/bindings.hpp"

#include <cstddef>
#include <cstring>

#include "c_api/objects.hpp"
#include "c_api/options/versioned.hpp"
#include "dxil_frontend/program/vendor_intrinsics.hpp"
#include "support/containers.hpp"

namespace trellis::c_api {
namespace {

using spirv::Binding;
using spirv::BindingKind;
using spirv::BufferForm;

static_assert(TRELLIS_BIND_DEVICE_HEAP == static_cast<uint32_t>(BindingKind::kDeviceHeap));
static_assert(TRELLIS_BUFFER_ADDRESSES == static_cast<uint32_t>(BufferForm::kAddresses));
static_assert(TRELLIS_RANGE_TABLE == static_cast<uint32_t>(spirv::RangeKind::kTable));
static_assert(TRELLIS_HEAP_SAMPLERS == static_cast<uint32_t>(spirv::DescriptorHeap::kSamplers));
static_assert(TRELLIS_NO_OFFSET == spirv::kNoOffset);

Result<BindingKind> kind_of(TrellisBindingKind kind, const char* field) {
  if (kind > TRELLIS_BIND_DEVICE_HEAP) return invalid_argument(field, "no such kind: " + decimal(kind));
  return static_cast<BindingKind>(kind);
}

Result<BufferForm> form_of(TrellisBufferForm form, const char* field) {
  if (form > TRELLIS_BUFFER_ADDRESSES) return invalid_argument(field, "no such form: " + decimal(form));
  return static_cast<BufferForm>(form);
}

Result<spirv::RangeKind> range_of(TrellisRangeKind kind, const char* field) {
  if (kind > TRELLIS_RANGE_TABLE) return invalid_argument(field, "no such kind: " + decimal(kind));
  return static_cast<spirv::RangeKind>(kind);
}

/// Reads entry n of a table whose entries end with a TrellisBinding. The entries have the size that they have
/// in the caller's header. `given` receives the fields before the binding.
template <class Entry>
Result<Binding> read_entry(const Entry* entries, uint32_t n, const char* field, Entry& given) {
  if (entries == nullptr) return invalid_argument(field, "is NULL, but the count is not 0");
  constexpr size_t kBefore = offsetof(Entry, binding);
  constexpr size_t kAlignment = alignof(Entry);
  const size_t stride = (kBefore + entries->binding.struct_size + kAlignment - 1) / kAlignment * kAlignment;
  const unsigned char* bytes = reinterpret_cast<const unsigned char*>(entries) + n * stride;
  std::memcpy(&given, bytes, kBefore);
  TrellisBinding c_binding = TRELLIS_BINDING_INIT;
  const String name = String(field) + "[" + decimal(n) + "].binding";
  const auto* from = reinterpret_cast<const TrellisBinding*>(bytes + kBefore);
  TRELLIS_RETURN_IF_ERROR(read_versioned(from, name.c_str(), c_binding));
  if (from->struct_size != entries->binding.struct_size) {
    return invalid_argument(name + ".struct_size", "differs from that of the first entry");
  }
  auto binding = from_c(c_binding);
  if (!binding)
    binding.error().where.part = String(field) + "[" + decimal(n) + "]." + binding.error().where.part;
  return binding;
}

/// Returns the binding without its first `registers` registers.
Binding moved(Binding binding, uint32_t registers) {
  if (binding.is_single_element) return binding;
  binding.first_element += registers;
  binding.counter.first_element += registers;
  return binding;
}

}  // namespace

TrellisBinding to_c(const Binding& binding) {
  TrellisBinding c = TRELLIS_BINDING_INIT;
  c.kind = static_cast<TrellisBindingKind>(binding.kind);
  c.form = static_cast<TrellisBufferForm>(binding.form);
  c.set = binding.set;
  c.binding = binding.binding;
  c.first_element = binding.first_element;
  c.array_size = binding.array_size;
  c.table_offset = binding.table_offset;
  c.root_offset = binding.root_offset;
  c.root_size = binding.root_size;
  c.bound_offset = binding.bound_offset;
  c.counter_kind = static_cast<TrellisBindingKind>(binding.counter.kind);
  c.counter_form = static_cast<TrellisBufferForm>(binding.counter.form);
  c.counter_set = binding.counter.set;
  c.counter_binding = binding.counter.binding;
  c.counter_first_element = binding.counter.first_element;
  c.counter_table_offset = binding.counter.table_offset;
  c.counter_root_offset = binding.counter.root_offset;
  c.address_stride = binding.addresses.stride;
  c.address_offset = binding.addresses.offset;
  c.range_kind = static_cast<TrellisRangeKind>(binding.range.kind);
  c.range_root_offset = binding.range.root_offset;
  c.range_set = binding.range.set;
  c.range_binding = binding.range.binding;
  c.range_stride = binding.range.layout.stride;
  c.range_offset = binding.range.layout.offset;
  c.counter_address_stride = binding.counter.addresses.stride;
  c.counter_address_offset = binding.counter.addresses.offset;
  c.is_single_element = binding.is_single_element ? 1 : 0;
  c.is_never_null = binding.is_never_null ? 1 : 0;
  c.counter_is_never_null = binding.counter.is_never_null ? 1 : 0;
  c.in_record = binding.in_record ? 1 : 0;
  c.table_shift = binding.table_shift;
  return c;
}

Result<Binding> from_c(const TrellisBinding& c) {
  Binding binding;
  auto kind = kind_of(c.kind, "binding.kind");
  if (!kind) return kind.error();
  auto form = form_of(c.form, "binding.form");
  if (!form) return form.error();
  auto counter_kind = kind_of(c.counter_kind, "binding.counter_kind");
  if (!counter_kind) return counter_kind.error();
  auto counter_form = form_of(c.counter_form, "binding.counter_form");
  if (!counter_form) return counter_form.error();
  auto range_kind = range_of(c.range_kind, "binding.range_kind");
  if (!range_kind) return range_kind.error();
  binding.kind = *kind;
  binding.form = *form;
  binding.set = c.set;
  binding.binding = c.binding;
  binding.first_element = c.first_element;
  binding.array_size = c.array_size;
  binding.table_offset = c.table_offset;
  binding.root_offset = c.root_offset;
  binding.root_size = c.root_size;
  binding.bound_offset = c.bound_offset;
  binding.counter.kind = *counter_kind;
  binding.counter.form = *counter_form;
  binding.counter.set = c.counter_set;
  binding.counter.binding = c.counter_binding;
  binding.counter.first_element = c.counter_first_element;
  binding.counter.table_offset = c.counter_table_offset;
  binding.counter.root_offset = c.counter_root_offset;
  binding.addresses = {c.address_stride, c.address_offset};
  binding.range = {
      *range_kind, c.range_root_offset, c.range_set, c.range_binding, {c.range_stride, c.range_offset}};
  binding.counter.addresses = {c.counter_address_stride, c.counter_address_offset};
  binding.is_single_element = c.is_single_element != 0;
  binding.is_never_null = c.is_never_null != 0;
  binding.counter.is_never_null = c.counter_is_never_null != 0;
  binding.in_record = c.in_record != 0;
  if (c.table_shift > UINT8_MAX) return invalid_argument("binding.table_shift", "is more than 31");
  binding.table_shift = static_cast<uint8_t>(c.table_shift);
  return binding;
}

/// Returns the index among the program's listed resources. `info` is in the program's resources, or in a
/// copy.
uint32_t listed_index(const spirv::ResourceUse& use, const dxil::VendorSlots& slots) {
  if (use.heap != spirv::DescriptorHeap::kNone) return UINT32_MAX;
  return dxil::listed_count({use.info - use.resource, use.resource}, slots);
}

TrellisResourceUse to_c(const spirv::ResourceUse& use, const TrellisResourceInfo& info,
                        const dxil::VendorSlots& slots) {
  TrellisResourceUse c = TRELLIS_RESOURCE_USE_INIT;
  c.stage = static_cast<TrellisStage>(use.stage);
  c.resource = listed_index(use, slots);
  c.heap = static_cast<TrellisHeap>(use.heap);
  c.info = &info;
  c.is_read = use.is_read ? 1 : 0;
  c.is_written = use.is_written ? 1 : 0;
  c.is_atomic = use.is_atomic ? 1 : 0;
  c.uses_counter = use.uses_counter ? 1 : 0;
  c.is_dynamically_indexed = use.is_dynamically_indexed ? 1 : 0;
  c.is_non_uniform = use.is_non_uniform ? 1 : 0;
  c.needs_integer_view = use.needs_integer_view ? 1 : 0;
  return c;
}

spirv::BindAnswer ask_callback(const TrellisTranslateOptions& options, const dxil::VendorSlots& slots,
                               const spirv::ResourceUse& use, Binding& binding) {
  const TrellisResourceInfo info = info_of(*use.info);
  const TrellisResourceUse c_use = to_c(use, info, slots);
  TrellisBinding answer = to_c(binding);
  if (options.bind(options.bind_user, &c_use, &answer) == 0) return false;
  // The caller may have assigned the struct of an older header, but not one of a newer header, for which
  // there was no room.
  constexpr uint32_t kFirstSize = offsetof(TrellisBinding, address_stride);
  if (answer.struct_size < kFirstSize || answer.struct_size > sizeof(TrellisBinding)) {
    return invalid_argument("binding.struct_size", "struct_size is " + decimal(answer.struct_size) +
                                                       "; do not change it, or set it with the INIT macro");
  }
  auto known = from_c(answer);
  if (!known) return known.error();
  binding = *known;
  return true;
}

Result<BindingTable> BindingTable::read(const TrellisTranslateOptions& options) {
  BindingTable table;
  for (uint32_t n = 0; n < options.binding_count; ++n) {
    TrellisBindingEntry given = {};
    const auto binding = read_entry(options.bindings, n, "options.bindings", given);
    if (!binding) return binding.error();
    if (given.resource_class > TRELLIS_CLASS_SAMPLER) {
      return invalid_argument("options.bindings[" + decimal(n) + "].resource_class",
                              "no such class: " + decimal(given.resource_class));
    }
    table.entries_.push_back({static_cast<dxil::ResourceClass>(given.resource_class), given.space,
                              given.first_register, given.count, *binding});
  }
  return table;
}

Result<Vector<spirv::NamedBinding>> read_named_bindings(const TrellisTranslateOptions& options) {
  Vector<spirv::NamedBinding> named;
  for (uint32_t n = 0; n < options.named_binding_count; ++n) {
    TrellisNamedBinding given = {};
    const auto binding = read_entry(options.named_bindings, n, "options.named_bindings", given);
    if (!binding) return binding.error();
    if (given.name == nullptr || *given.name == '\0') {
      return invalid_argument("options.named_bindings[" + decimal(n) + "].name", "is NULL or empty");
    }
    named.push_back({given.name, *binding, binding->counter});
  }
  return named;
}

bool BindingTable::find(const spirv::ResourceUse& use, Binding& binding) const {
  const dxil::Resource& resource = *use.info;
  if (use.heap != spirv::DescriptorHeap::kNone) return true;  // The HeapOptions determine the binding.
  for (const Entry& entry : entries_) {
    if (entry.resource_class != resource.resource_class || entry.space != resource.space) continue;
    if (resource.lower_bound < entry.first_register) continue;
    const uint32_t registers = resource.lower_bound - entry.first_register;
    if (entry.count != TRELLIS_UNBOUNDED && registers >= entry.count) continue;
    binding = moved(entry.binding, registers);
    return true;
  }
  return false;
}

}  // namespace trellis::c_api
