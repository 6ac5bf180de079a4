// Draws pixels that discard: by demotion to helper invocations, and by a flag on devices that cannot demote.
#include <bit>
#include <spirv/unified1/spirv.hpp11>

#include "tests/spirv_backend/stage/drawn/stage_test.hpp"
#include "tests/spirv_backend/stage/stage_program.hpp"

namespace trellis::test_drawing {
namespace {

class DiscardTest : public StageTest, public testing::WithParamInterface<bool> {
 protected:
  static TranslateOptions options() {
    TranslateOptions options;
    options.device.demote = GetParam();
    return options;
  }
  /// A triangle over the target with one varying at location 1. Its components go from 0 to 1, left to right,
  /// except the last one, which is 1.
  static Draw ramp(const std::string& shader, uint32_t components) {
    const PlainVertexShader vertex = {{{1, 0, components}}, {}};
    Draw draw;
    draw.stages = {plain_vertex(vertex), translated(shader, options())};
    Words words;
    for (size_t n = 0; n < 3; ++n) {
      const float along = n == 1 ? 2.0f : 0.0f;
      words.add(position(kFullTriangle[n]));
      for (uint32_t c = 0; c < components; ++c) words.f({c == 3 ? 1.0f : along});
    }
    draw.vertex_buffers = {plain_vertices(vertex, words.get())};
    draw.targets[0].clear = {{9, 9, 9, 9}};
    return draw;
  }
  static ImageData marked_image() {
    Words texels;
    for (uint32_t n = 0; n < 16 * 16; ++n) texels.f({7, 7, 7, 7});
    return image_2d(VK_FORMAT_R32G32B32A32_SFLOAT, 16, 16, texels);
  }
};

uint32_t count_of(const std::vector<uint32_t>& words, spv::Op opcode) {
  uint32_t count = 0;
  for (size_t at = 5; at < words.size() && words[at] >> 16 != 0; at += words[at] >> 16) {
    count += (words[at] & 0xFFFF) == static_cast<uint32_t>(opcode) ? 1 : 0;
  }
  return count;
}

TEST_P(DiscardTest, WritesNothingAfterwards) {
  constexpr uint32_t kMark = 0xABCD;
  Draw draw = ramp("ps_discard_then_uav_writes", 4);
  const bool demotes = GetParam();
  EXPECT_EQ(count_of(draw.stages[1].words, spv::Op::OpDemoteToHelperInvocation) != 0, demotes);
  EXPECT_EQ(count_of(draw.stages[1].words, spv::Op::OpKill) != 0, !demotes);
  const float threshold = 0.5f;
  draw.resources = {constant_buffer(0, Words().f({threshold}).u({1, 0, 0})), write_buffer(0, Words().u({0})),
                    write_texture(1, marked_image()), write_buffer(2, Words().u({0, kMark, kMark}))};
  const Drawn result = drawn(draw);
  // Pixel x has a luma of (x + 0.5) / 16.
  EXPECT_EQ(words_of(result.resources[1])[0], 8u * 16u) << "atomics of pixels that stay";
  const std::vector<uint32_t> log = words_of(result.resources[3]);
  EXPECT_EQ(log[0], 1u);
  EXPECT_LT(log[1], 8u) << "stored before the discard";
  EXPECT_EQ(log[2], kMark) << "stored after the discard";
  const std::vector<uint32_t> image = words_of(result.resources[2]);
  for (uint32_t n = 0; n < 16 * 16; ++n) {
    const bool is_marked = image[n * 4] == std::bit_cast<uint32_t>(7.0f);
    EXPECT_EQ(is_marked, n % 16 < 8) << "texel " << n % 16 << ", " << n / 16;
  }
  EXPECT_TRUE(matches(
      result.targets[0],
      [](uint32_t x, uint32_t) {
        const double c = (x + 0.5) / 16;
        return x < 8 ? Texel{9, 9, 9, 9} : Texel{c, c, c, 1};
      },
      1e-5));
}

TEST_P(DiscardTest, MakesHelperLanes) {
  Draw draw = ramp("ps_is_helper_lane_66", 2);
  // Left of the middle, alpha is too small.
  draw.resources = {texture(0, image_2d(VK_FORMAT_R32G32B32A32_SFLOAT, 2, 1,
                                        Words().f({0, 0, 0.5f, 0.25f, 0, 0, 0.125f, 1}))),
                    sampler(0, {}), write_texture(0, marked_image())};
  const Drawn result = drawn(draw);
  const std::vector<uint32_t> image = words_of(result.resources[2]);
  for (uint32_t n = 0; n < 16 * 16; ++n) {
    const float expected = n % 16 < 8 ? 7.0f : 9 * 0.125f;
    EXPECT_EQ(std::bit_cast<float>(image[n * 4 + 2]), expected) << "texel " << n % 16 << ", " << n / 16;
  }
  EXPECT_TRUE(matches(
      result.targets[0],
      [](uint32_t x, uint32_t) {
        return x < 8 ? Texel{9, 9, 9, 9} : Texel{0, 0, 10 * 0.125, 10};
      },
      1e-5));
}

void declare_position_and_target(test_stages::StageProgram& p) {
  p.input({"SV_Position", test_stages::SemanticKind::kPosition, dxil::ComponentType::kF32, 1, 4, {0, 0}, 4});
  p.output({"SV_Target", test_stages::SemanticKind::kTarget, dxil::ComponentType::kF32, 1, 4, {0, 0}});
}

/// In each quad, all pixels but the first discard, and then run a branch that the first one skips. The value
/// of a pixel is its index in the quad. If all lanes in the branch discard, it is 10 more, plus the value of
/// the first of them. The target receives the pixel's value and those of the other pixels in the quad.
dxil::Shader helpers_alone() {
  using test_backend::Opcode, test_backend::V;
  test_stages::StageProgram p(dxil::ShaderKind::kPixel);
  declare_position_and_target(p);
  const dxil::TypeId i32 = p.b.int_type(32), i1 = p.b.int_type(1), f32 = p.b.float_type(32);
  const auto bit_of = [&](uint8_t axis) {
    const V whole = p.b.op(Opcode::kFPToUI, i32, {p.load(0, axis)});
    return p.b.op(Opcode::kAnd, i32, {whole, p.b.i32(1)});
  };
  const V x = bit_of(0), y = bit_of(1);
  const V number = p.b.op(Opcode::kAdd, i32, {x, p.b.op(Opcode::kShl, i32, {y, p.b.i32(1)})});
  const V value = p.b.op(Opcode::kUIToFP, f32, {number});
  const V discards = p.b.compare(dxil::Predicate::kNe, number, p.b.i32(0));
  p.b.dx(dxil::Op::kDiscard, p.b.void_type(), {discards});
  const dxil::BlockId alone = p.b.block(), all = p.b.block(), end = p.b.block();
  p.b.branch_if(discards, alone, end);
  p.b.at(alone);
  p.b.branch_if(p.b.dx(dxil::Op::kWaveAllTrue, i1, {discards}), all, end);
  p.b.at(all);
  const V more = p.b.op(Opcode::kFAdd, f32, {value, p.b.f32(10)});
  const V most = p.b.op(Opcode::kFAdd, f32, {more, p.b.dx(dxil::Op::kWaveReadLaneFirst, f32, {value})});
  p.b.branch(end);
  p.b.at(end);
  const V result = p.b.phi(f32);
  p.b.add_incoming(result, 0, value);
  p.b.add_incoming(result, alone, value);
  p.b.add_incoming(result, all, most);
  p.store(0, 0, result);
  for (uint8_t n = 0; n < 3; ++n) {
    p.store(0, static_cast<uint8_t>(n + 1), p.b.dx(dxil::Op::kQuadOp, f32, {result, p.b.i8(n)}));
  }
  return p.take();
}

TEST_P(DiscardTest, WhatIsAskedOfHelperLanesAloneIsAskedOfNone) {
  Draw draw = ramp("ps_is_helper_lane_66", 2);
  draw.stages[1] = translated(helpers_alone(), options());
  EXPECT_TRUE(matches(drawn(draw).targets[0], [](uint32_t x, uint32_t y) {
    return x % 2 == 0 && y % 2 == 0 ? Texel{0, 11, 12, 13} : Texel{9, 9, 9, 9};
  }));
}

/// In each quad, all pixels but the first discard, and then take part in a sum over the wave and in a vote.
/// The target receives the sum modulo 7, and the ratios of the other pixels' sums to it.
dxil::Shader helpers_that_sum() {
  using test_backend::Opcode, test_backend::V;
  test_stages::StageProgram p(dxil::ShaderKind::kPixel);
  declare_position_and_target(p);
  const dxil::TypeId i32 = p.b.int_type(32), i1 = p.b.int_type(1), f32 = p.b.float_type(32);
  const auto is_odd = [&](uint8_t axis) {
    const V whole = p.b.op(Opcode::kFPToUI, i32, {p.load(0, axis)});
    return p.b.op(Opcode::kTrunc, i1, {whole});
  };
  const V x = is_odd(0), y = is_odd(1);
  const V discards = p.b.op(Opcode::kOr, i1, {x, y});
  p.b.dx(dxil::Op::kDiscard, p.b.void_type(), {discards});
  // 7 for each lane that did not discard, 100 for each other lane, and 1000 if one of these can vote.
  const V own = p.b.op(Opcode::kSelect, i32, {discards, p.b.i32(100), p.b.i32(7)});
  const V sum = p.b.dx(dxil::Op::kWaveActiveOp, i32, {own, p.b.i8(0), p.b.i8(1)});
  const V any = p.b.dx(dxil::Op::kWaveAnyTrue, i1, {discards});
  const V more = p.b.op(Opcode::kSelect, i32, {any, p.b.i32(1000), p.b.i32(0)});
  const V whole = p.b.op(Opcode::kAdd, i32, {sum, more});
  const V rest = p.b.op(Opcode::kURem, i32, {whole, p.b.i32(7)});
  p.store(0, 0, p.b.op(Opcode::kUIToFP, f32, {rest}));
  const V total = p.b.op(Opcode::kUIToFP, f32, {whole});
  for (uint8_t n = 0; n < 3; ++n) {
    const V other = p.b.dx(dxil::Op::kQuadOp, f32, {total, p.b.i8(n)});
    p.store(0, static_cast<uint8_t>(n + 1), p.b.op(Opcode::kFDiv, f32, {other, total}));
  }
  return p.take();
}

TEST_P(DiscardTest, HelperLanesReceiveTheSumsOfTheOthers) {
  Draw draw = ramp("ps_is_helper_lane_66", 2);
  draw.stages[1] = translated(helpers_that_sum(), options());
  EXPECT_TRUE(matches(drawn(draw).targets[0], [](uint32_t x, uint32_t y) {
    return x % 2 == 0 && y % 2 == 0 ? Texel{0, 1, 1, 1} : Texel{9, 9, 9, 9};
  }));
}

std::string form_name(const testing::TestParamInfo<bool>& form) { return form.param ? "Demoted" : "Flagged"; }
INSTANTIATE_TEST_SUITE_P(Ways, DiscardTest, testing::Bool(), form_name);

}  // namespace
}  // namespace trellis::test_drawing
