// Runs reference shaders compiled by dxc on textures made here.
#include <cstring>

#include "tests/spirv_backend/resources/texture_program.hpp"

namespace trellis::test_textures {
namespace {

using vulkan::BoundResource;
using vulkan::ImageData;

class ReferenceShader : public TextureTest {
 protected:
  static BoundResource image(VkDescriptorType type, uint32_t binding, const ImageData& data) {
    BoundResource resource;
    resource.binding = binding;
    resource.type = type;
    resource.image = data;
    return resource;
  }
  static BoundResource srv(uint32_t n, const ImageData& data) {
    return image(VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, 1000 + n, data);
  }
  static BoundResource uav(uint32_t n, const ImageData& data) {
    return image(VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, 2000 + n, data);
  }
  static BoundResource buffer(VkDescriptorType type, uint32_t binding, const std::vector<uint8_t>& bytes) {
    BoundResource resource;
    resource.binding = binding;
    resource.type = type;
    resource.buffer = bytes;
    return resource;
  }
  static BoundResource output(uint32_t n, size_t words) {
    return buffer(VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 2000 + n, std::vector<uint8_t>(words * 4));
  }
  static BoundResource state(uint32_t n, const vulkan::SamplerState& sampler) {
    BoundResource resource;
    resource.binding = 3000 + n;
    resource.type = VK_DESCRIPTOR_TYPE_SAMPLER;
    resource.sampler = sampler;
    return resource;
  }
  template <class T>
  static std::vector<T> values(const std::vector<uint8_t>& bytes) {
    std::vector<T> all(bytes.size() / sizeof(T));
    std::memcpy(all.data(), bytes.data(), bytes.size());
    return all;
  }
  /// Returns an image in which all texels have the same color.
  static ImageData plain(VkImageViewType type, uint32_t size, uint32_t layers,
                         const std::array<float, 4>& colour) {
    ImageData data = numbered_image(
        type, {size, type == VK_IMAGE_VIEW_TYPE_1D ? 1 : size, type == VK_IMAGE_VIEW_TYPE_3D ? size : 1},
        layers, 3, Texels::kFloat, 4);
    for (size_t at = 0; at < data.texels.size(); at += 16) std::memcpy(&data.texels[at], colour.data(), 16);
    return data;
  }
  static ImageData plain_depth(VkImageViewType type, uint32_t layers, float depth) {
    ImageData data = numbered_image(type, {8, 8, 1}, layers);
    data.format = VK_FORMAT_D32_SFLOAT;
    for (size_t at = 0; at < data.texels.size(); at += 4) std::memcpy(&data.texels[at], &depth, 4);
    return data;
  }
  static ImageData multisampled(uint32_t layers) {
    ImageData data;
    data.format = VK_FORMAT_R32_SFLOAT;
    data.width = 8;
    data.height = 4;
    data.samples = 4;
    data.layers = layers;
    if (layers > 1) data.type = VK_IMAGE_VIEW_TYPE_2D_ARRAY;
    return data;
  }
};

TEST_F(ReferenceShader, QueriesDimensionsOfAllKinds) {
  const auto numbered = [](VkImageViewType type, std::array<uint32_t, 3> size, uint32_t layers,
                           uint32_t levels, Texels texels = Texels::kFloat) {
    return numbered_image(type, size, layers, levels, texels);
  };
  const auto results = run_shader(
      "ops/texture_get_dimensions_all_kinds",
      {output(0, 32), srv(0, numbered(VK_IMAGE_VIEW_TYPE_1D, {32, 1, 1}, 1, 3)),
       srv(1, numbered(VK_IMAGE_VIEW_TYPE_1D_ARRAY, {16, 1, 1}, 5, 2)),
       srv(2, numbered(VK_IMAGE_VIEW_TYPE_2D, {32, 16, 1}, 1, 4)),
       srv(3, numbered(VK_IMAGE_VIEW_TYPE_2D_ARRAY, {8, 4, 1}, 3, 2, Texels::kUint)), srv(4, multisampled(1)),
       srv(5, multisampled(6)), srv(6, numbered(VK_IMAGE_VIEW_TYPE_3D, {16, 8, 4}, 1, 2, Texels::kSint)),
       srv(7, numbered(VK_IMAGE_VIEW_TYPE_CUBE, {16, 16, 1}, 6, 1)),
       srv(8, numbered(VK_IMAGE_VIEW_TYPE_CUBE_ARRAY, {8, 8, 1}, 12, 3)),
       uav(1, numbered(VK_IMAGE_VIEW_TYPE_1D, {7, 1, 1}, 1, 1)),
       uav(2, numbered(VK_IMAGE_VIEW_TYPE_1D_ARRAY, {9, 1, 1}, 2, 1, Texels::kUint)),
       uav(3, numbered_image(VK_IMAGE_VIEW_TYPE_2D, {5, 6, 1}, 1, 1, Texels::kFloat, 4)),
       uav(4, numbered(VK_IMAGE_VIEW_TYPE_2D_ARRAY, {3, 4, 1}, 2, 1, Texels::kSint)),
       uav(5, numbered_image(VK_IMAGE_VIEW_TYPE_3D, {2, 3, 4}, 1, 1))});
  ASSERT_FALSE(results.empty());
  const uint32_t last_x = 7 + (2 + 3 + 4) + (32 * 16 + 4);
  const std::vector<uint32_t> wanted = {32,     8,     3,     0,          // 1D
                                        16,     5,     5,     2,          // 1D array
                                        8,      4,     4,     1,          // 2D, level 2
                                        8,      4,     3,     2,          // 2D array
                                        8,      4,     4,     8 + 6 + 4,  // multisampled
                                        8,      4,     2,     2,          // 3D, level 1
                                        16,     16,    2,     3,          // cubes
                                        last_x, 9 + 2, 5 * 6, 3 + 4 + 2};
  EXPECT_EQ(values<uint32_t>(results[0]), wanted);
}

/// Returns a component of a numbered image's texel: 0 outside of the image. Components that the image lacks
/// are 0, 0, 1 everywhere.
float loaded(const Place& place, std::array<uint32_t, 3> size, uint32_t components, uint32_t component) {
  const auto inside = [&](uint32_t at, uint32_t axis) {
    return at < std::max(size[axis] >> place.level, 1u);
  };
  if (component >= components) return component == 3 ? 1.0f : 0.0f;
  if (!inside(place.x, 0) || !inside(place.y, 1) || !inside(place.z, 2)) return 0;
  return static_cast<float>(number_of(place) + component * 1000000);
}

TEST_F(ReferenceShader, LoadsFromEveryDimension) {
  const auto results =
      run_shader("ops/texture_load_every_dimension",
                 {output(0, 64 * 8 * 4), srv(0, numbered_image(VK_IMAGE_VIEW_TYPE_1D, {16, 1, 1})),
                  srv(1, numbered_image(VK_IMAGE_VIEW_TYPE_1D_ARRAY, {64, 1, 1}, 8, 4, Texels::kSint, 4)),
                  srv(2, numbered_image(VK_IMAGE_VIEW_TYPE_2D, {32, 16, 1}, 1, 3)),
                  srv(3, numbered_image(VK_IMAGE_VIEW_TYPE_2D_ARRAY, {32, 16, 1}, 6, 2, Texels::kUint, 4)),
                  srv(4, numbered_image(VK_IMAGE_VIEW_TYPE_3D, {16, 16, 16}, 1, 1, Texels::kFloat, 4))});
  ASSERT_FALSE(results.empty());
  const std::vector<float> got = values<float>(results[0]);
  for (uint32_t y = 0; y < 8; ++y) {
    for (uint32_t x = 0; x < 8; ++x) {
      for (uint32_t c = 0; c < 4; ++c) {
        constexpr std::array<uint32_t, 3> kPlane = {32, 16, 1}, kBox = {16, 16, 16}, kLine = {16, 1, 1},
                                          kLines = {64, 1, 1};
        const auto plane = [&](uint32_t level, uint32_t px, uint32_t py) {
          return loaded({level, 0, 0, py, px}, kPlane, 1, c);
        };
        float sum =
            plane(1, x, y) + plane(0, x - 3, y + 7) + plane(0, x >> 1, y >> 1) + plane(2, x >> 2, y >> 2);
        if (c == 0) sum += loaded({0, 0, 0, 0, x}, kLine, 1, 0) + loaded({0, 0, 0, 0, y}, kLine, 1, 0);
        if (c == 1 || c == 2) sum -= loaded({3, y, 0, 0, x + 4}, kLines, 4, c - 1);
        sum += loaded({1, 2, 0, y, x}, kPlane, 4, c) + loaded({1, 5, 0, y, x}, kPlane, 4, c);
        if (c < 3) sum += loaded({0, 0, 5, y - 1, x + 1}, kBox, 4, c) + loaded({0, 0, 9, y, x}, kBox, 4, c);
        EXPECT_EQ(got[(y * 64 + x) * 4 + c], sum) << "thread (" << x << ", " << y << "), component " << c;
      }
    }
  }
}

// All texels of a texture are equal: this test distinguishes textures and samplers.
TEST_F(ReferenceShader, SamplesWithExplicitLevels) {
  vulkan::SamplerState less;
  less.compare = VK_COMPARE_OP_LESS;
  const std::array<float, 4> colours[6] = {{1, 2, 3, 4},          {10, 20, 30, 40},    {100, 200, 0, 1},
                                           {1000, 2000, 3000, 0}, {0.5f, 0.25f, 0, 1}, {64, 32, 16, 8}};
  const auto results = run_shader(
      "ops/texture_sample_explicit_lod",
      {output(0, 64 * 4), srv(0, plain(VK_IMAGE_VIEW_TYPE_1D, 8, 1, colours[0])),
       srv(1, plain(VK_IMAGE_VIEW_TYPE_2D, 8, 1, colours[1])),
       srv(2, plain(VK_IMAGE_VIEW_TYPE_2D_ARRAY, 8, 3, colours[2])),
       srv(3, plain(VK_IMAGE_VIEW_TYPE_3D, 8, 1, colours[3])),
       srv(4, plain(VK_IMAGE_VIEW_TYPE_CUBE, 8, 6, colours[4])),
       srv(5, plain(VK_IMAGE_VIEW_TYPE_CUBE_ARRAY, 8, 24, colours[5])),
       srv(6, plain_depth(VK_IMAGE_VIEW_TYPE_2D, 1, 0.75f)),
       srv(7, plain_depth(VK_IMAGE_VIEW_TYPE_2D_ARRAY, 2, 0.45f)),
       srv(8, plain_depth(VK_IMAGE_VIEW_TYPE_CUBE, 6, 0.2f)), state(0, {}), state(1, {}), state(2, less)});
  ASSERT_FALSE(results.empty());
  const std::vector<float> got = values<float>(results[0]);
  for (uint32_t n = 0; n < 64; ++n) {
    const float u = static_cast<float>(n & 7) / 8, v = static_cast<float>(n >> 3) / 8;
    for (uint32_t c = 0; c < 4; ++c) {
      float sum = colours[0][c] + 2 * colours[1][c] + colours[3][c] + colours[5][c];
      if (c < 2) sum += colours[2][c];
      if (c < 3) sum += colours[4][c];
      if (c == 0) sum += 1;  // 0.5 < 0.75
      if (c == 1) sum += u < 0.45f ? 1.0f : 0.0f;
      if (c == 2) sum += v < 0.2f ? 1.0f : 0.0f;
      EXPECT_EQ(got[n * 4 + c], sum) << "thread " << n << ", component " << c;
    }
  }
}

TEST_F(ReferenceShader, IndexesArraysOfTexturesWithConstants) {
  constexpr uint32_t kRow = 4, kColumn = 6, kRows = 2;
  std::vector<BoundResource> resources;
  std::array<uint32_t, 64> constants = {kRow, kColumn, kRows};
  resources.push_back(buffer(VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 0,
                             vulkan::bytes_of(std::vector<uint32_t>(constants.begin(), constants.end()))));
  for (uint32_t n = 0; n < 12; ++n) {
    resources.push_back(
        srv(0, plain(VK_IMAGE_VIEW_TYPE_2D, 8, 1, {1.0f * static_cast<float>(1u << n), 0, 0, 1})));
    resources.back().element = n;
  }
  for (uint32_t n = 0; n < 4; ++n) {
    resources.push_back(uav(0, numbered_image(VK_IMAGE_VIEW_TYPE_2D, {8, 8, 1}, 1, 1, Texels::kFloat, 4)));
    resources.back().set = 1;
    resources.back().element = n;
  }
  const auto results = run_shader("resources/array_bounded_uniform_index_2d", resources);
  ASSERT_FALSE(results.empty());
  // tiles[4 % 3][6 & 3], plus, in rows 0 and 1, the columns from the diagonal on.
  const float sum = static_cast<float>((1u << 6) + (1u + 2 + 4 + 8) + ((1u << 5) + (1u << 6) + (1u << 7)));
  for (uint32_t n = 0; n < 4; ++n) {
    const std::vector<float> texels = values<float>(results[13 + n]);
    for (uint32_t at = 0; at < 64; ++at) {
      const float before = static_cast<float>(number_of({0, 0, 0, at / 8, at % 8}));
      EXPECT_EQ(texels[at * 4], n == 2 ? sum : (n == 3 ? -sum : before)) << n << ", texel " << at;
    }
  }
}

TEST_F(ReferenceShader, HandsTexturesToFunctions) {
  const ImageData first = numbered_image(VK_IMAGE_VIEW_TYPE_2D, {8, 8, 1});
  ImageData second = first;
  for (size_t at = 0; at < second.texels.size(); at += 4) {
    const float value = static_cast<float>(at / 4 % 5);
    std::memcpy(&second.texels[at], &value, 4);
  }
  const auto results = run_shader(
      "resources/function_parameters_and_aliases",
      {buffer(VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 0, vulkan::bytes_of(std::vector<uint32_t>{2, 0, 0, 0})),
       srv(0, first), srv(1, second), uav(0, first), uav(1, first)});
  ASSERT_FALSE(results.empty());
  const std::vector<float> a = values<float>(first.texels), c = values<float>(second.texels);
  const auto box = [](const std::vector<float>& texels, int x, int y, int r) {
    float sum = 0;
    for (int j = -r; j <= r; ++j) {
      for (int i = -r; i <= r; ++i) {
        if (i * i + j * j > r * r + 1 || x + i < 0 || x + i > 7 || y + j < 0 || y + j > 7) continue;
        sum += texels[static_cast<size_t>((y + j) * 8 + x + i)];
      }
    }
    return sum;
  };
  const auto filtered = [&](const std::vector<float>& from, const std::vector<float>& other, int x, int y) {
    const float sum = box(from, x, y, 2);
    return sum > 4 ? sum - box(other, x, y, 1) : sum;
  };
  for (int y = 0; y < 8; ++y) {
    for (int x = 0; x < 8; ++x) {
      const auto at = static_cast<size_t>(y * 8 + x);
      EXPECT_EQ(values<float>(results[3])[at], filtered(a, c, x, y)) << x << ", " << y;
      EXPECT_EQ(values<float>(results[4])[at], filtered(c, a, x, y)) << x << ", " << y;
    }
  }
}

}  // namespace
}  // namespace trellis::test_textures
