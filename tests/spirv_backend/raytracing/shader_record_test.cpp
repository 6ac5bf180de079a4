// Local root signatures: constants, addresses and tables in shader records.
#include <cmath>

#include "api/pipeline_layout/local_root_signature.hpp"
#include "tests/spirv_backend/raytracing/ray_test.hpp"

namespace trellis::test_rays {
namespace {

using dxil::DescriptorRange;
using dxil::DescriptorRangeType;
using dxil::DescriptorTable;
using dxil::RootConstants;
using dxil::RootDescriptor;
using dxil::RootDescriptorType;
using dxil::RootSignature;

RootSignature local(const Vector<std::variant<DescriptorTable, RootConstants, RootDescriptor>>& parameters) {
  RootSignature signature;
  signature.version = 2;
  signature.flags = dxil::kRootLocal;
  for (const auto& value : parameters)
    signature.parameters.push_back({dxil::ShaderVisibility::kAll, value, 0});
  return signature;
}

DescriptorTable table(DescriptorRangeType type, uint32_t first, uint32_t count, uint32_t space,
                      uint32_t offset = 0) {
  return {{{type, count, first, space, 0, offset, 0}}};
}

const RootSignature& metal_signature() {
  static const RootSignature kSignature =
      local({RootConstants{0, 10, 5}, RootDescriptor{RootDescriptorType::kSrv, 0, 10, 0},
             table(DescriptorRangeType::kSrv, 1, 2, 10, 3), table(DescriptorRangeType::kSampler, 0, 1, 10)});
  return kSignature;
}

const RootSignature& glass_signature() {
  static const RootSignature kSignature =
      local({RootDescriptor{RootDescriptorType::kUav, 0, 11, 0}, RootConstants{0, 11, 6},
             RootDescriptor{RootDescriptorType::kSrv, 0, 11, 0}});
  return kSignature;
}

TEST(RecordLayout, PutsParametersInSequence) {
  const auto layout = record_layout(
      local({RootConstants{0, 0, 5}, RootConstants{1, 0, 6},
             RootDescriptor{RootDescriptorType::kCbv, 2, 0, 0}, table(DescriptorRangeType::kSrv, 0, 4, 0)}));
  ASSERT_TRUE(layout);
  ASSERT_EQ(layout->members.size(), 4u);
  constexpr uint32_t kOffsets[] = {0, 20, 48, 56};
  for (size_t n = 0; n < 4; ++n) EXPECT_EQ(layout->members[n].offset, kOffsets[n]);
  EXPECT_EQ(layout->size, 64u);
}

TEST(RecordLayout, RefusesWhatIsTooLargeOrNotLocal) {
  EXPECT_FALSE(record_layout(local({RootConstants{0, 0, 1017}})));
  EXPECT_TRUE(record_layout(local({RootConstants{0, 0, 1016}})));
  EXPECT_FALSE(record_layout(local({RootConstants{0, 0, 1015}, RootDescriptor{}})));
  RootSignature global = local({});
  global.flags = 0;
  EXPECT_FALSE(record_layout(global));
}

class ShaderRecords : public RayTest {};

TranslateOptions with(const RootSignature& signature) {
  TranslateOptions options;
  options.local = {&signature, 6, 5};
  return options;
}

void append(std::vector<uint8_t>& data, std::vector<uint32_t> words) {
  const std::vector<uint8_t> bytes = vulkan::bytes_of(words);
  data.insert(data.end(), bytes.begin(), bytes.end());
}

TEST_F(ShaderRecords, HoldConstantsAddressesAndTables) {
  std::vector<RayInstance> scene;
  for (uint32_t n = 0; n < 4; ++n) {
    RayInstance instance;
    RayGeometry geometry;
    const auto x = static_cast<float>(8 * n);
    geometry.triangles = {{x, -900, 4, x + 1, -900, 4, x, -899, 4}, {x, 0, 4, x + 4, 0, 4, x, 4, 4}};
    instance.geometries = {geometry};
    instance.hit_group_offset = n;
    scene.push_back(instance);
  }
  const auto built_scene = built(scene);
  ASSERT_NE(built_scene, nullptr);
  std::vector<TracedRay> rays(4);
  for (uint32_t n = 0; n < 4; ++n) {
    rays[n].origin[0] = static_cast<float>(8 * n) + 1;
    rays[n].origin[1] = n % 2 == 0 ? 1.0f : 2.5f;  // The weights are 1/4 and 1/4, or 1/4 and 5/8.
    rays[n].payload = {bits(2), bits(3), bits(4)};
  }
  const Library library("shader_record_local_cbuffer");
  RayDispatch dispatch;
  dispatch.shaders = {tracing_generation(3), changing_shader(VK_SHADER_STAGE_MISS_BIT_KHR, 3, {}),
                      library.shader("metalHit", with(metal_signature())),
                      library.shader("glassHit", with(glass_signature()))};
  dispatch.groups = vulkan::general_groups(2);
  RayGroup metal, glass;
  metal.closest_hit = 2;
  glass.closest_hit = 3;
  dispatch.groups.insert(dispatch.groups.end(), {metal, glass});
  dispatch.misses = {{1}};
  dispatch.size[0] = 4;

  dispatch.resources = partner_resources(built_scene->top(), rays);
  const auto addressed = [&](const std::vector<uint32_t>& words) {
    BoundResource resource = vulkan::buffer_at(0, 0, vulkan::bytes_of(words));
    resource.is_addressed = true;
    dispatch.resources.push_back(resource);
    return static_cast<uint32_t>(dispatch.resources.size() - 1);
  };
  const float normals[2][3] = {{1, 0, 0}, {0.6f, 0, 0.8f}};
  std::vector<uint32_t> normal_words;
  for (const auto& n : normals) normal_words.insert(normal_words.end(), {bits(n[0]), bits(n[1]), bits(n[2])});
  const uint32_t normal_buffer = addressed(normal_words);
  const uint32_t thickness = addressed({7, 7, 7, 7, 7, bits(0.5f), 7, 7});  // Read at byte 16 + 4.
  const uint32_t counters = addressed({5});
  // Heap elements 2 + 3 + {0, 1} and 6 + 3 + {0, 1}.
  const auto texture = [&](uint32_t element, float red) {
    vulkan::ImageData data;
    data.format = VK_FORMAT_R32G32B32A32_SFLOAT;
    data.width = data.height = 2;
    std::vector<uint32_t> texels;
    for (uint32_t n = 0; n < 4; ++n) {
      texels.insert(texels.end(), {bits(red), bits(static_cast<float>(n)), bits(0.25f), bits(1)});
    }
    data.texels = vulkan::bytes_of(texels);
    BoundResource resource;
    resource.binding = vulkan::kResourceHeapBinding;
    resource.element = element;
    resource.type = VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE;
    resource.image = data;
    dispatch.resources.push_back(resource);
  };
  texture(5, 0.5f);
  texture(6, 0.75f);
  texture(9, 2);
  texture(10, 3);
  BoundResource sampler;
  sampler.binding = vulkan::kSamplerHeapBinding;
  sampler.type = VK_DESCRIPTOR_TYPE_SAMPLER;
  dispatch.resources.push_back(sampler);
  sampler.element = 1;
  dispatch.resources.push_back(sampler);

  // Records 0 and 2 use the metal shader, 1 and 3 the glass shader.
  for (uint32_t n = 0; n < 4; ++n) {
    RayRecord record;
    if (n % 2 == 0) {
      record.group = 2;
      const uint32_t flags = n == 0 ? 1 | 1 << 1 : 1;  // Texture 1, or texture 0.
      append(record.data, {bits(0.25f), bits(0.5f), bits(n == 0 ? 0.125f : 1), 0, flags, 0, 0, 0});
      append(record.data, {(n == 0 ? 2u : 6u) << 6, 0xFFFF, 1u << 5, 0xFFFF});
      record.addresses = {{24, normal_buffer}};
    } else {
      record.group = 3;
      append(record.data,
             {0, 0, bits(n == 1 ? 2 : 4), bits(1), bits(2), bits(0.5f), 16, n == 1 ? 1u : 8u, 0, 0});
      record.addresses = {{0, counters}, {32, thickness}};
    }
    dispatch.hits.push_back(record);
  }
  const auto results = traced(dispatch);
  ASSERT_EQ(results[2].size(), 12u);
  for (uint32_t n = 0; n < 4; ++n) {
    float expected[3];
    if (n % 2 == 0) {
      const float k = std::pow(1 - 0.8f, 5.0f);
      const float f0[3] = {0.25f, 0.5f, n == 0 ? 0.125f : 1};
      const float texel[3] = {n == 0 ? 0.75f : 2, 0, 0.25f};
      for (int i = 0; i < 3; ++i) expected[i] = (f0[i] + (1 - f0[i]) * k) * texel[i];
    } else {
      // The hit primitive is 1, so the shader reads the word at byte 16 + 4.
      const float absorb[3] = {1, 2, 0.5f}, before[3] = {2, 3, 4};
      for (int i = 0; i < 3; ++i)
        expected[i] = before[i] * std::exp(-absorb[i] * 0.5f) / (n == 1 ? 2.0f : 4.0f);
    }
    for (int i = 0; i < 3; ++i)
      EXPECT_NEAR(number(results[2][3 * n + i]), expected[i], 1e-4) << n << " " << i;
  }
  EXPECT_EQ(results[counters][0], 7u);
}

TEST(LocalRootSignatures, RefuseImpossibleResources) {
  const Library library("shader_record_local_cbuffer");
  const auto refusal = [&](const RootSignature& signature, const char* entry) {
    TranslateOptions options = with(signature);
    options.entry = entry;
    const auto translation = Translator().translate(library.program(), options);
    return translation ? std::string("translated") : std::string(translation.error().message);
  };
  EXPECT_NE(
      refusal(local({RootDescriptor{RootDescriptorType::kSrv, 1, 10, 0}}), "metalHit").find("is an array"),
      std::string::npos);
  EXPECT_NE(refusal(local({table(DescriptorRangeType::kSrv, 1, 1, 10)}), "metalHit")
                .find("its range ends before the last one"),
            std::string::npos);
  EXPECT_NE(refusal(local({RootConstants{0, 10, 2000}}), "metalHit")
                .find("more constants than fit in a shader record"),
            std::string::npos);
}

// Shader records do not contain static samplers, so the caller has to bind them.
TEST(LocalRootSignatures, StaticSamplersHaveToBeBound) {
  const Library library("shader_record_local_cbuffer");
  RootSignature signature =
      local({RootConstants{0, 10, 5}, RootDescriptor{RootDescriptorType::kSrv, 0, 10, 0},
             table(DescriptorRangeType::kSrv, 1, 2, 10, 3)});
  dxil::StaticSampler sampler;
  sampler.space = 10;
  signature.static_samplers.push_back(sampler);
  TranslateOptions options = with(signature);
  options.entry = "metalHit";
  const auto refused = Translator().translate(library.program(), options);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kBadChoice);
  EXPECT_NE(refused.error().message.find("is a static sampler of the local root signature"),
            std::string::npos)
      << refused.error().to_string();
  options.bind = [](const spirv::ResourceUse& use, spirv::Binding& binding) {
    if (use.info->resource_class == dxil::ResourceClass::kSampler) binding.set = 5;
    return true;
  };
  EXPECT_TRUE(Translator().translate(library.program(), options));
}

}  // namespace
}  // namespace trellis::test_rays
