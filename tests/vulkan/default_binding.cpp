#include "tests/vulkan/default_binding.hpp"

namespace trellis::vulkan {

DescriptorPlace default_binding(test_support::RegisterClass register_class, uint32_t index, uint32_t space) {
  return {space, index + kBindingsPerClass * static_cast<uint32_t>(register_class)};
}

DescriptorPlace default_counter_binding(uint32_t index, uint32_t space) {
  return {space, index + kFirstCounterBinding};
}

}  // namespace trellis::vulkan
