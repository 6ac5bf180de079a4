// Where the descriptors of shader model 6.6's heaps are, as far as the caller can choose.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "spirv_backend/options/binding_model.hpp"

namespace trellis::spirv {

/// A set and binding.
struct BindingPlace {
  uint32_t set = 0, binding = 0;
};

/// The Vulkan type of a descriptor in the resource heap: the types by which a heap can be split.
enum class HeapType : uint8_t {
  kConstantBuffer,
  kReadBuffer,  ///< Raw and structured SRVs.
  kWriteBuffer,
  kReadTexels,  ///< Typed buffers.
  kWriteTexels,
  kTexture,
  kWriteTexture,
  kAccelerationStructure,
};
inline constexpr uint32_t kHeapTypes = 8;
HeapType heap_type(const dxil::Resource& resource);

/// Where the module finds the number of descriptors in a heap.
enum class HeapSizeForm : uint8_t {
  kNumber,        ///< In the options, or in the root data.
  kUniformBlock,  ///< The first word of a uniform block.
  /// The size of a storage buffer that covers the whole heap, divided by the size of a descriptor.
  kBuffer,
};

/// The number of descriptors in a heap. The module uses it to clamp indices to the last descriptor.
struct HeapSize {
  uint32_t count = 0;                ///< 0: unknown; indices are used unchanged.
  uint32_t root_offset = kNoOffset;  ///< Byte offset in the root data of a word that holds the count instead.
  HeapSizeForm form = HeapSizeForm::kNumber;
  BindingPlace place;   ///< Binding of the uniform block or storage buffer.
  uint32_t stride = 0;  ///< Size of a descriptor in the storage buffer, in bytes.
  bool is_known() const { return count != 0 || root_offset != kNoOffset || form != HeapSizeForm::kNumber; }
};

/// What the heaps are in the module.
enum class HeapForm : uint8_t {
  kBindings,   ///< Arrays of descriptors at the bindings below.
  kExtension,  ///< The device's own heaps (BindingKind::kDeviceHeap).
};

/// Where the heaps are bound: each as one array of descriptors, or as one array for each type. The hidden
/// counters of a heap's buffers are a separate array.
struct HeapOptions {
  HeapForm form = HeapForm::kBindings;
  BindingPlace resources{0, 5000}, counters{0, 5001}, samplers{0, 5002};
  /// Replaces `resources` for one type. Vulkan allows mutable descriptors that include acceleration
  /// structures, but does not require them, and drivers do not support them.
  std::array<std::optional<BindingPlace>, kHeapTypes> by_type = {
      std::nullopt, std::nullopt, std::nullopt, std::nullopt,
      std::nullopt, std::nullopt, std::nullopt, BindingPlace{0, 5007}};
  BufferForm constant_buffers = BufferForm::kDefault;  ///< kDefault or kStorage.
  HeapSize resource_count, sampler_count;
  bool ends_with_null = false;  ///< A null descriptor follows the last one: an index past the end selects it.
  bool bounds_slices = false;   ///< Also clamps indices of slices of heaps to the heaps.
  /// For the device's own heaps. Strides: bytes from one descriptor to the next, of whatever type; 0: the
  /// size of the largest descriptor of the heap, which the device inserts.
  uint32_t resource_stride = 0, sampler_stride = 0;
  /// The hidden counter of the buffer at index i is the buffer at index i + counter_distance. 0: none.
  uint32_t counter_distance = 0;
};

}  // namespace trellis::spirv
