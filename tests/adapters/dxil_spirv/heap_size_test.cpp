// Descriptor heaps of a layer that keeps indices within them (option 35): all types at one set and binding,
// the heap's size in a uniform block or given by a buffer's size, and a null descriptor after the last
// descriptor.
#include <algorithm>
#include <bit>

#include "tests/adapters/dxil_spirv/heap_layer.hpp"
#include "tests/vulkan/runner_fixture.hpp"

namespace trellis::test_dxil_spirv {
namespace {

constexpr uint32_t kSizeSet = 2, kSizeBinding = 2;

class HeapSizes : public vulkan::RunnerTest,
                  public testing::WithParamInterface<dxil_spv_meta_descriptor_kind> {
 protected:
  static bool is_block() { return GetParam() == DXIL_SPV_META_DESCRIPTOR_KIND_UBO_CONTAINING_CONSTANT; }
  static void configure(const Conversion& c);
  static vulkan::BoundResource size();
  /// Runs the module, and returns what it leaves in u0 and in the heap's buffers, the null descriptor's last.
  /// Buffer n initially contains the words 1000 n, 1000 n + 1, ...
  static std::vector<std::vector<uint32_t>> run(const Conversion& c, std::vector<uint32_t> arguments);
};

void HeapSizes::configure(const Conversion& c) {
  dxil_spv_converter_set_uav_remapper(c.converter, place_uav, nullptr);
  c.set(dxil_spv_option_physical_address_descriptor_indexing{
      {DXIL_SPV_OPTION_PHYSICAL_ADDRESS_DESCRIPTOR_INDEXING}, 4, 0});
  const auto meta = is_block() ? DXIL_SPV_META_DESCRIPTOR_RESOURCE_DESCRIPTOR_HEAP_SIZE
                               : DXIL_SPV_META_DESCRIPTOR_RAW_DESCRIPTOR_HEAP_VIEW;
  EXPECT_EQ(dxil_spv_converter_set_meta_descriptor(c.converter, meta, GetParam(), kSizeSet, kSizeBinding),
            DXIL_SPV_SUCCESS);
}

vulkan::BoundResource HeapSizes::size() {
  constexpr uint32_t kDescriptorBytes = 32;
  std::vector<uint32_t> words(is_block() ? 1 : kCount * kDescriptorBytes / 4, kCount);
  vulkan::BoundResource source = vulkan::buffer_at(kSizeSet, kSizeBinding, vulkan::bytes_of(words));
  if (is_block()) source.type = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
  return source;
}

std::vector<std::vector<uint32_t>> HeapSizes::run(const Conversion& c, std::vector<uint32_t> arguments) {
  vulkan::Dispatch dispatch;
  dispatch.words = c.words();
  if (dispatch.words.empty()) return {};
  arguments.resize(kWords);
  dispatch.resources = {vulkan::buffer_at(0, 0, vulkan::bytes_of(arguments))};
  for (uint32_t n = 0; n <= kCount; ++n) {
    std::vector<uint32_t> words(kWords);
    for (uint32_t w = 0; w < kWords && n < kCount; ++w) words[w] = 1000 * n + w;
    dispatch.resources.push_back(vulkan::buffer_at(kHeapSet, 0, vulkan::bytes_of(words), n));
  }
  dispatch.resources.push_back(size());
  auto results = dispatched(dispatch);
  if (!results.empty()) results.pop_back();
  return results;
}

// u0 contains the index of the first of three descriptors, and which of four handles to read; the shader
// writes to another one.
TEST_P(HeapSizes, KeepIndicesWithinTheHeap) {
  const Conversion c("faults/handles_dynamic");
  configure(c);
  EXPECT_FALSE(has(c.text(), "UMin"));
  c.set(dxil_spv_option_descriptor_heap_robustness{{DXIL_SPV_OPTION_DESCRIPTOR_HEAP_ROBUSTNESS},
                                                   DXIL_SPV_TRUE});
  EXPECT_TRUE(has(c.text(), "UMin"));
  EXPECT_EQ(c.log, "");
  for (const uint32_t first : {2u, kCount - 1, kCount, 100u, 0x80000000u, UINT32_MAX - 1}) {
    constexpr uint32_t kRead = 16, kWritten = 32, kLanes = 4;
    const auto results = run(c, {first, 0, 0, 1});
    ASSERT_EQ(results.size(), 2 + kCount);
    for (uint32_t lane = 0; lane < kLanes; ++lane) {
      EXPECT_EQ(results[0][kRead + lane], first < kCount ? 1000 * first + lane : 0) << first;
    }
    const uint32_t written = std::min(first + 1, kCount);
    for (uint32_t n = 0; n <= kCount; ++n) {
      const uint32_t before = n < kCount ? 1000 * n + kWritten : 0;
      EXPECT_EQ(results[1 + n][kWritten], n == written ? 500 : before) << first << " " << n;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, HeapSizes,
                         testing::Values(DXIL_SPV_META_DESCRIPTOR_KIND_UBO_CONTAINING_CONSTANT,
                                         DXIL_SPV_META_DESCRIPTOR_KIND_READONLY_SSBO),
                         [](const auto& parameter) {
                           const bool is_ssbo =
                               parameter.param == DXIL_SPV_META_DESCRIPTOR_KIND_READONLY_SSBO;
                           return is_ssbo ? "OfABuffer" : "InABlock";
                         });

TEST(HeapSizeModules, AnUnknownSizeIsLogged) {
  const Conversion c("faults/handles_dynamic");
  c.set(dxil_spv_option_descriptor_heap_robustness{{DXIL_SPV_OPTION_DESCRIPTOR_HEAP_ROBUSTNESS},
                                                   DXIL_SPV_TRUE});
  dxil_spv_converter_set_uav_remapper(c.converter, place_uav, nullptr);
  EXPECT_FALSE(has(c.text(), "UMin"));
  EXPECT_EQ(c.log,
            "option 35 (DESCRIPTOR_HEAP_ROBUSTNESS) is ignored for resources: no meta descriptor tells the "
            "heap's size\n");
}

/// Places the heap of samplers, and those of textures and of writable ones, at bindings of kHeapSet.
struct SampledHeaps {
  static constexpr unsigned kTextures = 0, kWritable = 1, kSamplers = 2, kLastSampler = 2047;
  static dxil_spv_vulkan_binding at(unsigned binding) {
    dxil_spv_vulkan_binding place = {};
    place.set = kHeapSet;
    place.binding = binding;
    place.root_constant_index = UINT32_MAX;
    place.bindless.use_heap = DXIL_SPV_TRUE;
    return place;
  }
  static dxil_spv_bool srv(void*, const dxil_spv_d3d_binding*, dxil_spv_srv_vulkan_binding* answer) {
    *answer = {at(kTextures), {}};
    return DXIL_SPV_TRUE;
  }
  static dxil_spv_bool uav(void*, const dxil_spv_uav_d3d_binding*, dxil_spv_uav_vulkan_binding* answer) {
    *answer = {at(kWritable), {}, {}};
    return DXIL_SPV_TRUE;
  }
  static dxil_spv_bool sampler(void*, const dxil_spv_d3d_binding*, dxil_spv_vulkan_binding* answer) {
    *answer = at(kSamplers);
    return DXIL_SPV_TRUE;
  }
};

class SamplerHeaps : public vulkan::RunnerTest {
 protected:
  /// Doubles a picture of two texels, black and white, with the sampler at `index` of the heap. The first
  /// sampler of the heap filters, the last one does not. Returns the grey levels.
  static std::vector<float> doubled(const Conversion& c, uint32_t index);
};

std::vector<float> SamplerHeaps::doubled(const Conversion& c, uint32_t index) {
  vulkan::Dispatch dispatch;
  dispatch.words = c.words();
  if (dispatch.words.empty()) return {};
  const auto image = [](unsigned binding, VkDescriptorType type, std::vector<float> texels) {
    vulkan::BoundResource resource = vulkan::buffer_at(kHeapSet, binding, {});
    resource.type = type;
    resource.image.format = VK_FORMAT_R32G32B32A32_SFLOAT;
    resource.image.width = static_cast<uint32_t>(texels.size() / 4);
    resource.image.texels = vulkan::bytes_of(texels);
    return resource;
  };
  const auto sampler = [](uint32_t element, VkFilter filter) {
    vulkan::BoundResource resource = vulkan::buffer_at(kHeapSet, SampledHeaps::kSamplers, {}, element);
    resource.type = VK_DESCRIPTOR_TYPE_SAMPLER;
    resource.sampler.filter = filter;
    return resource;
  };
  // The picture's and the result's index, the sampler's, the level, and the scale.
  vulkan::BoundResource arguments =
      vulkan::buffer_at(0, 0,
                        vulkan::bytes_of(std::vector<uint32_t>{0, 0, index, 0, std::bit_cast<uint32_t>(0.25f),
                                                               std::bit_cast<uint32_t>(1.0f), 0, 0}));
  arguments.type = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
  dispatch.resources = {
      arguments, image(SampledHeaps::kTextures, VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, {0, 0, 0, 1, 1, 1, 1, 1}),
      image(SampledHeaps::kWritable, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, std::vector<float>(16, 9)),
      sampler(0, VK_FILTER_LINEAR), sampler(SampledHeaps::kLastSampler, VK_FILTER_NEAREST)};
  const auto results = dispatched(dispatch);
  std::vector<float> levels;
  if (results.size() < 3) return levels;
  for (size_t n = 0; n < results[2].size(); n += 4) levels.push_back(std::bit_cast<float>(results[2][n]));
  return levels;
}

TEST_F(SamplerHeaps, KeepIndicesWithinTheLargestHeap) {
  const Conversion c("resources/rootsig_directly_indexed_heaps");
  dxil_spv_converter_set_srv_remapper(c.converter, SampledHeaps::srv, nullptr);
  dxil_spv_converter_set_uav_remapper(c.converter, SampledHeaps::uav, nullptr);
  dxil_spv_converter_set_sampler_remapper(c.converter, SampledHeaps::sampler, nullptr);
  EXPECT_FALSE(has(c.text(), "UMin"));
  c.set(dxil_spv_option_descriptor_heap_robustness{{DXIL_SPV_OPTION_DESCRIPTOR_HEAP_ROBUSTNESS},
                                                   DXIL_SPV_TRUE});
  EXPECT_TRUE(has(c.text(), "UMin"));
  EXPECT_EQ(doubled(c, 0), (std::vector<float>{0, 0.25f, 0.75f, 1}));
  for (const uint32_t index : {SampledHeaps::kLastSampler, 2048u, 100000u, UINT32_MAX}) {
    EXPECT_EQ(doubled(c, index), (std::vector<float>{0, 0, 1, 1})) << index;
  }
}

/// Places all types of the heap at one binding, including acceleration structures.
struct OnePlace {
  static constexpr unsigned kSet = 100;
  static dxil_spv_vulkan_binding at() {
    dxil_spv_vulkan_binding place = {};
    place.set = kSet;
    place.root_constant_index = UINT32_MAX;
    place.bindless.use_heap = DXIL_SPV_TRUE;
    return place;
  }
  static dxil_spv_bool srv(void*, const dxil_spv_d3d_binding*, dxil_spv_srv_vulkan_binding* answer) {
    *answer = {at(), {}};
    return DXIL_SPV_TRUE;
  }
  static dxil_spv_bool uav(void*, const dxil_spv_uav_d3d_binding*, dxil_spv_uav_vulkan_binding* answer) {
    *answer = {at(), at(), {}};
    answer->buffer_binding.descriptor_type = DXIL_SPV_VULKAN_DESCRIPTOR_TYPE_SSBO;
    return DXIL_SPV_TRUE;
  }
  static dxil_spv_bool cbv(void*, const dxil_spv_d3d_binding*, dxil_spv_cbv_vulkan_binding* answer) {
    *answer = {};
    answer->vulkan.uniform_binding = at();
    return DXIL_SPV_TRUE;
  }
  static void set(const Conversion& c) {
    dxil_spv_converter_set_srv_remapper(c.converter, srv, nullptr);
    dxil_spv_converter_set_uav_remapper(c.converter, uav, nullptr);
    dxil_spv_converter_set_cbv_remapper(c.converter, cbv, nullptr);
    dxil_spv_converter_set_meta_descriptor(c.converter,
                                           DXIL_SPV_META_DESCRIPTOR_RESOURCE_DESCRIPTOR_HEAP_SIZE,
                                           DXIL_SPV_META_DESCRIPTOR_KIND_UBO_CONTAINING_CONSTANT, kSet, 2);
  }
};

size_t count_of(const std::string& text, const std::string& part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST(HeapSizeModules, AllTypesOfAHeapShareOnePlace) {
  const Conversion c("faults/heap_rays");
  OnePlace::set(c);
  for (const char* entry : {"camera", "probe"}) {
    dxil_spv_converter_set_entry_point(c.converter, entry);
    c.set(dxil_spv_option_descriptor_heap_robustness{{DXIL_SPV_OPTION_DESCRIPTOR_HEAP_ROBUSTNESS},
                                                     DXIL_SPV_FALSE});
    const std::string text = c.text();
    // A constant buffer, an acceleration structure and an image.
    EXPECT_EQ(count_of(text, "DescriptorSet 100"), 3u) << entry;
    EXPECT_TRUE(has(text, "OpTypeRuntimeArray %")) << entry;
    EXPECT_TRUE(has(text, "OpTypeAccelerationStructureKHR")) << entry;
    // These are real descriptors, not addresses.
    EXPECT_FALSE(has(text, "OpConvertUToAccelerationStructureKHR")) << entry;
    EXPECT_FALSE(has(text, "UMin")) << entry;
    c.set(dxil_spv_option_descriptor_heap_robustness{{DXIL_SPV_OPTION_DESCRIPTOR_HEAP_ROBUSTNESS},
                                                     DXIL_SPV_TRUE});
    const std::string bounded = c.text();
    EXPECT_EQ(count_of(bounded, "DescriptorSet 100"), 4u) << entry;  // One more, for the heap's size.
    EXPECT_GE(count_of(bounded, "UMin"), 3u) << entry;
  }
}

// Layers add leading parameters that no shader can refer to, each of which takes 8 bytes of the record.
TEST(HeapSizeModules, DummiesFillTheirPlaceInTheRecord) {
  const auto record = [](bool has_dummies) {
    const Conversion c("raytracing/shader_record_local_cbuffer");
    dxil_spv_converter_set_entry_point(c.converter, "metalHit");
    if (has_dummies) {
      dxil_spv_converter_add_local_root_descriptor_table(c.converter, DXIL_SPV_RESOURCE_CLASS_UAV, UINT32_MAX,
                                                         0, 0, 0);
      dxil_spv_converter_add_local_root_descriptor(c.converter, DXIL_SPV_RESOURCE_CLASS_SAMPLER, UINT32_MAX,
                                                   UINT32_MAX);
    }
    constexpr unsigned kSpace = 10, kWords = 5;
    dxil_spv_converter_add_local_root_constants(c.converter, kSpace, 0, kWords);
    return c.text();
  };
  EXPECT_TRUE(has(record(false), "OpTypeArray %uint %uint_5"));
  // Two handles of two words each precede the five words.
  EXPECT_TRUE(has(record(true), "OpTypeArray %uint %uint_9"));
}

// The heap index is the handle from the record, shifted, plus the range's offset in the table, plus the
// program's index. The sum is clamped to the heap.
TEST(HeapSizeModules, LocalTablesStayWithinTheHeap) {
  const auto uses_of_minimum = [](bool is_bounded) {
    const Conversion c("raytracing/shader_record_local_cbuffer");
    dxil_spv_converter_set_entry_point(c.converter, "metalHit");
    OnePlace::set(c);
    // Only the textures, from register 1 on, and the sampler are in heaps.
    dxil_spv_converter_set_cbv_remapper(c.converter, nullptr, nullptr);
    dxil_spv_converter_set_sampler_remapper(c.converter, SampledHeaps::sampler, nullptr);
    dxil_spv_converter_set_srv_remapper(
        c.converter,
        [](void*, const dxil_spv_d3d_binding* range, dxil_spv_srv_vulkan_binding* answer) {
          *answer = {};
          if (range->register_index == 1) answer->buffer_binding = OnePlace::at();
          answer->buffer_binding.descriptor_type = DXIL_SPV_VULKAN_DESCRIPTOR_TYPE_SSBO;
          return DXIL_SPV_TRUE;
        },
        nullptr);
    c.set(dxil_spv_option_sbt_descriptor_size_log2{{DXIL_SPV_OPTION_SBT_DESCRIPTOR_SIZE_LOG2}, 7, 5});
    c.set(dxil_spv_option_descriptor_heap_robustness{{DXIL_SPV_OPTION_DESCRIPTOR_HEAP_ROBUSTNESS},
                                                     is_bounded ? DXIL_SPV_TRUE : DXIL_SPV_FALSE});
    constexpr unsigned kSpace = 10;
    dxil_spv_converter_add_local_root_descriptor_table(c.converter, DXIL_SPV_RESOURCE_CLASS_SRV, kSpace, 1, 2,
                                                       77);
    dxil_spv_converter_add_local_root_descriptor_table(c.converter, DXIL_SPV_RESOURCE_CLASS_SAMPLER, kSpace,
                                                       0, 1, 0);
    const std::string text = c.text();
    EXPECT_TRUE(has(text, "ShaderRecordBufferKHR"));
    return count_of(text, "UMin");
  };
  EXPECT_EQ(uses_of_minimum(false), 0u);
  // The texture's index and the sampler's.
  EXPECT_EQ(uses_of_minimum(true), 2u);
}

// The heap's size may be a root constant; these follow the root descriptors.
TEST(HeapSizeModules, ASizeMayBeARootConstant) {
  const Conversion c("faults/handles_dynamic");
  c.set(dxil_spv_option_descriptor_heap_robustness{{DXIL_SPV_OPTION_DESCRIPTOR_HEAP_ROBUSTNESS},
                                                   DXIL_SPV_TRUE});
  dxil_spv_converter_set_uav_remapper(c.converter, place_uav, nullptr);
  EXPECT_EQ(dxil_spv_converter_set_meta_descriptor(c.converter,
                                                   DXIL_SPV_META_DESCRIPTOR_RESOURCE_DESCRIPTOR_HEAP_SIZE,
                                                   DXIL_SPV_META_DESCRIPTOR_KIND_PUSH_CONSTANT, 0, 2),
            DXIL_SPV_SUCCESS);
  // The constant is past the end of the root data.
  EXPECT_NE(dxil_spv_converter_run(c.converter), DXIL_SPV_SUCCESS);
  dxil_spv_converter_set_root_constant_word_count(c.converter, 3);
  EXPECT_TRUE(has(c.text(), "UMin"));
}

}  // namespace
}  // namespace trellis::test_dxil_spirv
