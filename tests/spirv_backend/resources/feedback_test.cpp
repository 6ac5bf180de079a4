// Sampler feedback into storage images: compares the regions and levels that are marked with a model.
#include <cmath>

#include "tests/spirv_backend/resources/texture_program.hpp"

namespace trellis::test_textures {
namespace {

/// Size of level 0 of the texture, and its number of levels.
constexpr uint32_t kWidth = 64, kHeight = 32, kLevels = 4;
/// Regions have 4 x 8 texels, which the low four bits of the map's sizes give as exponents: 2 and 3.
constexpr uint32_t kRegionWidth = 4, kRegionHeight = 8, kMapWidth = 18, kMapHeight = 19;

struct Sample {
  double u, v;
  double level;
};

/// Returns what the samples mark: for each texel of the map, four bits for each of 16 levels.
std::vector<uint64_t> model(const std::vector<Sample>& samples) {
  std::vector<uint64_t> masks(size_t{kMapWidth} * kMapHeight, 0);
  const auto mark = [&](const Sample& s, uint32_t level) {
    const double sizes[] = {double(kWidth >> level), double(kHeight >> level)};
    const double sides[] = {kRegionWidth, kRegionHeight}, places[] = {s.u, s.v};
    uint32_t first[2], end[2];
    for (int axis = 0; axis < 2; ++axis) {
      const double at = (places[axis] - std::floor(places[axis])) * sizes[axis];
      const double least = std::max(at - 0.5, 0.0), most = std::min(at + 0.5, sizes[axis] - 1e-6);
      first[axis] = static_cast<uint32_t>(least / sides[axis]);
      end[axis] = static_cast<uint32_t>(most / sides[axis]);
    }
    uint64_t bits = 1;
    if (end[0] != first[0]) bits |= 2;
    if (end[1] != first[1]) bits |= 4;
    if (end[0] != first[0] && end[1] != first[1]) bits |= 8;
    masks[first[1] * kMapWidth + first[0]] |= bits << 4 * level;
  };
  for (const Sample& s : samples) {
    const double level = std::min(std::max(s.level, 0.0), double(kLevels - 1));
    mark(s, static_cast<uint32_t>(level));
    const auto above = static_cast<uint32_t>(level + 0.997070312);
    if (above != static_cast<uint32_t>(level)) mark(s, above);
  }
  return masks;
}

class SamplerFeedback : public TextureTest {
 protected:
  void SetUp() override {
    TextureTest::SetUp();
    options.device.feedback_texels = spirv::FeedbackTexels::k32;
  }

  static vulkan::ImageData empty_map(uint32_t layers) {
    vulkan::ImageData map =
        numbered_image(VK_IMAGE_VIEW_TYPE_2D_ARRAY, {kMapWidth, kMapHeight, 1}, 2 * layers, 1, Texels::kUint);
    std::fill(map.texels.begin(), map.texels.end(), uint8_t{0});
    return map;
  }
  static vulkan::ImageData image(uint32_t layers) {
    return numbered_image(layers == 0 ? VK_IMAGE_VIEW_TYPE_2D : VK_IMAGE_VIEW_TYPE_2D_ARRAY,
                          {kWidth, kHeight, 1}, std::max(layers, 1u), kLevels);
  }
  /// Returns the map of a layer: one layer of the image has its low levels, the next layer the high ones.
  std::vector<uint64_t> masks(uint32_t layer = 0) const {
    const std::vector<uint32_t> words = words_of_writable();
    const size_t size = size_t{kMapWidth} * kMapHeight;
    std::vector<uint64_t> masks(size);
    for (size_t n = 0; n < size; ++n) {
      masks[n] = words[2 * layer * size + n] | uint64_t{words[(2 * layer + 1) * size + n]} << 32;
    }
    return masks;
  }
  void write_level(V map, V from, V with, const Sample& s, V layer) {
    std::vector<V> operands = {map,
                               from,
                               with,
                               b.f32(static_cast<float>(s.u)),
                               b.f32(static_cast<float>(s.v)),
                               layer,
                               no_float(),
                               b.f32(static_cast<float>(s.level))};
    b.dx(Op::kWriteSamplerFeedbackLevel, b.void_type(), operands);
  }
};

const std::vector<Sample> kSamples = {
    {0.5 / 64, 0.5 / 32, 0},      // The first texel: there is no region before it.
    {6.5 / 64, 12.5 / 32, 0},     // Within a region.
    {12.0 / 64, 12.5 / 32, 0},    // Between two horizontally adjacent regions.
    {22.5 / 64, 16.0 / 32, 0},    // Between two vertically adjacent regions.
    {28.0 / 64, 24.0 / 32, 0},    // Between four regions.
    {63.9 / 64, 31.9 / 32, 0},    // The last texel: there is no region after it.
    {1 + 40.5 / 64, -0.3, 0},     // Wraps around.
    {10.5 / 32, 4.5 / 16, 1},     // Another level.
    {5.5 / 16, 3.5 / 8, 1.5},     // Between two levels.
    {13.5 / 16, 5.5 / 8, 1.002},  // So little above a level that the next one is not blended.
    {13.5 / 16, 1.5 / 8, 1.004},  // Enough above a level that the next one is blended.
    {3.5 / 8, 2.5 / 4, 9},        // Beyond the last level.
    {50.5 / 64, 20.5 / 32, -2},   // Before the first level.
};

TEST_F(SamplerFeedback, MarksTheRegionsOfALevel) {
  const V from = texture(ResourceKind::kTexture2D, image(0));
  const V map = writable(ResourceKind::kFeedbackTexture2D, empty_map(1), ComponentType::kInvalid);
  const V with = sampler();
  for (const Sample& s : kSamples) write_level(map, from, with, s, no_float());
  run();
  EXPECT_EQ(masks(), model(kSamples));
}

TEST_F(SamplerFeedback, FindsTheLevelOfGradients) {
  const V from = texture(ResourceKind::kTexture2D, image(0));
  const V map = writable(ResourceKind::kFeedbackTexture2D, empty_map(1), ComponentType::kInvalid);
  const V with = sampler();
  const auto write = [&](const std::vector<float>& at, float dx, float dy, V clamp) {
    std::vector<V> operands = {map, from, with};
    for (V v : floats(at)) operands.push_back(v);
    for (V v : floats({dx / kWidth, 0}, 3)) operands.push_back(v);
    for (V v : floats({0, dy / kHeight}, 3)) operands.push_back(v);
    operands.push_back(clamp);
    b.dx(Op::kWriteSamplerFeedbackGrad, b.void_type(), operands);
  };
  write({0.3f, 0.2f}, 2, 1, no_float());
  write({0.6f, 0.2f}, 1, 4, no_float());
  write({0.6f, 0.7f}, 1, 1, b.f32(3));
  run();
  EXPECT_EQ(masks(), model({{0.3f, 0.2f, 1}, {0.6f, 0.2f, 2}, {0.6f, 0.7f, 3}}));
}

TEST_F(SamplerFeedback, ALayerIsTheNearest) {
  const V from = texture(ResourceKind::kTexture2DArray, image(3));
  const V map = writable(ResourceKind::kFeedbackTexture2DArray, empty_map(3), ComponentType::kInvalid);
  const V with = sampler();
  const Sample first{0.2, 0.3, 0}, second{0.7, 0.4, 2}, third{0.5, 0.6, 1};
  write_level(map, from, with, first, b.f32(0.5f));  // A tie rounds to the even layer.
  write_level(map, from, with, second, b.f32(0.75f));
  write_level(map, from, with, third, b.f32(7));  // Clamped to the last of three layers.
  run();
  EXPECT_EQ(masks(0), model({first}));
  EXPECT_EQ(masks(1), model({second}));
  EXPECT_EQ(masks(2), model({third}));
}

TEST_F(SamplerFeedback, HighLevelsLieInTheSecondLayer) {
  vulkan::ImageData large = numbered_image(VK_IMAGE_VIEW_TYPE_2D, {1024, 4, 1}, 1, 10);
  const V from = texture(ResourceKind::kTexture2D, large);
  const V map = writable(ResourceKind::kFeedbackTexture2D, empty_map(1), ComponentType::kInvalid);
  write_level(map, from, sampler(), {0.1, 0.1, 9}, no_float());
  run();
  EXPECT_EQ(masks()[0], uint64_t{1} << 36);
}

/// Lavapipe has no atomic operations for 64-bit texels, so this only validates the module.
TEST_F(SamplerFeedback, MapsOf64BitsAreValid) {
  options.device.feedback_texels = spirv::FeedbackTexels::k64;
  const V from = texture(ResourceKind::kTexture2D, image(0));
  const V map = writable(ResourceKind::kFeedbackTexture2D, empty_map(1), ComponentType::kInvalid);
  write_level(map, from, sampler(), kSamples[0], no_float());
  ASSERT_NO_FATAL_FAILURE(make_module());
  const std::string text = test_backend::disassemble(module());
  EXPECT_NE(text.find("R64ui"), std::string::npos) << text;
  EXPECT_NE(text.find("Int64ImageEXT"), std::string::npos);
}

TEST_F(SamplerFeedback, RefusesPairsThatDoNotFit) {
  const V from = texture(ResourceKind::kTexture2DArray, image(2));
  const V map = writable(ResourceKind::kFeedbackTexture2D, empty_map(1), ComponentType::kInvalid);
  write_level(map, from, sampler(), kSamples[0], no_float());
  EXPECT_EQ(refusal().message, "a FeedbackTexture2D cannot be paired with a Texture2DArray");
}

TEST_F(SamplerFeedback, RefusesOtherImagesAsMaps) {
  const V from = texture(ResourceKind::kTexture2D, image(0));
  const V map = writable(ResourceKind::kTexture2D, empty_map(1), ComponentType::kU32);
  write_level(map, from, sampler(), kSamples[0], no_float());
  EXPECT_EQ(refusal().message, "sampler feedback is written to a Texture2D");
}

}  // namespace
}  // namespace trellis::test_textures
