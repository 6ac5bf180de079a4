// Draws with mesh and amplification shaders, if the device supports them.
#include <bit>
#include <cmath>

#include "tests/spirv_backend/stage/drawn/stage_test.hpp"
#include "tests/spirv_backend/stage/stage_program.hpp"

namespace trellis::test_drawing {
namespace {

class MeshStageTest : public StageTest {
 protected:
  void SetUp() override {
    StageTest::SetUp();
    if (HasFatalFailure()) return;
    if (!device().has_extension("VK_EXT_mesh_shader")) GTEST_SKIP() << "the device has no mesh shaders";
  }
};

TEST_F(MeshStageTest, OneTriangle) {
  const std::vector<Varying> outputs = {{1, 0, 3}};
  Draw draw;
  draw.stages = {translated("ms_single_triangle"), plain_fragment(outputs)};
  draw.targets = plain_targets(outputs, -1);
  const Drawn result = drawn(draw);
  constexpr std::array<Vector4, 3> kTriangle = {Vector4{-1, -1, 0, 1}, Vector4{1, -1, 0, 1},
                                                Vector4{-1, 1, 0, 1}};
  EXPECT_TRUE(matches(
      result.targets[0],
      [&](uint32_t x, uint32_t y) {
        const Place place = pixel_in_triangle(kTriangle, x, y);
        // Pixels whose center is on the diagonal belong to the other triangle.
        if (x + y >= 15) return Texel{-1, -1, -1, -1};
        return Texel{place.space[0], place.space[1], place.space[2], 1};
      },
      1e-5));
}

TEST_F(MeshStageTest, CountsFollowTheGroup) {
  const std::vector<Varying> outputs = {{1, 0, 1}};
  Draw draw;
  draw.stages = {translated("ms_counts_in_control_flow"), plain_fragment(outputs)};
  draw.targets = plain_targets(outputs, -1);
  for (const uint32_t shape : {0u, 1u, 2u}) {
    draw.resources = {constant_buffer(0, Words().u({shape}).f({0.55f}).u({4, 0}))};
    const Drawn result = drawn(draw);
    EXPECT_TRUE(matches(
        result.targets[0],
        [&](uint32_t x, uint32_t y) {
          const double px = (x + 0.5) / 8 - 1, py = (y + 0.5) / 8 - 1;
          bool is_inside = false;
          if (shape == 0) is_inside = px > 0 && py > 0 && x + y < 23;  // A triangle: (0, 0), (1, 0), (0, 1)
          if (shape == 1) is_inside = px > 0 && py > 0;                // A square
          if (shape == 2) is_inside = std::abs(px) + std::abs(py) < 0.55;  // A rhombus with four corners
          return Texel{is_inside ? double(shape) : -1.0};
        },
        1e-5))
        << "shape " << shape;
  }
}

TEST_F(MeshStageTest, RowsAndPlacesAreChosenAtRunTime) {
  Draw draw;
  Words source;
  const auto value = [](uint32_t index, uint32_t channel) {
    return static_cast<float>(index * 4 + channel) / 512;
  };
  // The corners come from the first 16 entries (threads), the rows from all 64: positions are part of the
  // data.
  std::vector<float> data(64 * 4);
  for (uint32_t n = 0; n < 64; ++n) {
    for (uint32_t c = 0; c < 4; ++c) data[n * 4 + c] = value(n, c);
  }
  // Thread t writes vertex t ^ 5. Thread 7 emits primitive 0 from vertices 7, 8 and 15, which threads 2, 13
  // and 10 wrote.
  const auto corner = [&](uint32_t thread, const Vector4& at) {
    for (size_t c = 0; c < 4; ++c) data[thread * 4 + c] = static_cast<float>(at[c]);
  };
  for (uint32_t thread = 0; thread < 16; ++thread) corner(thread, {-2, -2, 0, 1});
  corner(2, kFullTriangle[0]);
  corner(13, kFullTriangle[1]);
  corner(10, kFullTriangle[2]);
  for (const float word : data) source.f({word});
  draw.resources = {read_buffer(0, source)};
  const auto stored_row = [&](uint32_t vertex, uint32_t row, uint32_t channel) -> double {
    const uint32_t thread = vertex ^ 5, i = row ^ (thread & 3);
    return data[(thread * 4 + i) * 4 + channel];
  };
  for (uint32_t row = 0; row < 4; ++row) {
    const std::vector<Varying> outputs = {{1, 0, 4, 'f', 4}};
    draw.stages = {translated("ms_store_output_dynamic_row"), plain_fragment(outputs, row)};
    draw.targets = plain_targets(outputs);
    const Drawn result = drawn(draw);
    EXPECT_TRUE(matches(
        result.targets[0],
        [&](uint32_t x, uint32_t y) {
          const Place place = pixel_in_triangle(kFullTriangle, x, y);
          Texel texel;
          for (uint32_t c = 0; c < 4; ++c) {
            texel[c] = place.mix(stored_row(7, row, c), stored_row(8, row, c), stored_row(15, row, c));
          }
          return texel;
        },
        1e-4))
        << "row " << row;
  }
  for (uint32_t row = 0; row < 3; ++row) {
    // The attributes of primitives follow the five locations of the vertices.
    const std::vector<Varying> outputs = {{5, 0, 2, 'u', 3, "PerPrimitiveEXT"}};
    draw.stages = {translated("ms_store_output_dynamic_row"), plain_fragment(outputs, row)};
    draw.targets = plain_targets(outputs);
    const Drawn result = drawn(draw);
    const uint32_t i = (row + 3 - 7 % 3) % 3;
    const Texel expected = {double(std::bit_cast<uint32_t>(data[(7 * 4 + i) * 4])),
                            double(std::bit_cast<uint32_t>(data[(7 * 4 + i) * 4 + 1]))};
    EXPECT_TRUE(matches(result.targets[0], [&](uint32_t, uint32_t) { return expected; })) << "row " << row;
  }
}

/// Returns the constants of as_meshlet_cull: one instance, tests selected by `features`, and planes that keep
/// x < `limit`.
Words cull_constants(uint32_t features, float limit) {
  Words words;
  words.add(identity_matrix()).add(identity_matrix());
  for (int plane = 0; plane < 6; ++plane) words.f({plane == 0 ? -1.0f : 0, 0, 0, plane == 0 ? limit : 1});
  words.f({0, 0, 0, 1, 1, 1}).u({1, features, 0, 0, 0, 0});
  return words;
}

/// Each meshlet is a quad with four vertices; meshlet n is in column n of four.
class MeshletTest : public MeshStageTest {
 protected:
  static constexpr uint32_t kMeshlets = 4;

  static Draw draw_meshlets(uint32_t features, float limit, const TranslateOptions& options = {}) {
    Words meshlets, instances, vertices, indices, triangles;
    for (uint32_t n = 0; n < kMeshlets; ++n) {
      const float left = -1 + 0.5f * static_cast<float>(n);
      meshlets.u({n * 4, n * 6, 4 | 2 << 8, 0}).f({left + 0.25f, 0, 0, 0.25f});
      for (uint32_t corner = 0; corner < 4; ++corner) {
        // Position, octahedral normal (+z, the center), texture coordinates as halves (0 or 1), no bones.
        vertices.f({left + ((corner & 1) != 0 ? 0.5f : 0), (corner & 2) != 0 ? 1.0f : -1.0f, 0.5f});
        vertices.u(
            {0x7FFF7FFF, ((corner & 1) != 0 ? 0x3C00u : 0) | ((corner & 2) != 0 ? 0x3C000000u : 0), 0, 0, 0});
        indices.u({n * 4 + corner});
      }
    }
    // Two triangles per meshlet, one byte per corner. Both are wound so that their area is positive, or they
    // would be culled.
    constexpr uint8_t kCorners[6] = {0, 1, 2, 2, 1, 3};
    std::vector<uint8_t> bytes(32, 0);
    for (size_t n = 0; n < size_t{kMeshlets} * 6; ++n) bytes[n] = kCorners[n % 6];
    for (size_t n = 0; n < bytes.size(); n += 4) {
      triangles.u({uint32_t{bytes[n]} | uint32_t{bytes[n + 1]} << 8 | uint32_t{bytes[n + 2]} << 16 |
                   uint32_t{bytes[n + 3]} << 24});
    }
    instances.f({1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}).u({0, kMeshlets, 55}).f({1});
    Draw draw;
    draw.stages = {translated("as_meshlet_cull", options), translated("ms_meshlet", options)};
    draw.resources = {read_buffer(0, meshlets), read_buffer(1, instances)};
    // Both stages number their registers from t0 and b0 on: those that differ move to another set below.
    draw.resources.push_back(texture(2, image_2d(VK_FORMAT_R32_SFLOAT, 1, 1, Words().f({1}))));
    draw.resources.push_back(sampler(0, {}));
    draw.resources.push_back(write_buffer(0, Words().u({0, 0, 0, 0})));
    draw.resources.push_back(constant_buffer(0, cull_constants(features, limit)));
    for (BoundResource resource :
         {read_buffer(0, meshlets), read_buffer(1, instances), read_buffer(2, vertices),
          read_buffer(3, indices), read_buffer(4, triangles), read_buffer(5, Words().f({0, 0, 0, 0})),
          constant_buffer(0, Words().add(identity_matrix()).f({16, 16}).u({2, 0}))}) {
      resource.set = 1;
      draw.resources.push_back(resource);
    }
    move_to_set(draw.stages[1].words, 1);
    return draw;
  }
};

TEST_F(MeshletTest, SurvivorsAreDrawn) {
  const std::vector<Varying> outputs = {
      {3, 0, 2}, {.location = 4, .count = 2, .type = 'u', .decoration = "PerPrimitiveEXT"}};
  // The third meshlet starts at x = 0 and the fourth further right: the fourth is culled.
  Draw draw = draw_meshlets(1, 0.1f);
  draw.stages.push_back(plain_fragment(outputs));
  draw.targets = plain_targets(outputs, 99);
  const Drawn result = drawn(draw);
  EXPECT_TRUE(matches(result.targets[1], [](uint32_t x, uint32_t) {
    return x < 12 ? Texel{x / 4 * 1.0, 0} : Texel{99, 99};
  }));
  const auto statistics = words_of(result.resources[4]);
  ASSERT_EQ(statistics.size(), 4u);
  EXPECT_EQ(statistics[1], 1u) << "meshlets outside of the planes";
  EXPECT_TRUE(matches(
      result.targets[0],
      [](uint32_t x, uint32_t y) {
        return x < 12 ? Texel{(x % 4 + 0.5) / 4, (y + 0.5) / 16} : Texel{99, 99};
      },
      1e-3));
}

/// Returns a pixel shader that reads IDS and UV from its own registers, and writes UV and IDS.
dxil::Shader pixels_of_meshlets() {
  using dxil::ComponentType;
  using spirv::SemanticKind;
  constexpr uint8_t kFlat = 1, kLinear = 2;
  test_stages::StageProgram p(dxil::ShaderKind::kPixel);
  p.input({"IDS", SemanticKind::kArbitrary, ComponentType::kU32, 1, 2, {0, 0}, kFlat});
  p.input({"UV", SemanticKind::kArbitrary, ComponentType::kF32, 1, 2, {1, 0}, kLinear});
  p.output({"SV_Target", SemanticKind::kTarget, ComponentType::kF32, 1, 2, {0, 0}});
  p.output({"SV_Target", SemanticKind::kTarget, ComponentType::kU32, 1, 2, {1, 0}, 0, 1});
  for (uint8_t column = 0; column < 2; ++column) {
    p.store(0, column, p.load(1, column));
    p.store(1, column, p.load(p.b.int_type(32), 0, p.b.i32(0), column));
  }
  return p.take();
}

// The caller places the mesh shader's outputs; the locations that the translation reports then place the
// inputs.
TEST_F(MeshletTest, OutputsAreReplayedIntoInputs) {
  TranslateOptions options;
  options.stage.locations = {{spirv::SignatureSide::kOutput, "WORLD", 0, 5, {}, false},
                             {spirv::SignatureSide::kOutput, "uv", 0, 0, 2, false},
                             {spirv::SignatureSide::kThird, "IDS", 0, 7, 1, false}};
  options.stage.locate = [](const spirv::ElementQuery& element, spirv::ElementLocation& place) {
    if (element.info->semantic == "NORMAL") place.location = 6;
    return true;
  };
  Draw draw = draw_meshlets(1, 0.1f);
  std::vector<spirv::LocationRule> rules;
  draw.stages[1] = translated("ms_meshlet", options, &rules);
  move_to_set(draw.stages[1].words, 1);
  ASSERT_EQ(rules.size(), 4u);
  TranslateOptions pixel_options;
  pixel_options.stage.locations = rules;
  draw.stages.push_back(translated(pixels_of_meshlets(), pixel_options));
  draw.targets = plain_targets({{0, 0, 2}, {1, 0, 2, 'u'}}, 99);
  const Drawn result = drawn(draw);
  EXPECT_TRUE(matches(result.targets[1], [](uint32_t x, uint32_t) {
    return x < 12 ? Texel{x / 4 * 1.0, 0} : Texel{99, 99};
  }));
  EXPECT_TRUE(matches(
      result.targets[0],
      [](uint32_t x, uint32_t y) {
        return x < 12 ? Texel{(x % 4 + 0.5) / 4, (y + 0.5) / 16} : Texel{99, 99};
      },
      1e-3));
}

// One amplification group serves all views; each view has its own mesh groups.
TEST_F(MeshletTest, ViewsHaveGroupsOfTheirOwn) {
  TranslateOptions options;
  spirv::ViewOptions& views = options.stage.views;
  views.way = spirv::ViewWay::kInstances;
  views.count = {2, 9};
  const std::vector<Varying> outputs = {
      {.location = 4, .count = 2, .type = 'u', .decoration = "PerPrimitiveEXT"},
      {.location = views.handed_location, .count = 1, .type = 'u'}};
  Draw draw = draw_meshlets(1, 0.1f, options);
  draw.stages.push_back(plain_fragment(outputs));
  draw.targets = plain_targets(outputs, 99);
  draw.layers = 4;
  for (const uint32_t count : {2u, 3u}) {
    for (size_t stage = 0; stage < 2; ++stage) draw.stages[stage].constants = {{9, count}};
    const Drawn result = drawn(draw);
    EXPECT_EQ(words_of(result.resources[4])[1], 1u) << "meshlets outside of the planes";
    for (uint32_t layer = 0; layer < 4; ++layer) {
      const auto is_drawn = [&](uint32_t x) { return layer < count && x < 12; };
      EXPECT_TRUE(matches(
          result.targets[0],
          [&](uint32_t x, uint32_t) {
            return is_drawn(x) ? Texel{x / 4 * 1.0, 0} : Texel{99, 99};
          },
          0, layer, 2));
      EXPECT_TRUE(matches(
          result.targets[1], [&](uint32_t x, uint32_t) { return Texel{is_drawn(x) ? double(layer) : 99}; }, 0,
          layer, 1));
    }
  }
}

TEST_F(MeshletTest, WhatIsCulledIsNotDrawn) {
  const std::vector<Varying> outputs = {
      {.location = 4, .count = 2, .type = 'u', .decoration = "PerPrimitiveEXT"}};
  Draw draw = draw_meshlets(1, -10);
  draw.stages.push_back(plain_fragment(outputs));
  draw.targets = plain_targets(outputs, 99);
  const Drawn result = drawn(draw);
  EXPECT_TRUE(matches(result.targets[0], [](uint32_t, uint32_t) { return Texel{99, 99}; }));
  EXPECT_EQ(words_of(result.resources[4]), (std::vector<uint32_t>{0, 4, 0, 0}));
}

}  // namespace
}  // namespace trellis::test_drawing
