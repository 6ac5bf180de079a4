// Sampler feedback of pixels, whose footprint follows from derivatives: compares it with a model.
// data/list.txt describes how the shaders were compiled.
#include <algorithm>
#include <array>
#include <cmath>

#include "tests/spirv_backend/stage/drawn/stage_test.hpp"

namespace trellis::test_drawing {
namespace {

/// Sizes of the texture, which has one level, and of the map, whose size means that regions have 4 x 8
/// texels.
constexpr uint32_t kSizes[] = {64, 32}, kSides[] = {4, 8}, kMapWidth = 18, kMapHeight = 19, kPicture = 16;

using Pair = std::array<float, 2>;

/// Returns how far the filter of a pixel that covers this many texels along an axis reaches to either side.
double reach(double covered, uint32_t side) {
  int exponent = 0;
  std::frexp(covered - 1.0 / 256, &exponent);
  return std::min(std::ldexp(0.5, std::clamp(exponent, 0, 4)), side / 2.0);
}

/// Returns, for each texel of the map, the bits of level 0 after all pixels.
std::vector<uint32_t> model(const Pair& x, const Pair& y, float scale) {
  std::vector<uint32_t> masks(size_t{kMapWidth} * kMapHeight, 0);
  for (uint32_t pixel = 0; pixel < kPicture * kPicture; ++pixel) {
    uint32_t first[2], end[2];
    for (size_t axis = 0; axis < 2; ++axis) {
      const double size = kSizes[axis], side = kSides[axis];
      const double place = (pixel % kPicture + 0.5) * x[axis] + (pixel / kPicture + 0.5) * y[axis];
      const double at = (place - std::floor(place)) * size;
      const double extent =
          reach(scale * std::max(std::fabs(x[axis]), std::fabs(y[axis])) * size, kSides[axis]);
      first[axis] = static_cast<uint32_t>(std::max(at - extent, 0.0) / side);
      end[axis] = std::min(static_cast<uint32_t>((at + extent) / side), kSizes[axis] / kSides[axis] - 1);
    }
    uint32_t bits = 1;
    if (end[0] != first[0]) bits |= 2;
    if (end[1] != first[1]) bits |= 4;
    if (end[0] != first[0] && end[1] != first[1]) bits |= 8;
    masks[first[1] * kMapWidth + first[0]] |= bits;
  }
  return masks;
}

class PixelFeedback : public StageTest {
 protected:
  static void compare(const std::string& name, const Pair& x, const Pair& y, float bias) {
    TranslateOptions options;
    options.device.feedback_texels = spirv::FeedbackTexels::k32;
    StageModule pixel = translated("../../tests/spirv_backend/stage/drawn/data/" + name, options);
    pixel.stage = VK_SHADER_STAGE_FRAGMENT_BIT;
    const PlainVertexShader vertex;
    Draw draw;
    draw.width = draw.height = kPicture;
    draw.stages = {plain_vertex(vertex), pixel};
    Words corners;
    for (const Vector4& corner : kFullTriangle) {
      for (const double c : corner) corners.f({static_cast<float>(c)});
    }
    draw.vertex_buffers = {plain_vertices(vertex, corners.get())};
    Words texels, map;
    for (uint32_t n = 0; n < kSizes[0] * kSizes[1]; ++n) texels.f({1});
    for (uint32_t n = 0; n < 2 * kMapWidth * kMapHeight; ++n) map.u({0});
    ImageData masks = image_2d(VK_FORMAT_R32_UINT, kMapWidth, kMapHeight, map);
    masks.type = VK_IMAGE_VIEW_TYPE_2D_ARRAY;
    masks.layers = 2;
    draw.resources = {write_texture(0, masks), sampler(0, {}),
                      texture(0, image_2d(VK_FORMAT_R32_SFLOAT, kSizes[0], kSizes[1], texels)),
                      constant_buffer(0, Words().f({x[0], x[1], y[0], y[1], bias, 0, 0, 0}))};
    const Drawn result = drawn(draw);
    std::vector<uint32_t> words = words_of(result.resources[0]);
    ASSERT_EQ(words.size(), size_t{2} * kMapWidth * kMapHeight);
    words.resize(size_t{kMapWidth} * kMapHeight);
    EXPECT_EQ(words, model(x, y, std::exp2(bias)));
  }
};

// All numbers are exact: multiples of powers of two.
TEST_F(PixelFeedback, ReachesAsFarAsTheLargerDerivative) {
  compare("feedback", {1.0f / 64, 0}, {0, 1.0f / 32}, 0);
  compare("feedback", {2.0f / 64, 1.0f / 32}, {1.0f / 64, 2.0f / 32}, 0);
  compare("feedback", {4.0f / 64, 2.0f / 32}, {4.0f / 64, -2.0f / 32}, 0);
  compare("feedback", {0.25f / 64, 4.0f / 32}, {0.5f / 64, 6.0f / 32}, 0);
}

TEST_F(PixelFeedback, TheBiasScalesWhatIsCovered) {
  compare("feedback_bias", {0.5f / 64, 1.0f / 32}, {0.25f / 64, 1.0f / 32}, 1);
  compare("feedback_bias", {2.0f / 64, 4.0f / 32}, {1.0f / 64, 2.0f / 32}, -1);
}

}  // namespace
}  // namespace trellis::test_drawing
