// Pictures that were drawn: texels by place, comparison with a formula, PNG files for eyes.
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

/// A texel's components; integers are exact. Components a format lacks are 0, 0, 0, 1.
using Texel = std::array<double, 4>;

struct Picture {
  VkFormat format = VK_FORMAT_UNDEFINED;
  uint32_t width = 0, height = 0, layers = 0;
  std::vector<uint8_t> bytes;  ///< Tight rows, from the top; layers one after the other.

  Texel at(uint32_t x, uint32_t y, uint32_t layer = 0) const;
};

/// Bytes of a texel; 0 for formats that pictures cannot have.
uint32_t texel_bytes(VkFormat format);
bool is_integer_format(VkFormat format);

/// Compares the first `channels` of every texel with `expected(x, y)`. Integers and tolerance 0: exactly (NaN
/// meets NaN). The failure names the first texels that differ, their number, and what was expected. With
/// TRELLIS_PICTURES=folder in the environment the picture is written there, named after the running test.
using Formula = std::function<Texel(uint32_t x, uint32_t y)>;
testing::AssertionResult matches(const Picture& picture, const Formula& expected, double tolerance = 0,
                                 uint32_t layer = 0, uint32_t channels = 4);

/// Eight bits a channel, values clamped to 0..1 (integers: the low byte).
std::vector<uint8_t> encode_png(const Picture& picture, uint32_t layer = 0);

}  // namespace trellis::vulkan
