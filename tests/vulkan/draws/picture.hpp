// Rendered pictures: access to texels, comparison with a formula, output as PNG files for visual inspection.
#pragma once

#include <gtest/gtest.h>
#include <vulkan/vulkan_core.h>

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "support/result.hpp"

namespace trellis::vulkan {

/// A texel's components; integers are exact. Components that the format lacks are 0, 0, 0, 1.
using Texel = std::array<double, 4>;

struct Picture {
  VkFormat format = VK_FORMAT_UNDEFINED;
  uint32_t width = 0, height = 0, layers = 0;
  std::vector<uint8_t> bytes;  ///< Tightly packed rows from the top; layers follow one another.

  Texel at(uint32_t x, uint32_t y, uint32_t layer = 0) const;
};

/// Returns the size of a texel in bytes; 0 for formats that pictures do not support.
uint32_t texel_bytes(VkFormat format);
bool is_integer_format(VkFormat format);

/// Compares the first `channels` channels of every texel with `expected(x, y)`. The comparison is exact for
/// integers and if the tolerance is 0 (NaN equals NaN). The failure reports the number of differing texels,
/// and the first ones with the expected values. If the environment sets TRELLIS_PICTURES=folder, the picture
/// is written there, named after the running test.
using Formula = std::function<Texel(uint32_t x, uint32_t y)>;
testing::AssertionResult matches(const Picture& picture, const Formula& expected, double tolerance = 0,
                                 uint32_t layer = 0, uint32_t channels = 4);

/// Encodes a picture with 8 bits per channel; values are clamped to 0..1 (integers: the low byte).
std::vector<uint8_t> encode_png(const Picture& picture, uint32_t layer = 0);

}  // namespace trellis::vulkan
