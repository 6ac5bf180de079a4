// Arrays of textures and samplers with constant, uniform and divergent indices.
#include <bit>

#include "tests/spirv_backend/resources/texture_program.hpp"

namespace trellis::test_textures {
namespace {

class Arrays : public TextureTest {
 protected:
  /// Returns an image with a single texel of this value.
  static vulkan::ImageData one(float value) {
    vulkan::ImageData image;
    image.format = VK_FORMAT_R32_SFLOAT;
    image.texels = vulkan::bytes_of(std::vector<float>{value});
    return image;
  }
  std::vector<V> level_operands(V texture, V sampler, const std::vector<float>& at) {
    std::vector<V> all = {texture, sampler};
    for (V v : floats(at)) all.push_back(v);
    for (V v : ints({})) all.push_back(v);
    all.push_back(b.f32(0));
    return all;
  }
  static uint32_t bits(float value) { return std::bit_cast<uint32_t>(value); }
};

TEST_F(Arrays, ByConstantUniformAndDivergentIndex) {
  texture(ResourceKind::kTexture2D, one(-1));  // Makes the arrays start at a register other than 0.
  const uint32_t textures = texture_array(ResourceKind::kTexture2D, {one(10), one(11), one(12), one(13)});
  const V nearest = sampler();
  const auto sample = [&](V index, bool non_uniform) {
    const V from = handle_in(ResourceClass::kSrv, textures, index, non_uniform);
    return texel(Op::kSampleLevel, f32(), level_operands(from, nearest, {0.5f, 0.5f}));
  };
  expect(sample(b.i32(1 + 2), false), 12.0f, "constant");
  const V uniform =
      b.op(dxil::Opcode::kAnd, i32(), {b.op(dxil::Opcode::kAnd, i32(), {thread(), b.i32(0)}), b.i32(3)});
  expect(sample(b.op(dxil::Opcode::kAdd, i32(), {uniform, b.i32(1 + 3)}), false), 13.0f, "uniform");
  const V own = b.op(dxil::Opcode::kAnd, i32(), {thread(), b.i32(3)});
  std::vector<uint32_t> wanted;
  for (uint32_t t = 0; t < 16; ++t) wanted.push_back(bits(10.0f + static_cast<float>(t & 3)));
  const V index = b.op(dxil::Opcode::kAdd, i32(), {own, b.i32(1)});
  expect_each(sample(index, true), f32(), wanted, "divergent");
  run({16, 1, 1});
}

TEST_F(Arrays, OfSamplers) {
  const V line = texture(ResourceKind::kTexture1D, numbered_image(VK_IMAGE_VIEW_TYPE_1D, {8, 1, 1}));
  vulkan::SamplerState repeated;
  repeated.address = VK_SAMPLER_ADDRESS_MODE_REPEAT;
  const uint32_t samplers = sampler_array({vulkan::SamplerState{}, repeated});
  const V own = b.op(dxil::Opcode::kAnd, i32(), {thread(), b.i32(1)});
  const V with = handle_in(ResourceClass::kSampler, samplers, own, true);
  std::vector<uint32_t> wanted;
  for (uint32_t t = 0; t < 16; ++t) wanted.push_back(bits((t & 1) == 0 ? 7.0f : 1.0f));
  expect_each(texel(Op::kSampleLevel, f32(), level_operands(line, with, {1 + 1.5f / 8})), f32(), wanted,
              "edge or repeat");
  run({16, 1, 1});
}

TEST_F(Arrays, OfWritableTextures) {
  std::vector<vulkan::ImageData> images;
  for (uint32_t n = 0; n < 4; ++n) {
    vulkan::ImageData image;
    image.format = VK_FORMAT_R32_UINT;
    image.width = 2;
    image.texels = vulkan::bytes_of(std::vector<uint32_t>{n, 0});
    images.push_back(image);
  }
  const uint32_t textures = writable_array(ResourceKind::kTexture2D, images, ComponentType::kU32);
  const V own = b.op(dxil::Opcode::kAnd, i32(), {thread(), b.i32(3)});
  // Register u0 is the output buffer, so indices start at 1.
  const V image =
      handle_in(ResourceClass::kUav, textures, b.op(dxil::Opcode::kAdd, i32(), {own, b.i32(1)}), true);
  std::vector<V> add = {image, b.i32(0)};
  for (V v : ints({1, 0})) add.push_back(v);
  add.push_back(thread());
  b.dx(Op::kAtomicBinOp, i32(), add);
  std::vector<V> load = {image, none()};
  for (V v : ints({0, 0})) load.push_back(v);
  for (V v : ints({})) load.push_back(v);
  std::vector<uint32_t> wanted;
  for (uint32_t t = 0; t < 16; ++t) wanted.push_back(t & 3);
  expect_each(texel(Op::kTextureLoad, i32(), load), i32(), wanted, "its own texture");
  run({16, 1, 1});
  for (uint32_t n = 0; n < 4; ++n) {
    EXPECT_EQ(words_of_writable(3 - n), (std::vector<uint32_t>{n, n + (n + 4) + (n + 8) + (n + 12)}));
  }
}

TEST_F(Arrays, WithoutEnd) {
  const uint32_t textures = texture_array(ResourceKind::kTexture2D, {one(10), one(11), one(12), one(13)});
  b.shader().resources.back().count = UINT32_MAX;
  const V own = b.op(dxil::Opcode::kAnd, i32(), {thread(), b.i32(3)});
  const V from = handle_in(ResourceClass::kSrv, textures, own, true);
  std::vector<V> load = {from, b.i32(0)};
  for (V v : ints({0, 0})) load.push_back(v);
  for (V v : ints({})) load.push_back(v);
  std::vector<uint32_t> wanted;
  for (uint32_t t = 0; t < 16; ++t) wanted.push_back(bits(10.0f + static_cast<float>(t & 3)));
  expect_each(texel(Op::kTextureLoad, f32(), load), f32(), wanted, "divergent");
  run({16, 1, 1});
}

}  // namespace
}  // namespace trellis::test_textures
