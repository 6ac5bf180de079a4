// Draws views with instances, and compares with multiview.
#include <functional>

#include "tests/spirv_backend/stage/drawn/stage_test.hpp"
#include "tests/spirv_backend/stage/drawn/view_shaders.hpp"

namespace trellis::test_drawing {
namespace {

using spirv::ViewLocation;
using spirv::ViewOptions;
using spirv::ViewWay;

/// Returns the options of one stage.
TranslateOptions of_stage(const ViewOptions& views, bool is_last, uint32_t root_bytes = 0) {
  TranslateOptions options;
  options.stage.views = views;
  options.stage.views.is_last = is_last;
  options.root_data.size = root_bytes;
  return options;
}

ViewOptions by_instances(uint32_t count) {
  ViewOptions views;
  views.way = ViewWay::kInstances;
  views.count = {count, {}};
  return views;
}

ViewOptions by_multiview(uint32_t count) {
  ViewOptions views;
  views.count = {count, {}};
  return views;
}

ViewLocation place(uint32_t viewport, uint32_t layer) { return {{viewport, {}}, {layer, {}}}; }

constexpr double kClear = 200;
constexpr VkClearColorValue kClearWords = {.uint32 = {200, 200, 200, 200}};

/// Draws a column of four pixels at the left edge; a picture of 16 pixels has room for four instances.
Draw column(uint32_t instances, uint32_t layers) {
  Draw draw;
  Words corners;
  for (const float x : {-1.0f, -0.5f}) {
    for (const float y : {-1.0f, 1.0f}) corners.f({x, y, 0.5f, 1});
  }
  draw.vertex_buffers = {vertex_buffer({{'f', 4}}, corners.get())};
  draw.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP;
  draw.vertices = 4;
  draw.instances = instances;
  draw.layers = layers;
  draw.targets = {{VK_FORMAT_R32G32B32A32_UINT, kClearWords}};
  return draw;
}

class ViewInstancingTest : public StageTest {
 protected:
  /// Expects `texel(instance)` in the columns of each instance, and the clear color elsewhere.
  static void expect_layer(const Picture& picture, uint32_t layer, uint32_t instances,
                           const std::function<Texel(uint32_t)>& texel) {
    EXPECT_TRUE(matches(
        picture,
        [&](uint32_t x, uint32_t) {
          return x / 4 < instances ? texel(x / 4) : Texel{kClear, kClear, kClear, kClear};
        },
        0, layer))
        << "layer " << layer;
  }
  static void expect_nothing(const Picture& picture, uint32_t layer) {
    expect_layer(picture, layer, 0, [](uint32_t) { return Texel{}; });
  }
};

TEST_F(ViewInstancingTest, EveryInstanceIsDrawnInEveryView) {
  constexpr uint32_t kInstances = 3;
  for (const uint32_t first_instance : {0u, 5u}) {
    Draw draw = column(kInstances * 2, 2);
    draw.first_instance = first_instance;
    draw.stages = {translated(view_vertex_shader({}), of_stage(by_instances(2), true)),
                   translated(view_place_shader(), of_stage(by_instances(2), false))};
    const Drawn result = drawn(draw);
    for (uint32_t view = 0; view < 2; ++view) {
      expect_layer(result.targets[0], view, kInstances, [view](uint32_t instance) {
        return Texel{double(instance), double(view), double(view), double(view * 16)};
      });
    }
  }
}

TEST_F(ViewInstancingTest, MultiviewDrawsTheSame) {
  for (const bool vertices_read : {false, true}) {
    for (const bool pixels_read : {false, true}) {
      const dxil::Shader vertices = view_vertex_shader({.reads_view = vertices_read});
      const dxil::Shader pixels = view_pixel_shader(pixels_read);
      Draw instances = column(3 * 4, 4), multiview = column(3, 4);
      instances.stages = {translated(vertices, of_stage(by_instances(4), true)),
                          translated(pixels, of_stage(by_instances(4), false))};
      multiview.stages = {translated(vertices, of_stage(by_multiview(4), true)),
                          translated(pixels, of_stage(by_multiview(4), false))};
      multiview.view_mask = 0b1111;
      const Drawn a = drawn(instances), b = drawn(multiview);
      EXPECT_EQ(a.targets[0].bytes, b.targets[0].bytes) << vertices_read << pixels_read;
      for (uint32_t view = 0; view < 4; ++view) {
        expect_layer(a.targets[0], view, 3, [&](uint32_t instance) {
          return Texel{double(instance), vertices_read ? view : 77.0, pixels_read ? view : 55.0, 99};
        });
      }
    }
  }
}

TEST_F(ViewInstancingTest, LocationsAreAddedToWhatTheShaderWrites) {
  ViewOptions views = by_instances(2);
  views.locations = {place(1, 2), place(0, 1)};
  Draw draw = column(2 * 2, 4);
  draw.width = 32;
  draw.viewports = 2;
  for (const uint32_t own : {0u, 1u}) {
    ViewVertexShape shape;
    if (own != 0) shape.layer = own;
    draw.stages = {translated(view_vertex_shader(shape), of_stage(views, true)),
                   translated(view_place_shader(), of_stage(views, false))};
    const Drawn result = drawn(draw);
    for (uint32_t layer = 0; layer < 4; ++layer) {
      const bool is_drawn = layer == 2 + own || layer == 1 + own;
      const uint32_t view = layer == 2 + own ? 0 : 1, viewport = view == 0 ? 1 : 0;
      EXPECT_TRUE(matches(
          result.targets[0],
          [&](uint32_t x, uint32_t) {
            if (!is_drawn || x / 16 != viewport || x % 16 >= 8) return Texel{kClear, kClear, kClear, kClear};
            return Texel{double(x % 16 / 4), double(view), double(view), double(layer * 16 + viewport)};
          },
          0, layer))
          << layer;
    }
  }
}

TEST_F(ViewInstancingTest, ViewportsAreAddedToWhatTheShaderWrites) {
  ViewOptions views = by_instances(2);
  views.locations = {place(1, 0), place(0, 0)};
  ViewVertexShape shape;
  shape.viewport = 1;
  Draw draw = column(2, 1);
  draw.width = 48;
  draw.viewports = 3;
  draw.stages = {translated(view_vertex_shader(shape), of_stage(views, true)),
                 translated(view_pixel_shader(), of_stage(views, false))};
  EXPECT_TRUE(matches(drawn(draw).targets[0], [](uint32_t x, uint32_t) {
    if (x < 16 || x % 16 >= 4) return Texel{kClear, kClear, kClear, kClear};
    return x < 32 ? Texel{0, 1, 1, 99} : Texel{0, 0, 0, 99};
  }));
}

TEST_F(ViewInstancingTest, AMaskDropsViews) {
  constexpr uint32_t kMask = 0b1010;
  enum class From : uint8_t { kNumber, kConstant, kRootData };
  for (const From from : {From::kNumber, From::kConstant, From::kRootData}) {
    ViewOptions views = by_instances(4);
    uint32_t root_bytes = 0;
    Draw draw = column(3 * 2, 4);
    if (from == From::kNumber) views.mask = {kMask, {}};
    if (from == From::kConstant) views.mask = {15, 6};
    if (from == From::kRootData) {
      views.mask_offset = 4;
      root_bytes = 8;
      draw.push_constants = Words().u({0xFFFF, kMask}).bytes();
    }
    draw.stages = {translated(view_vertex_shader({}), of_stage(views, true, root_bytes)),
                   translated(view_pixel_shader(), of_stage(views, false, root_bytes))};
    if (from == From::kConstant) draw.stages[0].constants = {{6, kMask}};
    const Drawn result = drawn(draw);
    for (uint32_t view = 0; view < 4; ++view) {
      if ((kMask >> view & 1) == 0) {
        expect_nothing(result.targets[0], view);
        continue;
      }
      expect_layer(result.targets[0], view, 3, [view](uint32_t instance) {
        return Texel{double(instance), double(view), double(view), 99};
      });
    }
  }
}

TEST_F(ViewInstancingTest, OneViewOfAMaskIsKnown) {
  ViewOptions views = by_instances(4);
  views.mask = {0b0100, {}};
  Draw draw = column(3, 4);
  draw.stages = {translated(view_vertex_shader({}), of_stage(views, true)),
                 translated(view_pixel_shader(), of_stage(views, false))};
  const Drawn result = drawn(draw);
  for (const uint32_t layer : {0u, 1u, 3u}) expect_nothing(result.targets[0], layer);
  expect_layer(result.targets[0], 2, 3, [](uint32_t instance) { return Texel{double(instance), 2, 2, 99}; });
}

TEST_F(ViewInstancingTest, EveryNumberCanBeASpecializationConstant) {
  ViewOptions views = by_instances(1);
  views.count.spec_id = 10;
  views.mask = {15, 11};
  for (uint32_t v = 0; v < 4; ++v) views.locations[v] = {{0, 20 + v}, {0, 30 + v}};
  const StageModule vertices = translated(view_vertex_shader({}), of_stage(views, true));
  const StageModule pixels = translated(view_pixel_shader(), of_stage(views, false));
  Draw draw = column(2, 4);
  draw.stages = {vertices, pixels};
  // With the default values: one view in layer 0.
  const Drawn one = drawn(draw);
  expect_layer(one.targets[0], 0, 2, [](uint32_t instance) { return Texel{double(instance), 0, 0, 99}; });
  expect_nothing(one.targets[0], 1);
  // Three of four views, in reverse order.
  draw.instances = 2 * 3;
  draw.stages[0].constants = {{10, 4}, {11, 0b1101}, {30, 3}, {31, 2}, {32, 1}, {33, 0}};
  const Drawn three = drawn(draw);
  for (uint32_t layer = 0; layer < 4; ++layer) {
    const uint32_t view = 3 - layer;
    if (view == 1) {
      expect_nothing(three.targets[0], layer);
      continue;
    }
    expect_layer(three.targets[0], layer, 2, [view](uint32_t instance) {
      return Texel{double(instance), double(view), double(view), 99};
    });
  }
}

TEST_F(ViewInstancingTest, MultiviewKnowsViewsByTheirLayers) {
  ViewOptions views = by_multiview(2);
  views.locations = {place(1, 3), place(0, 1)};
  Draw draw = column(2, 4);
  draw.width = 32;
  draw.viewports = 2;
  draw.view_mask = 0b1010;
  draw.stages = {translated(view_vertex_shader({}), of_stage(views, true)),
                 translated(view_pixel_shader(), of_stage(views, false))};
  const Drawn result = drawn(draw);
  for (const uint32_t layer : {1u, 3u}) {
    const uint32_t view = layer == 3 ? 0 : 1, viewport = layer == 3 ? 1 : 0;
    EXPECT_TRUE(matches(
        result.targets[0],
        [&](uint32_t x, uint32_t) {
          if (x / 16 != viewport || x % 16 >= 8) return Texel{kClear, kClear, kClear, kClear};
          return Texel{double(x % 16 / 4), double(view), double(view), 99};
        },
        0, layer))
        << layer;
  }
}

// The same views as in the previous test, as packed constants: view 0 in layer 3 and viewport 1, view 1 in
// layer 1.
TEST_F(ViewInstancingTest, MultiviewTakesViewsFromPackedConstants) {
  ViewOptions views;
  views.packed = {7, 8};
  Draw draw = column(2, 4);
  draw.width = 32;
  draw.viewports = 2;
  draw.view_mask = 0b1010;
  draw.stages = {translated(view_vertex_shader({}), of_stage(views, true)),
                 translated(view_pixel_shader(), of_stage(views, false))};
  for (StageModule& stage : draw.stages) stage.constants = {{7, 1u << 2}};
  draw.stages[0].constants[8] = 1u << 0;
  const Drawn result = drawn(draw);
  for (const uint32_t layer : {1u, 3u}) {
    const uint32_t view = layer == 3 ? 0 : 1, viewport = layer == 3 ? 1 : 0;
    EXPECT_TRUE(matches(
        result.targets[0],
        [&](uint32_t x, uint32_t) {
          if (x / 16 != viewport || x % 16 >= 8) return Texel{kClear, kClear, kClear, kClear};
          return Texel{double(x % 16 / 4), double(view), double(view), 99};
        },
        0, layer))
        << layer;
  }
}

// A shader of the corpus with a matrix and a slice for each view.
TEST_F(ViewInstancingTest, StereoVertices) {
  Draw draw = stereo_draw();
  const std::vector<Varying> outputs = {{1, 0, 3}, {2, 0, 1, 'u'}, {1, 3, 1}};
  draw.targets = plain_targets(outputs, 9);
  Draw multiview = draw;
  multiview.view_mask = 3;
  multiview.stages = {translated("vs_view_id_stereo"), plain_fragment(outputs)};
  draw.instances = 2;
  draw.stages = {translated("vs_view_id_stereo", of_stage(by_instances(2), true)), plain_fragment(outputs)};
  const Drawn a = drawn(draw), b = drawn(multiview);
  for (size_t target = 0; target < outputs.size(); ++target) {
    EXPECT_EQ(a.targets[target].bytes, b.targets[target].bytes) << target;
  }
  for (uint32_t view = 0; view < 2; ++view) {
    EXPECT_TRUE(matches(
        a.targets[1], [view](uint32_t, uint32_t) { return Texel{double(view)}; }, 0, view));
  }
}

/// Returns a draw of a triangle over the whole picture, with two vectors of four floats per corner.
Draw covered(float color) {
  Draw draw;
  Words corners;
  for (const Vector4& corner : kFullTriangle) corners.add(position(corner)).f({color, color, color, color});
  draw.vertex_buffers = {vertex_buffer({{'f', 4}, {'f', 4}}, corners.get())};
  draw.layers = 2;
  return draw;
}

// View 0 emits its triangle once, unchanged; view 1 emits it twice, moved to the right and moved down.
TEST_F(ViewInstancingTest, GeometryShadersPassTheViewOn) {
  const dxil::Shader vertices = view_feeding_shader(true, 4, 3, "COLOR"), pixels = view_color_shader();
  Draw draw = covered(5);
  draw.targets = {{VK_FORMAT_R32G32_SFLOAT, {{9, 9, 9, 9}}}};
  draw.resources = {constant_buffer(0, Words().f({0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0}))};
  Draw multiview = draw;
  multiview.view_mask = 3;
  multiview.stages = {translated(vertices, {}), translated("gs_view_id_layers", TranslateOptions{}),
                      translated(pixels, {})};
  draw.instances = 2;
  draw.stages = {translated(vertices, of_stage(by_instances(2), false)),
                 translated("gs_view_id_layers", of_stage(by_instances(2), true)),
                 translated(pixels, of_stage(by_instances(2), false))};
  const Drawn a = drawn(draw), b = drawn(multiview);
  EXPECT_EQ(a.targets[0].bytes, b.targets[0].bytes);
  EXPECT_TRUE(matches(
      a.targets[0],
      [](uint32_t, uint32_t) {
        return Texel{5, 0};
      },
      1e-5, 0));
  EXPECT_TRUE(matches(
      a.targets[0],
      [](uint32_t x, uint32_t y) {
        return x >= 8 || y >= 8 ? Texel{5, 1} : Texel{9, 9};
      },
      1e-5, 1));
}

TEST_F(ViewInstancingTest, HullAndDomainShadersHandTheViewOn) {
  const dxil::Shader vertices = view_feeding_shader(false, 3, 2, "UV");
  for (const bool reads_view : {false, true}) {
    const dxil::Shader domain = view_domain_shader(reads_view), pixels = view_pixel_shader();
    Draw draw = covered(0);
    draw.targets = {{VK_FORMAT_R32G32B32A32_UINT, kClearWords}};
    draw.topology = VK_PRIMITIVE_TOPOLOGY_PATCH_LIST;
    draw.patch_control_points = 3;
    Draw multiview = draw;
    multiview.view_mask = 3;
    multiview.stages = {translated(vertices, {}),
                        translated("hs_tri_passthrough_integer", TranslateOptions{}), translated(domain, {}),
                        translated(pixels, {})};
    draw.instances = 2;
    draw.stages = {translated(vertices, of_stage(by_instances(2), false)),
                   translated("hs_tri_passthrough_integer", of_stage(by_instances(2), false)),
                   translated(domain, of_stage(by_instances(2), true)),
                   translated(pixels, of_stage(by_instances(2), false))};
    const Drawn a = drawn(draw), b = drawn(multiview);
    EXPECT_EQ(a.targets[0].bytes, b.targets[0].bytes);
    for (uint32_t view = 0; view < 2; ++view) {
      EXPECT_TRUE(matches(
          a.targets[0],
          [&](uint32_t, uint32_t) {
            return Texel{3, reads_view ? double(view) : 77, double(view), 99};
          },
          0, view));
    }
  }
}

TEST_F(ViewInstancingTest, MeshShadersHaveGroupsForEachView) {
  if (!device().has_extension("VK_EXT_mesh_shader")) GTEST_SKIP() << "the device has no mesh shaders";
  ViewOptions views = by_instances(3);
  views.mask = {0b101, {}};
  const std::vector<Varying> outputs = {{1, 0, 3}, {views.handed_location, 0, 1, 'u'}};
  Draw draw;
  draw.layers = 3;
  draw.mesh_groups = {2, 1, 1};
  draw.targets = plain_targets(outputs, 9);
  draw.stages = {translated("ms_single_triangle", of_stage(views, false)), plain_fragment(outputs)};
  Draw plain = draw;
  plain.layers = 1;
  plain.mesh_groups = {1, 1, 1};
  plain.targets.pop_back();
  plain.stages = {translated("ms_single_triangle"), plain_fragment({outputs[0]})};
  const Drawn result = drawn(draw), expected = drawn(plain);
  for (uint32_t layer = 0; layer < 3; ++layer) {
    const auto seen = [&](uint32_t x, uint32_t y) {
      return layer == 1 ? Texel{9, 9, 9, 9} : expected.targets[0].at(x, y);
    };
    EXPECT_TRUE(matches(result.targets[0], seen, 0, layer));
    EXPECT_TRUE(matches(
        result.targets[1],
        [&](uint32_t x, uint32_t y) {
          return Texel{seen(x, y) == Texel{9, 9, 9, 9} ? 9.0 : layer};
        },
        0, layer));
  }
}

// Groups and threads of a mesh shader are counted within their view. The view's layer is added to the one
// that the shader writes.
TEST_F(ViewInstancingTest, MeshShadersCountGroupsWithinTheirView) {
  if (!device().has_extension("VK_EXT_mesh_shader")) GTEST_SKIP() << "the device has no mesh shaders";
  ViewOptions views = by_instances(2);
  views.locations = {place(0, 1), place(0, 0)};
  for (const bool reads_view : {false, true}) {
    const dxil::Shader meshes = view_mesh_shader(reads_view), pixels = view_pixel_shader(reads_view);
    Draw draw = column(1, 3);
    draw.vertex_buffers.clear();
    draw.mesh_groups = {2 * 2, 1, 1};
    draw.stages = {translated(meshes, of_stage(views, false)), translated(pixels, of_stage(views, false))};
    const Drawn result = drawn(draw);
    expect_nothing(result.targets[0], 0);
    for (const uint32_t layer : {1u, 2u}) {
      const uint32_t view = 2 - layer;
      EXPECT_TRUE(matches(
          result.targets[0],
          [&](uint32_t x, uint32_t y) {
            // The lower left half of each thread's columns.
            if ((x % 4 + 0.5) / 4 + (y + 0.5) / 16 >= 1) return Texel{kClear, kClear, kClear, kClear};
            const uint32_t thread = x / 4;
            if (!reads_view) return Texel{double(thread), double(thread / 2), 55, 99};
            return Texel{double(thread), double(view), double(view), 99};
          },
          0, layer))
          << reads_view << layer;
    }
  }
}

TEST_F(ViewInstancingTest, DivisorsAreMultiplied) {
  if (!device().has_extension("VK_EXT_vertex_attribute_divisor")) GTEST_SKIP() << "there are no divisors";
  Draw draw = column(3 * 2, 2);
  VertexBuffer marks;
  marks.contents = Words().u({10, 20, 30, 40}).bytes();
  marks.stride = 4;
  marks.per_instance = true;
  marks.divisor = 2;
  marks.attributes = {{2, VK_FORMAT_R32_UINT, 0}};
  draw.vertex_buffers.push_back(marks);
  for (const uint32_t first : {0u, 1u}) {
    draw.first_instance = first;
    draw.stages = {translated(view_vertex_shader({.reads_mark = true}), of_stage(by_instances(2), true)),
                   translated(view_pixel_shader(), of_stage(by_instances(2), false))};
    const Drawn result = drawn(draw);
    for (uint32_t view = 0; view < 2; ++view) {
      expect_layer(result.targets[0], view, 3, [&](uint32_t instance) {
        return Texel{10.0 * (instance + first + 1), double(view), double(view), 99};
      });
    }
  }
}

}  // namespace
}  // namespace trellis::test_drawing
