// Floating-point operations.
#include <spirv/unified1/GLSL.std.450.h>

#include <algorithm>
#include <spirv/unified1/spirv.hpp11>

#include "tests/spirv_backend/operations/operation_runner.hpp"
#include "tests/spirv_backend/operations/values.hpp"

namespace trellis::test_ops {
namespace {

constexpr double kInfinity = INFINITY, kNan = NAN;

class MathOps : public OperationTest {
 protected:
  /// Checks an operation with one argument and one result of the same shape. `tolerance` is absolute below 1
  /// and relative above.
  void check_unary(Op op, Shape shape, const std::vector<double>& values, double (*reference)(double),
                   double tolerance = 0, bool native = true) {
    SCOPED_TRACE(name_of(op) + ", " + std::to_string(shape.bits) + " bits");
    OperationProgram program{
        .op = op, .arguments = {lanes(shape, encode(shape, values))}, .results = {shape}};
    program.native_16bit = native;
    const auto got = run(program);
    ASSERT_TRUE(got);
    for (size_t n = 0; n < values.size(); ++n) {
      const double expected = reference(values[n]), result = decode(shape, (*got)[n]);
      if (std::isnan(expected)) {
        EXPECT_TRUE(std::isnan(result)) << values[n];
      } else if (tolerance == 0 || std::isinf(expected)) {
        EXPECT_EQ(result, expected) << "of " << values[n];
        EXPECT_EQ(std::signbit(result), std::signbit(expected)) << "of " << values[n];
      } else {
        EXPECT_NEAR(result, expected, tolerance * std::max(1.0, std::fabs(expected))) << "of " << values[n];
      }
    }
  }

  void check_classes(Op op, bool (*reference)(double, Shape)) {
    for (Shape shape : {kF32, kF16}) {
      SCOPED_TRACE(name_of(op) + ", " + std::to_string(shape.bits) + " bits");
      auto patterns =
          encode(shape, {0.0, -0.0, 1.0, -2.5, kInfinity, -kInfinity, kNan, -kNan, 0.0625, 60000.0});
      // Denormals, the smallest and the largest normal number, and a signaling NaN, with both signs.
      const bool is_half = shape.bits == 16;
      for (uint64_t pattern : is_half
                                  ? std::vector<uint64_t>{1, 0x3FF, 0x400, 0x7BFF, 0x7C01}
                                  : std::vector<uint64_t>{1, 0x7FFFFF, 0x800000, 0x7F7FFFFF, 0x7F800001}) {
        patterns.push_back(pattern);
        patterns.push_back(pattern | uint64_t{1} << (shape.bits - 1));
      }
      const auto got = run({.op = op, .arguments = {lanes(shape, patterns)}, .results = {kI1}});
      ASSERT_TRUE(got);
      for (size_t n = 0; n < patterns.size(); ++n) {
        EXPECT_EQ((*got)[n], reference(decode(shape, patterns[n]), shape) ? 1 : 0)
            << std::hex << "0x" << patterns[n];
      }
    }
  }
};

TEST_F(MathOps, AbsoluteValue) {
  const std::vector<double> values = {0.0, -0.0, 1.5, -1.5, kInfinity, -kInfinity, -1024.0};
  for (Shape shape : {kF16, kF32, kF64})
    check_unary(Op::kFAbs, shape, values, [](double x) { return std::fabs(x); });
  check_unary(
      Op::kFAbs, kF16, values, [](double x) { return std::fabs(x); }, 0, false);
}

TEST_F(MathOps, SaturateMakesNanZero) {
  const std::vector<double> values = {0.5, -0.5, 1.5, 1.0, 0.25, kInfinity, -kInfinity, kNan, -kNan};
  for (Shape shape : {kF16, kF32, kF64}) {
    check_unary(Op::kSaturate, shape, values, [](double x) { return x > 0 ? std::min(x, 1.0) : 0.0; });
  }
}

TEST_F(MathOps, Classification) {
  check_classes(Op::kIsNaN, [](double x, Shape) { return std::isnan(x); });
  check_classes(Op::kIsInf, [](double x, Shape) { return std::isinf(x); });
  check_classes(Op::kIsFinite, [](double x, Shape) { return std::isfinite(x); });
  check_classes(Op::kIsNormal, [](double x, Shape shape) {
    return std::isfinite(x) && std::fabs(x) >= std::ldexp(1, shape.bits == 16 ? -14 : -126);
  });
}

TEST_F(MathOps, Trigonometry) {
  const std::vector<double> angles = {0.0, 0.5, -0.5, 1.0, -1.5, 2.0, 3.0, -3.0},
                            units = {0.0, 0.5, -0.5, 0.75, 1.0, -1.0, 0.125};
  check_unary(
      Op::kCos, kF32, angles, [](double x) { return std::cos(x); }, 1e-3);
  check_unary(
      Op::kSin, kF32, angles, [](double x) { return std::sin(x); }, 1e-3);
  check_unary(
      Op::kTan, kF32, {0.0, 0.5, -0.5, 1.0, -1.25}, [](double x) { return std::tan(x); }, 4e-3);
  check_unary(
      Op::kAcos, kF32, units, [](double x) { return std::acos(x); }, 1e-3);
  check_unary(
      Op::kAsin, kF32, units, [](double x) { return std::asin(x); }, 1e-3);
  check_unary(
      Op::kAtan, kF32, {0.0, 0.5, -3.0, 100.0, -1.0}, [](double x) { return std::atan(x); }, 1e-3);
  check_unary(
      Op::kHcos, kF32, angles, [](double x) { return std::cosh(x); }, 1e-3);
  check_unary(
      Op::kHsin, kF32, angles, [](double x) { return std::sinh(x); }, 1e-3);
  check_unary(
      Op::kHtan, kF32, angles, [](double x) { return std::tanh(x); }, 1e-3);
  check_unary(
      Op::kCos, kF16, angles, [](double x) { return std::cos(x); }, 1e-2);
}

TEST_F(MathOps, ExponentialsAndRootsHaveBaseTwo) {
  const std::vector<double> positive = {0.25, 0.5, 1.0, 2.0, 3.0, 10.0, 1024.0};
  for (Shape shape : {kF32, kF16}) {
    const double tolerance = shape.bits == 16 ? 1e-2 : 1e-5;
    check_unary(
        Op::kExp, shape, {0.0, 1.0, -1.0, 3.5, 10.0, -4.25}, [](double x) { return std::exp2(x); },
        tolerance);
    check_unary(
        Op::kLog, shape, positive, [](double x) { return std::log2(x); }, tolerance);
    check_unary(
        Op::kSqrt, shape, positive, [](double x) { return std::sqrt(x); }, tolerance);
    check_unary(
        Op::kRsqrt, shape, positive, [](double x) { return 1 / std::sqrt(x); }, tolerance);
  }
}

TEST_F(MathOps, Rounding) {
  const std::vector<double> values = {0.5,   1.5,  2.5,   -0.5, -1.5, -2.5,   0.25,
                                      -0.25, 0.75, -0.75, 3.0,  -3.0, 1000.5, 0.0};
  for (Shape shape : {kF32, kF16}) {
    check_unary(Op::kFrc, shape, values, [](double x) { return x - std::floor(x); });
    check_unary(Op::kRound_ne, shape, values, [](double x) { return std::nearbyint(x); });  // Ties to even.
    check_unary(Op::kRound_ni, shape, values, [](double x) { return std::floor(x); });
    check_unary(Op::kRound_pi, shape, values, [](double x) { return std::ceil(x); });
    check_unary(Op::kRound_z, shape, values, [](double x) { return std::trunc(x); });
  }
}

TEST_F(MathOps, FractionsAreLessThanOne) {
  const std::vector<double> values = {-1e-5, -1e-9, -1e-30, 0.25, -0.25, kNan};
  for (Shape shape : {kF32, kF16}) {
    const auto got =
        run({.op = Op::kFrc, .arguments = {lanes(shape, encode(shape, values))}, .results = {shape}});
    ASSERT_TRUE(got);
    for (size_t n = 0; n + 1 < values.size(); ++n) {
      const double result = decode(shape, (*got)[n]);
      EXPECT_TRUE(result >= 0 && result < 1) << values[n] << ": " << result;
    }
    EXPECT_EQ(decode(shape, (*got)[3]), 0.25);
    EXPECT_EQ(decode(shape, (*got)[4]), 0.75);
    EXPECT_TRUE(std::isnan(decode(shape, (*got)[5])));
  }
}

TEST_F(MathOps, MinimumAndMaximumPreferNumbersToNan) {
  const std::vector<double> a = {1, 2, -1, kNan, 3, kInfinity, -kInfinity, kNan, 5, -7},
                            b = {2, 1, -2, 4, kNan, kNan, kNan, -kInfinity, 5, 7};
  for (Shape shape : {kF16, kF32, kF64}) {
    for (const Op op : {Op::kFMax, Op::kFMin}) {
      const auto got = run({.op = op,
                            .arguments = {lanes(shape, encode(shape, a)), lanes(shape, encode(shape, b))},
                            .results = {shape}});
      ASSERT_TRUE(got);
      for (size_t n = 0; n < a.size(); ++n) {
        const double expected = op == Op::kFMax ? std::fmax(a[n], b[n]) : std::fmin(a[n], b[n]);
        EXPECT_EQ(decode(shape, (*got)[n]), expected) << name_of(op) << " of " << a[n] << ", " << b[n];
      }
    }
  }
}

// Most devices handle NaN and ties the same way for all instructions, so this test checks the module instead.
TEST_F(MathOps, InstructionsThatDefineNanAndTies) {
  const auto has = [&](Op op, uint32_t instruction) {
    OperationProgram program{.op = op, .arguments = {lanes(kF32, {0})}, .results = {kF32}};
    if (op == Op::kFMax || op == Op::kFMin) program.arguments.push_back(lanes(kF32, {0}));
    return has_extended_instruction(translate(program), instruction);
  };
  EXPECT_TRUE(has(Op::kSaturate, GLSLstd450NClamp));
  EXPECT_TRUE(has(Op::kRound_ne, GLSLstd450RoundEven));
  EXPECT_TRUE(has(Op::kFMax, GLSLstd450NMax));
  EXPECT_TRUE(has(Op::kFMin, GLSLstd450NMin));
}

// (1 + 2^-12)^2 - (1 + 2^-11) is 0 if the product is rounded first, else 2^-24.
OperationProgram rounding_product(Op op, bool precise) {
  const double a = 1 + std::ldexp(1, -12), c = -(1 + std::ldexp(1, -11));
  return {.op = op,
          .arguments = {lanes(kF32, encode(kF32, std::vector<double>(64, a))),
                        lanes(kF32, encode(kF32, std::vector<double>(64, a))),
                        lanes(kF32, encode(kF32, std::vector<double>(64, c)))},
          .results = {kF32},
          .precise = precise};
}

TEST_F(MathOps, PreciseMultiplyAddRoundsTwice) {
  const auto got = run(rounding_product(Op::kFMad, true));
  ASSERT_TRUE(got);
  EXPECT_EQ(to_float((*got)[0]), 0.0f);
  constexpr auto kNoContraction = static_cast<uint32_t>(spv::Decoration::NoContraction);
  EXPECT_EQ(count_decorations(translate(rounding_product(Op::kFMad, true)), kNoContraction), 2u);
  EXPECT_EQ(count_decorations(translate(rounding_product(Op::kFMad, false)), kNoContraction), 0u);
}

TEST_F(MathOps, MultiplyAdd) {
  const std::vector<double> a = {2, -3, 0.5, 100}, b = {4, 5, -0.25, 20}, c = {1, -1, 8, 0.5};
  for (Shape shape : {kF16, kF32, kF64}) {
    const auto got = run({.op = Op::kFMad,
                          .arguments = {lanes(shape, encode(shape, a)), lanes(shape, encode(shape, b)),
                                        lanes(shape, encode(shape, c))},
                          .results = {shape}});
    ASSERT_TRUE(got);
    for (size_t n = 0; n < a.size() - 1; ++n) EXPECT_EQ(decode(shape, (*got)[n]), a[n] * b[n] + c[n]);
  }
  const OperationProgram fused{
      .op = Op::kFma,
      .arguments = {lanes(kF64, encode(kF64, a)), lanes(kF64, encode(kF64, b)), lanes(kF64, encode(kF64, c))},
      .results = {kF64}};
  const auto got = run(fused);
  ASSERT_TRUE(got);
  for (size_t n = 0; n < a.size(); ++n) EXPECT_EQ(to_double((*got)[n]), std::fma(a[n], b[n], c[n]));
  EXPECT_EQ(count_decorations(translate(fused), static_cast<uint32_t>(spv::Decoration::NoContraction)), 1u);
}

TEST_F(MathOps, DotProducts) {
  for (Shape shape : {kF32, kF16}) {
    constexpr Op kDots[] = {Op::kDot2, Op::kDot3, Op::kDot4};
    for (uint32_t count : {2u, 3u, 4u}) {
      for (bool precise : {false, true}) {
        OperationProgram program{.op = kDots[count - 2], .results = {shape}, .precise = precise};
        for (uint32_t n = 0; n < 2 * count; ++n) {
          program.arguments.push_back(lanes(shape, encode(shape, {n + 1.0, 2.0 * n - 3, 0.5 * n, -1.0 * n})));
        }
        const auto got = run(program);
        ASSERT_TRUE(got);
        for (size_t lane = 0; lane < 4; ++lane) {
          double expected = 0;
          for (uint32_t n = 0; n < count; ++n) {
            expected += decode(shape, program.arguments[n].lane_values[lane]) *
                        decode(shape, program.arguments[count + n].lane_values[lane]);
          }
          EXPECT_EQ(decode(shape, (*got)[lane]), expected) << count << " terms, lane " << lane;
        }
        const auto words = translate(program);
        // The driver chooses the summation order of OpDot; precise sums keep their own.
        EXPECT_EQ(has_instruction(words, static_cast<uint32_t>(spv::Op::OpDot)), !precise);
        EXPECT_EQ(count_decorations(words, static_cast<uint32_t>(spv::Decoration::NoContraction)),
                  precise ? 2 * count - 1 : 0);
      }
    }
  }
}

TEST_F(MathOps, HalfDotIsSummedInSingle) {
  const std::vector<double> acc = {0, 1, -5, 100000}, ax = {1, 2, 60000, 3}, ay = {4, -5, 60000, 0.5},
                            bx = {2, 3, 2, 1}, by = {1, 1, 2, 0.5};
  const auto got = run({.op = Op::kDot2AddHalf,
                        .arguments = {lanes(kF32, encode(kF32, acc)), lanes(kF16, encode(kF16, ax)),
                                      lanes(kF16, encode(kF16, ay)), lanes(kF16, encode(kF16, bx)),
                                      lanes(kF16, encode(kF16, by))},
                        .results = {kF32}});
  ASSERT_TRUE(got);
  for (size_t n = 0; n < acc.size(); ++n) {
    EXPECT_EQ(to_float((*got)[n]), acc[n] + from_half(half(ax[n])) * bx[n] + from_half(half(ay[n])) * by[n]);
  }
}

TEST_F(MathOps, VectorsComponentByComponent) {
  const std::vector<double> values = {-1, 2.5, kNan, 4, -0.5, 0.25};
  const Shape three = vector_of(kF32, 3);
  const auto absolute =
      run({.op = Op::kFAbs, .arguments = {lanes(three, encode(kF32, values))}, .results = {three}});
  const auto saturated =
      run({.op = Op::kSaturate, .arguments = {lanes(three, encode(kF32, values))}, .results = {three}});
  const auto nans = run(
      {.op = Op::kIsNaN, .arguments = {lanes(three, encode(kF32, values))}, .results = {vector_of(kI1, 3)}});
  const auto normals = run({.op = Op::kIsNormal,
                            .arguments = {lanes(three, encode(kF32, values))},
                            .results = {vector_of(kI1, 3)}});
  ASSERT_TRUE(absolute && saturated && nans && normals);
  for (size_t n = 0; n < values.size(); ++n) {
    EXPECT_EQ((*nans)[n], n == 2 ? 1 : 0);
    EXPECT_EQ((*normals)[n], n == 2 ? 0 : 1);
    EXPECT_EQ(std::isnan(to_float((*absolute)[n])), n == 2);
    if (n != 2) {
      EXPECT_EQ(to_float((*absolute)[n]), std::fabs(values[n]));
    }
    EXPECT_EQ(to_float((*saturated)[n]), n == 2 ? 0 : std::clamp(values[n], 0.0, 1.0));
  }
}

TEST_F(MathOps, VectorDot) {
  const Shape four = vector_of(kF32, 4);
  const std::vector<double> a = {1, 2, 3, 4, -1, 0.5, 2, 8}, b = {5, 6, 7, 8, 2, 2, 2, 0.25};
  for (bool precise : {false, true}) {
    const auto got = run({.op = Op::kFDot,
                          .arguments = {lanes(four, encode(kF32, a)), lanes(four, encode(kF32, b))},
                          .results = {kF32},
                          .precise = precise});
    ASSERT_TRUE(got);
    EXPECT_EQ(to_float((*got)[0]), 70.0f);
    EXPECT_EQ(to_float((*got)[1]), 5.0f);
  }
}

TEST_F(MathOps, DotOfVectorsOfOneIsAProduct) {
  const Shape one = vector_of(kF32, 1);
  const auto got = run({.op = Op::kFDot,
                        .arguments = {lanes(one, encode(kF32, {3, -2})), lanes(one, encode(kF32, {0.5, 4}))},
                        .results = {kF32}});
  ASSERT_TRUE(got);
  EXPECT_EQ(to_float((*got)[0]), 1.5f);
  EXPECT_EQ(to_float((*got)[1]), -8.0f);
}

TEST_F(MathOps, MinPrecisionIsRelaxedSinglePrecision) {
  const OperationProgram program{
      .op = Op::kFMad,
      .arguments = {lanes(kF16, {half(3)}), lanes(kF16, {half(0.5)}), lanes(kF16, {half(-4)})},
      .results = {kF16},
      .native_16bit = false};
  const auto got = run(program);
  ASSERT_TRUE(got);
  EXPECT_EQ(from_half((*got)[0]), -2.5);
  EXPECT_GE(count_decorations(translate(program), static_cast<uint32_t>(spv::Decoration::RelaxedPrecision)),
            1u);
}

}  // namespace
}  // namespace trellis::test_ops
