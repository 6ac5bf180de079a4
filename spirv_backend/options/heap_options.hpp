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

/// How many descriptors a heap has, for a module that keeps indices within it: an index beyond the last one
/// is the last one.
struct HeapSize {
  uint32_t count = 0;                ///< 0: not known; indices are taken as they are.
  uint32_t root_offset = kNoOffset;  ///< Byte of the root data whose word is the count instead.
  bool is_known() const { return count != 0 || root_offset != kNoOffset; }
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
};

}  // namespace trellis::spirv
