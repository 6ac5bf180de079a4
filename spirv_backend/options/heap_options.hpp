// Where the descriptors of shader model 6.6's heaps are, as a caller may choose it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "spirv_backend/options/binding_model.hpp"

namespace trellis::spirv {

/// A place in Vulkan's binding model.
struct BindingPlace {
  uint32_t set = 0, binding = 0;
};

/// What a descriptor of the resource heap is in Vulkan: the types a heap can be split by.
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

/// Where the number of a heap's descriptors is.
enum class HeapSizeForm : uint8_t {
  kNumber,        ///< In the options, or in the root data.
  kUniformBlock,  ///< The first word of a uniform block.
  kBuffer,        ///< The size of a storage buffer that shows the whole heap, in descriptors.
};

/// How many descriptors a heap has, for a module that keeps indices within it: an index beyond the last one
/// is the last one.
struct HeapSize {
  uint32_t count = 0;                ///< 0: not known; indices are taken as they are.
  uint32_t root_offset = kNoOffset;  ///< Byte of the root data whose word is the count instead.
  HeapSizeForm form = HeapSizeForm::kNumber;
  BindingPlace place;   ///< Of the block or the buffer.
  uint32_t stride = 0;  ///< Of a descriptor in the buffer, in bytes.
  bool is_known() const { return count != 0 || root_offset != kNoOffset || form != HeapSizeForm::kNumber; }
};

/// Where the heaps are: one array of descriptors each, or one for each type. A heap's hidden counters are an
/// array of their own.
struct HeapOptions {
  BindingPlace resources{0, 5000}, counters{0, 5001}, samplers{0, 5002};
  /// In place of `resources`. Vulkan allows mutable descriptors that may be acceleration structures, but does not
  /// require them, and drivers lack them.
  std::array<std::optional<BindingPlace>, kHeapTypes> by_type = {
      std::nullopt, std::nullopt, std::nullopt, std::nullopt,
      std::nullopt, std::nullopt, std::nullopt, BindingPlace{0, 5007}};
  BufferForm constant_buffers = BufferForm::kDefault;           ///< Or kStorage.
  HeapSize resource_count, sampler_count;
  bool ends_with_null = false;  ///< A null descriptor follows the last one: an index beyond that is the null's.
  bool bounds_slices = false;   ///< Indices of slices (BindingKind::kHeap) are kept within the heaps, too.
};

}  // namespace trellis::spirv
