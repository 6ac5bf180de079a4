// Views: the variables that identify and place them in each stage, and options that are refused.
#include <gtest/gtest.h>

#include <functional>

#include "tests/spirv_backend/stage/stage_program.hpp"
#include "tests/spirv_backend/translated.hpp"

namespace trellis::test_stages {
namespace {

using spirv::ViewWay;
using spv::BuiltIn;
using spv::Capability;
using spv::Decoration;
using spv::StorageClass;

spirv::EmitOptions by_instances(uint32_t count, bool is_last) {
  spirv::EmitOptions options;
  options.stage.views.way = ViewWay::kInstances;
  options.stage.views.count = {count, {}};
  options.stage.views.is_last = is_last;
  return options;
}

ModuleView module_of(const char* name, const spirv::EmitOptions& options) {
  return valid_module(read_stage_shader(name), options);
}

TEST(ViewInstancing, IsMultiviewByDefault) {
  const ModuleView m = module_of("vs_view_id_stereo", {});
  EXPECT_NE(m.builtin(BuiltIn::ViewIndex, StorageClass::Input), 0u);
  EXPECT_TRUE(m.has_capability(Capability::MultiView));
  EXPECT_EQ(m.named("out.view"), 0u);
}

TEST(ViewInstancing, VertexShadersTakeTheViewFromTheInstance) {
  for (const bool is_last : {false, true}) {
    const ModuleView m = module_of("vs_view_id_stereo", by_instances(2, is_last));
    EXPECT_FALSE(m.has_capability(Capability::MultiView));
    EXPECT_NE(m.builtin(BuiltIn::InstanceIndex, StorageClass::Input), 0u);
    EXPECT_NE(m.builtin(BuiltIn::BaseInstance, StorageClass::Input), 0u);
    EXPECT_EQ(m.count(spv::Op::OpUMod), 1u);
    const uint32_t handed = m.named("out.view");
    EXPECT_EQ(m.decoration(handed, Decoration::Location), 15u);
    EXPECT_EQ(m.type_of(handed), "u32");
    EXPECT_EQ(m.builtin(BuiltIn::Layer, StorageClass::Output) != 0, is_last);
    EXPECT_EQ(m.has_capability(Capability::ShaderLayer), is_last);
    EXPECT_EQ(m.builtin(BuiltIn::ViewportIndex, StorageClass::Output), 0u) << "all are in viewport 0";
  }
}

TEST(ViewInstancing, StagesBetweenHandTheViewOn) {
  struct Case {
    const char* shader;
    const char* taken;
    const char* handed;
  };
  const Case cases[] = {{"gs_view_id_layers", "u32[3]", "u32"},
                        {"gs_line_dashes", "u32[2]", "u32"},
                        {"hs_tri_passthrough_integer", "u32[3]", "u32[3]"},
                        {"hs_patch_constant_arrays", "u32[3]", "u32[3]"},
                        {"ds_tri_barycentric", "u32[3]", "u32"},
                        {"ds_viewport_cull_distances", "u32[4]", "u32"}};
  for (const Case& c : cases) {
    SCOPED_TRACE(c.shader);
    const ModuleView m = module_of(c.shader, by_instances(4, false));
    const uint32_t taken = m.named("in.view"), handed = m.named("out.view");
    EXPECT_EQ(m.type_of(taken), c.taken);
    EXPECT_EQ(m.type_of(handed), c.handed);
    EXPECT_EQ(m.decoration(taken, Decoration::Location), 15u);
    EXPECT_EQ(m.decoration(handed, Decoration::Location), 15u);
    EXPECT_TRUE(m.in_interface(taken) && m.in_interface(handed));
    EXPECT_FALSE(m.has_capability(Capability::MultiView));
  }
}

TEST(ViewInstancing, PixelShadersTakeTheViewIfTheyReadIt) {
  const ModuleView reading = module_of("ps_view_id", by_instances(2, false));
  const uint32_t taken = reading.named("in.view");
  EXPECT_EQ(reading.decoration(taken, Decoration::Location), 15u);
  EXPECT_TRUE(reading.has(taken, Decoration::Flat));
  const ModuleView other = module_of("ps_primitive_id_layer_viewport", by_instances(2, false));
  EXPECT_EQ(other.named("in.view"), 0u);
}

TEST(ViewInstancing, OneViewNeedsNothing) {
  for (const ViewWay way : {ViewWay::kInstances, ViewWay::kMultiview}) {
    for (const char* shader : {"vs_view_id_stereo", "gs_view_id_layers", "ps_view_id"}) {
      spirv::EmitOptions options = by_instances(1, true);
      options.stage.views.way = way;
      const ModuleView m = module_of(shader, options);
      EXPECT_EQ(m.named("in.view") + m.named("out.view"), 0u) << shader;
      EXPECT_FALSE(m.has_capability(Capability::MultiView)) << shader;
      EXPECT_EQ(m.builtin(BuiltIn::Layer, StorageClass::Output), 0u) << shader;
    }
  }
}

TEST(ViewInstancing, StreamsHandTheViewOnWithTheRasterizedOne) {
  spirv::EmitOptions options = by_instances(2, true);
  options.stage.stream_output.rasterized_stream = 1;
  const ModuleView m = module_of("gs_multiple_streams", options);
  EXPECT_EQ(m.decoration(m.named("out.view"), Decoration::Stream), 1u);
  EXPECT_EQ(m.decoration(m.builtin(BuiltIn::Layer, StorageClass::Output), Decoration::Stream), 1u);
  options.stage.stream_output.rasterized_stream = spirv::kNoStream;
  EXPECT_EQ(module_of("gs_multiple_streams", options).named("out.view"), 0u);
}

TEST(ViewInstancing, EveryStageIsValidForEveryTarget) {
  for (const spirv::Target target :
       {spirv::Target::kVulkan1_1, spirv::Target::kVulkan1_2, spirv::Target::kVulkan1_3}) {
    for (const char* shader : {"vs_view_id_stereo",
                               "vs_layer_and_viewport",
                               "vs_all_ids_sm68",
                               "vs_only_vertex_id_fullscreen",
                               "gs_view_id_layers",
                               "gs_instanced_cube_faces",
                               "gs_multiple_streams",
                               "gs_points_out_no_position",
                               "hs_tri_passthrough_integer",
                               "hs_displacement_patch",
                               "hs_isoline_even",
                               "ds_tri_barycentric",
                               "ds_viewport_cull_distances",
                               "ds_isoline_strands",
                               "ps_view_id",
                               "ps_primitive_id_layer_viewport",
                               "ms_single_triangle",
                               "ms_thread_ids_3d",
                               "ms_meshlet",
                               "as_meshlet_cull",
                               "as_constant_dispatch",
                               "as_counts_from_branches"}) {
      const bool is_mesh = shader[1] == 's' && (shader[0] == 'm' || shader[0] == 'a');
      if (is_mesh && target == spirv::Target::kVulkan1_1) continue;
      for (const ViewWay way : {ViewWay::kInstances, ViewWay::kMultiview}) {
        SCOPED_TRACE(std::string(shader) + (way == ViewWay::kInstances ? " by instances" : " by multiview"));
        spirv::EmitOptions options = by_instances(4, true);
        options.target = target;
        spirv::ViewOptions& views = options.stage.views;
        views.way = way;
        for (uint32_t v = 0; v < 4; ++v) views.locations[v] = {{0, 20 + v}, {v, 30 + v}};
        if (way == ViewWay::kInstances) {
          views.count.spec_id = 1;
          views.mask_offset = 8;
          options.root_data.size = 16;
        }
        EXPECT_NE(module_of(shader, options).count(spv::Op::OpFunction), 0u);
      }
    }
  }
}

// The view's layer and viewport are added to those that the shader writes for a primitive. Only translates:
// validators reject the shader's shading rate.
TEST(ViewInstancing, PrimitivesHaveIndicesOfTheirOwn) {
  const auto adds = [](uint32_t viewport, uint32_t layer) {
    spirv::EmitOptions options = by_instances(2, false);
    options.stage.views.locations[1] = {{viewport, {}}, {layer, {}}};
    const auto module = test_backend::translate(read_stage_shader("ms_primitive_system_values"), options);
    EXPECT_TRUE(module.ok()) << module.error().to_string();
    const ModuleView m(module.ok() ? *module : Vector<uint32_t>{});
    EXPECT_EQ(m.type_of(m.named("out.view")), "u32[64]");
    EXPECT_EQ(m.named("out.view_layer") + m.named("out.view_viewport"), 0u);
    return m.count(spv::Op::OpIAdd);
  };
  EXPECT_EQ(adds(0, 1), adds(0, 0) + 1);
  EXPECT_EQ(adds(1, 1), adds(0, 0) + 2);
  const ModuleView plain = module_of("ms_single_triangle", by_instances(2, false));
  EXPECT_EQ(plain.type_of(plain.named("out.view_layer")), "u32[1]");
  EXPECT_TRUE(plain.has(plain.named("out.view_layer"), Decoration::PerPrimitiveEXT));
}

/// Options that a shader does not support, and the expected error.
struct RefusedView {
  const char* shader;
  std::function<void(spirv::EmitOptions&)> change;
  const char* part;
  const char* text;
};

TEST(ViewInstancing, OptionsThatContradictThemselves) {
  const auto views = [](spirv::EmitOptions& options) -> spirv::ViewOptions& { return options.stage.views; };
  constexpr const char* kVs = "vs_view_id_stereo";
  const RefusedView all[] = {
      {kVs, [&](auto& o) { views(o).count.value = 0; }, "views.count", "there are 0 views"},
      {kVs, [&](auto& o) { views(o).count.value = 5; }, "views.count", "there are 5 views"},
      {kVs,
       [&](auto& o) {
         views(o).count = {4000000000u, 3};
       },
       "views.count", "4000000000"},
      {kVs,
       [&](auto& o) {
         views(o).mask = {4, {}};
       },
       "views.mask", "no bit of a view"},
      {kVs,
       [&](auto& o) {
         views(o).mask = {1, 7};
         views(o).locations[1].layer = {0, 7};
       },
       "views.locations[1].layer", "has the same specialization constant as views.mask, 7"},
      {kVs,
       [&](auto& o) {
         views(o).mask = {1, {}};
         views(o).mask_offset = 0;
       },
       "views.mask_offset", "excludes views.mask"},
      {kVs, [&](auto& o) { views(o).mask_offset = 0; }, "views.mask_offset",
       "is outside the root data of 0 bytes"},
      {kVs,
       [&](auto& o) {
         views(o).mask_offset = 2;
         o.root_data.size = 8;
       },
       "views.mask_offset", "at byte 2"},
      {kVs, [&](auto& o) { views(o).handed_location = 2; }, "views.handed_location",
       "the output VIEW is at location 2"},
      {kVs, [&](auto& o) { views(o).handed_location = 32; }, "views.handed_location", "only 32 locations"},
      {"gs_view_id_layers", [&](auto& o) { views(o).handed_location = 1; }, "views.handed_location",
       "the input COLOR is at location 1"},
      {"ps_view_id", [&](auto& o) { views(o).handed_location = 1; }, "views.handed_location",
       "the input WORLD is at location 1"},
      {"hs_patch_constant_arrays", [&](auto& o) { views(o).handed_location = 1; }, "views.handed_location",
       "is at location 1"},
      {kVs,
       [&](auto& o) {
         views(o).way = ViewWay::kMultiview;
         views(o).mask = {1, {}};
       },
       "views.mask", "a mask requires instancing"},
      {kVs,
       [&](auto& o) {
         views(o).way = ViewWay::kMultiview;
         views(o).count.spec_id = 4;
       },
       "views.count", "multiview requires a number, not a specialization constant"},
      {kVs,
       [&](auto& o) {
         views(o).way = ViewWay::kMultiview;
         views(o).locations[1].layer.value = 0;
       },
       "views.locations[1].layer", "view 0 is in layer 0 too"},
      {kVs,
       [&](auto& o) {
         views(o).way = ViewWay::kMultiview;
         views(o).locations[0].layer.value = 32;
       },
       "views.locations[0].layer", "is 32"},
      {kVs, [&](auto& o) { views(o).packed.views = 4; }, "views.packed_views_spec_id", "require multiview"},
      {kVs,
       [&](auto& o) {
         views(o).way = ViewWay::kMultiview;
         views(o).packed.viewports = 4;
       },
       "views.packed_viewports_spec_id", "excludes packed views: set one of them"},
      {kVs,
       [&](auto& o) {
         views(o) = {};
         views(o).packed = {4, 4};
       },
       "views.packed_viewports_spec_id", "is also the ID of the packed views, 4"},
      {kVs,
       [&](auto& o) {
         views(o) = {};
         views(o).packed.views = 4;
         views(o).mask_offset = 0;
       },
       "views.packed_views_spec_id", "a mask requires instancing"},
      {"vs_layer_and_viewport",
       [&](auto& o) {
         o.stage.stream_output.entries = {{0, "sv_rendertargetarrayindex", 0, 0, 1, 0, {}}};
       },
       "views.locations", "stream output of sv_rendertargetarrayindex"},
      {kVs, [&](auto& o) { o.device.capabilities = {static_cast<uint32_t>(Capability::DrawParameters)}; },
       "views.locations[].layer", "needs the capability"},
      {kVs,
       [&](auto& o) {
         o.device.extensions.emplace();
         o.target = spirv::Target::kVulkan1_1;
       },
       "views.locations[].layer", "SPV_EXT_shader_viewport_index_layer"},
  };
  for (const RefusedView& c : all) {
    SCOPED_TRACE(c.text);
    spirv::EmitOptions options = by_instances(2, true);
    c.change(options);
    const Diagnostic found = refusal(read_stage_shader(c.shader), options);
    EXPECT_EQ(found.where.part, c.part) << found.to_string();
    EXPECT_NE(found.message.find(c.text), std::string::npos) << found.to_string();
  }
}

TEST(ViewInstancing, ComputeShadersIgnoreViews) {
  StageProgram p(ShaderKind::kCompute);
  p.entry().thread_group_size = std::array<uint32_t, 3>{1, 1, 1};
  spirv::EmitOptions options = by_instances(77, true);
  EXPECT_EQ(valid_module(p.take(), options).count(spv::Op::OpFunction), 1u);
}

}  // namespace
}  // namespace trellis::test_stages
