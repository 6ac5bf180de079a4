#include "tests/spirv_backend/raytracing/ray_pictures.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace trellis::test_rays {
namespace {

bool are_near(const Colour& a, const Colour& b, float tolerance, uint32_t channels) {
  for (uint32_t n = 0; n < channels; ++n) {
    if (!(std::fabs(a[n] - b[n]) <= tolerance * std::max(1.0f, std::fabs(b[n])))) return false;
  }
  return true;
}

}  // namespace

vulkan::ImageData empty_image(uint32_t width, uint32_t height, uint32_t channels) {
  vulkan::ImageData image;
  image.format = channels == 4 ? VK_FORMAT_R32G32B32A32_SFLOAT : VK_FORMAT_R32_SFLOAT;
  image.width = width;
  image.height = height;
  image.texels.resize(size_t{width} * height * channels * 4);
  return image;
}

void expect_picture(const std::vector<uint32_t>& words, uint32_t width, uint32_t height, const Model& model,
                    uint32_t channels) {
  ASSERT_EQ(words.size(), width * height * channels);
  constexpr float kStep = 1e-3f;
  uint32_t compared = 0, wrong = 0;
  for (uint32_t y = 0; y < height; ++y) {
    for (uint32_t x = 0; x < width; ++x) {
      const auto px = static_cast<float>(x), py = static_cast<float>(y);
      const Colour expected = model(px, py);
      bool is_edge = false;
      for (const float dx : {-kStep, kStep}) {
        for (const float dy : {-kStep, kStep}) {
          is_edge |= !are_near(model(px + dx, py + dy), expected, 0.02f, channels);
        }
      }
      if (is_edge || expected[3] < 0) continue;
      ++compared;
      const uint32_t* w = words.data() + channels * (y * width + x);
      Colour found = {};
      for (uint32_t n = 0; n < channels; ++n) found[n] = std::bit_cast<float>(w[n]);
      if (are_near(found, expected, 5e-3f, channels)) continue;
      if (++wrong > 5) continue;
      ADD_FAILURE() << "pixel " << x << ", " << y << ": " << found[0] << " " << found[1] << " " << found[2]
                    << " " << found[3] << ", expected " << expected[0] << " " << expected[1] << " "
                    << expected[2] << " " << expected[3];
    }
  }
  EXPECT_EQ(wrong, 0u);
  EXPECT_GE(compared, width * height * 9 / 10);
}

}  // namespace trellis::test_rays
