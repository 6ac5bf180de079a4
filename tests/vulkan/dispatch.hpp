// A dispatch of a compute shader, as plain data.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tests/vulkan/resources.hpp"

namespace trellis::vulkan {

struct Dispatch {
  std::vector<uint32_t> words;   ///< The module; it must be valid, because drivers do not check it.
  std::vector<uint32_t> before;  ///< Another module, of which one group is run first; may be empty.
  std::string entry = "main";
  std::vector<BoundResource> resources;
  std::optional<PipelineLayout> layout;  ///< Replaces the layout derived from the resources.
  bool mutable_descriptors = false;      ///< A binding can contain descriptors of several types, as heaps do.
  /// The pipeline uses the device's own heaps (VK_EXT_descriptor_heap). Resources without `in_heap` are
  /// mapped to places in them, and the push constants are push data.
  bool uses_heaps = false;
  uint32_t heap_stride =
      0;  ///< Bytes from one descriptor of resources to the next; 0: the size of the largest.
  std::vector<PlacedAddress> addresses;
  std::vector<uint8_t> push_constants;
  std::array<uint32_t, 3> groups = {1, 1, 1};
  /// Limit for the execution. Lavapipe also compiles during that time, which takes seconds for a large
  /// shader.
  double seconds = 120.0;
};

}  // namespace trellis::vulkan
