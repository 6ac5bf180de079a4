// Compares pictures that ray generation shaders make with models.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "tests/vulkan/resources.hpp"

namespace trellis::test_rays {

/// Returns an image of zeros in R32G32B32A32_SFLOAT (four channels) or R32_SFLOAT (one channel).
vulkan::ImageData empty_image(uint32_t width, uint32_t height, uint32_t channels = 4);

using Colour = std::array<float, 4>;
/// Returns the color at a position in the picture; whole numbers are pixels. A negative alpha means that the
/// color is unknown.
using Model = std::function<Colour(float x, float y)>;

/// Compares all pixels except those where the model changes within a thousandth of a pixel, which must be
/// few. The tolerance is 5e-3, relative for values above 1. `channels` is the number of channels per pixel in
/// `words`.
void expect_picture(const std::vector<uint32_t>& words, uint32_t width, uint32_t height, const Model& model,
                    uint32_t channels = 4);

}  // namespace trellis::test_rays
