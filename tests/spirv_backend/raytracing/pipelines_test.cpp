// Makes a pipeline from every library of the corpus, which the device's compiler must accept with all its
// stages. One test runs with TRELLIS_VULKAN_DEVICE=navi31 and RADV_FORCE_FAMILY=navi31, which selects Mesa's
// compiler for AMD without a GPU.
#include "tools/gpu_compiler/pipelines.hpp"

#include "tests/gpu_compiler/few_sets.hpp"
#include "tests/spirv_backend/raytracing/ray_test.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"

namespace trellis::test_rays {
namespace {

constexpr VkShaderStageFlags kStages = 0x3F00;

vulkan::PipelineLayout layout_of(const std::vector<gpu_compiler::ResourceVariable>& resources) {
  vulkan::PipelineLayout layout;
  for (const auto& set : gpu_compiler::arrange_bindings(resources)) {
    layout.sets.emplace_back();
    for (const gpu_compiler::SetBinding& from : set) {
      vulkan::LayoutBinding binding;
      binding.binding = from.number;
      binding.type = from.type();
      binding.count = from.count;
      binding.stages = kStages;
      if (from.types.size() > 1) binding.mutable_types.assign(from.types.begin(), from.types.end());
      layout.sets.back().bindings.push_back(binding);
    }
  }
  return layout;
}

class RayPipelines : public RayTest, public testing::WithParamInterface<const char*> {};

TEST_P(RayPipelines, AreMade) {
  const Library library(GetParam());
  RayDispatch dispatch;
  std::vector<gpu_compiler::ResourceVariable> resources;
  for (const dxil::EntryPoint& entry : library.program().shader.entry_points) {
    TranslateOptions options;
    options.entry = entry.name;
    options.device.hit_objects = spirv::HitObjects::kTriangles;
    options.bind = gpu_compiler::bind_in_few_sets;
    const auto translation = Translator().translate(library.program(), options);
    ASSERT_TRUE(translation) << translation.error().to_string();
    const auto needs = gpu_compiler::read_pipeline_needs(translation->spirv);
    ASSERT_TRUE(needs) << needs.error().to_string();
    resources.insert(resources.end(), needs->resources.begin(), needs->resources.end());
    dispatch.shaders.push_back(library.shader(entry.name, options));
    const auto index = static_cast<uint32_t>(dispatch.shaders.size() - 1);
    RayGroup group;
    switch (entry.kind) {
      case dxil::ShaderKind::kClosestHit:
        group.closest_hit = index;
        break;
      case dxil::ShaderKind::kAnyHit:
        group.any_hit = index;
        break;
      case dxil::ShaderKind::kIntersection:
        group.intersection = index;
        break;
      default:
        group.general = index;
        break;
    }
    dispatch.groups.push_back(group);
  }
  dispatch.layout = layout_of(resources);
  const auto made = vulkan::make_ray_pipeline(device(), dispatch);
  EXPECT_TRUE(made) << made.error().to_string();
}

// The function that invokes hit objects loads the start of the heap's slice itself: values that its caller
// loaded are not visible in it.
TEST(RayHeaps, HitObjectsAreInvokedWithAStructureOfASlice) {
  const auto bytes = test_support::read_binary_file(test_support::corpus_root() /
                                                    "raytracing/hitobject_accessors_and_makers.dxil");
  ASSERT_TRUE(bytes);
  TranslateOptions options;
  options.all_entries = options.validate = true;
  options.root_data.size = 4;
  options.bind = [](const spirv::ResourceUse&, spirv::Binding& binding) {
    binding.kind = spirv::BindingKind::kHeap;
    binding.table_offset = 0;
    return true;
  };
  const auto translation = Translator().translate(*bytes, options);
  EXPECT_TRUE(translation) << translation.error().to_string();
}

INSTANTIATE_TEST_SUITE_P(
    Corpus, RayPipelines,
    testing::Values("ambient_occlusion_hemisphere", "anyhit_shared_helper_ignores",
                    "anyhit_transmittance_sorted_list", "glossy_reflection_with_fallback",
                    "instance_arrays_nonuniform", "intersection_csg_intervals", "intersection_torus_march",
                    "library_full_pipeline", "liveness_across_trace", "miss_sky_with_sun_loop",
                    "path_tracer_dielectric_stack", "raygen_callshader_loop", "rayquery_in_raygen_and_hit",
                    "recursion_mirror_limited", "shader_record_index_to_global_heap",
                    "shader_record_local_cbuffer", "shadow_rays_many_lights", "system_values_closesthit_all",
                    "trace_every_flag", "hitobject_accessors_and_makers", "../sm69/hit_bounce_loop_with_nop",
                    "../sm69/hit_objects_in_hit_and_miss", "../sm69/hit_reorder_coherent_memory",
                    "../sm69/hit_trace_reorder_invoke", "../../examples/path_tracer/path_tracer"),
    [](const auto& each) {
      const std::string path = each.param;
      return path.substr(path.rfind('/') + 1);  // Without a slash, this is the whole path.
    });

}  // namespace
}  // namespace trellis::test_rays
