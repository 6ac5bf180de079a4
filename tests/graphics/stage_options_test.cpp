// Options about targets, samples and tess factors, by what is drawn.
#include "tests/graphics/stage_test.hpp"
#include "tests/spirv_backend_stages/stage_program.hpp"

namespace trellis::graphics {
namespace {

using dxil::ComponentType;
using spirv::SemanticKind;
using test_stages::StageProgram;

class StageOptionsTest : public StageTest {
 protected:
  /// A triangle over everything; `varying` at its corners, one float.
  static Draw covered(StageModule pixels, std::array<float, 3> varying = {}) {
    const PlainVertexShader vertex = {{{0, 0, 1}}, {}};
    Draw draw;
    draw.stages = {plain_vertex(vertex), std::move(pixels)};
    Words words;
    for (size_t n = 0; n < 3; ++n) words.add(position(kFullTriangle[n])).f({varying[n]});
    draw.vertex_buffers = {plain_vertices(vertex, words.get())};
    return draw;
  }

  /// Writes constants to the columns of one target.
  static dxil::Shader constants(std::initializer_list<float> values) {
    StageProgram p(dxil::ShaderKind::kPixel);
    const auto columns = static_cast<uint32_t>(values.size());
    p.output({"SV_Target", SemanticKind::kTarget, ComponentType::kF32, 1, columns, {0, 0}});
    uint8_t column = 0;
    for (const float value : values) p.store(0, column++, p.b.f32(value));
    return p.take();
  }

  static Formula everywhere(const Texel& texel) {
    return [texel](uint32_t, uint32_t) { return texel; };
  }
};

TEST_F(StageOptionsTest, TargetsAreSwizzled) {
  TranslateOptions options;
  options.stage.output_swizzles[0] = 0b11'00'01'10;  // bgra
  const Draw all = covered(translated(constants({0.125f, 0.25f, 0.5f, 0.75f}), options));
  EXPECT_TRUE(matches(drawn(all).targets[0], everywhere({0.5, 0.25, 0.125, 0.75})));
  options.stage.output_swizzles[0] = 0b00'00'01'00;  // rgrr of two
  const Draw two = covered(translated(constants({0.125f, 0.25f}), options));
  EXPECT_TRUE(matches(drawn(two).targets[0], everywhere({0.125, 0.25, 0.125, 0.125})));
}

TEST_F(StageOptionsTest, CoverageByAlpha) {
  TranslateOptions options;
  options.stage.alpha_to_coverage = true;
  const auto picture = [&](std::initializer_list<float> values) {
    Draw draw = covered(translated(constants(values), options));
    draw.samples = VK_SAMPLE_COUNT_4_BIT;
    draw.alpha_to_coverage = true;
    draw.targets[0].clear.float32[0] = 9;
    return drawn(draw).targets[0].at(3, 3)[0];
  };
  EXPECT_EQ(picture({0.5f, 0.25f, 0.125f, 1}), 0.5);
  EXPECT_EQ(picture({0.5f, 0.25f, 0.125f, 0}), 9.0) << "nothing is covered";
  EXPECT_EQ(picture({0.5f, 0.25f, 0.125f}), 0.5) << "no alpha: all is covered";
  // The first component gets the alpha; coverage goes by the alpha all the same.
  options.stage.output_swizzles[0] = 0b00'00'00'11;
  EXPECT_EQ(picture({0.5f, 0.25f, 0.125f, 1}), 1.0);
  EXPECT_EQ(picture({0.5f, 0.25f, 0.125f, 0}), 9.0);
}

// The square of a number that grows along x, averaged over the samples of a pixel.
TEST_F(StageOptionsTest, PixelShadersRunOnceASample) {
  StageProgram p(dxil::ShaderKind::kPixel);
  constexpr uint8_t kLinear = 2;
  p.input({"X", SemanticKind::kArbitrary, ComponentType::kF32, 1, 1, {0, 0}, kLinear});
  p.output({"SV_Target", SemanticKind::kTarget, ComponentType::kF32, 1, 1, {0, 0}});
  const test_backend::V x = p.load(0, 0);
  p.store(0, 0, p.b.op(dxil::Opcode::kFMul, p.b.float_type(32), {x, x}));
  const dxil::Shader shader = p.take();
  for (const bool per_sample : {false, true}) {
    TranslateOptions options;
    options.stage.sample_rate_shading = per_sample;
    Draw draw = covered(translated(shader, options), {0, 32, 0});
    draw.samples = VK_SAMPLE_COUNT_4_BIT;
    draw.targets[0].format = VK_FORMAT_R32_SFLOAT;
    // Samples lie 2/16 and 6/16 of a pixel from the middle, on both sides.
    constexpr double kSpread = (2.0 * 2 + 6.0 * 6) / 2 / 256;
    EXPECT_TRUE(matches(
        drawn(draw).targets[0],
        [&](uint32_t column, uint32_t) {
          const double middle = column + 0.5;
          return Texel{middle * middle + (per_sample ? kSpread : 0)};
        },
        1e-3))
        << per_sample;
  }
}

TEST_F(StageOptionsTest, TessFactorsAreLimited) {
  const PlainVertexShader vertex = {{{0, 0, 3}, {1, 0, 2}}, {}};
  Draw draw;
  draw.topology = VK_PRIMITIVE_TOPOLOGY_PATCH_LIST;
  draw.patch_control_points = draw.vertices = 3;
  Words points;
  for (int n = 0; n < 3; ++n) points.f({0, 0, 0, 1, 0, 0, 0, 0, 0});
  draw.vertex_buffers = {plain_vertices(vertex, points.get())};
  draw.targets = plain_targets(plain_domain_outputs());
  TranslateOptions options;
  options.stage.max_tess_factor = 3.5f;
  draw.stages = {plain_vertex(vertex), translated("hs_tri_passthrough_integer", options),
                 plain_domain({false, 3, 0}), plain_fragment(plain_domain_outputs())};
  const Drawn result = drawn(draw);
  EXPECT_TRUE(matches(result.targets[0], everywhere({2, 3, 3.5}), 1e-5, 0, 3));
  EXPECT_TRUE(matches(result.targets[1], everywhere({3.5}), 1e-5, 0, 1));
}

}  // namespace
}  // namespace trellis::graphics
