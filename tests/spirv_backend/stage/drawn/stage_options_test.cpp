// Draws with options for targets, samples and tessellation factors.
#include <cmath>

#include "tests/spirv_backend/stage/drawn/stage_test.hpp"
#include "tests/spirv_backend/stage/stage_program.hpp"

namespace trellis::test_drawing {
namespace {

using dxil::ComponentType;
using spirv::SemanticKind;
using test_stages::StageProgram;

class StageOptionsTest : public StageTest {
 protected:
  /// Returns a draw of a triangle over the whole picture; `varying` has one float for each corner.
  static Draw covered(StageModule pixels, std::array<float, 3> varying = {}) {
    const PlainVertexShader vertex = {{{0, 0, 1}}, {}};
    Draw draw;
    draw.stages = {plain_vertex(vertex), std::move(pixels)};
    Words words;
    for (size_t n = 0; n < 3; ++n) words.add(position(kFullTriangle[n])).f({varying[n]});
    draw.vertex_buffers = {plain_vertices(vertex, words.get())};
    return draw;
  }

  /// Returns a shader that writes constants to the columns of one target.
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
  options.stage.output_swizzles[0] = 0b11'00'01'10;  // BGRA
  const Draw all = covered(translated(constants({0.125f, 0.25f, 0.5f, 0.75f}), options));
  EXPECT_TRUE(matches(drawn(all).targets[0], everywhere({0.5, 0.25, 0.125, 0.75})));
  options.stage.output_swizzles[0] = 0b00'00'01'00;  // RGRR of a target with two components
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
  // The first component receives the alpha; coverage still uses the alpha.
  options.stage.output_swizzles[0] = 0b00'00'00'11;
  EXPECT_EQ(picture({0.5f, 0.25f, 0.125f, 1}), 1.0);
  EXPECT_EQ(picture({0.5f, 0.25f, 0.125f, 0}), 9.0);
}

// Draws the square of a number that increases along x, averaged over the samples of a pixel.
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
    // The samples are 2/16 and 6/16 of a pixel from the center, on both sides.
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

// Between stages, min-precision values have 32 bits, whichever precision they are computed with.
TEST_F(StageOptionsTest, NativeMinPrecisionHasWideInputsAndOutputs) {
  using dxil::Opcode;
  StageProgram p(dxil::ShaderKind::kPixel);
  constexpr uint8_t kLinear = 2;
  p.input({"X", SemanticKind::kArbitrary, ComponentType::kF16, 1, 1, {0, 0}, kLinear});
  p.output({"SV_Target", SemanticKind::kTarget, ComponentType::kF16, 1, 1, {0, 0}});
  p.output({"SV_Target", SemanticKind::kTarget, ComponentType::kI16, 1, 1, {1, 0}, 0, 1});
  const dxil::TypeId f16 = p.b.float_type(16), i16 = p.b.int_type(16);
  const test_backend::V x = p.load(f16, 0, p.b.i32(0), 0);
  const test_backend::V square = p.b.op(Opcode::kFMul, f16, {x, x});
  p.store(0, 0, p.b.op(Opcode::kFAdd, f16, {square, p.b.constant(f16, 0x6800)}));  // 2048
  const test_backend::V whole = p.b.op(Opcode::kFPToSI, i16, {x});
  p.store(1, 0, p.b.op(Opcode::kSub, i16, {whole, p.b.constant(i16, 20)}));
  dxil::Shader shader = p.take();
  constexpr uint64_t kNative16Bit = uint64_t{1} << 23;
  shader.entry_points[0].flags &= ~kNative16Bit;
  for (const bool is_native : {false, true}) {
    TranslateOptions options;
    options.device.min_precision = is_native ? spirv::MinPrecision::kNative : spirv::MinPrecision::kFull;
    Draw draw = covered(translated(shader, options), {0, 32, 0});
    draw.targets[0].format = VK_FORMAT_R32_SFLOAT;
    draw.targets.push_back({VK_FORMAT_R32_SINT, {}});
    const Drawn result = drawn(draw);
    const auto sum = [&](uint32_t column, uint32_t) {
      const double exact = 2048 + (column + 0.5) * (column + 0.5);
      return Texel{is_native ? std::nearbyint(exact / 2) * 2 : exact};  // Halves of that size are even.
    };
    EXPECT_TRUE(matches(result.targets[0], sum, 1e-3, 0, 1)) << is_native;
    const auto difference = [](uint32_t column, uint32_t) { return Texel{static_cast<double>(column) - 20}; };
    EXPECT_TRUE(matches(result.targets[1], difference, 0, 0, 1)) << is_native;
  }
}

/// Returns a shader that writes the target's sample count and the position of sample `index`.
dxil::Shader sample_reader(uint32_t index) {
  StageProgram p(dxil::ShaderKind::kPixel);
  p.output({"SV_Target", SemanticKind::kTarget, ComponentType::kF32, 1, 3, {0, 0}});
  const dxil::TypeId f32 = p.b.float_type(32);
  const dxil::TypeId pair = p.b.record({f32, f32}, "dx.types.SamplePos");
  const test_backend::V count = p.b.dx(dxil::Op::kRenderTargetGetSampleCount, p.b.int_type(32), {});
  p.store(0, 0, p.b.op(dxil::Opcode::kUIToFP, f32, {count}));
  const test_backend::V place = p.b.dx(dxil::Op::kRenderTargetGetSamplePosition, pair, {p.b.i32(index)});
  for (uint32_t n = 0; n < 2; ++n) {
    const auto column = static_cast<uint8_t>(n + 1);
    p.store(0, column, p.b.op(dxil::Opcode::kExtractValue, f32, {place}, n));
  }
  return p.take();
}

// The count is a constant, the value of a specialization constant, or its default.
TEST_F(StageOptionsTest, TheSampleCountIsTheGivenOne) {
  const auto texel = [&](const TranslateOptions& options, const std::map<uint32_t, uint32_t>& constants) {
    StageModule pixels = translated(sample_reader(1), options);
    pixels.constants = constants;
    Draw draw = covered(pixels);
    draw.samples = VK_SAMPLE_COUNT_4_BIT;
    return drawn(draw).targets[0].at(3, 3);
  };
  const auto expect = [](const Texel& found, const Texel& wanted) {
    for (size_t n = 0; n < 3; ++n) EXPECT_EQ(found[n], wanted[n]) << n;
  };
  const Texel of_four = {4, 6.0 / 16, -2.0 / 16}, of_two = {2, -4.0 / 16, -4.0 / 16}, of_one = {1, 0, 0};
  TranslateOptions options;
  options.stage.target_sample_count_spec_id = 17;
  expect(texel(options, {{17, 4}}), of_four);
  expect(texel(options, {{17, 2}}), of_two);
  expect(texel(options, {}), of_one);
  options.stage.target_sample_count = 4;
  expect(texel(options, {{17, 2}}), of_four);
}

/// Returns a shader whose z is a sum minus one of its operands. With `shows_sum`, it outputs the sum as well,
/// precisely, so that a driver cannot simplify it away.
dxil::Shader vertex_with_depth(bool shows_sum) {
  using dxil::Opcode;
  StageProgram p(dxil::ShaderKind::kVertex);
  p.input({"P", SemanticKind::kArbitrary, ComponentType::kF32, 1, 4, {0, 0}});
  p.input({"L", SemanticKind::kArbitrary, ComponentType::kF32, 1, 1, {1, 0}});
  p.output({"SV_Position", SemanticKind::kPosition, ComponentType::kF32, 1, 4, {0, 0}});
  if (shows_sum) p.output({"S", SemanticKind::kArbitrary, ComponentType::kF32, 1, 1, {1, 0}});
  const dxil::TypeId f32 = p.b.float_type(32);
  const test_backend::V large = p.load(1, 0), z = p.load(0, 2);
  const test_backend::V sum = p.b.op(Opcode::kFAdd, f32, {large, z}, 0, dxil::kFast);
  const test_backend::V rest = p.b.op(Opcode::kFSub, f32, {sum, large}, 0, dxil::kFast);
  for (const uint8_t column : {uint8_t{0}, uint8_t{1}, uint8_t{3}}) p.store(0, column, p.load(0, column));
  p.store(0, 2, rest);
  if (shows_sum) p.store(1, 0, p.b.op(Opcode::kFAdd, f32, {large, z}));
  return p.take();
}

// Two vertex shaders compute the same depth next to different outputs.
TEST_F(StageOptionsTest, InvariantPositionsHaveTheSameDepth) {
  const auto depths = [&](bool shows_sum, bool is_invariant) {
    TranslateOptions options;
    options.stage.invariant_position = is_invariant;
    Draw draw;
    draw.stages = {translated(vertex_with_depth(shows_sum), options), plain_fragment({})};
    Words words;
    const std::array<float, 3> z = {0.30000001f, 0.7f, 0.1f};
    for (size_t n = 0; n < 3; ++n) {
      Vector4 corner = kFullTriangle[n];
      corner[2] = z[n];
      words.add(position(corner)).f({1024});
    }
    draw.vertex_buffers = {vertex_buffer({{'f', 4}, {'f', 1}}, words.get())};
    draw.targets.clear();
    draw.depth.emplace().test = true;
    return drawn(draw).depth.bytes;
  };
  EXPECT_EQ(depths(false, true), depths(true, true));
  const bool is_lavapipe = runner().properties().name.find("llvmpipe") != std::string::npos;
  if (is_lavapipe) {
    EXPECT_NE(depths(false, false), depths(true, false)) << "the option no longer shows here";
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
}  // namespace trellis::test_drawing
