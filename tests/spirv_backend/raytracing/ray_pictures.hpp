// Pictures that ray generation shaders leave, against models of them.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "tests/vulkan/resources.hpp"

namespace trellis::test_rays {

/// Zeros, R32G32B32A32_SFLOAT or R32_SFLOAT.
vulkan::ImageData empty_image(uint32_t width, uint32_t height, uint32_t channels = 4);

using Colour = std::array<float, 4>;
/// The colour at a place of the picture: whole numbers are pixels. Alpha is negative where it is not known.
using Model = std::function<Colour(float x, float y)>;

/// Compares all pixels but those where the model changes within a thousandth of a pixel; those are few. The
/// tolerance is 5e-3, relative from 1 on.
/// `channels`: how many there are of each pixel in `words`.
void expect_picture(const std::vector<uint32_t>& words, uint32_t width, uint32_t height, const Model& model,
                    uint32_t channels = 4);

}  // namespace trellis::test_rays
