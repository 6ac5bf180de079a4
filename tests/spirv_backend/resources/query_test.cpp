// Queries of texture sizes and sample positions.
#include "tests/spirv_backend/resources/texture_program.hpp"

namespace trellis::test_textures {
namespace {

class Query : public TextureTest {
 protected:
  void expect_dimensions(V texture, V level, const std::vector<uint32_t>& wanted, const std::string& what) {
    const V all = b.dx(Op::kGetDimensions, dimensions(), {texture, level});
    for (uint32_t n = 0; n < wanted.size(); ++n) {
      expect(component(all, i32(), n), wanted[n], what + ", field " + std::to_string(n));
    }
  }

 private:
  TypeId dimensions() {
    if (type_ == dxil::kNone) type_ = b.record({i32(), i32(), i32(), i32()}, "dx.types.Dimensions");
    return type_;
  }
  TypeId type_ = dxil::kNone;
};

TEST_F(Query, SizesLayersAndLevels) {
  struct Kind {
    ResourceKind kind;
    VkImageViewType type;
    std::array<uint32_t, 3> size;
    uint32_t layers;
    std::vector<uint32_t> whole, halved;
  };
  const Kind kinds[] = {
      {ResourceKind::kTexture1D, VK_IMAGE_VIEW_TYPE_1D, {32, 1, 1}, 1, {32, 0, 0, 2}, {16, 0, 0, 2}},
      {ResourceKind::kTexture1DArray,
       VK_IMAGE_VIEW_TYPE_1D_ARRAY,
       {32, 1, 1},
       5,
       {32, 5, 0, 2},
       {16, 5, 0, 2}},
      {ResourceKind::kTexture2D, VK_IMAGE_VIEW_TYPE_2D, {32, 8, 1}, 1, {32, 8, 0, 2}, {16, 4, 0, 2}},
      {ResourceKind::kTexture2DArray,
       VK_IMAGE_VIEW_TYPE_2D_ARRAY,
       {32, 8, 1},
       3,
       {32, 8, 3, 2},
       {16, 4, 3, 2}},
      {ResourceKind::kTexture3D, VK_IMAGE_VIEW_TYPE_3D, {16, 8, 4}, 1, {16, 8, 4, 2}, {8, 4, 2, 2}},
      {ResourceKind::kTextureCube, VK_IMAGE_VIEW_TYPE_CUBE, {16, 16, 1}, 6, {16, 16, 0, 2}, {8, 8, 0, 2}},
      {ResourceKind::kTextureCubeArray,
       VK_IMAGE_VIEW_TYPE_CUBE_ARRAY,
       {16, 16, 1},
       12,
       {16, 16, 2, 2},
       {8, 8, 2, 2}},
  };
  for (const Kind& kind : kinds) {
    const V from = texture(kind.kind, numbered_image(kind.type, kind.size, kind.layers, 2));
    const std::string name = dxil::name_of(kind.kind);
    expect_dimensions(from, b.i32(0), kind.whole, name);
    expect_dimensions(from, b.i32(1), kind.halved, name + ", level 1");
    std::vector<uint32_t> missing(kind.whole.size(), 0);
    missing[3] = 2;
    expect_dimensions(from, b.i32(2), missing, name + ", a level it has not");
  }
  run();
}

TEST_F(Query, SizesOfWritableTextures) {
  const auto image = [](VkImageViewType type, std::array<uint32_t, 3> size, uint32_t layers) {
    return numbered_image(type, size, layers);
  };
  const V line = writable(ResourceKind::kTexture1DArray, image(VK_IMAGE_VIEW_TYPE_1D_ARRAY, {16, 1, 1}, 3));
  const V plane = writable(ResourceKind::kTexture2D, image(VK_IMAGE_VIEW_TYPE_2D, {16, 4, 1}, 1));
  const V box = writable(ResourceKind::kTexture3D, image(VK_IMAGE_VIEW_TYPE_3D, {16, 4, 2}, 1));
  expect_dimensions(line, none(), {16, 3, 0}, "1D array");
  expect_dimensions(plane, none(), {16, 4, 0}, "2D");
  expect_dimensions(box, none(), {16, 4, 2}, "3D");
  run();
}

TEST_F(Query, SamplesAndTheirPlaces) {
  vulkan::ImageData image;
  image.format = VK_FORMAT_R32_SFLOAT;
  image.width = 8;
  image.height = 4;
  image.samples = 4;
  const V from = texture(ResourceKind::kTexture2DMS, image);
  vulkan::ImageData layers = image;
  layers.type = VK_IMAGE_VIEW_TYPE_2D_ARRAY;
  layers.layers = 3;
  const V from_layers = texture(ResourceKind::kTexture2DMSArray, layers);
  expect_dimensions(from, none(), {8, 4, 0, 4}, "2D");
  expect_dimensions(from_layers, none(), {8, 4, 3, 4}, "2D array");
  const TypeId position = b.record({f32(), f32()}, "dx.types.SamplePos");
  const float wanted[][2] = {{-2, -6}, {6, -2}, {-6, 2}, {2, 6}, {0, 0}};
  for (uint32_t s = 0; s < 5; ++s) {
    const V at = b.dx(Op::kTexture2DMSGetSamplePosition, position, {from, b.i32(s)});
    for (uint32_t n = 0; n < 2; ++n) {
      expect(component(at, f32(), n), wanted[s][n] / 16, "place of sample " + std::to_string(s));
    }
  }
  run();
}

}  // namespace
}  // namespace trellis::test_textures
