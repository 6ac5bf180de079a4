// Samples with an explicit level: which texel, layer and level they read.
#include <bit>

#include "tests/spirv_backend/resources/texture_program.hpp"

namespace trellis::test_textures {
namespace {

float number(const Place& place) { return static_cast<float>(number_of(place)); }

class Sample : public TextureTest {
 protected:
  std::vector<V> level_operands(V texture, V sampler, const std::vector<float>& coordinates, float level,
                                const std::vector<int32_t>& offsets = {}) {
    std::vector<V> operands = {texture, sampler};
    for (V v : floats(coordinates)) operands.push_back(v);
    for (V v : ints(offsets)) operands.push_back(v);
    operands.push_back(b.f32(level));
    return operands;
  }
};

TEST_F(Sample, ReadsTexelAndLayerOfEveryKind) {
  struct Kind {
    ResourceKind kind;
    VkImageViewType type;
    std::array<uint32_t, 3> size;
    uint32_t layers;
    std::vector<float> coordinates;
    Place place;
  };
  // The coordinates are texel centers. On a cube's face +Y (2), (x, 1, z) has s = x and t = z.
  const Kind kinds[] = {
      {ResourceKind::kTexture1D, VK_IMAGE_VIEW_TYPE_1D, {8, 1, 1}, 1, {5.5f / 8}, {0, 0, 0, 0, 5}},
      {ResourceKind::kTexture1DArray,
       VK_IMAGE_VIEW_TYPE_1D_ARRAY,
       {8, 1, 1},
       4,
       {2.5f / 8, 3},
       {0, 3, 0, 0, 2}},
      {ResourceKind::kTexture2D, VK_IMAGE_VIEW_TYPE_2D, {8, 4, 1}, 1, {6.5f / 8, 1.5f / 4}, {0, 0, 0, 1, 6}},
      {ResourceKind::kTexture2DArray,
       VK_IMAGE_VIEW_TYPE_2D_ARRAY,
       {8, 4, 1},
       5,
       {1.5f / 8, 3.5f / 4, 4},
       {0, 4, 0, 3, 1}},
      {ResourceKind::kTexture3D,
       VK_IMAGE_VIEW_TYPE_3D,
       {4, 8, 16},
       1,
       {0.5f / 4, 7.5f / 8, 9.5f / 16},
       {0, 0, 9, 7, 0}},
      {ResourceKind::kTextureCube,
       VK_IMAGE_VIEW_TYPE_CUBE,
       {8, 8, 1},
       6,
       {0.625f, 1, -0.875f},
       {0, 2, 0, 0, 6}},
      {ResourceKind::kTextureCubeArray,
       VK_IMAGE_VIEW_TYPE_CUBE_ARRAY,
       {4, 4, 1},
       12,
       {-0.25f, 1, 0.75f, 1},
       {0, 8, 0, 3, 1}},
  };
  const V nearest = sampler();
  for (const Kind& kind : kinds) {
    const V from = texture(kind.kind, numbered_image(kind.type, kind.size, kind.layers));
    expect(texel(Op::kSampleLevel, f32(), level_operands(from, nearest, kind.coordinates, 0)),
           number(kind.place), dxil::name_of(kind.kind));
  }
  run();
}

TEST_F(Sample, AddsConstantOffsetsToTheTexel) {
  const V line = texture(ResourceKind::kTexture1D, numbered_image(VK_IMAGE_VIEW_TYPE_1D, {32, 1, 1}));
  const V plane = texture(ResourceKind::kTexture2D, numbered_image(VK_IMAGE_VIEW_TYPE_2D, {32, 16, 1}));
  const V layers =
      texture(ResourceKind::kTexture2DArray, numbered_image(VK_IMAGE_VIEW_TYPE_2D_ARRAY, {32, 16, 1}, 3));
  const V box = texture(ResourceKind::kTexture3D, numbered_image(VK_IMAGE_VIEW_TYPE_3D, {16, 16, 16}));
  const V nearest = sampler();
  const auto sample = [&](V from, const std::vector<float>& at, const std::vector<int32_t>& offsets) {
    return texel(Op::kSampleLevel, f32(), level_operands(from, nearest, at, 0, offsets));
  };
  expect(sample(line, {16.5f / 32}, {-8}), number({0, 0, 0, 0, 8}), "1D");
  expect(sample(plane, {16.5f / 32, 8.5f / 16}, {7, -3}), number({0, 0, 0, 5, 23}), "2D");
  expect(sample(plane, {16.5f / 32, 8.5f / 16}, {0, 0}), number({0, 0, 0, 8, 16}), "no offset");
  expect(sample(layers, {16.5f / 32, 8.5f / 16, 2}, {-1, 2}), number({0, 2, 0, 10, 15}), "2D array");
  expect(sample(box, {8.5f / 16, 8.5f / 16, 8.5f / 16}, {1, -2, 3}), number({0, 0, 11, 6, 9}), "3D");
  run();
}

class ComputedOffsets : public Sample, public testing::WithParamInterface<bool> {
 protected:
  void SetUp() override {
    Sample::SetUp();
#ifdef TRELLIS_OLD_SPIRV_TOOLS
    if (GetParam()) GTEST_SKIP() << "the validator is older than VK_KHR_maintenance8";
#endif
    options.device.computed_offsets = GetParam();
  }
};
INSTANTIATE_TEST_SUITE_P(OfTheDevice, ComputedOffsets, testing::Bool());

TEST_P(ComputedOffsets, CountByFourBits) {
  const V plane = texture(ResourceKind::kTexture2D, numbered_image(VK_IMAGE_VIEW_TYPE_2D, {32, 16, 1}));
  const V nearest = sampler();
  const V x = b.op(dxil::Opcode::kSub, i32(), {b.i32(3), thread()});
  std::vector<V> operands = level_operands(plane, nearest, {16.5f / 32, 8.5f / 16}, 0);
  operands[6] = x;
  operands[7] = b.i32(16 + 2);
  std::vector<uint32_t> wanted;
  for (uint32_t t = 0; t < 8; ++t) wanted.push_back(std::bit_cast<uint32_t>(number({0, 0, 0, 10, 19 - t})));
  expect_each(texel(Op::kSampleLevel, f32(), operands), f32(), wanted, "offset 3 - thread, 18");
  run({8, 1, 1});
}

/// The offsets count in texels of the level that the gradients select, the second one.
TEST_P(ComputedOffsets, CountInTexelsOfTheLevel) {
  const V mips = texture(ResourceKind::kTexture2D, numbered_image(VK_IMAGE_VIEW_TYPE_2D, {64, 32, 1}, 1, 4));
  std::vector<V> operands = {mips, sampler()};
  for (V v : floats({4.5f / 32, 8.5f / 16})) operands.push_back(v);
  operands.push_back(thread());
  operands.push_back(b.op(dxil::Opcode::kSub, i32(), {b.i32(0), thread()}));
  operands.push_back(b.undef_i32());
  for (V v : floats({2.0f / 64, 0}, 3)) operands.push_back(v);
  for (V v : floats({0, 2.0f / 32}, 3)) operands.push_back(v);
  operands.push_back(no_float());
  std::vector<uint32_t> wanted;
  for (uint32_t t = 0; t < 8; ++t) wanted.push_back(std::bit_cast<uint32_t>(number({1, 0, 0, 8 - t, 4 + t})));
  expect_each(texel(Op::kSampleGrad, f32(), operands), f32(), wanted, "offset thread, -thread");
  run({8, 1, 1});
}

TEST_F(Sample, SamplesTheGivenLevel) {
  const V mips = texture(ResourceKind::kTexture2D, numbered_image(VK_IMAGE_VIEW_TYPE_2D, {32, 16, 1}, 1, 4));
  const V nearest = sampler();
  for (uint32_t level = 0; level < 4; ++level) {
    const float width = static_cast<float>(32 >> level), height = static_cast<float>(16 >> level);
    const V value =
        texel(Op::kSampleLevel, f32(),
              level_operands(mips, nearest, {2.5f / width, 1.5f / height}, static_cast<float>(level)));
    expect(value, number({level, 0, 0, 1, 2}), "level " + std::to_string(level));
  }
  run();
}

// The smallest levels of some programs' cubes are not written. Cubes of 12 texels have levels of 12, 6, 3
// and 1.
TEST_F(Sample, LevelsOfCubesCanEndAtEightTexels) {
  struct Cube {
    uint32_t width, levels, last;
    bool is_arrayed;
  };
  options.device.workarounds = spirv::kCubeLevels;
  const V nearest = sampler();
  for (const Cube& cube :
       {Cube{32, 6, 2, false}, Cube{32, 6, 2, true}, Cube{12, 4, 0, false}, Cube{4, 3, 0, true}}) {
    const uint32_t layers = cube.is_arrayed ? 12 : 6;
    const V from =
        texture(cube.is_arrayed ? ResourceKind::kTextureCubeArray : ResourceKind::kTextureCube,
                numbered_image(cube.is_arrayed ? VK_IMAGE_VIEW_TYPE_CUBE_ARRAY : VK_IMAGE_VIEW_TYPE_CUBE,
                               {cube.width, cube.width, 1}, layers, cube.levels));
    std::vector<float> corner = {-0.99f, 1, -0.99f};
    if (cube.is_arrayed) corner.push_back(1);
    for (uint32_t level = 0; level < cube.levels; ++level) {
      const uint32_t read = std::min(level, cube.last);
      expect(texel(Op::kSampleLevel, f32(), level_operands(from, nearest, corner, static_cast<float>(level))),
             number({read, layers - 4, 0, 0, 0}),
             "level " + std::to_string(level) + " of " + std::to_string(cube.width));
    }
  }
  // Textures of other kinds have all their levels.
  const V plane = texture(ResourceKind::kTexture2D, numbered_image(VK_IMAGE_VIEW_TYPE_2D, {32, 32, 1}, 1, 6));
  expect(texel(Op::kSampleLevel, f32(), level_operands(plane, nearest, {0.01f, 0.01f}, 5)), number({5}),
         "2D");
  run();
}

TEST_F(Sample, FindsTheLevelFromGradients) {
  const V mips = texture(ResourceKind::kTexture2D, numbered_image(VK_IMAGE_VIEW_TYPE_2D, {32, 16, 1}, 1, 4));
  const V box = texture(ResourceKind::kTexture3D, numbered_image(VK_IMAGE_VIEW_TYPE_3D, {16, 16, 16}, 1, 3));
  const V nearest = sampler();
  const auto sample = [&](V from, const std::vector<float>& at, const std::vector<float>& ddx,
                          const std::vector<float>& ddy, V clamp, const std::vector<int32_t>& offsets = {}) {
    std::vector<V> operands = {from, nearest};
    for (V v : floats(at)) operands.push_back(v);
    for (V v : ints(offsets)) operands.push_back(v);
    for (V v : floats(ddx, 3)) operands.push_back(v);
    for (V v : floats(ddy, 3)) operands.push_back(v);
    operands.push_back(clamp);
    return texel(Op::kSampleGrad, f32(), operands);
  };
  // The corner texel: (0, 0) on every level.
  const std::vector<float> corner = {0.01f, 0.01f};
  expect(sample(mips, corner, {1.0f / 32, 0}, {0, 1.0f / 16}, no_float()), number({0}), "one texel a pixel");
  expect(sample(mips, corner, {4.0f / 32, 0}, {0, 1.0f / 16}, no_float()), number({2}), "x over four texels");
  expect(sample(mips, corner, {1.0f / 32, 0}, {0, 2.0f / 16}, no_float()), number({1}), "y over two");
  // Lavapipe respects a minimum level with gradients, although it does not offer the feature.
  expect(sample(mips, corner, {1.0f / 32, 0}, {0, 1.0f / 16}, b.f32(3)), number({3}), "not below level 3");
  expect(sample(mips, corner, {1.0f / 32, 0}, {0, 1.0f / 16}, b.f32(0)), number({0}), "not below level 0");
  expect(sample(mips, corner, {2.0f / 32, 0}, {0, 2.0f / 16}, b.f32(0), {3, 2}), number({1, 0, 0, 2, 3}),
         "with an offset");
  expect(sample(box, {0.01f, 0.01f, 0.01f}, {0, 0, 4.0f / 16}, {0, 0, 0}, no_float()), number({2}),
         "z over four");
  run();
}

TEST_F(Sample, FiltersAsTheSamplerSays) {
  const V line = texture(ResourceKind::kTexture1D, numbered_image(VK_IMAGE_VIEW_TYPE_1D, {8, 1, 1}));
  vulkan::SamplerState filtered, repeated;
  filtered.filter = VK_FILTER_LINEAR;
  repeated.address = VK_SAMPLER_ADDRESS_MODE_REPEAT;
  const V linear = sampler(filtered), repeat = sampler(repeated);
  const V nearest = sampler();
  expect(texel(Op::kSampleLevel, f32(), level_operands(line, linear, {0.5f}, 0)), 3.5f,
         "between texels 3 and 4");
  expect(texel(Op::kSampleLevel, f32(), level_operands(line, repeat, {1.0f + 1.5f / 8}, 0)), 1.0f,
         "repeated");
  expect(texel(Op::kSampleLevel, f32(), level_operands(line, nearest, {1.0f + 1.5f / 8}, 0)), 7.0f,
         "at the edge");
  run();
}

TEST_F(Sample, GivesAllComponentsOfAllTypes) {
  const auto image = [](Texels texels) {
    return numbered_image(VK_IMAGE_VIEW_TYPE_2D, {4, 4, 1}, 1, 1, texels, 4);
  };
  const V floats = texture(ResourceKind::kTexture2D, image(Texels::kFloat));
  const V unsigned_ints = texture(ResourceKind::kTexture2D, image(Texels::kUint), ComponentType::kU32);
  const V signed_ints = texture(ResourceKind::kTexture2D, image(Texels::kSint), ComponentType::kI32);
  const V nearest = sampler();
  const Place place{0, 0, 0, 2, 1};
  for (uint32_t c = 0; c < 4; ++c) {
    const std::vector<float> at = {1.5f / 4, 2.5f / 4};
    const uint32_t wanted = number_of(place) + c * 1000000;
    expect(texel(Op::kSampleLevel, f32(), level_operands(floats, nearest, at, 0), c),
           static_cast<float>(wanted), "float");
    expect(texel(Op::kSampleLevel, i32(), level_operands(unsigned_ints, nearest, at, 0), c), wanted, "uint");
    expect(texel(Op::kSampleLevel, i32(), level_operands(signed_ints, nearest, at, 0), c), 0u - wanted,
           "int");
  }
  run();
}

}  // namespace
}  // namespace trellis::test_textures
