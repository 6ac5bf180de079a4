// Gathers: which four texels and which channel they return, and in which order.
#include <bit>

#include "tests/spirv_backend/resources/texture_program.hpp"

namespace trellis::test_textures {
namespace {

class Gather : public TextureTest {
 protected:
  std::vector<V> operands(V texture, V with, const std::vector<float>& at,
                          const std::vector<int32_t>& offsets) {
    std::vector<V> all = {texture, with};
    for (V v : floats(at)) all.push_back(v);
    for (V v : ints(offsets, 2)) all.push_back(v);
    return all;
  }
  /// Returns the place of the n-th gathered texel: (x, y + 1), (x + 1, y + 1), (x + 1, y), (x, y).
  static Place corner(Place first, uint32_t n) {
    first.x += n == 1 || n == 2 ? 1 : 0;
    first.y += n < 2 ? 1 : 0;
    return first;
  }
};

TEST_F(Gather, TakesAChannelOfFourTexels) {
  const auto image = [](VkImageViewType type, uint32_t layers, Texels texels) {
    return numbered_image(type, {16, 16, 1}, layers, 1, texels, 4);
  };
  const V plane = texture(ResourceKind::kTexture2D, image(VK_IMAGE_VIEW_TYPE_2D, 1, Texels::kFloat));
  const V layers = texture(ResourceKind::kTexture2DArray,
                           image(VK_IMAGE_VIEW_TYPE_2D_ARRAY, 3, Texels::kSint), ComponentType::kI32);
  const V cubes = texture(ResourceKind::kTextureCubeArray,
                          image(VK_IMAGE_VIEW_TYPE_CUBE_ARRAY, 12, Texels::kUint), ComponentType::kU32);
  const V nearest = sampler();
  for (uint32_t channel = 0; channel < 4; ++channel) {
    std::vector<V> first = operands(plane, nearest, {5.0f / 16, 9.0f / 16}, {});
    std::vector<V> second = operands(layers, nearest, {5.0f / 16, 9.0f / 16, 2}, {-3, 2});
    // On face +Z of a cube, s = x and t = -y.
    std::vector<V> third = operands(cubes, nearest, {-6.0f / 16, -2.0f / 16, 1, 1}, {});
    for (std::vector<V>* all : {&first, &second, &third}) all->push_back(b.i32(channel));
    const V from_plane = all_of(Op::kTextureGather, f32(), first),
            from_layers = all_of(Op::kTextureGather, i32(), second),
            from_cubes = all_of(Op::kTextureGather, i32(), third);
    for (uint32_t n = 0; n < 4; ++n) {
      const uint32_t more = channel * 1000000;
      expect(component(from_plane, f32(), n),
             static_cast<float>(number_of(corner({0, 0, 0, 8, 4}, n)) + more), "2D");
      expect(component(from_layers, i32(), n), 0u - number_of(corner({0, 2, 0, 10, 1}, n)) - more,
             "2D array");
      expect(component(from_cubes, i32(), n), number_of(corner({0, 10, 0, 8, 4}, n)) + more, "cube array");
    }
  }
  run();
}

TEST_F(Gather, TakesComputedOffsets) {
  const V plane = texture(ResourceKind::kTexture2D, numbered_image(VK_IMAGE_VIEW_TYPE_2D, {32, 16, 1}));
  const V nearest = sampler();
  std::vector<V> all = operands(plane, nearest, {17.0f / 32, 5.0f / 16}, {});
  all[6] = b.op(dxil::Opcode::kSub, i32(), {thread(), b.i32(8)});
  all[7] = b.op(dxil::Opcode::kAdd, i32(), {thread(), b.i32(64)});  // Only six bits count.
  all.push_back(b.i32(0));
  const V four = all_of(Op::kTextureGather, f32(), all);
  for (uint32_t n = 0; n < 4; ++n) {
    std::vector<uint32_t> wanted;
    for (uint32_t t = 0; t < 8; ++t) {
      const Place place = corner({0, 0, 0, 4 + t, 16 + t - 8}, n);
      wanted.push_back(std::bit_cast<uint32_t>(static_cast<float>(number_of(place))));
    }
    expect_each(component(four, f32(), n), f32(), wanted, "corner " + std::to_string(n));
  }
  run({8, 1, 1});
}

TEST_F(Gather, RawTexelsOfAllWidths) {
  const TypeId i16 = b.int_type(16), i64 = b.int_type(64);
  const V words =
      texture(ResourceKind::kTexture2D, numbered_image(VK_IMAGE_VIEW_TYPE_2D, {8, 8, 1}, 1, 1, Texels::kUint),
              ComponentType::kU32);
  vulkan::ImageData pairs = numbered_image(VK_IMAGE_VIEW_TYPE_2D, {8, 8, 1}, 1, 1, Texels::kUint, 4);
  const V wide = texture(ResourceKind::kTexture2D, pairs, ComponentType::kU64);
  const V nearest = sampler();
  const std::vector<float> at = {3.0f / 8, 5.0f / 8};
  const V from_words = all_of(Op::kTextureGatherRaw, i32(), operands(words, nearest, at, {1, -1}));
  const V halves = all_of(Op::kTextureGatherRaw, i16, operands(words, nearest, at, {}));
  const V longs = all_of(Op::kTextureGatherRaw, i64, operands(wide, nearest, at, {}));
  for (uint32_t n = 0; n < 4; ++n) {
    const uint32_t here = number_of(corner({0, 0, 0, 4, 2}, n));
    expect(component(from_words, i32(), n), number_of(corner({0, 0, 0, 3, 3}, n)), "32 bits");
    const V half = b.op(dxil::Opcode::kZExt, i32(), {component(halves, i16, n)});
    expect(half, here & 0xFFFF, "16 bits");
    const V whole = component(longs, i64, n);
    expect(b.op(dxil::Opcode::kTrunc, i32(), {whole}), here, "low half");
    const V high = b.op(dxil::Opcode::kLShr, i64, {whole, b.constant(i64, 32)});
    expect(b.op(dxil::Opcode::kTrunc, i32(), {high}), here + 1000000, "high half");
  }
  run();
}

}  // namespace
}  // namespace trellis::test_textures
