// A layer with a heap of storage buffers, for the shader faults/handles_dynamic.
#pragma once

#include "tests/adapters/dxil_spirv/conversion.hpp"

namespace trellis::test_dxil_spirv {

/// The heap's set, its number of buffers, and the size of each.
constexpr uint32_t kHeapSet = 1, kCount = 5, kWords = 64;

/// Registers are in set 0; the heap has its own set.
inline dxil_spv_bool place_uav(void*, const dxil_spv_uav_d3d_binding* asked,
                               dxil_spv_uav_vulkan_binding* answer) {
  *answer = {};
  const dxil_spv_d3d_binding& range = asked->d3d_binding;
  answer->buffer_binding.descriptor_type = DXIL_SPV_VULKAN_DESCRIPTOR_TYPE_SSBO;
  answer->buffer_binding.root_constant_index = UINT32_MAX;
  if (range.register_index != UINT32_MAX) {
    answer->buffer_binding.binding = range.register_index;
  } else {
    answer->buffer_binding.set = kHeapSet;
    answer->buffer_binding.bindless.use_heap = DXIL_SPV_TRUE;
  }
  return DXIL_SPV_TRUE;
}

}  // namespace trellis::test_dxil_spirv
