// Draws with and runs reference shaders under their own root signatures: all kinds of static samplers, a
// table of samplers, textures, and directly indexed heaps.
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <memory>

#include "tests/c_api/binding_modes/case_results.hpp"
#include "tests/c_api/shared_program.hpp"
#include "tests/pipeline_layout/given_by_layout.hpp"
#include "tests/pipeline_layout/layout_binder.hpp"
#include "tests/vulkan/modules/plain_stages.hpp"
#include "tests/vulkan/runner_fixture.hpp"

namespace trellis::test_layout {
namespace {

using vulkan::BoundResource;
using vulkan::Words;

struct Mode {
  const char* name;
  TrellisTableForm tables;
  TrellisTypeForm types;
};
void PrintTo(const Mode& mode, std::ostream* out) { *out << mode.name; }

class EmbeddedRootSignature : public vulkan::RunnerTest, public testing::WithParamInterface<Mode> {
 protected:
  void SetUp() override {
    ASSERT_NO_FATAL_FAILURE(RunnerTest::SetUp());
    if (GetParam().types == TRELLIS_TYPES_MUTABLE &&
        !device().has_extension("VK_EXT_mutable_descriptor_type")) {
      GTEST_SKIP() << "the device has no mutable descriptors";
    }
  }

  /// Translates the shader with a layout made from its own root signature, and returns the words. On failure,
  /// reports it and returns an empty vector.
  std::vector<uint32_t> translate(const char* label) {
    TrellisPipelineLayoutOptions options = TRELLIS_PIPELINE_LAYOUT_OPTIONS_INIT;
    options.tables = GetParam().tables;
    options.types = GetParam().types;
    options.push_constant_bytes = 0;  // Puts the root data into a block, which draws support as well.
    options.resource_heap_descriptors = options.sampler_heap_descriptors = 64;
    const test_c_api::Program program = test_c_api::read_shader(translator, label);
    TrellisRootSignature* signature = nullptr;
    EXPECT_EQ(trellis_root_signature_of_program(translator.get(), program.get(), &signature),
              TRELLIS_SUCCESS);
    TrellisPipelineLayout* made = nullptr;
    EXPECT_EQ(trellis_pipeline_layout_create(translator.get(), signature, &options, &made), TRELLIS_SUCCESS)
        << test_c_api::error_text(translator);
    trellis_root_signature_destroy(signature);
    layout.reset(made);
    TrellisTranslateOptions translate_options = TRELLIS_TRANSLATE_OPTIONS_INIT;
    translate_options.layout = made;
    const test_c_api::Module module = test_c_api::translate(translator, program, &translate_options);
    EXPECT_NE(module, nullptr) << test_c_api::error_text(translator);
    if (module == nullptr) return {};
    size_t count = 0;
    const uint32_t* words = trellis_module_words(module.get(), &count);
    EXPECT_EQ(test_c_api::validate_words(words, count), "");
    return {words, words + count};
  }

  /// Binds a resource as descriptor `element` of range 0 of a table.
  void bind(BoundResource resource, uint32_t parameter, uint32_t element) {
    TrellisRootMemberInfo member = TRELLIS_ROOT_MEMBER_INFO_INIT;
    BindingQuery query;
    query.type = resource.type;
    resource.element = element;
    if (find_member(layout.get(), parameter, member)) {
      const uint32_t base = 7 + 9 * parameter;
      put_root_word(member.offset, base);
      resource.element += base;
      query.purpose = resource.type == VK_DESCRIPTOR_TYPE_SAMPLER ? TRELLIS_PURPOSE_SAMPLER_HEAP
                                                                  : TRELLIS_PURPOSE_RESOURCE_HEAP;
    } else {
      query.parameter = parameter;
      query.range = 0;
    }
    add(std::move(resource), query);
  }
  /// Binds a resource in the heap that the shader indexes directly.
  void bind_in_heap(BoundResource resource, uint32_t index) {
    BindingQuery query;
    query.type = resource.type;
    query.purpose = resource.type == VK_DESCRIPTOR_TYPE_SAMPLER ? TRELLIS_PURPOSE_SAMPLER_HEAP
                                                                : TRELLIS_PURPOSE_RESOURCE_HEAP;
    resource.element = index;
    add(std::move(resource), query);
  }
  void put_root_word(uint32_t offset, uint32_t word) {
    if (root_bytes.size() < offset + 4) root_bytes.resize(offset + 4);
    std::memcpy(root_bytes.data() + offset, &word, sizeof(word));
  }
  /// Returns all resources, including the block of root data. Must be called last.
  std::vector<BoundResource> all_resources() {
    TrellisRootDataInfo root = TRELLIS_ROOT_DATA_INFO_INIT;
    trellis_pipeline_layout_root_data(layout.get(), &root);
    if (root.size != 0) {
      BoundResource block;
      block.set = root.set;
      block.binding = root.binding;
      block.type = VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK;
      root_bytes.resize(root.size);
      block.buffer = root_bytes;
      resources.push_back(std::move(block));
    }
    return resources;
  }

  test_c_api::Translator translator = test_c_api::make_translator();
  Layout layout;
  std::vector<BoundResource> resources;
  std::vector<uint8_t> root_bytes;

 private:
  void add(BoundResource resource, const BindingQuery& query) {
    EXPECT_TRUE(find_binding(layout.get(), query, resource.set, resource.binding));
    resources.push_back(std::move(resource));
  }
};

/// Returns a texture with 4 x 4 texels that contain their own coordinates; each of the two lower levels (2 x
/// 2 and 1 x 1) has a single value.
BoundResource colour_texture() {
  Words texels;
  for (uint32_t y = 0; y < 4; ++y) {
    for (uint32_t x = 0; x < 4; ++x) texels.f({static_cast<float>(x), static_cast<float>(y), 0, 0});
  }
  for (int i = 0; i < 4; ++i) texels.f({10, 20, 5, 0});
  texels.f({100, 100, 100, 0});
  BoundResource texture;
  texture.type = VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE;
  texture.image.format = VK_FORMAT_R32G32B32A32_SFLOAT;
  texture.image.width = texture.image.height = 4;
  texture.image.levels = 3;
  texture.image.texels = texels.bytes();
  return texture;
}

/// Returns a texture with 8 x 8 depths of 0.5; level 2 contains the smallest one.
BoundResource depth_texture() {
  Words texels;
  for (int i = 0; i < 64 + 16; ++i) texels.f({0.5f});
  texels.f({0.5f, 0.25f, 0.75f, 1.0f}).f({0.5f});
  BoundResource texture;
  texture.type = VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE;
  texture.image.format = VK_FORMAT_D32_SFLOAT;
  texture.image.width = texture.image.height = 8;
  texture.image.levels = 4;
  texture.image.texels = texels.bytes();
  return texture;
}

TEST_P(EmbeddedRootSignature, StaticSamplersSampleAsTheyAreDescribed) {
  const std::vector<uint32_t> words = translate("resources/rootsig_static_samplers");
  ASSERT_FALSE(words.empty());
  bind(colour_texture(), 0, 0);
  bind(depth_texture(), 0, 1);
  BoundResource sampler;  // Nearest filter, clamped.
  sampler.type = VK_DESCRIPTOR_TYPE_SAMPLER;
  bind(sampler, 1, 0);
  const std::vector<BoundResource> bound = all_resources();

  for (const float reference : {0.5f, 1.0f}) {
    vulkan::Draw draw;
    const vulkan::PlainVertexShader vertex = {{{0, 0, 3}}, {}};
    vulkan::StageModule pixel;
    pixel.stage = VK_SHADER_STAGE_FRAGMENT_BIT;
    pixel.words = words;
    draw.stages = {vulkan::plain_vertex(vertex), pixel};
    Words corners;
    for (const auto& [x, y] : {std::pair{-1.0f, -1.0f}, std::pair{3.0f, -1.0f}, std::pair{-1.0f, 3.0f}}) {
      // Almost constant coordinates: on some devices, anisotropic filtering of a footprint without extent is
      // undefined.
      constexpr float kSlope = 0.001f;
      corners.f({x, y, 0.5f, 1.0f}).f({1.625f + kSlope * x, 1.375f + kSlope * y, reference});
    }
    draw.vertex_buffers = {vulkan::plain_vertices(vertex, corners.get())};
    draw.resources = bound;
    draw.layout = given_layout(layout.get());
    draw.width = draw.height = 4;
    const auto drawn = runner().draw(draw);
    ASSERT_TRUE(drawn) << drawn.error().to_string();
    // s0 wraps to texel (2, 1); s1 clamps u and mirrors v to (3, 2); s3 has no level above 1; s8 clamps to
    // (3, 3).
    vulkan::Texel expected = {2 + 3 + 10 + 3, 1 + 2 + 20 + 3, 5, 0};
    // s2 compares with its border, which is 1. s4 then takes the smallest texel of level 2.
    if (reference >= 1) expected = {expected[0] - 0.25, expected[1], expected[2], 1};
    EXPECT_TRUE(vulkan::matches(
        drawn->targets[0], [&](uint32_t, uint32_t) { return expected; }, 0.02))
        << "reference " << reference;
  }
}

TEST_P(EmbeddedRootSignature, HeapsAreIndexedDirectly) {
  const std::vector<uint32_t> words = translate("resources/rootsig_directly_indexed_heaps");
  ASSERT_FALSE(words.empty());
  constexpr uint32_t kSource = 9, kTarget = 12, kSampler = 3;
  bind_in_heap(colour_texture(), kSource);
  BoundResource target;
  target.type = VK_DESCRIPTOR_TYPE_STORAGE_IMAGE;
  target.image.format = VK_FORMAT_R32G32B32A32_SFLOAT;
  target.image.width = target.image.height = 4;
  target.image.texels.resize(4 * 4 * 16);
  bind_in_heap(target, kTarget);
  BoundResource sampler;
  sampler.type = VK_DESCRIPTOR_TYPE_SAMPLER;
  bind_in_heap(sampler, kSampler);
  // struct Args: source, target, sampler, level; scale.
  const std::vector<uint8_t> arguments =
      Words().u({kSource, kTarget, kSampler, 0}).f({0.125f, 0.25f}).bytes();
  TrellisRootMemberInfo member = TRELLIS_ROOT_MEMBER_INFO_INIT;
  ASSERT_TRUE(find_member(layout.get(), 0, member));
  ASSERT_EQ(member.size, arguments.size());
  root_bytes.resize(member.offset + member.size);
  std::memcpy(root_bytes.data() + member.offset, arguments.data(), arguments.size());

  vulkan::Dispatch dispatch;
  dispatch.words = words;
  dispatch.resources = all_resources();
  dispatch.layout = given_layout(layout.get());
  const auto results = runner().dispatch(dispatch);
  ASSERT_TRUE(results) << results.error().to_string();
  const std::vector<uint8_t>& texels = (*results)[1];
  ASSERT_EQ(texels.size(), 4u * 4 * 16);
  for (uint32_t y = 0; y < 4; ++y) {
    for (uint32_t x = 0; x < 4; ++x) {
      std::array<float, 4> texel = {};
      std::memcpy(texel.data(), texels.data() + (y * 4 + x) * 16, 16);
      EXPECT_EQ(texel[0], static_cast<float>(x / 2)) << x << ", " << y;
      EXPECT_EQ(texel[1], static_cast<float>(y)) << x << ", " << y;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, EmbeddedRootSignature,
                         testing::Values(Mode{"Sets", TRELLIS_TABLES_SETS, TRELLIS_TYPES_SEPARATE},
                                         Mode{"SetsMutable", TRELLIS_TABLES_SETS, TRELLIS_TYPES_MUTABLE},
                                         Mode{"OneSet", TRELLIS_TABLES_ONE_SET, TRELLIS_TYPES_SEPARATE},
                                         Mode{"Heap", TRELLIS_TABLES_HEAP, TRELLIS_TYPES_SEPARATE},
                                         Mode{"HeapMutable", TRELLIS_TABLES_HEAP, TRELLIS_TYPES_MUTABLE}),
                         [](const auto& parameter) { return std::string(parameter.param.name); });

}  // namespace
}  // namespace trellis::test_layout
