// Draws with rasterizer-ordered buffers, as descriptors and through device addresses: no pixel loses another
// one's writes.
#include <bit>

#include "tests/spirv_backend/stage/drawn/stage_test.hpp"

namespace trellis::test_drawing {
namespace {

constexpr uint32_t kWidth = 8, kLayers = 4, kRootBinding = 9, kAddressOffset = 8;

class OrderedViews : public StageTest {
 protected:
  /// Draws triangles over the whole picture at different depths, which the shader sorts into a stack of
  /// layers per pixel.
  void draw_layers(const TranslateOptions& options, bool is_addressed) {
    const PlainVertexShader vertex = {{{1, 0, 4}}, {}};
    constexpr float kDepths[] = {0.75f, 0.25f, 0.5f};
    Words vertices;
    for (const float depth : kDepths) {
      for (const std::array<float, 2> corner : {std::array{-1.0f, -1.0f}, {3.0f, -1.0f}, {-1.0f, 3.0f}}) {
        vertices.f({corner[0], corner[1], depth, 1}).f({depth, 0, 0, 1});
      }
    }
    StageModule pixel = translated("../resources/rov_sorted_layers_insert", options);
    pixel.stage = VK_SHADER_STAGE_FRAGMENT_BIT;
    if (!device().has_extension("VK_EXT_fragment_shader_interlock")) {
      GTEST_SKIP() << "the device orders no pixels; the module is valid";
    }
    Draw draw;
    draw.width = draw.height = kWidth;
    draw.vertices = 9;
    draw.stages = {plain_vertex(vertex), pixel};
    draw.vertex_buffers = {plain_vertices(vertex, vertices.get())};
    Words stacks;
    for (uint32_t n = 0; n < kWidth * kWidth * kLayers; ++n) stacks.f({1}).u({0});
    draw.resources = {write_buffer(0, stacks), constant_buffer(0, Words().u({kWidth}).f({0}).u({0, 0}))};
    if (is_addressed) {
      draw.resources[0].is_addressed = true;
      BoundResource root;
      root.binding = kRootBinding;
      root.type = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
      root.buffer.resize(16);
      draw.resources.push_back(root);
      PlacedAddress address;
      address.offset = kAddressOffset;
      address.resource = 0;
      address.table = 2;
      draw.addresses.push_back(address);
    }
    const Drawn result = drawn(draw);
    const std::vector<uint32_t> words = words_of(result.resources[0]);
    const std::vector<float> expected = {0.25f, 0.5f, 0.75f, 1};
    for (uint32_t n = 0; n < kWidth * kWidth * kLayers; ++n) {
      const float depth = expected[n % kLayers];
      EXPECT_EQ(std::bit_cast<float>(words[2 * n]), depth) << n;
      const uint32_t colour = 0xFF000000 | static_cast<uint32_t>(depth * 255);
      EXPECT_EQ(words[2 * n + 1], n % kLayers == 3 ? 0u : colour) << n;
    }
  }
};

TEST_F(OrderedViews, Descriptor) { draw_layers({}, false); }

TEST_F(OrderedViews, Address) {
  TranslateOptions options;
  options.root_data.is_uniform_block = true;
  options.root_data.size = 16;
  options.root_data.binding = kRootBinding;
  options.bind = [](const spirv::ResourceUse& use, spirv::Binding& binding) {
    if (!use.info->rasterizer_ordered) return true;
    binding.kind = spirv::BindingKind::kAddress;
    binding.root_offset = kAddressOffset;
    return true;
  };
  draw_layers(options, true);
}

}  // namespace
}  // namespace trellis::test_drawing
