#include "tests/c_api/binding_modes/binder.hpp"

namespace trellis::test_c_api {
namespace {

constexpr uint32_t kFirstArrayElement = 3, kArraySize = 24, kHeapElement = 2;
// The table's numbers are all different, and none is a default value.
constexpr uint32_t kStride = 20, kOffset = 4;

bool is_words(const TrellisResourceInfo& info) {
  return info.kind == TRELLIS_KIND_RAW_BUFFER || info.kind == TRELLIS_KIND_STRUCTURED_BUFFER;
}

bool is_constants(const TrellisResourceInfo& info) { return info.kind == TRELLIS_KIND_CONSTANT_BUFFER; }

}  // namespace

const char* name_of(Mode mode) {
  constexpr const char* kNames[] = {"Table",
                                    "ArrayElement",
                                    "Heap",
                                    "UpdateAfterBind",
                                    "Address",
                                    "BoundedAddress",
                                    "AddressTable",
                                    "TexelBuffer",
                                    "StorageConstants",
                                    "HeapStorageConstants",
                                    "RootConstants",
                                    "InlineBlock",
                                    "RootRange",
                                    "TableRange",
                                    "TexelRange",
                                    "DeviceHeap",
                                    "DeviceHeapConstants",
                                    "DeviceHeapTexels",
                                    "DeviceHeapRange"};
  return kNames[static_cast<size_t>(mode)];
}

bool Binder::reserve(uint32_t bytes, uint32_t& offset) {
  if (root_used + bytes > kRootBytes) return false;
  offset = root_used;
  root_used += bytes;
  return true;
}

void Binder::place(const TrellisResourceUse& use, TrellisBinding& binding) {
  binding.set = resource % 3;
  binding.binding = resource * 10;
  binding.counter_set = binding.set;
  binding.counter_binding = binding.binding + 1;
  binding.range_set = binding.set;
  binding.range_binding = binding.binding + 2;
  binding.range_stride = binding.address_stride = kStride;
  binding.range_offset = binding.address_offset = kOffset;
  ++resource;
  TrellisBinding other = binding;
  if (!put(*use.info, other)) return;
  binding = other;
  ++changed;
}

/// Each resource has its own part of the heap, and its counters another.
bool Binder::put_in_device_heap(const TrellisResourceInfo& info, TrellisBinding& binding) {
  constexpr uint32_t kUnbounded = 24;
  const uint32_t count = info.count == TRELLIS_UNBOUNDED ? kUnbounded : info.count;
  if (!reserve(4, binding.table_offset)) return false;
  binding.kind = binding.counter_kind = TRELLIS_BIND_DEVICE_HEAP;
  binding.first_element = next_element;
  binding.counter_first_element = next_element + count;
  next_element += 2 * count;
  return true;
}

/// Returns false if a resource of this kind cannot be bound in this mode.
bool Binder::put(const TrellisResourceInfo& info, TrellisBinding& binding) {
  switch (mode) {
    case Mode::kTable:
      return true;
    case Mode::kArrayElement:
      binding.first_element = kFirstArrayElement;
      binding.array_size = kArraySize;
      binding.counter_first_element = 1;
      return info.count <= kArraySize - kFirstArrayElement;
    case Mode::kHeap:
    case Mode::kUpdateAfterBind:
      binding.kind = TRELLIS_BIND_HEAP;
      binding.first_element = kHeapElement;
      return reserve(4, binding.table_offset);
    case Mode::kDeviceHeap:
      return put_in_device_heap(info, binding);
    case Mode::kDeviceHeapConstants:
      binding.form = TRELLIS_BUFFER_STORAGE;
      return is_constants(info) && put_in_device_heap(info, binding);
    case Mode::kAddress:
    case Mode::kBoundedAddress:
      binding.kind = TRELLIS_BIND_ADDRESS;
      return (is_words(info) || is_constants(info)) && info.count == 1 && reserve(8, binding.root_offset) &&
             (mode == Mode::kAddress || reserve(8, binding.bound_offset));
    case Mode::kStorageConstants:
      binding.form = TRELLIS_BUFFER_STORAGE;
      return is_constants(info);
    case Mode::kHeapStorageConstants:
      binding.kind = TRELLIS_BIND_HEAP;
      binding.form = TRELLIS_BUFFER_STORAGE;
      return is_constants(info) && reserve(4, binding.table_offset);
    case Mode::kRootConstants:
    case Mode::kInlineBlock:
      binding.kind = TRELLIS_BIND_ROOT_CONSTANTS;
      binding.root_size = (info.byte_size + 3) / 4 * 4;
      return is_constants(info) && info.count == 1 && reserve(binding.root_size, binding.root_offset);
    default:
      return put_buffer(info, binding);
  }
}

bool Binder::put_buffer(const TrellisResourceInfo& info, TrellisBinding& binding) {
  const bool is_typed = info.kind == TRELLIS_KIND_TYPED_BUFFER;
  switch (mode) {
    case Mode::kAddressTable:
      binding.kind = TRELLIS_BIND_HEAP;
      binding.form = TRELLIS_BUFFER_ADDRESSES;
      binding.first_element = kHeapElement;
      return (is_words(info) || is_constants(info)) && reserve(4, binding.table_offset);
    case Mode::kTexelBuffer:
      binding.form = TRELLIS_BUFFER_TEXEL;
      return is_words(info);
    case Mode::kRootRange:
      binding.range_kind = TRELLIS_RANGE_ROOT_DATA;
      return (is_words(info) || is_typed) && info.count == 1 && reserve(8, binding.range_root_offset);
    case Mode::kTableRange:
      binding.kind = TRELLIS_BIND_HEAP;
      binding.range_kind = TRELLIS_RANGE_TABLE;
      binding.first_element = kHeapElement;
      return (is_words(info) || is_typed) && reserve(4, binding.table_offset);
    case Mode::kDeviceHeapTexels:
      binding.form = TRELLIS_BUFFER_TEXEL;
      return is_words(info) && put_in_device_heap(info, binding);
    case Mode::kDeviceHeapRange:
      binding.range_kind = TRELLIS_RANGE_TABLE;
      return (is_words(info) || is_typed) && put_in_device_heap(info, binding);
    case Mode::kTexelRange:
      binding.form = TRELLIS_BUFFER_TEXEL;
      binding.range_kind = TRELLIS_RANGE_TABLE;
      return is_words(info);
    default:
      return false;
  }
}

}  // namespace trellis::test_c_api
