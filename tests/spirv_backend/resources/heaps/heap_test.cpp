// Textures and samplers from the descriptor heaps.
#include <bit>

#include "tests/spirv_backend/resources/texture_program.hpp"

namespace trellis::test_textures {
namespace {

// Words of handle properties: kinds and flags, then component type and count.
constexpr uint32_t kTexture1D = 1, kTexture2D = 2, kSampler = 14, kUav = 1 << 12;
constexpr uint32_t kOneFloat = 9 | 1 << 8, kOneWord = 5 | 1 << 8;

class HeapTextures : public TextureTest {
 protected:
  void bind_images(VkDescriptorType type, const std::vector<vulkan::ImageData>& images) {
    vulkan::BoundResource bound;
    bound.binding = 5000;
    bound.type = type;
    for (const vulkan::ImageData& image : images) {
      bound.image = image;
      resources_.push_back(bound);
      ++bound.element;
    }
  }
  void bind_samplers(const std::vector<vulkan::SamplerState>& states) {
    vulkan::BoundResource bound;
    bound.binding = 5002;
    bound.type = VK_DESCRIPTOR_TYPE_SAMPLER;
    for (const vulkan::SamplerState& state : states) {
      bound.sampler = state;
      resources_.push_back(bound);
      ++bound.element;
    }
  }
  V from_heap(V index, uint32_t first, uint32_t second) {
    const TypeId properties = b.record({i32(), i32()}, "dx.types.ResourceProperties");
    const bool is_sampler = (first & 0xFF) == kSampler;
    const V handle = b.dx(Op::kCreateHandleFromHeap, b.handle_type(), {index, b.i1(is_sampler), b.i1(true)});
    return b.dx(Op::kAnnotateHandle, b.handle_type(),
                {handle, b.aggregate(properties, {b.i32(first), b.i32(second)})});
  }
  std::vector<V> texel_at(V first, V second, const std::vector<int32_t>& at) {
    std::vector<V> operands = {first, second};
    for (V v : ints(at)) operands.push_back(v);
    return operands;
  }
};

TEST_F(HeapTextures, AreSampledWithSamplersOfTheHeap) {
  vulkan::SamplerState repeated;
  repeated.address = VK_SAMPLER_ADDRESS_MODE_REPEAT;
  std::vector<vulkan::ImageData> images;
  for (uint32_t n = 0; n < 3; ++n) {
    images.push_back(numbered_image(VK_IMAGE_VIEW_TYPE_1D, {8, 1, 1}));
    images.back().texels =
        vulkan::bytes_of(std::vector<float>{0, 1, 2, 3, 4, 5, 6, 100.0f * static_cast<float>(n)});
  }
  bind_images(VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, images);
  bind_samplers({vulkan::SamplerState{}, repeated});
  const V which = b.op(dxil::Opcode::kURem, i32(), {thread(), b.i32(3)});
  const V image = from_heap(which, kTexture1D, kOneFloat);
  const V with = from_heap(b.op(dxil::Opcode::kAnd, i32(), {thread(), b.i32(1)}), kSampler, 0);
  // A texel and a half beyond the end: clamping reads the last texel, repeating the second one.
  std::vector<V> operands = {image, with};
  for (V v : floats({1 + 1.5f / 8})) operands.push_back(v);
  for (V v : ints({})) operands.push_back(v);
  operands.push_back(b.f32(0));
  std::vector<uint32_t> wanted;
  for (uint32_t t = 0; t < 16; ++t) {
    wanted.push_back(std::bit_cast<uint32_t>((t & 1) != 0 ? 1.0f : 100.0f * static_cast<float>(t % 3)));
  }
  expect_each(texel(Op::kSampleLevel, f32(), operands), f32(), wanted, "edge or repeat");
  run({16, 1, 1});
}

TEST_F(HeapTextures, AreWrittenWithAndWithoutAtomics) {
  std::vector<vulkan::ImageData> images;
  for (uint32_t n = 0; n < 4; ++n) {
    vulkan::ImageData image;
    image.format = VK_FORMAT_R32_UINT;
    image.width = 2;
    image.texels = vulkan::bytes_of(std::vector<uint32_t>{n, 0});
    images.push_back(image);
  }
  bind_images(VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, images);
  const V own = b.op(dxil::Opcode::kAnd, i32(), {thread(), b.i32(3)});
  const V image = from_heap(own, kTexture2D | kUav, kOneWord);
  std::vector<V> add = texel_at(image, b.i32(0), {1, 0});
  add.push_back(thread());
  b.dx(Op::kAtomicBinOp, i32(), add);
  std::vector<V> load = texel_at(image, none(), {0, 0});
  for (V v : ints({})) load.push_back(v);
  std::vector<uint32_t> wanted;
  for (uint32_t t = 0; t < 16; ++t) wanted.push_back(t & 3);
  expect_each(texel(Op::kTextureLoad, i32(), load), i32(), wanted, "its own texture");
  run({16, 1, 1});
  for (uint32_t n = 0; n < 4; ++n) {
    EXPECT_EQ(words_of_writable(3 - n), (std::vector<uint32_t>{n, n + (n + 4) + (n + 8) + (n + 12)}));
  }
}

using spirv::DescriptorTableWords;
using spirv::HeapType;
using spirv::ReportWords;

/// Heaps with tables that describe their contents.
class CheckedHeapTextures : public HeapTextures {
 protected:
  static constexpr uint32_t kTextureBit = 1u << static_cast<uint32_t>(HeapType::kTexture),
                            kWriteBit = 1u << static_cast<uint32_t>(HeapType::kWriteTexture);

  void bind_words(uint32_t binding, const std::vector<uint32_t>& words) {
    resources_.push_back(vulkan::buffer_at(0, binding, vulkan::bytes_of(words)));
  }
  void bind_table(uint32_t binding, const std::vector<uint32_t>& bits, uint32_t bit, uint32_t safe) {
    std::vector<uint32_t> words(DescriptorTableWords::kFirstElement, 0);
    words[DescriptorTableWords::kCount] = static_cast<uint32_t>(bits.size());
    words[DescriptorTableWords::kFirstSafe + static_cast<uint32_t>(std::countr_zero(bit))] = safe;
    for (const uint32_t each : bits) words.insert(words.end(), {each, 0});
    bind_words(binding, words);
  }
  void bind_reports() {
    options.instrumentation.check_descriptors = true;
    std::vector<uint32_t> words(ReportWords::kFirstReport + 64 * ReportWords::kSize, 0);
    words[ReportWords::kCapacity] = 64;
    bind_words(5003, words);
  }
  /// Returns the number of reports with this wanted bit, index and fault.
  uint32_t reports_of(uint32_t bit, uint32_t index, spirv::DescriptorFault fault) const {
    const std::vector<uint32_t> words = words_at(5003);
    uint32_t count = 0;
    for (uint32_t n = 0; n < words[ReportWords::kReported]; ++n) {
      const uint32_t* report = &words[ReportWords::kFirstReport + n * ReportWords::kSize];
      const bool is_such = report[ReportWords::kWanted] == bit && report[ReportWords::kIndex] == index &&
                           report[ReportWords::kFault] == static_cast<uint32_t>(fault);
      count += is_such ? 1 : 0;
    }
    return count;
  }
};

TEST_F(CheckedHeapTextures, ReportWrongTexturesAndSamplers) {
  vulkan::SamplerState repeated;
  repeated.address = VK_SAMPLER_ADDRESS_MODE_REPEAT;
  std::vector<vulkan::ImageData> images;
  for (uint32_t n = 0; n < 3; ++n) {
    images.push_back(numbered_image(VK_IMAGE_VIEW_TYPE_1D, {8, 1, 1}));
    images.back().texels =
        vulkan::bytes_of(std::vector<float>{0, 1, 2, 3, 4, 5, 6, 100.0f * static_cast<float>(n)});
  }
  bind_images(VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, images);
  bind_samplers({vulkan::SamplerState{}, repeated});
  bind_reports();
  bind_table(5004, {kTextureBit, kWriteBit, kTextureBit}, kTextureBit, 2);
  bind_table(5005, {spirv::kSamplerBit}, spirv::kSamplerBit, 0);
  const V which = b.op(dxil::Opcode::kURem, i32(), {thread(), b.i32(3)});
  const V image = from_heap(which, kTexture1D, kOneFloat);
  const V with = from_heap(b.op(dxil::Opcode::kAnd, i32(), {thread(), b.i32(1)}), kSampler, 0);
  std::vector<V> operands = {image, with};
  for (V v : floats({1 + 1.5f / 8})) operands.push_back(v);
  for (V v : ints({})) operands.push_back(v);
  operands.push_back(b.f32(0));
  std::vector<uint32_t> wanted;
  for (uint32_t t = 0; t < 16; ++t) {
    wanted.push_back(std::bit_cast<uint32_t>(100.0f * static_cast<float>(t % 3 == 1 ? 2 : t % 3)));
  }
  expect_each(texel(Op::kSampleLevel, f32(), operands), f32(), wanted, "the texture to go to, to the edge");
  run({16, 1, 1});
  EXPECT_EQ(words_at(5003)[ReportWords::kFaults], 5u + 8u);
  EXPECT_EQ(reports_of(kTextureBit, 1, spirv::DescriptorFault::kWrongType), 5u);
  EXPECT_EQ(reports_of(spirv::kSamplerBit, 1, spirv::DescriptorFault::kBeyondHeap), 8u);
}

TEST_F(CheckedHeapTextures, ReportWrongWritesAndAtomics) {
  std::vector<vulkan::ImageData> images;
  for (uint32_t n = 0; n < 4; ++n) {
    vulkan::ImageData image;
    image.format = VK_FORMAT_R32_UINT;
    image.width = 2;
    image.texels = vulkan::bytes_of(std::vector<uint32_t>{n, 0});
    images.push_back(image);
  }
  bind_images(VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, images);
  bind_reports();
  bind_table(5004, {kWriteBit, kWriteBit, kWriteBit, 0}, kWriteBit, 0);
  const V own = b.op(dxil::Opcode::kAnd, i32(), {thread(), b.i32(3)});
  std::vector<V> add = texel_at(from_heap(own, kTexture2D | kUav, kOneWord), b.i32(0), {1, 0});
  add.push_back(b.i32(1));
  b.dx(Op::kAtomicBinOp, i32(), add);
  run({16, 1, 1});
  for (uint32_t n = 0; n < 4; ++n) {
    EXPECT_EQ(words_of_writable(3 - n)[1], n == 0 ? 8u : (n == 3 ? 0u : 4u)) << n;
  }
  EXPECT_EQ(reports_of(kWriteBit, 3, spirv::DescriptorFault::kUnwritten), 4u);
}

}  // namespace
}  // namespace trellis::test_textures
