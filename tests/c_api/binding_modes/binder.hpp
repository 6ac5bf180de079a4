// The modes of binding a shader's resources, each implemented as the answers of a bind callback.
#pragma once

#include <cstdint>

#include "trellis/trellis.h"

namespace trellis::test_c_api {

/// How to bind every resource that supports the mode. All others stay descriptors.
enum class Mode {
  kTable,                 ///< Descriptors, bound by the options' table.
  kArrayElement,          ///< Elements 3, 4, ... of larger arrays.
  kHeap,                  ///< Slices of runtime arrays; their first elements come from push constants.
  kUpdateAfterBind,       ///< Like kHeap, but the descriptors are written after the commands are recorded.
  kAddress,               ///< Raw, structured and constant buffers: device addresses in push constants.
  kBoundedAddress,        ///< Like kAddress, with a size next to each address.
  kAddressTable,          ///< Like kAddress, with the addresses in slices of storage buffers.
  kTexelBuffer,           ///< Raw and structured buffers: texel buffers with format r32_uint.
  kStorageConstants,      ///< Constant buffers: storage buffers.
  kHeapStorageConstants,  ///< Constant buffers: storage buffers in slices of runtime arrays.
  kRootConstants,         ///< Constant buffers: push constants.
  kInlineBlock,           ///< Constant buffers: an inline uniform block.
  kRootRange,   ///< Raw, structured and typed buffers: ranges of larger buffers, given by push constants.
  kTableRange,  ///< Like kRootRange, in slices of runtime arrays, with the ranges given by storage buffers.
  kTexelRange,  ///< Raw and structured buffers: ranges of texel buffers.
  // The following need VK_EXT_descriptor_heap.
  kDeviceHeap,           ///< Slices of the device's own heaps; their first elements come from push data.
  kDeviceHeapConstants,  ///< Constant buffers: storage buffers in the device's own heap.
  kDeviceHeapTexels,     ///< Raw and structured buffers: texel buffers in the device's own heap.
  kDeviceHeapRange,      ///< Like kTableRange, in the device's own heap.
};
const char* name_of(Mode mode);
constexpr bool uses_device_heaps(Mode mode) { return mode >= Mode::kDeviceHeap; }

constexpr uint32_t kRootBytes = 128, kRootSet = 7, kHeapBase = 5;

/// Answers the translator's bind callback, and counts what it answered.
struct Binder {
  Mode mode;
  uint32_t resource = 0;      ///< Resources seen so far: each gets its own binding.
  uint32_t root_used = 0;     ///< Bytes of root data used so far.
  uint32_t next_element = 2;  ///< The next free index in the device's heap of resources.
  uint32_t changed = 0;       ///< Resources that are bound in the requested mode.

  void place(const TrellisResourceUse& use, TrellisBinding& binding);

 private:
  bool reserve(uint32_t bytes, uint32_t& offset);
  bool put_in_device_heap(const TrellisResourceInfo& info, TrellisBinding& binding);
  bool put(const TrellisResourceInfo& info, TrellisBinding& binding);
  bool put_buffer(const TrellisResourceInfo& info, TrellisBinding& binding);
};

}  // namespace trellis::test_c_api
