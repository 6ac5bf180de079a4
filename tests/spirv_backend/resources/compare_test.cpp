// Samples and gathers with comparison.
#include "tests/spirv_backend/resources/texture_program.hpp"

namespace trellis::test_textures {
namespace {

/// Returns a depth image whose levels have a single value each: 0.25, 0.5 and 0.75.
vulkan::ImageData depth_levels(VkImageViewType type, uint32_t size, uint32_t layers, uint32_t levels = 3) {
  vulkan::ImageData image;
  image.type = type;
  image.format = VK_FORMAT_D32_SFLOAT;
  image.width = image.height = size;
  image.layers = layers;
  image.levels = levels;
  std::vector<float> texels;
  for (uint32_t level = 0; level < levels; ++level) {
    const size_t side = std::max(size >> level, 1u);
    texels.insert(texels.end(), side * side * layers, 0.25f * static_cast<float>(level + 1));
  }
  image.texels = vulkan::bytes_of(texels);
  return image;
}

class Compare : public TextureTest {
 protected:
  std::vector<V> operands(V texture, V with, const std::vector<float>& at, float compared,
                          const std::vector<int32_t>& offsets = {}) {
    std::vector<V> all = {texture, with};
    for (V v : floats(at)) all.push_back(v);
    for (V v : ints(offsets)) all.push_back(v);
    all.push_back(b.f32(compared));
    return all;
  }
  V less() {
    vulkan::SamplerState state;
    state.compare = VK_COMPARE_OP_LESS;
    return sampler(state);
  }
};

TEST_F(Compare, LevelZeroOfEveryKind) {
  struct Kind {
    ResourceKind kind;
    VkImageViewType type;
    uint32_t layers;
    std::vector<float> at;
  };
  const Kind kinds[] = {
      {ResourceKind::kTexture2D, VK_IMAGE_VIEW_TYPE_2D, 1, {0.3f, 0.6f}},
      {ResourceKind::kTexture2DArray, VK_IMAGE_VIEW_TYPE_2D_ARRAY, 3, {0.3f, 0.6f, 2}},
      {ResourceKind::kTextureCube, VK_IMAGE_VIEW_TYPE_CUBE, 6, {0.3f, 0.6f, 1}},
      {ResourceKind::kTextureCubeArray, VK_IMAGE_VIEW_TYPE_CUBE_ARRAY, 12, {0.3f, 0.6f, 1, 1}},
  };
  const V with = less();
  for (const Kind& kind : kinds) {
    const V shadow = texture(kind.kind, depth_levels(kind.type, 8, kind.layers));
    expect(texel(Op::kSampleCmpLevelZero, f32(), operands(shadow, with, kind.at, 0.2f)), 1.0f, "0.2 < 0.25");
    expect(texel(Op::kSampleCmpLevelZero, f32(), operands(shadow, with, kind.at, 0.3f)), 0.0f, "0.3 < 0.25");
  }
  run();
}

TEST_F(Compare, LevelsGivenOrFromGradients) {
  const V shadow = texture(ResourceKind::kTexture2D, depth_levels(VK_IMAGE_VIEW_TYPE_2D, 16, 1));
  const V with = less();
  for (uint32_t level = 0; level < 3; ++level) {
    const float depth = 0.25f * static_cast<float>(level + 1);
    for (const float compared : {depth - 0.1f, depth + 0.1f}) {
      const float wanted = compared < depth ? 1.0f : 0.0f;
      std::vector<V> given = operands(shadow, with, {0.5f, 0.5f}, compared);
      given.push_back(b.f32(static_cast<float>(level)));
      expect(texel(Op::kSampleCmpLevel, f32(), given), wanted, "level " + std::to_string(level));
      std::vector<V> gradients = operands(shadow, with, {0.5f, 0.5f}, compared);
      const float step = static_cast<float>(1u << level) / 16;
      for (V v : floats({step, 0, 0, 0, step, 0}, 6)) gradients.push_back(v);
      gradients.push_back(no_float());
      expect(texel(Op::kSampleCmpGrad, f32(), gradients), wanted,
             "gradients of level " + std::to_string(level));
    }
  }
  std::vector<V> clamped = operands(shadow, with, {0.5f, 0.5f}, 0.7f);
  for (V v : floats({1.0f / 16, 0, 0, 0, 1.0f / 16, 0}, 6)) clamped.push_back(v);
  clamped.push_back(b.f32(2));
  expect(texel(Op::kSampleCmpGrad, f32(), clamped), 1.0f, "not below level 2");
  run();
}

TEST_F(Compare, FourTexelsAtOnce) {
  // Depths 0, 1/16, 2/16, ... row by row.
  vulkan::ImageData image = depth_levels(VK_IMAGE_VIEW_TYPE_2D, 4, 1, 1);
  std::vector<float> depths;
  for (uint32_t n = 0; n < 16; ++n) depths.push_back(static_cast<float>(n) / 16);
  image.texels = vulkan::bytes_of(depths);
  const V shadow = texture(ResourceKind::kTexture2D, image);
  const V with = less();
  // The gathered texels have the depths 9, 10, 6 and 5 sixteenths, in the order of gathers.
  const auto gather = [&](std::vector<int32_t> offsets, float compared) {
    std::vector<V> all = {shadow, with};
    for (V v : floats({0.5f, 0.5f})) all.push_back(v);
    for (V v : ints(offsets, 2)) all.push_back(v);
    all.push_back(b.i32(0));
    all.push_back(b.f32(compared));
    return all_of(Op::kTextureGatherCmp, f32(), all);
  };
  const V here = gather({}, 7.0f / 16), above = gather({1, -1}, 4.0f / 16);
  const float wanted_here[] = {1, 1, 0, 0};   // 9, 10, 6, 5 compared with 7
  const float wanted_above[] = {1, 1, 0, 0};  // 6, 7, 3, 2 compared with 4
  for (uint32_t c = 0; c < 4; ++c) {
    expect(component(here, f32(), c), wanted_here[c], "gathered " + std::to_string(c));
    expect(component(above, f32(), c), wanted_above[c], "with an offset " + std::to_string(c));
  }
  run();
}

TEST_F(Compare, OneTextureWithAndWithout) {
  const V shadow = texture(ResourceKind::kTexture2D, depth_levels(VK_IMAGE_VIEW_TYPE_2D, 8, 1));
  const V with = less(), without = sampler();
  expect(texel(Op::kSampleCmpLevelZero, f32(), operands(shadow, with, {0.5f, 0.5f}, 0.2f)), 1.0f, "compared");
  std::vector<V> plain = {shadow, without};
  for (V v : floats({0.5f, 0.5f})) plain.push_back(v);
  for (V v : ints({})) plain.push_back(v);
  plain.push_back(b.f32(1));
  expect(texel(Op::kSampleLevel, f32(), plain), 0.5f, "the depth itself");
  run();
}

}  // namespace
}  // namespace trellis::test_textures
