// trellis/vulkan.h covers every requirement that a module can have.
#include <gtest/gtest.h>

#include <cstring>
#include <set>
#include <string>

#include "api/reflection/vulkan_needs.hpp"
#include "tests/c_api/shared_program.hpp"
#include "trellis/vulkan.h"

extern "C" int vulkan_header_in_c_works(void);

namespace trellis::test_c_api {
namespace {

TrellisDeviceNeed need_of(const VulkanNeed& known) {
  TrellisDeviceNeed need = TRELLIS_DEVICE_NEED_INIT;
  need.name = known.name;
  need.feature = known.feature;
  need.bit = known.bit == nullptr ? "" : known.bit;
  need.extension = known.extension;
  return need;
}

/// Returns whether the Vulkan headers in use are new enough to define the extension.
bool is_of_these_headers(const std::string& extension) {
  static const std::set<std::string> kNewer = {
#ifndef VK_KHR_compute_shader_derivatives
      "VK_KHR_compute_shader_derivatives",
#endif
#ifndef VK_KHR_opacity_micromap
      "VK_KHR_opacity_micromap",
#endif
#ifndef VK_EXT_opacity_micromap
      "VK_EXT_opacity_micromap",
#endif
#ifndef VK_EXT_ray_tracing_invocation_reorder
      "VK_EXT_ray_tracing_invocation_reorder",
#endif
#ifndef VK_NV_ray_tracing_invocation_reorder
      "VK_NV_ray_tracing_invocation_reorder",
#endif
#ifndef VK_KHR_ray_tracing_position_fetch
      "VK_KHR_ray_tracing_position_fetch",
#endif
#ifndef VK_EXT_shader_long_vector
      "VK_EXT_shader_long_vector",
#endif
#ifndef VK_NV_cluster_acceleration_structure
      "VK_NV_cluster_acceleration_structure",
#endif
#ifndef VK_KHR_cooperative_matrix
      "VK_KHR_cooperative_matrix",
#endif
#ifndef VK_EXT_shader_atomic_float
      "VK_EXT_shader_atomic_float",
#endif
#ifndef VK_NV_shader_atomic_float16_vector
      "VK_NV_shader_atomic_float16_vector",
#endif
#ifndef VK_KHR_shader_untyped_pointers
      "VK_KHR_shader_untyped_pointers",
#endif
#ifndef VK_EXT_descriptor_heap
      "VK_EXT_descriptor_heap",
#endif
#ifndef VK_KHR_shader_maximal_reconvergence
      "VK_KHR_shader_maximal_reconvergence",
#endif
  };
  return kNewer.count(extension) == 0;
}

#ifdef TRELLIS_NEWEST_VULKAN_HEADERS
// Nothing above may be left out then: the headers are from 2026 or later.
static_assert(VK_HEADER_VERSION >= 340);
TEST(NewestVulkanHeader, DefinesEveryExtension) {
  for (const char* extension :
       {"VK_KHR_compute_shader_derivatives", "VK_KHR_opacity_micromap", "VK_EXT_opacity_micromap",
        "VK_EXT_ray_tracing_invocation_reorder", "VK_NV_ray_tracing_invocation_reorder",
        "VK_KHR_ray_tracing_position_fetch", "VK_EXT_shader_long_vector",
        "VK_NV_cluster_acceleration_structure", "VK_KHR_cooperative_matrix", "VK_EXT_shader_atomic_float",
        "VK_NV_shader_atomic_float16_vector", "VK_KHR_shader_untyped_pointers", "VK_EXT_descriptor_heap",
        "VK_KHR_shader_maximal_reconvergence"}) {
    EXPECT_TRUE(is_of_these_headers(extension)) << extension;
  }
}
#endif

TEST(VulkanHeader, KnowsEveryNeed) {
  size_t known = 0;
  const auto expect = [&known](const VulkanNeed* need) {
    if (need == nullptr) return;
    TrellisVkFeatures features;
    trellis_vk_features_init(&features);
    const TrellisDeviceNeed c = need_of(*need);
    const bool is_here = is_of_these_headers(c.extension);
    EXPECT_EQ(trellis_vk_add_need(&features, &c) != 0, is_here)
        << c.name << ": " << c.feature << " " << c.extension;
    EXPECT_EQ(features.unknown == nullptr, is_here);
    known += is_here ? 1 : 0;
  };
  for (uint32_t capability = 0; capability < 7000; ++capability) expect(need_of_capability(capability));
  for (uint32_t mode = 4459; mode < 4464; ++mode) {
    for (const uint32_t width : {16u, 32u, 64u}) expect(need_of_mode(mode, width));
  }
  for (const char* extension : {"SPV_KHR_maximal_reconvergence", "SPV_KHR_non_semantic_info",
                                "SPV_AMD_shader_explicit_vertex_parameter"})
    expect(need_of_extension(extension));
  expect(&need_of_int64_atomics(true));
  expect(&need_of_int64_atomics(false));
  expect(&need_of_float_adds(true));
  expect(&need_of_float_adds(false));
  expect(&need_of_wide_subgroup_operations());
  for (const uint32_t model : {0u, 4u}) expect(need_of_storage_writes(model));
  EXPECT_GT(known, 60u);
}

TEST(VulkanHeader, ChainsWhatIsInUse) {
  const Translator translator = make_translator();
  const Program program = read_shader(translator, "raytracing/ambient_occlusion_hemisphere");
  TrellisTranslateOptions options = TRELLIS_TRANSLATE_OPTIONS_INIT;
  options.all_entry_points = 1;
  const Module module = translate(translator, program, &options);
  ASSERT_NE(module, nullptr) << error_text(translator);
  TrellisVkFeatures features, offered;
  trellis_vk_features_init(&features);
  trellis_vk_add_module(&features, module.get());
  trellis_vk_add_module(&features, module.get());
  EXPECT_EQ(features.unknown, nullptr);
  ASSERT_EQ(features.extension_count, 1u) << "each once";
  EXPECT_STREQ(features.extensions[0], "VK_KHR_ray_tracing_pipeline");
  const auto* first = static_cast<const VkBaseInStructure*>(trellis_vk_features_chain(&features));
  ASSERT_EQ(first->sType, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2);
  std::set<VkStructureType> types;
  for (const VkBaseInStructure* one = first->pNext; one != nullptr; one = one->pNext)
    EXPECT_TRUE(types.insert(one->sType).second);
  EXPECT_EQ(types.count(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_RAY_TRACING_PIPELINE_FEATURES_KHR), 1u);
  EXPECT_EQ(types.count(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MESH_SHADER_FEATURES_EXT), 0u);
  trellis_vk_features_init(&offered);
  const char* lacking = trellis_vk_features_lacking(&features, &offered);
  ASSERT_NE(lacking, nullptr);
  EXPECT_NE(std::strstr(lacking, "::"), nullptr);
  trellis_vk_add_module(&offered, module.get());
  EXPECT_EQ(trellis_vk_features_lacking(&features, &offered), nullptr);
  EXPECT_EQ(trellis_vk_enable(&features, "VkPhysicalDeviceFeatures::noSuchFeature"), 0u);
  EXPECT_NE(vulkan_header_in_c_works(), 0);
}

TEST(VulkanHeader, StagesAndFormats) {
  EXPECT_EQ(trellis_vk_stage(TRELLIS_STAGE_PIXEL), VK_SHADER_STAGE_FRAGMENT_BIT);
  EXPECT_EQ(trellis_vk_stage(TRELLIS_STAGE_CALLABLE), VK_SHADER_STAGE_CALLABLE_BIT_KHR);
  EXPECT_EQ(trellis_vk_stage(TRELLIS_STAGE_LIBRARY), 0);
  std::set<int> bits;
  for (uint32_t stage = 0; stage < 15; ++stage) {
    if (stage == TRELLIS_STAGE_LIBRARY) continue;
    EXPECT_TRUE(bits.insert(trellis_vk_stage(stage)).second) << stage;
  }
  EXPECT_EQ(trellis_vk_vertex_format(TRELLIS_COMPONENT_F32, 3), VK_FORMAT_R32G32B32_SFLOAT);
  EXPECT_EQ(trellis_vk_vertex_format(TRELLIS_COMPONENT_U16, 1), VK_FORMAT_R16_UINT);
  for (const uint32_t columns : {0u, 5u})
    EXPECT_EQ(trellis_vk_vertex_format(TRELLIS_COMPONENT_F32, columns), VK_FORMAT_UNDEFINED);
  EXPECT_EQ(trellis_vk_vertex_format(TRELLIS_COMPONENT_F64, 1), VK_FORMAT_UNDEFINED);
}

}  // namespace
}  // namespace trellis::test_c_api
