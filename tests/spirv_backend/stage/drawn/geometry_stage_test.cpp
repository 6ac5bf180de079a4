// Draws with geometry shaders, and checks the pictures of their primitives.
#include <cmath>

#include "tests/spirv_backend/stage/drawn/stage_test.hpp"

namespace trellis::test_drawing {
namespace {

class GeometryStageTest : public StageTest {};

TEST_F(GeometryStageTest, PointsBecomeQuads) {
  const PlainVertexShader vertex = {{{0, 0, 4}, {1, 0, 1}}, {}};
  const std::vector<Varying> outputs = {{1, 0, 2}, {.count = 1, .type = 'u', .builtin = "PrimitiveId"}};
  Draw draw;
  draw.stages = {plain_vertex(vertex), translated("gs_point_to_quad"), plain_fragment(outputs)};
  draw.targets = plain_targets(outputs, 9);
  draw.topology = VK_PRIMITIVE_TOPOLOGY_POINT_LIST;
  // The second point has no size and emits no primitive, but is counted.
  Words points;
  points.f({0, 0, 0, 1, -0.5f, 0, 0.5f, 1, 0.25f});
  points.f({0, 0, 0, 1, 0.5f, 0.5f, 0.5f, 1, -1});
  points.f({0, 0, 0, 1, 0.5f, 0.5f, 0.5f, 1, 0.5f});
  draw.vertex_buffers = {plain_vertices(vertex, points.get())};
  draw.resources = {constant_buffer(0, Words().add(identity_matrix()).f({1, 0, 0, 0, 0, 1, 0, 0}))};
  const Drawn result = drawn(draw);
  const auto quad = [](uint32_t x, uint32_t y) {
    if (x >= 2 && x < 6 && y >= 6 && y < 10) return 0;
    return x >= 8 && y >= 8 ? 2 : 9;
  };
  EXPECT_TRUE(matches(
      result.targets[0],
      [&](uint32_t x, uint32_t y) {
        if (quad(x, y) == 0) return Texel{(x + 0.5 - 2) / 4, (y + 0.5 - 6) / 4};
        if (quad(x, y) == 2) return Texel{(x + 0.5 - 8) / 8, (y + 0.5 - 8) / 8};
        return Texel{9, 9};
      },
      1e-5));
  EXPECT_TRUE(matches(result.targets[1],
                      [&](uint32_t x, uint32_t y) { return Texel{static_cast<double>(quad(x, y))}; }));
}

TEST_F(GeometryStageTest, InstancesGoToLayersAndViewports) {
  const PlainVertexShader vertex = {{{0, 0, 4}}, {}};
  const std::vector<Varying> outputs = {{1, 0, 3}, {.count = 1, .type = 'u', .builtin = "ViewportIndex"}};
  Draw draw;
  draw.stages = {plain_vertex(vertex), translated("gs_instanced_cube_faces"), plain_fragment(outputs)};
  draw.targets = plain_targets(outputs);
  draw.layers = 6;
  draw.viewports = 2;
  Words corners;
  for (const Vector4& corner : kFullTriangle) corners.add(position(corner)).add(position(corner));
  draw.vertex_buffers = {plain_vertices(vertex, corners.get())};
  constexpr uint32_t kMask = 0b101011;
  Words constants;
  for (int face = 0; face < 6; ++face) constants.add(identity_matrix());
  draw.resources = {constant_buffer(0, constants.u({kMask, 0, 0, 0}))};
  const Drawn result = drawn(draw);
  for (uint32_t layer = 0; layer < 6; ++layer) {
    const bool is_drawn = (kMask >> layer & 1) != 0;
    const uint32_t viewport = layer & 1;
    EXPECT_TRUE(matches(
        result.targets[0],
        [&](uint32_t x, uint32_t y) {
          if (!is_drawn || x / 8 != viewport) return Texel{};
          const Place place = place_in_triangle(kFullTriangle, x % 8 + 0.5, y + 0.5, 8, 16);
          return Texel{place.mix(-1, 3, -1), place.mix(-1, -1, 3), 0.5, 1};
        },
        1e-5, layer))
        << "layer " << layer;
    EXPECT_TRUE(matches(
        result.targets[1],
        [&](uint32_t x, uint32_t) { return Texel{is_drawn && x / 8 == viewport ? double(viewport) : 0.0}; },
        0, layer));
  }
}

TEST_F(GeometryStageTest, LinesAreCutIntoDashes) {
  const PlainVertexShader vertex = {{{1, 0, 1}}, {}};
  const std::vector<Varying> outputs = {{1, 0, 1}};
  Draw draw;
  draw.stages = {plain_vertex(vertex), translated("gs_line_dashes"), plain_fragment(outputs)};
  draw.targets = plain_targets(outputs, -1);
  draw.topology = VK_PRIMITIVE_TOPOLOGY_LINE_LIST;
  draw.vertices = 2;
  draw.vertex_buffers = {
      plain_vertices(vertex, Words().f({-1, 0.0625f, 0.5f, 1, 10, 1, 0.0625f, 0.5f, 1, 77}).get())};
  // Four pixels are drawn and two skipped; the pattern starts half a period before the line.
  draw.resources = {constant_buffer(0, Words().f({0.5f, 0.25f, 0.5f, 0}))};
  const Drawn result = drawn(draw);
  EXPECT_TRUE(matches(
      result.targets[0],
      [](uint32_t x, uint32_t y) {
        const bool is_dash = (x + 3) % 6 < 4;
        return Texel{y == 8 && is_dash ? 10 + (x + 0.5) / 8 : -1};
      },
      1e-4));
}

TEST_F(GeometryStageTest, RowsAreFilledAtRunTime) {
  const PlainVertexShader vertex = {{{1, 0, 4, 'f', 3}}, {}};
  Draw draw;
  draw.topology = VK_PRIMITIVE_TOPOLOGY_LINE_LIST;
  draw.vertices = 2;
  Words points;
  for (const float end : {-1.0f, 1.0f}) {
    points.f({end, 0.0625f, 0.5f, 1});
    for (const float row : {1.0f, 2.0f, 3.0f}) points.f({row * end, row * 10, row * 100 + end, 0});
  }
  draw.vertex_buffers = {plain_vertices(vertex, points.get())};
  constexpr uint32_t kShift[4] = {1, 2, 1, 2};
  draw.resources = {constant_buffer(0, Words().u({kShift[0], kShift[1], kShift[2], kShift[3]}))};
  for (uint32_t row = 0; row < 3; ++row) {
    const std::vector<Varying> outputs = {{1, 0, 4, 'f', 3}};
    draw.stages = {plain_vertex(vertex), translated("gs_store_output_dynamic_row"),
                   plain_fragment(outputs, row)};
    draw.targets = plain_targets(outputs, -1);
    const Drawn result = drawn(draw);
    // The last line is visible: vertices 4 and 5 of the strip.
    const auto value_at = [&](uint32_t n, size_t channel) -> double {
      if ((n + kShift[1]) % 3 != row) return kShift[3];
      const double end = (n >> 1 & 1) == 0 ? -1 : 1, from = (n + kShift[2]) % 3 + 1;
      return Texel{from * end, from * 10, from * 100 + end, 0}[channel];
    };
    EXPECT_TRUE(matches(
        result.targets[0],
        [&](uint32_t x, uint32_t y) {
          if (y != 8) return Texel{-1, -1, -1, -1};
          // Vertex 4 is the right end, since kShift[0] is odd.
          const double along = 1 - (x + 0.5) / 16;
          Texel texel;
          for (size_t n = 0; n < 4; ++n) texel[n] = value_at(4, n) * (1 - along) + value_at(5, n) * along;
          return texel;
        },
        1e-3))
        << "row " << row;
  }
}

TEST_F(GeometryStageTest, TheFirstOfSeveralStreamsIsDrawn) {
  const PlainVertexShader vertex = {{{0, 0, 3}, {1, 0, 3}, {2, 0, 1, 'u'}, {0, 3, 1}}, {}};
  const std::vector<Varying> outputs = {{1, 0, 3}, {2, 0, 3}};
  Draw draw;
  draw.stages = {plain_vertex(vertex), translated("gs_multiple_streams"), plain_fragment(outputs)};
  draw.targets = plain_targets(outputs);
  draw.topology = VK_PRIMITIVE_TOPOLOGY_POINT_LIST;
  const auto middle = [](int pixel) { return static_cast<float>((pixel + 0.5) / 8 - 1); };
  Words points;
  for (const uint32_t kind : {0u, 1u, 2u}) {
    points.f({0, 0, 0, 1, middle(4), middle(static_cast<int>(kind)), 0.25f, 8, 16, 32}).u({kind}).f({1});
  }
  draw.vertex_buffers = {plain_vertices(vertex, points.get())};
  const Drawn result = drawn(draw);
  // Only kind 0 goes to the rasterized stream; the others have no position there.
  EXPECT_TRUE(matches(
      result.targets[0],
      [&](uint32_t x, uint32_t y) {
        if (x != 4 || y != 0) return Texel{};
        return Texel{middle(4) + 8.0, middle(0) + 16.0, 32.25, 1};
      },
      1e-5));
  EXPECT_TRUE(matches(
      result.targets[1],
      [&](uint32_t x, uint32_t y) {
        if (x != 4 || y != 0) return Texel{};
        return Texel{8 * 0.98, 16 * 0.98, 32 * 0.98, 1};
      },
      1e-4));
}

}  // namespace
}  // namespace trellis::test_drawing
