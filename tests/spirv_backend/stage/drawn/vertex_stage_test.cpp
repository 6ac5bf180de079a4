// Draws with vertex shaders, and checks the outputs as a pixel shader reads them.
#include <bit>
#include <cmath>

#include "tests/spirv_backend/stage/drawn/stage_test.hpp"

namespace trellis::test_drawing {
namespace {

/// An output to check for shaders that only write the position: 0 wherever they draw.
const std::vector<Varying> kVertexCoverage = {{.count = 1, .type = 'u', .builtin = "PrimitiveId"}};

class VertexStageTest : public StageTest {
 protected:
  /// Draws one picture for each output of the shader.
  static Drawn outputs_of(Draw draw, const std::string& shader, const std::vector<Varying>& outputs,
                          uint32_t row = 0) {
    draw.stages = {translated(shader), plain_fragment(outputs, row)};
    draw.targets = plain_targets(outputs, 9);
    return drawn(draw);
  }

  static Formula constant(const Texel& texel) {
    return [texel](uint32_t, uint32_t) { return texel; };
  }

  static Words corner3(const Vector4& corner) {
    return Words().f(
        {static_cast<float>(corner[0]), static_cast<float>(corner[1]), static_cast<float>(corner[2])});
  }
};

TEST_F(VertexStageTest, VertexNumbersMakeATriangle) {
  const Drawn result = outputs_of({}, "vs_only_vertex_id_fullscreen", {{0, 0, 2}});
  EXPECT_TRUE(matches(
      result.targets[0],
      [](uint32_t x, uint32_t y) {
        return Texel{(x + 0.5) / 16, 1 - (y + 0.5) / 16};
      },
      1e-6));
}

TEST_F(VertexStageTest, VertexNumbersDoNotCountTheFirstVertex) {
  Draw draw;
  draw.first_vertex = 5;
  const Drawn result = outputs_of(draw, "vs_only_vertex_id_fullscreen", {{0, 0, 2}});
  EXPECT_TRUE(matches(
      result.targets[0],
      [](uint32_t x, uint32_t y) {
        return Texel{(x + 0.5) / 16, 1 - (y + 0.5) / 16};
      },
      1e-6));
}

TEST_F(VertexStageTest, RegistersArePacked) {
  Draw draw;
  Words vertices;
  const uint32_t packed = 2u << 30 | 0xABu << 16 | 0x34 << 8 | 0x12;
  for (const Vector4& corner : kFullTriangle) {
    vertices.add(position(corner)).f({2, 3, 0.5f, 0.25f, 0.5f, 0.25f, 1, 4, 5, 6, 7}).u({packed});
  }
  draw.vertex_buffers = {
      vertex_buffer({{'f', 4}, {'f', 2}, {'f', 2}, {'f', 3}, {'f', 4}, {'u', 1}}, vertices.get())};
  draw.resources = {
      constant_buffer(0, Words().add(identity_matrix()).f({0.25f, 3, 5, 7}).u({10, 20, 30, 40}))};
  const std::vector<Varying> first = {{0, 0, 2}, {0, 2, 2},      {1, 0, 3},
                                      {1, 3, 1}, {2, 0, 2, 'u'}, {2, 2, 1, 'i'}};
  Drawn result = outputs_of(draw, "vs_packed_registers", first);
  EXPECT_TRUE(matches(result.targets[0], constant({0.5, 9}), 1e-5));
  EXPECT_TRUE(matches(result.targets[1], constant({5.5, 7.25}), 1e-5));
  EXPECT_TRUE(matches(result.targets[2], constant({0.5, 0.25, 1, 1}), 1e-5));
  EXPECT_TRUE(matches(result.targets[3], constant({0.25}), 1e-5));
  EXPECT_TRUE(matches(result.targets[4], constant({0x12, 0x34})));
  EXPECT_TRUE(matches(result.targets[5], constant({double(static_cast<int8_t>(0xAB))})));
  const std::vector<Varying> second = {{2, 3, 1, 'u'}, {3, 0, 1}, {3, 1, 3}, {4, 0, 1}, {4, 1, 2}};
  result = outputs_of(draw, "vs_packed_registers", second);
  const double b = 0.5 * 4 + 0.25 * 5 + 6;
  EXPECT_TRUE(matches(result.targets[0], constant({30})));
  EXPECT_TRUE(matches(result.targets[1], constant({7}), 1e-5));
  EXPECT_TRUE(matches(result.targets[2], constant({4, 5, 6, 1}), 1e-5));
  EXPECT_TRUE(matches(result.targets[3], constant({b}), 1e-5));
  EXPECT_TRUE(matches(result.targets[4], constant({7 * 0.25, b * 0.25}), 1e-5));
}

TEST_F(VertexStageTest, AttributesPassThroughInPerspective) {
  Draw draw;
  Words vertices;
  for (uint32_t n = 0; n < 3; ++n) {
    const auto k = static_cast<float>(n);
    vertices.add(position(kDeepTriangle[n])).f({k, 10 * k, 1 - k}).u({0xFFFFFFFF - n, 2, 3, 4, 77 + n});
    for (const float row : {0.0f, 1.0f, 2.0f, 3.0f, 4.0f, 5.0f}) vertices.f({row + k, row - k});
  }
  draw.vertex_buffers = {vertex_buffer(
      {{'f', 4}, {'f', 3}, {'i', 4}, {'u', 1}, {'f', 2}, {'f', 2}, {'f', 2}, {'f', 2}, {'f', 2}, {'f', 2}},
      vertices.get())};
  const std::vector<Varying> outputs = {
      {1, 0, 3}, {2, 0, 4, 'i'}, {3, 0, 1, 'u'}, {4, 0, 2, 'f', 3}, {4, 2, 2, 'f', 3}};
  const Drawn result = outputs_of(draw, "vs_passthrough_everything", outputs, 1);
  const auto at = [](uint32_t x, uint32_t y) { return pixel_in_triangle(kDeepTriangle, x, y); };
  EXPECT_TRUE(matches(
      result.targets[0],
      [&](uint32_t x, uint32_t y) {
        const double k = at(x, y).mix(0, 1, 2);
        return Texel{k, 10 * k, 1 - k, 1};
      },
      1e-4));
  // Flat outputs have the value of the first vertex.
  EXPECT_TRUE(matches(result.targets[1], constant({-1, 2, 3, 4})));
  EXPECT_TRUE(matches(result.targets[2], constant({77})));
  for (const uint32_t target : {3u, 4u}) {
    EXPECT_TRUE(matches(
        result.targets[target],
        [&](uint32_t x, uint32_t y) {
          const double k = at(x, y).mix(0, 1, 2), row = target == 3 ? 1 : 4;
          return Texel{row + k, row - k};
        },
        1e-4));
  }
}

TEST_F(VertexStageTest, ClipDistancesAreGatheredFromRows) {
  Draw draw;
  Words vertices, constants;
  for (const Vector4& corner : kFullTriangle) vertices.add(corner3(corner));
  draw.vertex_buffers = {vertex_buffer({{'f', 3}}, vertices.get())};
  constants.add(identity_matrix());
  for (int plane = 0; plane < 8; ++plane) {
    if (plane == 0) {
      constants.f({1, 0, 0, 0.5f});  // x > -0.5
    } else if (plane == 5) {
      constants.f({0, -1, 0, 0.25f});  // y < 0.25
    } else {
      // The last two planes would clip everything if they were used.
      constants.f({0, 0, 0, plane < 6 ? 1.0f : -1.0f});
    }
  }
  draw.resources = {constant_buffer(0, constants.u({6, 0, 0, 0}))};
  const Drawn result = outputs_of(draw, "vs_clip_distance_dynamic_rows", kVertexCoverage);
  EXPECT_TRUE(
      matches(result.targets[0], [](uint32_t x, uint32_t y) { return Texel{x >= 4 && y < 10 ? 0.0 : 9.0}; }));
}

TEST_F(VertexStageTest, InstancesGoToLayersAndViewports) {
  Draw draw;
  Words vertices, constants;
  for (const Vector4& corner : kFullTriangle) vertices.add(corner3(corner));
  draw.vertex_buffers = {vertex_buffer({{'f', 3}}, vertices.get())};
  for (int face = 0; face < 6; ++face) constants.add(identity_matrix());
  draw.resources = {constant_buffer(0, constants.u({0, 0, 0, 0}))};
  draw.instances = 6;
  draw.first_instance = 6;  // Instance IDs start from 0 nevertheless.
  draw.layers = 6;
  draw.viewports = 4;
  const Drawn result = outputs_of(draw, "vs_layer_and_viewport", {{2, 0, 3}});
  for (uint32_t face = 0; face < 6; ++face) {
    const uint32_t viewport = face < 2 ? 0 : face < 4 ? face - 1 : 3;
    EXPECT_TRUE(matches(
        result.targets[0],
        [&](uint32_t x, uint32_t y) {
          if (x / 4 != viewport) return Texel{9, 9, 9, 9};
          const Place place = place_in_triangle(kFullTriangle, x % 4 + 0.5, y + 0.5, 4, 16);
          const double px = place.mix(-1, 3, -1), py = place.mix(-1, -1, 3), pz = 0.5;
          if (face < 2) return Texel{pz, py, px, 1};
          if (face == 2) return Texel{px, pz, py, 1};
          return face == 3 ? Texel{-px, -pz, -py, 1} : Texel{px, py, pz, 1};
        },
        1e-5, face))
        << "face " << face;
  }
}

TEST_F(VertexStageTest, OutputRowsAreChosenAtRunTime) {
  constexpr uint32_t kShift = 2, kTwist = 3;
  Draw draw;
  Words vertices, source;
  for (const Vector4& corner : kFullTriangle) vertices.add(corner3(corner)).u({1});
  source.f({0, 0, 0, 0});  // K is 1.
  for (const float i : {0.0f, 1.0f, 2.0f, 3.0f}) source.f({i + 0.5f, i + 1, i + 2, i});
  draw.vertex_buffers = {vertex_buffer({{'f', 3}, {'u', 1}}, vertices.get())};
  draw.resources = {constant_buffer(0, Words().add(identity_matrix()).u({kShift, kTwist, 0, 0})),
                    read_buffer(0, source)};
  for (uint32_t row = 0; row < 4; ++row) {
    const Drawn result = outputs_of(draw, "vs_store_output_dynamic_row", {{1, 0, 4, 'f', 4}}, row);
    const double i = row ^ kTwist;
    EXPECT_TRUE(matches(result.targets[0], constant({i + 0.5, i + 1, i + 2, i}), 1e-5)) << "row " << row;
  }
  for (uint32_t row = 0; row < 3; ++row) {
    const Drawn result = outputs_of(draw, "vs_store_output_dynamic_row", {{5, 0, 2, 'u', 3}}, row);
    uint32_t last = 0;
    for (uint32_t i = 0; i < 4; ++i) last = (i + kShift) % 3 == row ? i : last;
    const float x = static_cast<float>(last) + 0.5f;
    EXPECT_TRUE(matches(result.targets[0], constant({double(last), double(std::bit_cast<uint32_t>(x))})))
        << "row " << row;
  }
}

TEST_F(VertexStageTest, InputRowsAreChosenAtRunTime) {
  Draw draw;
  Words vertices;
  for (const Vector4& corner : kFullTriangle) {
    for (int row = 0; row < 6; ++row) {
      Vector4 moved = corner;
      moved[0] += row == 2 ? 0.5 : row == 5 ? 1 : row == 0 ? 0 : 100;
      vertices.add(position(moved));
    }
    vertices.u({1, 6, 5, 0}).f({0.5f, 50, 0.25f, 50});
  }
  std::vector<PlainInput> inputs(6, {'f', 4});
  inputs.push_back({'u', 4});
  inputs.insert(inputs.end(), 4, {'f', 1});
  draw.vertex_buffers = {vertex_buffer(inputs, vertices.get())};
  // Rows 2, 0 (skipped) and 5: moved by 0.5 * 0.5 + 1 * 0.25.
  draw.resources = {constant_buffer(0, Words().add(identity_matrix()).u({3, 0, 0, 0, 1, 0, 0, 0}))};
  const Drawn result = outputs_of(draw, "vs_dynamic_input_index", kVertexCoverage);
  EXPECT_TRUE(matches(result.targets[0], [](uint32_t x, uint32_t) { return Texel{x >= 4 ? 0.0 : 9.0}; }));
}

TEST_F(VertexStageTest, DrawsProvideTheirFirstVertexAndInstance) {
  Draw draw;
  draw.first_vertex = 4;
  draw.first_instance = 3;
  Words anchors;
  for (int n = 0; n < 8; ++n) anchors.f({0, 0, 0.5f, 1});
  // With a strand of one vertex, every shade is 1. The triangles are degenerate, so draw points.
  draw.topology = VK_PRIMITIVE_TOPOLOGY_POINT_LIST;
  draw.vertices = 3;
  draw.instances = 2;
  Words matrix;
  matrix.f({1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.0625f, 0.0625f, 0, 1});
  draw.resources = {constant_buffer(0, matrix.u({8, 1, 0, 0})),
                    typed_buffer(0, VK_FORMAT_R32G32B32A32_SFLOAT, anchors)};
  const Drawn result = outputs_of(draw, "vs_all_ids_sm68", {{1, 0, 4, 'u'}, {2, 0, 1}});
  // All points are at the same position: the last vertex of the last instance is visible.
  EXPECT_TRUE(matches(result.targets[0], [](uint32_t x, uint32_t y) {
    return x == 8 && y == 8 ? Texel{2, 1, 4, 3} : Texel{9, 9, 9, 9};
  }));
  EXPECT_TRUE(
      matches(result.targets[1], [](uint32_t x, uint32_t y) { return Texel{x == 8 && y == 8 ? 1.0 : 9.0}; }));
}

TEST_F(VertexStageTest, ViewsHaveTheirOwnMatrices) {
  Draw draw = stereo_draw();
  draw.view_mask = 3;
  const Drawn result = outputs_of(draw, "vs_view_id_stereo", {{1, 0, 3}, {2, 0, 1, 'u'}, {1, 3, 1}});
  for (uint32_t view = 0; view < 2; ++view) {
    EXPECT_TRUE(matches(
        result.targets[0],
        [&](uint32_t x, uint32_t y) {
          const Place place = pixel_in_triangle(kFullTriangle, x, y);
          return Texel{view - place.mix(-1, 3, -1), 50 - place.mix(-1, -1, 3), 6.5, 1};
        },
        1e-4, view));
    EXPECT_TRUE(matches(result.targets[1], constant({double(view)}), 0, view));
    EXPECT_TRUE(matches(result.targets[2], constant({1}), 1e-6, view));
  }
}

TEST_F(VertexStageTest, SixteenBitAttributesAreWidened) {
  Draw draw;
  Words vertices;
  for (const Vector4& corner : kFullTriangle) {
    vertices.add(position(corner))
        .u({static_cast<uint32_t>(-1000), static_cast<uint32_t>(-100), 32767, 0x1234, 0xFF});
    vertices.f({0.75f, 0.5f, 0.25f, 0.75f, 0.5f, 0.25f});
  }
  draw.vertex_buffers = {vertex_buffer({{'f', 4}, {'i', 3}, {'u', 2}, {'f', 3}, {'f', 3}}, vertices.get())};
  draw.resources = {constant_buffer(0, Words().add(identity_matrix()).f({1, 1, 1, 1}))};
  const std::vector<Varying> outputs = {{1, 0, 3}, {1, 3, 1}, {2, 0, 2, 'i'}, {2, 2, 1, 'u'}, {3, 0, 4}};
  const Drawn result = outputs_of(draw, "vs_half_and_int16_attributes", outputs);
  EXPECT_TRUE(matches(result.targets[0], constant({-1000 / 32767.0, -100 / 32767.0, 1, 1}), 2e-3));
  EXPECT_TRUE(matches(result.targets[1], constant({1}), 1e-3));
  EXPECT_TRUE(matches(result.targets[2], constant({-4, -33})));
  EXPECT_TRUE(matches(result.targets[3], constant({0x1234 ^ 0xFF})));
  EXPECT_TRUE(matches(result.targets[4], constant({0.25, 0.5, 0.75, 1}), 1e-3));
}

TEST_F(VertexStageTest, DoublesAndLongIntegersGoThroughWords) {
  const auto words_of_double = [](double value) {
    const auto bits = std::bit_cast<uint64_t>(value);
    return Words().u({static_cast<uint32_t>(bits), static_cast<uint32_t>(bits >> 32)});
  };
  constexpr double kCamera[3] = {1000, 2000, 3000};
  Draw draw;
  Words vertices, constants;
  for (const Vector4& corner : kFullTriangle) {
    for (size_t n = 0; n < 3; ++n) vertices.add(words_of_double(kCamera[n] + corner[n]));
    vertices.u({7, 5});
  }
  draw.vertex_buffers = {vertex_buffer({{'u', 2}, {'u', 2}, {'u', 2}, {'u', 2}}, vertices.get())};
  for (const double value : kCamera) constants.add(words_of_double(value));
  draw.resources = {constant_buffer(0, constants.u({1, 9}).add(identity_matrix()))};
  const Drawn result = outputs_of(draw, "vs_double_and_uint64_via_words", {{1, 0, 2, 'u'}, {1, 2, 2, 'u'}});
  const uint64_t age = ((9ull << 32 | 1) - (5ull << 32 | 7)) * 3;
  const auto distance = std::bit_cast<uint64_t>(1 + 1 + 0.25);
  EXPECT_TRUE(matches(result.targets[0], constant({double(age & UINT32_MAX), double(age >> 32)})));
  EXPECT_TRUE(matches(result.targets[1], constant({double(distance & UINT32_MAX), double(distance >> 32)})));
}

}  // namespace
}  // namespace trellis::test_drawing
