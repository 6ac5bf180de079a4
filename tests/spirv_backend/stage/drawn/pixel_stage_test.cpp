// Draws with pixel shaders, and checks the targets.
#include <algorithm>
#include <bit>
#include <cmath>

#include "tests/spirv_backend/stage/drawn/stage_test.hpp"

namespace trellis::test_drawing {
namespace {

class PixelStageTest : public StageTest {
 protected:
  /// Returns a draw of a triangle with the same values at all corners.
  static Draw flat_draw(const std::string& shader, const PlainVertexShader& vertex, const Words& values,
                        const std::array<Vector4, 3>& triangle = kFullTriangle) {
    return draw_with(shader, vertex, {values, values, values}, triangle);
  }
  static Draw draw_with(const std::string& shader, const PlainVertexShader& vertex,
                        const std::array<Words, 3>& values, const std::array<Vector4, 3>& triangle) {
    Draw draw;
    draw.stages = {plain_vertex(vertex), translated(shader)};
    Words words;
    for (size_t n = 0; n < 3; ++n) words.add(position(triangle[n])).add(values[n]);
    draw.vertex_buffers = {plain_vertices(vertex, words.get())};
    return draw;
  }
  static Formula constant(const Texel& texel) {
    return [texel](uint32_t, uint32_t) { return texel; };
  }
};

TEST_F(PixelStageTest, TargetsOfEveryType) {
  Draw draw = flat_draw("ps_mrt_all_target_types", {{{1, 0, 4}, {2, 0, 4, 'i'}, {3, 0, 4, 'u'}}, {}},
                        Words()
                            .f({0.5f, 0.25f, 2, 4})
                            .u({static_cast<uint32_t>(-7), 6, 5, static_cast<uint32_t>(-4)})
                            .u({0xF0000000, 0x80, 0x40, 4}));
  draw.targets.clear();
  for (const VkFormat format : {VK_FORMAT_R32G32B32A32_SFLOAT, VK_FORMAT_R32_SFLOAT, VK_FORMAT_R32G32_SINT,
                                VK_FORMAT_R32G32B32A32_UINT, VK_FORMAT_R16G16B16A16_SFLOAT,
                                VK_FORMAT_R32_UINT, VK_FORMAT_R32G32B32A32_SINT, VK_FORMAT_R32G32_SFLOAT}) {
    draw.targets.push_back({format, {}});
  }
  const Drawn result = drawn(draw);
  EXPECT_TRUE(matches(result.targets[0], constant({0.5, 0.25, 2, 4}), 1e-6));
  EXPECT_TRUE(matches(result.targets[1], constant({0.5}), 1e-6));
  EXPECT_TRUE(matches(result.targets[2], constant({-12, 10})));
  EXPECT_TRUE(matches(result.targets[3], constant({0x0F000000, 8, 4}), 0, 0, 3));
  EXPECT_TRUE(matches(result.targets[4], constant({8, 1, 2}), 1e-3, 0, 3));
  EXPECT_TRUE(matches(result.targets[5], constant({double(0xF0000000 ^ std::bit_cast<uint32_t>(0.5f))})));
  EXPECT_TRUE(matches(result.targets[6], constant({-7, 6, 5, -4})));
  EXPECT_TRUE(matches(result.targets[7], constant({0.5, 0.5}), 1e-6));
}

TEST_F(PixelStageTest, TargetsWithGaps) {
  for (const uint32_t kind : {0u, 1u, 2u}) {
    const PlainVertexShader vertex = {{{0, 0, 2}, {1, 0, 1, 'u'}}, {}};
    Draw draw = flat_draw("ps_sparse_targets_out_of_order", vertex, Words().f({0.25f, 0.75f}).u({kind}));
    draw.targets.assign(6, ColorTarget{VK_FORMAT_UNDEFINED, {}});
    draw.targets[0].format = VK_FORMAT_R32G32B32A32_SFLOAT;
    draw.targets[3].format = VK_FORMAT_R32_SFLOAT;
    draw.targets[5].format = VK_FORMAT_R32G32_UINT;
    const Drawn result = drawn(draw);
    const bool is_odd = (kind & 1) != 0;
    EXPECT_TRUE(matches(result.targets[0],
                        constant(is_odd ? Texel{0.25, 0.75, 0, 1} : Texel{0, 0.25, 0.75, 0.5}), 1e-6));
    EXPECT_TRUE(matches(result.targets[3], constant({kind == 2 ? 0.75 : 0.25}), 1e-6));
    EXPECT_TRUE(matches(result.targets[5], constant({double(kind), is_odd ? 1.0 : 0.0})));
  }
}

TEST_F(PixelStageTest, DepthIsExported) {
  Draw draw = flat_draw("ps_depth_greater_equal", {{{1, 0, 3}}, {}}, Words().f({1, 0, 0}), kDeepTriangle);
  Words layers;
  layers.f({1, 0, 0, 0.1f}).f({-1, 0, 0, 0.9f}).f({0.5f, 0.5f, 0, 0.2f});
  for (int n = 3; n < 8; ++n) layers.f({9, 9, 9, 9});
  draw.resources = {constant_buffer(0, layers.u({3, 0, 0, 0}))};
  draw.depth = DepthTarget{};
  draw.depth->test = true;
  const Drawn result = drawn(draw);
  EXPECT_TRUE(matches(result.targets[0], constant({0.1875, 0.0625, 0, 0.25}), 1e-6));
  EXPECT_TRUE(matches(
      result.depth,
      [](uint32_t x, uint32_t y) {
        return Texel{std::min(pixel_in_triangle(kDeepTriangle, x, y).depth + 0.2, 1.0)};
      },
      1e-5));
}

TEST_F(PixelStageTest, PixelsAreDiscarded) {
  const PlainVertexShader vertex = {{{0, 0, 3}, {1, 0, 1, 'u'}}, {}};
  // WORLD is the position in the picture; the planes keep x > -0.5 and y > 0.25.
  const Words planes = Words().f({1, 0, 0, 0.5f, 0, 1, 0, -0.25f, -0.25f, -0.5f, -1, 0.25f, 1, 1, 0, 0});
  for (const uint32_t mode : {0u, 1u, 2u, 3u, 9u}) {
    std::array<Words, 3> values;
    for (size_t n = 0; n < 3; ++n) {
      values[n]
          .f({static_cast<float>(kFullTriangle[n][0]), static_cast<float>(kFullTriangle[n][1]), 1})
          .u({mode});
    }
    Draw draw = draw_with("ps_clip_vectors_in_switch", vertex, values, kFullTriangle);
    draw.resources = {constant_buffer(0, planes)};
    draw.targets[0].clear = {{9, 9, 9, 9}};
    const Drawn result = drawn(draw);
    EXPECT_TRUE(matches(
        result.targets[0],
        [&](uint32_t x, uint32_t y) {
          constexpr Texel kGone = {9, 9, 9, 9};
          const double px = (x + 0.5) / 8 - 1, py = (y + 0.5) / 8 - 1;
          double a = 1;
          const auto fade = [&](double k) {
            const double d = px + py + k;
            return d < 0 ? -1 : d > 4 ? 1 : d / 4;
          };
          if (mode == 0 && px + 0.5 < 0) return kGone;
          if (mode == 1) {
            if (px + 0.5 < 0 || py - 0.25 < 0) return kGone;
            a = 0.5;
          }
          if (mode == 2) {
            if (px + 0.25 < 0 || py + 0.5 < 0) return kGone;
            if (px > 0.25) a = fade(0.5);
          }
          if (mode == 3) a = fade(-0.5);
          if (mode == 9 || a < 0) return kGone;
          return Texel{px * a, py * a, a, a};
        },
        1e-5))
        << "mode " << mode;
  }
}

TEST_F(PixelStageTest, StencilIsExported) {
  if (!device().has_extension("VK_EXT_shader_stencil_export"))
    GTEST_SKIP() << "the device exports no stencil";
  const PlainVertexShader vertex = {{{1, 0, 1, 'u'}, {2, 0, 4}}, {}};
  for (const uint32_t material : {0u, 1u, 2u, 5u, 6u, 31u}) {
    Draw draw = flat_draw("ps_stencil_ref_output", vertex, Words().u({material}).f({1, 2, 3, 4}));
    VkStencilOpState replace = {};
    replace.failOp = replace.passOp = replace.depthFailOp = VK_STENCIL_OP_REPLACE;
    replace.compareOp = VK_COMPARE_OP_ALWAYS;
    replace.writeMask = replace.compareMask = 0xFF;
    draw.depth = DepthTarget{};
    draw.depth->test = true;
    draw.depth->clear_stencil = 99;
    draw.depth->stencil = replace;
    const Drawn result = drawn(draw);
    double stencil = material >> 3, depth = 0.5;
    if (material == 0) stencil = 1;
    if (material == 1 || material == 2) stencil = 16 + material;
    if (material == 5) stencil = 255, depth = 0;
    if (material == 6) stencil = 99, depth = 1;
    EXPECT_TRUE(matches(result.stencil, constant({stencil}))) << "material " << material;
    EXPECT_TRUE(matches(result.depth, constant({depth}), 1e-6)) << "material " << material;
  }
}

TEST_F(PixelStageTest, SamplesAreShadedOneByOne) {
  const PlainVertexShader vertex = {{{1, 0, 3}, {2, 0, 2}}, {}};
  Draw draw = flat_draw("ps_sample_index_front_face", vertex, Words().f({0, 0, 1, 0, 0}));
  draw.samples = VK_SAMPLE_COUNT_4_BIT;
  // Sample k reads texel k of a row of four: the picture shows their mean.
  Words jitter, texels;
  for (int n = 0; n < 8; ++n) jitter.f({static_cast<float>(n % 4 + 0.5) / 4, 0.5f, 0, 0});
  for (const float n : {1.0f, 2.0f, 4.0f, 9.0f}) texels.f({n, 10 * n, 0, 1});
  draw.resources = {constant_buffer(0, jitter.f({0, 0, 1, 0})),
                    texture(0, image_2d(VK_FORMAT_R32G32B32A32_SFLOAT, 4, 1, texels)), sampler(0, {})};
  Drawn result = drawn(draw);
  EXPECT_TRUE(matches(result.targets[0], constant({4, 40, 0, 1}), 1e-5));
  // Seen from the back, the normal is flipped, and the light is on the other side.
  draw.indices = {0, 2, 1};
  result = drawn(draw);
  EXPECT_TRUE(matches(result.targets[0], constant({0.4, 4, 0, 1}), 1e-5));
}

TEST_F(PixelStageTest, InputRowsAreChosenAtRunTime) {
  const PlainVertexShader vertex = {{{1, 0, 4, 'f', 6}, {7, 0, 1, 'u', 4}, {7, 1, 1, 'u'}}, {}};
  std::array<Words, 3> values;
  const auto layer = [](uint32_t corner, uint32_t row, uint32_t channel) {
    return static_cast<float>(corner + row * 2 + channel) / 32;
  };
  constexpr uint32_t kMap[4] = {8, 1, 4, 0};
  for (uint32_t corner = 0; corner < 3; ++corner) {
    for (uint32_t row = 0; row < 6; ++row) {
      for (uint32_t channel = 0; channel < 4; ++channel) values[corner].f({layer(corner, row, channel)});
    }
    values[corner].u({kMap[0], kMap[1], kMap[2], kMap[3], 3});
  }
  const Drawn result = drawn(draw_with("ps_dynamic_input_array", vertex, values, kDeepTriangle));
  EXPECT_TRUE(matches(
      result.targets[0],
      [&](uint32_t x, uint32_t y) {
        const Place place = pixel_in_triangle(kDeepTriangle, x, y);
        Texel color = {};
        double alpha = 1;
        for (uint32_t i = 0; i < 3; ++i) {
          double texel[4];
          for (uint32_t c = 0; c < 4; ++c) {
            const uint32_t row = kMap[i] % 6;
            texel[c] = place.mix(layer(0, row, c), layer(1, row, c), layer(2, row, c));
          }
          for (uint32_t c = 0; c < 4; ++c) color[c] += texel[c] * alpha;
          alpha *= 1 - texel[3];
        }
        return color;
      },
      1e-4));
}

TEST_F(PixelStageTest, QuadsShareTheirValues) {
  const PlainVertexShader vertex = {{{1, 0, 4}, {2, 0, 1, 'u'}}, {}};
  std::array<Words, 3> values;
  for (size_t n = 0; n < 3; ++n) {
    const auto px = static_cast<float>(kFullTriangle[n][0]), py = static_cast<float>(kFullTriangle[n][1]);
    values[n].f({px, py, px + 2 * py, 1}).u({5});
  }
  const Drawn result = drawn(draw_with("ps_quad_ops", vertex, values, kFullTriangle));
  EXPECT_TRUE(matches(
      result.targets[0],
      [](uint32_t x, uint32_t y) {
        // The center of the quad.
        const double px = (x / 2 * 2 + 1) / 8.0 - 1, py = (y / 2 * 2 + 1) / 8.0 - 1;
        return Texel{px, py, px + 2 * py, 1};
      },
      1e-5));
}

TEST_F(PixelStageTest, BothKindsOfBarycentrics) {
  constexpr std::array<Vector4, 3> kTriangle = kDeepTriangle;
  const Draw draw =
      flat_draw("ps_barycentrics_two_modes", {{{1, 0, 4}}, {}}, Words().f({1, 0.5f, 0.25f, 1}), kTriangle);
  if (!device().has_extension("VK_KHR_fragment_shader_barycentric")) {
    GTEST_SKIP() << "the device has no barycentrics; the module is valid";
  }
  const Drawn result = drawn(draw);
  const Place here = pixel_in_triangle(kTriangle, 0, 0), right = pixel_in_triangle(kTriangle, 1, 0),
              below = pixel_in_triangle(kTriangle, 0, 1);
  EXPECT_TRUE(matches(
      result.targets[0],
      [&](uint32_t x, uint32_t y) {
        const Place place = pixel_in_triangle(kTriangle, x, y);
        double most = 0, wire = 1;
        for (size_t n = 0; n < 3; ++n) {
          most = std::max(most, std::abs(place.space[n] - place.screen[n]));
          const double width =
              1.5 * (std::abs(right.screen[n] - here.screen[n]) + std::abs(below.screen[n] - here.screen[n]));
          const double t = std::clamp(place.screen[n] / width, 0.0, 1.0);
          wire = std::min(wire, t * t * (3 - 2 * t));
        }
        if (most <= 0.05) return Texel{wire, 0.5 * wire, 0.25 * wire, 1};
        Texel texel = {0, 0, 0, 1};
        for (size_t n = 0; n < 3; ++n) texel[n] = (place.space[n] - place.screen[n]) / 2 + 0.5;
        return texel;
      },
      2e-3));
}

TEST_F(PixelStageTest, PrimitivesAreNumbered) {
  const PlainVertexShader vertex = {{{1, 0, 1, 'u'}}, {}};
  Draw draw = flat_draw("ps_instance_id_arbitrary", vertex, Words().u({1}));
  Words words;
  for (int primitive = 0; primitive < 2; ++primitive) {
    for (Vector4 corner : kFullTriangle) {
      corner[0] += primitive;
      words.add(position(corner)).u({1});
    }
  }
  draw.vertex_buffers = {plain_vertices(vertex, words.get())};
  draw.vertices = 6;
  draw.resources = {read_buffer(0, Words().f({9, 9, 9, 9, 1, 2, 3, 4}))};
  const Drawn result = drawn(draw);
  EXPECT_TRUE(matches(result.targets[0], [](uint32_t x, uint32_t) {
    return x < 8 ? Texel{3, 2, 1, 4} : Texel{1, 2, 3, 4};
  }));
}

TEST_F(PixelStageTest, DerivativesMoveTheNextSample) {
  const PlainVertexShader vertex = {{{0, 0, 2}}, {}};
  const std::array<Words, 3> values = {Words().f({0, 0}), Words().f({2, 0}), Words().f({0, 2})};
  Draw draw = draw_with("ps_derivative_in_uniform_loop", vertex, values, kFullTriangle);
  Words texels;
  for (int y = 0; y < 16; ++y) {
    for (int x = 0; x < 16; ++x) {
      texels.f({static_cast<float>(x) / 16, static_cast<float>(y), static_cast<float>(x * y), 1});
    }
  }
  constexpr double kGain = 0.25;
  draw.resources = {texture(0, image_2d(VK_FORMAT_R32G32B32A32_SFLOAT, 16, 16, texels)), sampler(0, {}),
                    constant_buffer(0, Words().u({3, 1}).f({1, static_cast<float>(kGain)}))};
  const Drawn result = drawn(draw);
  EXPECT_TRUE(matches(
      result.targets[0],
      [](uint32_t x, uint32_t y) {
        const double next = std::min(x + 1, 15u);
        return Texel{(x + kGain * next) / 32, y * (1 + kGain) / 2, (x + kGain * next) * y / 2,
                     (1 + kGain) / 2};
      },
      1e-4));
}

TEST_F(PixelStageTest, LayersAndViewportsAreSeen) {
  const PlainVertexShader vertex = {{{3, 0, 2}}, {"Layer", "ViewportIndex"}};
  Draw draw = flat_draw("ps_primitive_id_layer_viewport", vertex, Words().f({0, 0}).u({1, 1}));
  draw.layers = 2;
  draw.viewports = 2;
  draw.targets = {{VK_FORMAT_R32G32B32A32_UINT, {}}};
  ImageData palette =
      image_2d(VK_FORMAT_R32G32B32A32_SFLOAT, 1, 1, Words().f({0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0.5f}));
  palette.type = VK_IMAGE_VIEW_TYPE_2D_ARRAY;
  palette.layers = 3;
  for (const uint32_t material : {UINT32_MAX, 7u}) {
    draw.resources = {typed_buffer(0, VK_FORMAT_R32_UINT, Words().u({material})), texture(1, palette),
                      sampler(0, {})};
    const Drawn result = drawn(draw);
    EXPECT_TRUE(matches(result.targets[0], constant({})));
    EXPECT_TRUE(matches(
        result.targets[0],
        [&](uint32_t x, uint32_t) {
          if (x < 8) return Texel{};
          if (material == UINT32_MAX) return Texel{0, 1, 1, 0};
          return Texel{7, double(std::bit_cast<uint32_t>(2.0f)), 0x11, 127};
        },
        0, 1));
  }
}

TEST_F(PixelStageTest, TargetsAreChosenAtRunTime) {
  Draw draw = flat_draw("ps_mrt_dynamic_target_index", {{{1, 0, 1, 'u'}}, {}}, Words().u({2}));
  Words texels;
  constexpr uint32_t kSlices = 3, kRoute[4] = {1, 2, 4, 0};
  const auto slice = [](uint32_t i) {
    const double k = i + 1;
    return Texel{k, 10 * k, 100 * k, i == 1 ? -1.0 : 1.0};
  };
  for (uint32_t i = 0; i < kSlices; ++i) {
    for (int texel = 0; texel < 256; ++texel) {
      for (const double channel : slice(i)) texels.f({static_cast<float>(channel)});
    }
  }
  ImageData image = image_2d(VK_FORMAT_R32G32B32A32_SFLOAT, 16, 16, texels);
  image.type = VK_IMAGE_VIEW_TYPE_2D_ARRAY;
  image.layers = kSlices;
  draw.resources = {
      texture(0, image),
      constant_buffer(0, Words().u({kSlices, 0, 0, 0, kRoute[0], kRoute[1], kRoute[2], kRoute[3]}))};
  draw.targets.assign(6, ColorTarget{});
  const Drawn result = drawn(draw);
  // Slice 0 goes to row 3, the red channel of slice 1 to the second channel of row 4, and slice 2 to row 0.
  for (uint32_t target = 0; target < 6; ++target) {
    Texel expected = {};
    if (target == 3) expected = slice(0);
    if (target == 4) expected = {0, 2, 0, 0};
    if (target == 0) expected = slice(2);
    EXPECT_TRUE(matches(result.targets[target], constant(expected))) << "target " << target;
  }
}

}  // namespace
}  // namespace trellis::test_drawing
