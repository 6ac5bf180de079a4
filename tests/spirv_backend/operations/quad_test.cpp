// Quad operations and derivatives: four consecutive lanes form a quad.
#include <spirv/unified1/spirv.hpp11>

#include "tests/spirv_backend/operations/operation_runner.hpp"
#include "tests/spirv_backend/operations/values.hpp"

namespace trellis::test_ops {
namespace {

constexpr uint32_t kLanes = 64;
constexpr Shape kScalars[] = {kI1, kI16, kI32, kI64, kF16, kF32, kF64};

class QuadOps : public OperationTest {
 protected:
  static std::vector<uint64_t> numbers(Shape shape) {
    std::vector<uint64_t> values;
    for (uint32_t lane = 0; lane < kLanes; ++lane) {
      const double value = lane * 11 % 37;
      values.push_back(shape.kind == dxil::TypeKind::kFloat ? encode(shape, value)
                                                            : low_bits(lane * 11 % 37, shape.bits));
    }
    return values;
  }

  std::vector<uint64_t> run_all(const OperationProgram& program) {
    const auto got = run(program);
    EXPECT_TRUE(got);
    return got ? *got : std::vector<uint64_t>(output_size(program) / 8);
  }
};

TEST_F(QuadOps, ReadLane) {
  std::vector<uint64_t> sources;
  for (uint32_t lane = 0; lane < kLanes; ++lane) sources.push_back((lane * 7 + 1) % 4);
  for (Shape shape : kScalars) {
    const auto values = numbers(shape);
    const auto varied = run_all({.op = Op::kQuadReadLaneAt,
                                 .arguments = {lanes(shape, values), lanes(kI32, sources)},
                                 .results = {shape}});
    for (uint32_t lane = 0; lane < kLanes; ++lane)
      EXPECT_EQ(varied[lane], values[lane / 4 * 4 + sources[lane]]);
    for (uint32_t source = 0; source < 4; ++source) {
      const auto fixed = run_all({.op = Op::kQuadReadLaneAt,
                                  .arguments = {lanes(shape, values), constant(kI32, source)},
                                  .results = {shape}});
      for (uint32_t lane = 0; lane < kLanes; ++lane) EXPECT_EQ(fixed[lane], values[lane / 4 * 4 + source]);
    }
  }
}

TEST_F(QuadOps, ReadAcross) {
  for (Shape shape : {kI16, kI32, kI64, kF16, kF32, kF64}) {
    const auto values = numbers(shape);
    for (uint64_t direction : {0, 1, 2}) {
      const auto got = run_all({.op = Op::kQuadOp,
                                .arguments = {lanes(shape, values), constant(kI8, direction)},
                                .results = {shape}});
      for (uint32_t lane = 0; lane < kLanes; ++lane) EXPECT_EQ(got[lane], values[lane ^ (direction + 1)]);
    }
  }
  EXPECT_NE(translation_error(
                {.op = Op::kQuadOp, .arguments = {constant(kI32, 1), constant(kI8, 3)}, .results = {kI32}})
                .find("the kind of the quad operation is not a known constant"),
            std::string::npos);
}

TEST_F(QuadOps, Vote) {
  // Every combination of conditions in a quad, one in each of the sixteen quads.
  std::vector<uint64_t> condition;
  for (uint32_t lane = 0; lane < kLanes; ++lane) condition.push_back(lane / 4 >> lane % 4 & 1);
  const auto any = run_all(
      {.op = Op::kQuadVote, .arguments = {lanes(kI1, condition), constant(kI8, 0)}, .results = {kI1}});
  const auto all = run_all(
      {.op = Op::kQuadVote, .arguments = {lanes(kI1, condition), constant(kI8, 1)}, .results = {kI1}});
  for (uint32_t lane = 0; lane < kLanes; ++lane) {
    EXPECT_EQ(any[lane], lane / 4 != 0 ? 1 : 0) << lane;
    EXPECT_EQ(all[lane], lane / 4 == 15 ? 1 : 0) << lane;
  }
  EXPECT_NE(translation_error(
                {.op = Op::kQuadVote, .arguments = {constant(kI1, 1), constant(kI8, 2)}, .results = {kI1}})
                .find("the kind of the quad vote is not a known constant"),
            std::string::npos);
}

TEST_F(QuadOps, DerivativesInALineOfThreads) {
  for (Shape shape : {kF32, kF16}) {
    const auto values = numbers(shape);
    const auto at = [&](uint32_t lane) { return decode(shape, values[lane]); };
    for (const Op op : {Op::kDerivCoarseX, Op::kDerivCoarseY, Op::kDerivFineX, Op::kDerivFineY}) {
      const auto got = run_all({.op = op, .arguments = {lanes(shape, values)}, .results = {shape}});
      const bool is_coarse = op == Op::kDerivCoarseX || op == Op::kDerivCoarseY;
      const uint32_t step = op == Op::kDerivCoarseX || op == Op::kDerivFineX ? 1 : 2;
      for (uint32_t lane = 0; lane < kLanes; ++lane) {
        // Coarse derivatives have one value per quad.
        const uint32_t near = is_coarse ? lane & ~3u : lane & ~step;
        EXPECT_EQ(decode(shape, got[lane]), at(near + step) - at(near)) << name_of(op) << ", lane " << lane;
      }
    }
  }
}

TEST_F(QuadOps, InstructionsOfDerivatives) {
  const OperationProgram program{
      .op = Op::kDerivFineX, .arguments = {lanes(kF32, numbers(kF32))}, .results = {kF32}, .group_height = 8};
  const auto words = translate(program);
  EXPECT_TRUE(has_instruction(words, static_cast<uint32_t>(spv::Op::OpDPdxFine)));
  const OperationProgram line{
      .op = Op::kDerivFineX, .arguments = {lanes(kF32, numbers(kF32))}, .results = {kF32}};
  EXPECT_TRUE(has_instruction(translate(line), static_cast<uint32_t>(spv::Op::OpDPdxFine)));
  // D3D has one value per quad, which SPIR-V's coarse derivatives do not guarantee.
  const OperationProgram coarse{
      .op = Op::kDerivCoarseX, .arguments = {lanes(kF32, numbers(kF32))}, .results = {kF32}};
  EXPECT_TRUE(
      has_instruction(translate(coarse), static_cast<uint32_t>(spv::Op::OpGroupNonUniformQuadBroadcast)));
}

}  // namespace
}  // namespace trellis::test_ops
