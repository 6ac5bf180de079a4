// Draws with hull and domain shaders: pairs of the corpus, and each one with a hand-written counterpart.
#include <algorithm>
#include <cmath>

#include "tests/spirv_backend/stage/drawn/stage_test.hpp"

namespace trellis::test_drawing {
namespace {

class TessellationStageTest : public StageTest {};

Draw patches(uint32_t control_points, uint32_t count = 1) {
  Draw draw;
  draw.topology = VK_PRIMITIVE_TOPOLOGY_PATCH_LIST;
  draw.patch_control_points = control_points;
  draw.vertices = control_points * count;
  return draw;
}

TEST_F(TessellationStageTest, IsolinesFanOut) {
  const PlainVertexShader vertex = {{{0, 0, 3}, {1, 0, 1, 'u'}}, {}};
  const std::vector<Varying> outputs = {{1, 0, 1}};
  Draw draw = patches(4);
  draw.stages = {plain_vertex(vertex), translated("hs_isoline_even"), translated("ds_isoline_strands"),
                 plain_fragment(outputs)};
  draw.targets = plain_targets(outputs, -1);
  Words points;
  for (const float at : {-3.0f, -1.0f, 1.0f, 3.0f}) points.f({0, 0, 0, 1, at, 0, 0.0625f}).u({4});
  draw.vertex_buffers = {plain_vertices(vertex, points.get())};
  // The picture's y is the curve's z. Strand k leaves in the direction (cos, sin)(k * 90 degrees) / 2.
  draw.resources = {constant_buffer(
      0, Words().f({1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0.5f, 1}).f({0.5f}).u({1, 0, 0}))};
  const Drawn result = drawn(draw);
  EXPECT_TRUE(matches(
      result.targets[0],
      [&](uint32_t x, uint32_t y) {
        const double step = (x + 0.5) / 4;
        if (y == 8) return result.targets[0].at(x, y);  // Several strands cross here.
        if (std::floor(8.5 + step) == y) return Texel{0.25};
        if (std::floor(8.5 - step) == y) return Texel{0.75};
        return Texel{-1};
      },
      1e-4));
  EXPECT_NEAR(result.targets[0].at(14, 8)[0], 0, 1e-4) << "the strand that goes on along the line";
}

/// Computes the patch constants of hs_patch_constant_arrays, which come from a table with dynamic row
/// indices.
struct PatchArrays {
  double coefficients[6][4] = {};
  Vector4 corners[3];  // In clip space.
  Texel color = {};
};

constexpr uint32_t kRows = 5, kShuffle[4] = {3, 1, 0, 4};
constexpr double kPoints[3][3] = {{-0.25, -0.5, 0.125}, {0.25, -0.75, 0.5}, {-0.5, 0.5, 0.25}};
constexpr uint32_t kMaterial = 5;

double table_value(uint32_t patch, uint32_t j, uint32_t channel) {
  if (channel == 3) return j == 2 ? -1 : 1;
  if (channel == 0) return -0.125 * (j + 1 + patch);  // Negative, so that the factors stay 1.
  return 0.25 * (j + channel);
}

PatchArrays patch_arrays(uint32_t patch) {
  PatchArrays result;
  double(&k)[6][4] = result.coefficients;
  for (uint32_t j = 0; j < kRows; ++j) {
    const uint32_t row = (kShuffle[j & 3] + j) % 6;
    if (table_value(patch, j, 3) < 0) {
      for (uint32_t c = 0; c < 4; ++c) k[row][c] += table_value(patch, j, c);
    } else {
      k[row][j & 3] = table_value(patch, j, 0);
    }
  }
  double a[3], b[3], basis[3][3];
  for (size_t c = 0; c < 3; ++c) {
    a[c] = basis[0][c] = kPoints[1][c] - kPoints[0][c];
    b[c] = basis[1][c] = kPoints[2][c] - kPoints[0][c];
  }
  for (size_t c = 0; c < 3; ++c)
    basis[2][c] = a[(c + 1) % 3] * b[(c + 2) % 3] - a[(c + 2) % 3] * b[(c + 1) % 3];
  for (size_t n = 0; n < 3; ++n) {
    const double* point = kPoints[2 - n];  // The hull shader reverses their order.
    const double pair[2] = {kPoints[n][0] + kPoints[(n + 1) % 3][1], kPoints[n][1] + kPoints[(n + 1) % 3][2]};
    result.corners[n] = {basis[n][0] + point[0] + pair[0], basis[n][1] + point[1] + pair[1], 0.5, 1};
  }
  for (uint32_t j = 0; j < (kMaterial & 7); ++j) {
    const double* q = k[(kMaterial + j) % 6];
    if (q[0] < 0) continue;
    const double factor = 1 + std::clamp(k[j % 3][0], 0.0, 1.0) * 15;
    for (size_t c = 0; c < 4; ++c) result.color[c] += q[c] * factor;
    result.color[j & 3] -= k[j % 6][(j + kMaterial) & 3];
  }
  return result;
}

TEST_F(TessellationStageTest, PatchConstantsGoFromHullToDomain) {
  const PlainVertexShader vertex = {{{0, 0, 3}, {1, 0, 1, 'u'}}, {}};
  const std::vector<Varying> outputs = {{1, 0, 4}, {2, 0, 1, 'u'}};
  Draw draw = patches(3, 2);
  draw.stages = {plain_vertex(vertex), translated("hs_patch_constant_arrays"),
                 translated("ds_patch_constants_dynamic"), plain_fragment(outputs)};
  draw.targets = plain_targets(outputs, 99);
  Words points, table;
  for (uint32_t patch = 0; patch < 2; ++patch) {
    for (const auto& point : kPoints) {
      points.f({0, 0, 0, 1});
      for (const double c : point) points.f({static_cast<float>(c)});
      points.u({kMaterial});
    }
    for (uint32_t j = 0; j < 16; ++j) {
      for (uint32_t c = 0; c < 4; ++c) table.f({static_cast<float>(table_value(patch, j, c))});
    }
  }
  draw.vertex_buffers = {plain_vertices(vertex, points.get())};
  // Both stages use b0: the domain shader's, with the matrix, moves to another set.
  draw.resources = {
      typed_buffer(0, VK_FORMAT_R32G32B32A32_SFLOAT, table),
      constant_buffer(0, Words().u({kRows, 0, 0, 0, kShuffle[0], kShuffle[1], kShuffle[2], kShuffle[3]})),
      constant_buffer(0, Words().f({1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0.5f, 1}))};
  draw.resources[2].set = 1;
  move_to_set(draw.stages[2].words, 1);
  const Drawn result = drawn(draw);
  // The second patch covers the first one; checking its interior is enough.
  const PatchArrays expected = patch_arrays(1);
  const std::array<Vector4, 3> triangle = {expected.corners[0], expected.corners[1], expected.corners[2]};
  uint32_t inside = 0;
  const auto is_inside = [&](uint32_t x, uint32_t y) {
    const Place place = pixel_in_triangle(triangle, x, y);
    return std::min({place.screen[0], place.screen[1], place.screen[2]}) > 0.01;
  };
  EXPECT_TRUE(matches(
      result.targets[0],
      [&](uint32_t x, uint32_t y) {
        if (!is_inside(x, y)) return result.targets[0].at(x, y);
        ++inside;
        return expected.color;
      },
      1e-4));
  EXPECT_TRUE(matches(result.targets[1], [&](uint32_t x, uint32_t y) {
    return is_inside(x, y) ? Texel{double(kMaterial ^ 1 ^ kMaterial)} : result.targets[1].at(x, y);
  }));
  EXPECT_GT(inside, 5u) << "the triangle is too small to tell anything";
}

TEST_F(TessellationStageTest, FactorsAndControlPointsOfTriangles) {
  const PlainVertexShader vertex = {{{0, 0, 3}, {1, 0, 2}}, {}};
  Draw draw = patches(3);
  Words points;
  for (const float n : {0.0f, 1.0f, 2.0f}) points.f({0, 0, 0, 1, n, 10 + n, 20 + n, 0.25f * n, 7});
  draw.vertex_buffers = {plain_vertices(vertex, points.get())};
  // Control points are also passed through without a hull shader function, and factors can be limited.
  const auto without_function = [](dxil::Shader& shader) {
    shader.entry_points[0].function = dxil::kNone;
    shader.entry_points[0].hull->max_tess_factor = 4.5f;
  };
  for (uint32_t n = 0; n < 6; ++n) {
    const uint32_t point = n / 2;
    const bool has_function = n % 2 == 0;
    const PlainDomainShader domain = {false, 3, point};
    const std::string name = "hs_tri_passthrough_integer";
    draw.stages = {plain_vertex(vertex), has_function ? translated(name) : translated(name, without_function),
                   plain_domain(domain), plain_fragment(plain_domain_outputs())};
    draw.targets = plain_targets(plain_domain_outputs());
    const Drawn result = drawn(draw);
    const double k = point, inside = has_function ? 5 : 4.5;
    EXPECT_TRUE(matches(
        result.targets[0],
        [](uint32_t, uint32_t) {
          return Texel{2, 3, 4};
        },
        1e-5, 0, 3));
    EXPECT_TRUE(matches(
        result.targets[1], [&](uint32_t, uint32_t) { return Texel{inside}; }, 1e-5, 0, 1));
    EXPECT_TRUE(matches(
        result.targets[2],
        [&](uint32_t, uint32_t) {
          return Texel{k, 10 + k, 20 + k, 1};
        },
        1e-5));
  }
}

TEST_F(TessellationStageTest, MoreControlPointsThanVertices) {
  constexpr double kLevel = 3, kBulge = 0.5;
  const PlainVertexShader vertex = {{{0, 0, 3}, {1, 0, 3}}, {}};
  Draw draw = patches(4);
  const double corners[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  Words points;
  for (const auto& corner : corners) {
    points.f({0, 0, 0, 1, static_cast<float>(corner[0]), static_cast<float>(corner[1]), 0});
    points.f({0, 0, static_cast<float>(1 + corner[0])});
  }
  draw.vertex_buffers = {plain_vertices(vertex, points.get())};
  draw.resources = {constant_buffer(0, Words().f({kLevel, kBulge, 0, 0}))};
  for (const uint32_t point : {0u, 4u, 5u, 10u, 15u}) {
    const PlainDomainShader domain = {true, 16, point};
    draw.stages = {plain_vertex(vertex), translated("hs_more_outputs_than_inputs"), plain_domain(domain),
                   plain_fragment(plain_domain_outputs())};
    draw.targets = plain_targets(plain_domain_outputs());
    const Drawn result = drawn(draw);
    const double u = (point & 3) / 3.0, v = (point >> 2) / 3.0;
    double bulge = 0;
    if (point == 4) bulge = (1 - v) * 1 + v * 1;  // From vertices 0 and 3.
    if (point == 5 || point == 10) {
      for (int c = 0; c < 4; ++c) {
        const double w = (c == 0 || c == 3 ? 1 - u : u) * (c < 2 ? 1 - v : v);
        if (w >= 0.12) bulge += (1 + corners[c][0]) * w;
      }
    }
    EXPECT_TRUE(matches(result.targets[0], [](uint32_t, uint32_t) {
      return Texel{kLevel, kLevel, kLevel, kLevel};
    }));
    EXPECT_TRUE(matches(result.targets[1], [](uint32_t, uint32_t) {
      return Texel{kLevel / 2 + 1, kLevel / 2 + 1};
    }));
    EXPECT_TRUE(matches(
        result.targets[2],
        [&](uint32_t, uint32_t) {
          return Texel{u, v, bulge * kBulge, 1};
        },
        1e-5))
        << "control point " << point;
  }
}

TEST_F(TessellationStageTest, PatchConstantsSeeAllControlPoints) {
  const PlainVertexShader vertex = {{{0, 0, 3}, {0, 3, 1}}, {}};
  Draw draw = patches(3);
  const double points[3][3] = {{0, 0, 0}, {2, 0, 0}, {0, 3, 0}}, weights[3] = {0.25, 0.75, 0.5};
  Words words;
  for (size_t n = 0; n < 3; ++n) {
    words.f({0, 0, 0, 1});
    for (const double c : points[n]) words.f({static_cast<float>(c)});
    words.f({static_cast<float>(weights[n])});
  }
  draw.vertex_buffers = {plain_vertices(vertex, words.get())};
  draw.stages = {plain_vertex(vertex), translated("hs_reads_output_control_points"),
                 plain_domain({false, 3, 1}), plain_fragment(plain_domain_outputs())};
  draw.targets = plain_targets(plain_domain_outputs());
  const Drawn result = drawn(draw);
  const auto distance = [&](size_t a, size_t b) {
    return std::hypot(points[a][0] - points[b][0], points[a][1] - points[b][1]);
  };
  // Point 1 has the largest weight; its bend is toward point 2.
  const double bend = std::min(distance(1, 2) * weights[1], 2.0), base = bend + 1;
  Texel factors = {};
  for (size_t e = 0; e < 3; ++e) {
    const double f = distance((e + 1) % 3, (e + 2) % 3) * base * (e == 1 ? 2 : 1);
    factors[e] = std::clamp(f, 1.0, 32.0);
  }
  const double inside = (factors[0] + factors[1] + factors[2]) / 3;
  EXPECT_TRUE(matches(
      result.targets[0], [&](uint32_t, uint32_t) { return factors; }, 1e-4, 0, 3));
  EXPECT_TRUE(matches(
      result.targets[1], [&](uint32_t, uint32_t) { return Texel{inside}; }, 1e-4, 0, 1));
  EXPECT_TRUE(matches(
      result.targets[2],
      [](uint32_t, uint32_t) {
        return Texel{2, 0, 0, 1};
      },
      1e-5));
}

}  // namespace
}  // namespace trellis::test_drawing
