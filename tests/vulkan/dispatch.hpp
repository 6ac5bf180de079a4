// One dispatch of a compute shader as plain data.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tests/vulkan/resources.hpp"

namespace trellis::vulkan {

struct Dispatch {
  std::vector<uint32_t> words;   ///< The module; has to be valid: drivers do not check it.
  std::vector<uint32_t> before;  ///< Another module, to be run first, one group; may be empty.
  std::string entry = "main";
  std::vector<BoundResource> resources;
  std::optional<PipelineLayout> layout;  ///< In place of one that is made from the resources.
  bool mutable_descriptors = false;      ///< A binding may have descriptors of several types, as heaps have.
  std::vector<PlacedAddress> addresses;
  std::vector<uint8_t> push_constants;
  std::array<uint32_t, 3> groups = {1, 1, 1};
  double seconds = 120.0;  ///< Limit for the execution. Lavapipe compiles in it: seconds for a large shader.
};

}  // namespace trellis::vulkan
