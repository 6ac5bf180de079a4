// Loads and stores by texel.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "tests/spirv_backend/resources/texture_program.hpp"

namespace trellis::test_textures {
namespace {

class LoadStore : public TextureTest {
 protected:
  std::vector<V> load_operands(V from, V level, const std::vector<int32_t>& at,
                               const std::vector<int32_t>& offsets = {}) {
    std::vector<V> all = {from, level};
    for (V v : ints(at)) all.push_back(v);
    for (V v : ints(offsets)) all.push_back(v);
    return all;
  }
  /// Returns the n-th of the floats in thread n.
  V one_for_each_thread(std::span<const float> floats) {
    V value = b.f32(floats[0]);
    for (uint32_t t = 1; t < floats.size(); ++t) {
      const V is_here = b.compare(dxil::Predicate::kEq, thread(), b.i32(t));
      value = b.op(dxil::Opcode::kSelect, f32(), {is_here, b.f32(floats[t]), value});
    }
    return value;
  }
  void store(V to, const std::vector<int32_t>& at, const std::vector<V>& components, V* sample = nullptr) {
    std::vector<V> all = {to};
    for (V v : ints(at)) all.push_back(v);
    // Like dxc, repeats the first component for those that the type lacks.
    for (size_t c = 0; c < 4; ++c) all.push_back(components[c < components.size() ? c : 0]);
    all.push_back(b.i8(15));
    if (sample != nullptr) all.push_back(*sample);
    b.dx(sample != nullptr ? Op::kTextureStoreSample : Op::kTextureStore, b.void_type(), all);
  }
};

TEST_F(LoadStore, ReadsTexelLayerAndLevelOfEveryKind) {
  struct Kind {
    ResourceKind kind;
    VkImageViewType type;
    std::array<uint32_t, 3> size;
    uint32_t layers;
    std::vector<int32_t> at, offsets;
    Place place;
  };
  const Kind kinds[] = {
      {ResourceKind::kTexture1D, VK_IMAGE_VIEW_TYPE_1D, {32, 1, 1}, 1, {5}, {-2}, {0, 0, 0, 0, 3}},
      {ResourceKind::kTexture1DArray,
       VK_IMAGE_VIEW_TYPE_1D_ARRAY,
       {32, 1, 1},
       4,
       {2, 3},
       {7},
       {0, 3, 0, 0, 9}},
      {ResourceKind::kTexture2D, VK_IMAGE_VIEW_TYPE_2D, {32, 16, 1}, 1, {6, 1}, {-3, 5}, {0, 0, 0, 6, 3}},
      {ResourceKind::kTexture2DArray,
       VK_IMAGE_VIEW_TYPE_2D_ARRAY,
       {16, 16, 1},
       5,
       {1, 3, 4},
       {1, 0},
       {0, 4, 0, 3, 2}},
      {ResourceKind::kTexture3D,
       VK_IMAGE_VIEW_TYPE_3D,
       {16, 16, 16},
       1,
       {3, 2, 1},
       {0, 1, 2},
       {0, 0, 3, 3, 3}},
  };
  for (const Kind& kind : kinds) {
    const V from = texture(kind.kind, numbered_image(kind.type, kind.size, kind.layers, 2));
    for (uint32_t level = 0; level < 2; ++level) {
      Place place = kind.place;
      place.level = level;
      expect(texel(Op::kTextureLoad, f32(), load_operands(from, b.i32(level), kind.at, kind.offsets)),
             static_cast<float>(number_of(place)), dxil::name_of(kind.kind));
    }
  }
  run();
}

TEST_F(LoadStore, AddsComputedOffsets) {
  const V from = texture(ResourceKind::kTexture2D, numbered_image(VK_IMAGE_VIEW_TYPE_2D, {32, 16, 1}));
  std::vector<V> all = load_operands(from, b.i32(0), {10, 3});
  all[5] = b.op(dxil::Opcode::kSub, i32(), {b.i32(2), thread()});
  all[6] = thread();
  std::vector<uint32_t> wanted;
  for (uint32_t t = 0; t < 8; ++t) {
    wanted.push_back(std::bit_cast<uint32_t>(static_cast<float>(number_of({0, 0, 0, 3 + t, 12 - t}))));
  }
  expect_each(texel(Op::kTextureLoad, f32(), all), f32(), wanted, "offset (2 - thread, thread)");
  run({8, 1, 1});
}

// Floats beyond the ends of integers are outside of a texture, whatever they are shifted by. A shift by 24
// leaves 255 of the largest unsigned integer, which is inside.
TEST_F(LoadStore, CoordinatesAreShiftedConversions) {
  const float floats[] = {3.5F,
                          -0.5F,
                          -1,
                          std::numeric_limits<float>::quiet_NaN(),
                          std::numeric_limits<float>::infinity(),
                          4294967040.0F,
                          -3e9F,
                          2147483648.0F};
  const V from = texture(ResourceKind::kTexture1D, numbered_image(VK_IMAGE_VIEW_TYPE_1D, {256, 1, 1}));
  const V value = one_for_each_thread(floats);
  const V zero = b.op(dxil::Opcode::kAnd, i32(), {thread(), b.i32(0)});
  for (const bool is_signed : {false, true}) {
    const auto there = is_signed ? dxil::Opcode::kFPToSI : dxil::Opcode::kFPToUI;
    const auto shift = is_signed ? dxil::Opcode::kAShr : dxil::Opcode::kLShr;
    const int64_t low = is_signed ? INT32_MIN : 0, high = is_signed ? INT32_MAX : UINT32_MAX;
    for (const uint32_t amount : {0, 1, 7, 8, 23, 24, 31}) {
      std::vector<V> all = load_operands(from, b.i32(0), {0});
      const V by = b.op(dxil::Opcode::kAdd, i32(), {zero, b.i32(amount)});
      all[2] = b.op(shift, i32(), {b.op(there, i32(), {value}), by});
      std::vector<uint32_t> wanted;
      for (const float x : floats) {
        const double within = std::clamp<double>(x, static_cast<double>(low), static_cast<double>(high));
        const int64_t at = std::isnan(x) ? 0 : static_cast<int64_t>(within) >> amount;
        const bool is_inside = at >= 0 && at < 256;
        const uint32_t number = is_inside ? number_of({0, 0, 0, 0, static_cast<uint32_t>(at)}) : 0;
        wanted.push_back(std::bit_cast<uint32_t>(static_cast<float>(number)));
      }
      expect_each(texel(Op::kTextureLoad, f32(), all), f32(), wanted, std::to_string(amount));
    }
  }
  run({8, 1, 1});
}

TEST_F(LoadStore, ConvertedCoordinatesAreMoved) {
  const float floats[] = {3.5F,          -0.5F,         -1,    std::numeric_limits<float>::quiet_NaN(),
                          2147483520.0F, 2147483648.0F, -3e9F, -std::numeric_limits<float>::infinity()};
  const V from = texture(ResourceKind::kTexture1D, numbered_image(VK_IMAGE_VIEW_TYPE_1D, {16, 1, 1}));
  const V value = one_for_each_thread(floats);
  for (const int32_t offset : {-3, 1, 7}) {
    std::vector<V> all = load_operands(from, b.i32(0), {0}, {offset});
    all[2] = b.op(dxil::Opcode::kFPToSI, i32(), {value});
    std::vector<uint32_t> wanted;
    for (const float x : floats) {
      const double within = std::isnan(x) ? 0 : std::clamp<double>(x, INT32_MIN, INT32_MAX);
      const int64_t at = static_cast<int64_t>(within) + offset;
      const bool is_inside = at >= 0 && at < 16;
      const uint32_t number = is_inside ? number_of({0, 0, 0, 0, static_cast<uint32_t>(at)}) : 0;
      wanted.push_back(std::bit_cast<uint32_t>(static_cast<float>(number)));
    }
    expect_each(texel(Op::kTextureLoad, f32(), all), f32(), wanted, std::to_string(offset));
  }
  run({8, 1, 1});
}

TEST_F(LoadStore, KnowsIntegersFromFloats) {
  const auto image = [](Texels texels) {
    return numbered_image(VK_IMAGE_VIEW_TYPE_2D, {4, 4, 1}, 1, 1, texels, 4);
  };
  const V whole = texture(ResourceKind::kTexture2D, image(Texels::kUint), ComponentType::kU32);
  const V below = texture(ResourceKind::kTexture2D, image(Texels::kSint), ComponentType::kI32);
  const V writable_below = writable(ResourceKind::kTexture2D, image(Texels::kSint), ComponentType::kI32);
  for (uint32_t c = 0; c < 4; ++c) {
    const uint32_t wanted = number_of({0, 0, 0, 3, 2}) + c * 1000000;
    expect(texel(Op::kTextureLoad, i32(), load_operands(whole, b.i32(0), {2, 3}), c), wanted, "uint");
    expect(texel(Op::kTextureLoad, i32(), load_operands(below, b.i32(0), {2, 3}), c), 0u - wanted, "int");
    expect(texel(Op::kTextureLoad, i32(), load_operands(writable_below, none(), {2, 3}), c), 0u - wanted,
           "int UAV");
  }
  run();
}

TEST_F(LoadStore, WritesEveryWritableKind) {
  struct Kind {
    ResourceKind kind;
    VkImageViewType type;
    std::array<uint32_t, 3> size;
    uint32_t layers;
    std::vector<int32_t> at;
    size_t texel;
  };
  const Kind kinds[] = {
      {ResourceKind::kTexture1D, VK_IMAGE_VIEW_TYPE_1D, {8, 1, 1}, 1, {5}, 5},
      {ResourceKind::kTexture1DArray, VK_IMAGE_VIEW_TYPE_1D_ARRAY, {8, 1, 1}, 4, {2, 3}, 26},
      {ResourceKind::kTexture2D, VK_IMAGE_VIEW_TYPE_2D, {8, 4, 1}, 1, {6, 1}, 14},
      {ResourceKind::kTexture2DArray, VK_IMAGE_VIEW_TYPE_2D_ARRAY, {8, 4, 1}, 5, {1, 3, 4}, 32 * 4 + 25},
      {ResourceKind::kTexture3D, VK_IMAGE_VIEW_TYPE_3D, {4, 4, 4}, 1, {3, 2, 1}, 16 + 8 + 3},
  };
  for (const Kind& kind : kinds) {
    const vulkan::ImageData image = numbered_image(kind.type, kind.size, kind.layers, 1, Texels::kUint);
    const V to = writable(kind.kind, image, ComponentType::kU32);
    const V old = texel(Op::kTextureLoad, i32(), load_operands(to, none(), kind.at));
    store(to, kind.at, {b.op(dxil::Opcode::kAdd, i32(), {old, b.i32(7000000)})});
  }
  run();
  for (size_t n = 0; n < std::size(kinds); ++n) {
    const Kind& kind = kinds[n];
    const vulkan::ImageData image = numbered_image(kind.type, kind.size, kind.layers, 1, Texels::kUint);
    std::vector<uint32_t> wanted(image.texels.size() / 4);
    std::memcpy(wanted.data(), image.texels.data(), image.texels.size());
    wanted[kind.texel] += 7000000;
    EXPECT_EQ(words_of_writable(std::size(kinds) - 1 - n), wanted) << dxil::name_of(kind.kind);
  }
}

TEST_F(LoadStore, ConvertsToTheFormatBound) {
  vulkan::ImageData image;
  image.format = VK_FORMAT_R8G8B8A8_UNORM;
  image.texels = {0, 51, 102, 255};
  const V to = writable(ResourceKind::kTexture2D, image, ComponentType::kUNormF32);
  const V all = all_of(Op::kTextureLoad, f32(), load_operands(to, none(), {0, 0}));
  const float wanted[] = {0, 51.0f * (1.0f / 255), 102.0f * (1.0f / 255), 1};
  for (uint32_t c = 0; c < 4; ++c) expect(component(all, f32(), c), wanted[c], "unorm");
  store(to, {0, 0}, {b.f32(1), b.f32(0.6f), b.f32(0), b.f32(0.2f)});
  run();
  EXPECT_EQ(words_of_writable(), (std::vector<uint32_t>{0x330099FF}));
}

// Components that the format lacks read as 0, 0, 1.
TEST_F(LoadStore, FillsComponentsTheFormatLacks) {
  const V from = writable(ResourceKind::kTexture2D, numbered_image(VK_IMAGE_VIEW_TYPE_2D, {4, 4, 1}));
  const V all = all_of(Op::kTextureLoad, f32(), load_operands(from, none(), {3, 1}));
  const float wanted[] = {static_cast<float>(number_of({0, 0, 0, 1, 3})), 0, 0, 1};
  for (uint32_t c = 0; c < 4; ++c) expect(component(all, f32(), c), wanted[c], "component");
  run();
}

TEST_F(LoadStore, HalvesAndShorts) {
  for (const bool native : {true, false}) {
    restart();
    const TypeId half = b.float_type(16), i16 = b.int_type(16);
    const V floats = texture(ResourceKind::kTexture2D, numbered_image(VK_IMAGE_VIEW_TYPE_2D, {4, 4, 1}),
                             native ? ComponentType::kF16 : ComponentType::kF32);
    const V below =
        texture(ResourceKind::kTexture2D,
                numbered_image(VK_IMAGE_VIEW_TYPE_2D, {4, 4, 1}, 1, 1, Texels::kSint), ComponentType::kI16);
    const V to = writable(ResourceKind::kTexture2D, numbered_image(VK_IMAGE_VIEW_TYPE_2D, {4, 4, 1}),
                          ComponentType::kF16);
    const V value = texel(Op::kTextureLoad, half, load_operands(floats, b.i32(0), {3, 2}));
    expect(b.op(dxil::Opcode::kFPExt, f32(), {value}), static_cast<float>(number_of({0, 0, 0, 2, 3})),
           "half");
    const V number = texel(Op::kTextureLoad, i16, load_operands(below, b.i32(0), {1, 3}));
    expect(b.op(dxil::Opcode::kSExt, i32(), {number}), 0u - number_of({0, 0, 0, 3, 1}), "short");
    store(to, {1, 0}, {value});
    run({1, 1, 1}, native);
    EXPECT_EQ(words_of_writable()[1],
              std::bit_cast<uint32_t>(static_cast<float>(number_of({0, 0, 0, 2, 3}))));
  }
}

TEST_F(LoadStore, SamplesOfMultisampledTextures) {
  if (features().shaderStorageImageMultisample != VK_TRUE) GTEST_SKIP() << "no storage images with samples";
  vulkan::ImageData image;
  image.format = VK_FORMAT_R32_UINT;
  image.width = image.height = 4;
  image.samples = 4;
  vulkan::ImageData layers = image;
  layers.type = VK_IMAGE_VIEW_TYPE_2D_ARRAY;
  layers.layers = 3;
  const V to = writable(ResourceKind::kTexture2DMS, image, ComponentType::kU32);
  const V to_layers = writable(ResourceKind::kTexture2DMSArray, layers, ComponentType::kU32);
  for (uint32_t s = 0; s < 4; ++s) {
    V sample = b.i32(s);
    store(to, {2, 1}, {b.i32(100 + s)}, &sample);
    store(to_layers, {3, 0, 2}, {b.i32(200 + s)}, &sample);
  }
  for (uint32_t s = 0; s < 4; ++s) {
    expect(texel(Op::kTextureLoad, i32(), load_operands(to, b.i32(s), {2, 1})), 100 + s, "sample");
    expect(texel(Op::kTextureLoad, i32(), load_operands(to, b.i32(s), {1, 2})), 0u, "another texel");
    expect(texel(Op::kTextureLoad, i32(), load_operands(to_layers, b.i32(s), {3, 0, 2})), 200 + s,
           "sample of a layer");
  }
  run();
}

// The first program writes the samples, and the second one reads them as a texture.
TEST_F(LoadStore, ReadsEverySampleOfATexture) {
  if (features().shaderStorageImageMultisample != VK_TRUE) GTEST_SKIP() << "no storage images with samples";
  vulkan::ImageData image;
  image.format = VK_FORMAT_R32_UINT;
  image.width = image.height = 4;
  image.samples = 4;
  vulkan::ImageData layers = image;
  layers.type = VK_IMAGE_VIEW_TYPE_2D_ARRAY;
  layers.layers = 3;
  const V to = writable(ResourceKind::kTexture2DMS, image, ComponentType::kU32);
  const V to_layers = writable(ResourceKind::kTexture2DMSArray, layers, ComponentType::kU32);
  for (uint32_t s = 0; s < 4; ++s) {
    V sample = b.i32(s);
    store(to, {2, 1}, {b.i32(100 + s)}, &sample);
    store(to_layers, {3, 0, 2}, {b.i32(200 + s)}, &sample);
  }
  make_module();
  std::vector<vulkan::BoundResource> written(resources_.begin() + 1, resources_.end());
  restart(true);
  const V from = texture(ResourceKind::kTexture2DMS, image, ComponentType::kU32);
  const V from_layers = texture(ResourceKind::kTexture2DMSArray, layers, ComponentType::kU32);
  for (size_t n = 0; n < written.size(); ++n) {
    resources_.push_back(written[n]);
    resources_.back().same_image_as = 1 + n;
  }
  for (uint32_t s = 0; s < 4; ++s) {
    expect(texel(Op::kTextureLoad, i32(), load_operands(from, b.i32(s), {2, 1})), 100 + s, "sample");
    expect(texel(Op::kTextureLoad, i32(), load_operands(from, b.i32(s), {1, 2}, {1, -1})), 100 + s,
           "with an offset");
    expect(texel(Op::kTextureLoad, i32(), load_operands(from, b.i32(s), {1, 2})), 0u, "another texel");
    expect(texel(Op::kTextureLoad, i32(), load_operands(from_layers, b.i32(s), {3, 0, 2})), 200 + s,
           "of a layer");
    expect(texel(Op::kTextureLoad, i32(), load_operands(from_layers, b.i32(s), {3, 0, 1})), 0u,
           "another layer");
  }
  run();
}

TEST_F(LoadStore, SaysWhetherTexelsAreMapped) {
  if (features().shaderResourceResidency != VK_TRUE) GTEST_SKIP() << "the device does not tell";
  const V to = writable(ResourceKind::kTexture2D, numbered_image(VK_IMAGE_VIEW_TYPE_2D, {4, 4, 1}));
  const V all = all_of(Op::kTextureLoad, f32(), load_operands(to, none(), {2, 3}));
  const V mapped = b.dx(Op::kCheckAccessFullyMapped, b.int_type(1), {component(all, i32(), 4)});
  expect(b.op(dxil::Opcode::kZExt, i32(), {mapped}), 1u, "mapped");
  expect(component(all, f32(), 0), static_cast<float>(number_of({0, 0, 0, 3, 2})), "the texel all the same");
  run();
}

// Only validates the module: on non-sparse images, the test device crashes when residency is queried.
TEST_F(LoadStore, RequestsTheStatusOfEveryRead) {
  const V from = texture(ResourceKind::kTexture2D, numbered_image(VK_IMAGE_VIEW_TYPE_2D, {4, 4, 1}));
  const V nearest = sampler();
  vulkan::SamplerState state;
  state.compare = VK_COMPARE_OP_LESS;
  const V less = sampler(state);
  const auto operands = [&](V with, uint32_t offsets, const std::vector<V>& rest) {
    std::vector<V> all = {from, with};
    for (V v : floats({0.5f, 0.5f})) all.push_back(v);
    for (V v : ints({1, -1}, offsets)) all.push_back(v);
    all.insert(all.end(), rest.begin(), rest.end());
    return all;
  };
  const V results[] = {
      all_of(Op::kTextureLoad, f32(), load_operands(from, b.i32(0), {2, 3})),
      all_of(Op::kSampleLevel, f32(), operands(nearest, 3, {b.f32(0)})),
      all_of(Op::kSampleCmpLevelZero, f32(), operands(less, 3, {b.f32(0)})),
      all_of(Op::kTextureGather, f32(), operands(nearest, 2, {b.i32(1)})),
      all_of(Op::kTextureGatherCmp, f32(), operands(less, 2, {b.i32(0), b.f32(0)})),
      all_of(Op::kSample, f32(), operands(nearest, 3, {no_float()})),
      all_of(Op::kSampleCmp, f32(), operands(less, 3, {b.f32(0), no_float()})),
  };
  const V typed = texture(ResourceKind::kTypedBuffer, vulkan::ImageData{});
  const V writable_typed = writable(ResourceKind::kTypedBuffer, vulkan::ImageData{});
  const V buffers[] = {all_of(Op::kBufferLoad, f32(), {typed, b.i32(3), none()}),
                       all_of(Op::kBufferLoad, f32(), {writable_typed, b.i32(3), none()})};
  for (V result : buffers) {
    const V mapped = b.dx(Op::kCheckAccessFullyMapped, b.int_type(1), {component(result, i32(), 4)});
    expect(b.op(dxil::Opcode::kZExt, i32(), {mapped}), 1u, "mapped");
  }
  for (V result : results) {
    const V mapped = b.dx(Op::kCheckAccessFullyMapped, b.int_type(1), {component(result, i32(), 4)});
    expect(b.op(dxil::Opcode::kZExt, i32(), {mapped}), 1u, "mapped");
    expect(component(result, f32(), 0), 0.0f, "texel");
  }
  make_module({4, 1, 1});
  EXPECT_EQ(test_backend::count_of(module(), spv::Op::OpImageSparseFetch), 2u) << "texture and buffer";
  for (const spv::Op opcode : {spv::Op::OpImageSparseRead, spv::Op::OpImageSparseSampleExplicitLod,
                               spv::Op::OpImageSparseSampleDrefExplicitLod, spv::Op::OpImageSparseGather,
                               spv::Op::OpImageSparseDrefGather, spv::Op::OpImageSparseSampleImplicitLod,
                               spv::Op::OpImageSparseSampleDrefImplicitLod}) {
    EXPECT_EQ(test_backend::count_of(module(), opcode), 1u) << static_cast<uint32_t>(opcode);
  }
  EXPECT_EQ(test_backend::count_of(module(), spv::Op::OpImageSparseTexelsResident),
            std::size(results) + std::size(buffers));
}

}  // namespace
}  // namespace trellis::test_textures
