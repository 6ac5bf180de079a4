// Integer and bit operations, and those that split doubles into words.
#include <spirv/unified1/GLSL.std.450.h>

#include <algorithm>
#include <spirv/unified1/spirv.hpp11>

#include "tests/spirv_backend/operations/operation_runner.hpp"
#include "tests/spirv_backend/operations/values.hpp"

namespace trellis::test_ops {
namespace {

class IntegerOps : public OperationTest {
 protected:
  /// Checks an operation with one argument and one result per lane.
  template <class Reference>
  void check_unary(Op op, Shape argument, Shape result, Reference reference, bool native = true) {
    SCOPED_TRACE(name_of(op) + ", " + std::to_string(argument.bits) + " bits");
    const auto values = interesting_integers(argument.bits, 64);
    OperationProgram program{.op = op, .arguments = {lanes(argument, values)}, .results = {result}};
    program.native_16bit = native;
    const auto got = run(program);
    ASSERT_TRUE(got);
    for (size_t n = 0; n < values.size(); ++n) {
      EXPECT_EQ((*got)[n], low_bits(reference(values[n]), result.bits)) << std::hex << "of 0x" << values[n];
    }
  }

  template <class Reference>
  void check_binary(Op op, Shape shape, Reference reference) {
    SCOPED_TRACE(name_of(op) + ", " + std::to_string(shape.bits) + " bits");
    const auto a = interesting_integers(shape.bits, 64, 1);
    auto b = interesting_integers(shape.bits, 64, 2);
    std::rotate(b.begin(), b.begin() + 5, b.end());
    const auto got = run({.op = op, .arguments = {lanes(shape, a), lanes(shape, b)}, .results = {shape}});
    ASSERT_TRUE(got);
    for (size_t n = 0; n < a.size(); ++n) {
      EXPECT_EQ((*got)[n], low_bits(reference(a[n], b[n]), shape.bits)) << std::hex << a[n] << ", " << b[n];
    }
  }

  /// Checks both fields of a two-result operation, together and separately.
  template <class Reference>
  void check_pair(Op op, Shape second, const std::vector<uint64_t>& a, const Argument& b,
                  Reference reference) {
    SCOPED_TRACE(name_of(op));
    for (const std::vector<uint32_t>& unread : {std::vector<uint32_t>{}, {0}, {1}}) {
      const auto got = run({.op = op,
                            .arguments = {lanes(kI32, a), b},
                            .results = {kI32, second},
                            .result_is_struct = true,
                            .unread_fields = unread});
      ASSERT_TRUE(got);
      for (size_t n = 0; n < a.size(); ++n) {
        const uint64_t divisor = b.is_constant ? b.constant : b.lane_values[n];
        const auto [first, other] = reference(static_cast<uint32_t>(a[n]), static_cast<uint32_t>(divisor));
        const bool skips_first = !unread.empty() && unread[0] == 0,
                   skips_second = !unread.empty() && unread[0] == 1;
        EXPECT_EQ((*got)[2 * n], skips_first ? 0 : first) << std::hex << a[n] << ", " << divisor;
        EXPECT_EQ((*got)[2 * n + 1], skips_second ? 0 : other) << std::hex << a[n] << ", " << divisor;
      }
    }
  }
};

uint64_t reverse(uint64_t value, uint32_t width) {
  uint64_t result = 0;
  for (uint32_t n = 0; n < width; ++n) result |= (value >> n & 1) << (width - 1 - n);
  return result;
}

/// Returns the position of the highest set bit, counted from the top of the width, or -1 if there is none.
uint64_t from_top(uint64_t value, uint32_t width) {
  value = low_bits(value, width);
  return value == 0 ? ~uint64_t{0} : static_cast<uint64_t>(std::countl_zero(value)) - (64 - width);
}

TEST_F(IntegerOps, BitReverse) {
  for (Shape shape : {kI16, kI32, kI64}) {
    check_unary(Op::kBfrev, shape, shape, [=](uint64_t v) { return reverse(v, shape.bits); });
  }
  check_unary(
      Op::kBfrev, kI16, kI16, [](uint64_t v) { return reverse(v, 16); }, false);
}

TEST_F(IntegerOps, CountBits) {
  for (Shape shape : {kI16, kI32, kI64}) {
    check_unary(Op::kCountbits, shape, kI32,
                [](uint64_t v) { return static_cast<uint64_t>(std::popcount(v)); });
  }
  check_unary(
      Op::kCountbits, kI16, kI32, [](uint64_t v) { return static_cast<uint64_t>(std::popcount(v)); }, false);
}

TEST_F(IntegerOps, FirstBitLow) {
  const auto reference = [](uint64_t v) {
    return v == 0 ? ~uint64_t{0} : static_cast<uint64_t>(std::countr_zero(v));
  };
  for (Shape shape : {kI16, kI32, kI64}) check_unary(Op::kFirstbitLo, shape, kI32, reference);
  check_unary(Op::kFirstbitLo, kI16, kI32, reference, false);
}

TEST_F(IntegerOps, FirstBitHigh) {
  for (Shape shape : {kI16, kI32, kI64}) {
    check_unary(Op::kFirstbitHi, shape, kI32, [=](uint64_t v) { return from_top(v, shape.bits); });
  }
  check_unary(
      Op::kFirstbitHi, kI16, kI32, [](uint64_t v) { return from_top(v, 16); }, false);
}

TEST_F(IntegerOps, FirstBitSignedHigh) {
  const auto reference = [](uint64_t v, uint32_t width) {
    const int64_t value = sign_extend(v, width);
    return from_top(static_cast<uint64_t>(value < 0 ? ~value : value), width);
  };
  for (Shape shape : {kI16, kI32, kI64}) {
    check_unary(Op::kFirstbitSHi, shape, kI32, [=](uint64_t v) { return reference(v, shape.bits); });
  }
  check_unary(
      Op::kFirstbitSHi, kI16, kI32, [=](uint64_t v) { return reference(v, 16); }, false);
}

TEST_F(IntegerOps, MinimumAndMaximum) {
  for (Shape shape : {kI16, kI32, kI64}) {
    const uint32_t w = shape.bits;
    const auto greater = [w](uint64_t a, uint64_t b) { return sign_extend(a, w) > sign_extend(b, w); };
    check_binary(Op::kIMax, shape, [=](uint64_t a, uint64_t b) { return greater(a, b) ? a : b; });
    check_binary(Op::kIMin, shape, [=](uint64_t a, uint64_t b) { return greater(a, b) ? b : a; });
    check_binary(Op::kUMax, shape, [](uint64_t a, uint64_t b) { return std::max(a, b); });
    check_binary(Op::kUMin, shape, [](uint64_t a, uint64_t b) { return std::min(a, b); });
  }
}

TEST_F(IntegerOps, WideMultiplyGivesHighThenLow) {
  const auto a = interesting_integers(32, 64, 3), b = interesting_integers(32, 64, 4);
  check_pair(Op::kIMul, kI32, a, lanes(kI32, b), [](uint32_t x, uint32_t y) {
    const auto product =
        static_cast<uint64_t>(int64_t{static_cast<int32_t>(x)} * int64_t{static_cast<int32_t>(y)});
    return std::pair{product >> 32, product & UINT32_MAX};
  });
  check_pair(Op::kUMul, kI32, a, lanes(kI32, b), [](uint32_t x, uint32_t y) {
    const uint64_t product = uint64_t{x} * y;
    return std::pair{product >> 32, product & UINT32_MAX};
  });
}

TEST_F(IntegerOps, DivisionByZeroGivesAllOnes) {
  const auto a = interesting_integers(32, 64, 3), b = interesting_integers(32, 64, 4);
  const auto reference = [](uint32_t x, uint32_t y) {
    return y == 0 ? std::pair<uint64_t, uint64_t>{UINT32_MAX, UINT32_MAX}
                  : std::pair<uint64_t, uint64_t>{x / y, x % y};
  };
  ASSERT_EQ(b[0], 0u);
  check_pair(Op::kUDiv, kI32, a, lanes(kI32, b), reference);
  check_pair(Op::kUDiv, kI32, a, constant(kI32, 7), reference);
  check_pair(Op::kUDiv, kI32, a, constant(kI32, 0), reference);
}

// Most devices define what SPIR-V leaves undefined, so this test checks the module instead.

TEST_F(IntegerOps, DivisorsThatMayBeZeroAreGuarded) {
  const auto guarded = [&](const Argument& divisor) {
    const auto words = translate({.op = Op::kUDiv,
                                  .arguments = {lanes(kI32, {1}), divisor},
                                  .results = {kI32, kI32},
                                  .result_is_struct = true});
    return has_instruction(words, static_cast<uint32_t>(spv::Op::OpSelect));
  };
  EXPECT_TRUE(guarded(lanes(kI32, {0})));
  EXPECT_TRUE(guarded(constant(kI32, 0)));
  EXPECT_FALSE(guarded(constant(kI32, 7)));
}

TEST_F(IntegerOps, BitFieldsThatMayPassTheEndAreClamped) {
  const auto clamped = [&](const Argument& width, const Argument& offset) {
    const auto words =
        translate({.op = Op::kUbfe, .arguments = {width, offset, lanes(kI32, {1})}, .results = {kI32}});
    return has_extended_instruction(words, GLSLstd450UMin);
  };
  EXPECT_TRUE(clamped(lanes(kI32, {1}), lanes(kI32, {1})));
  EXPECT_TRUE(clamped(lanes(kI32, {1}), constant(kI32, 2)));
  EXPECT_TRUE(clamped(constant(kI32, 3), lanes(kI32, {1})));
  EXPECT_FALSE(clamped(lanes(kI32, {1}), constant(kI32, 1)));
  EXPECT_FALSE(clamped(constant(kI32, 31), constant(kI32, 31)));
}

TEST_F(IntegerOps, CarryAndBorrow) {
  const auto a = interesting_integers(32, 64, 5);
  auto b = interesting_integers(32, 64, 6);
  std::rotate(b.begin(), b.begin() + 3, b.end());
  check_pair(Op::kUAddc, kI1, a, lanes(kI32, b), [](uint32_t x, uint32_t y) {
    const uint64_t sum = uint64_t{x} + y;
    return std::pair{sum & UINT32_MAX, sum >> 32};
  });
  check_pair(Op::kUSubb, kI1, a, lanes(kI32, b), [](uint32_t x, uint32_t y) {
    return std::pair<uint64_t, uint64_t>{x - y, x < y ? 1 : 0};
  });
}

TEST_F(IntegerOps, MultiplyAdd) {
  for (Shape shape : {kI16, kI32, kI64}) {
    const auto a = interesting_integers(shape.bits, 64, 7), b = interesting_integers(shape.bits, 64, 8),
               c = interesting_integers(shape.bits, 64, 9);
    for (const Op op : {Op::kIMad, Op::kUMad}) {
      const auto got = run(
          {.op = op, .arguments = {lanes(shape, a), lanes(shape, b), lanes(shape, c)}, .results = {shape}});
      ASSERT_TRUE(got);
      for (size_t n = 0; n < a.size(); ++n) EXPECT_EQ((*got)[n], low_bits(a[n] * b[n] + c[n], shape.bits));
    }
  }
}

// Widths and offsets are taken modulo 32; bits beyond the word are ignored.

uint32_t field_mask(uint64_t width, uint64_t offset) {
  return static_cast<uint32_t>(((uint64_t{1} << (width & 31)) - 1) << (offset & 31));
}
uint64_t extract_unsigned(uint64_t width, uint64_t offset, uint64_t value) {
  return (static_cast<uint32_t>(value) & field_mask(width, offset)) >> (offset & 31);
}
uint64_t extract_signed(uint64_t width, uint64_t offset, uint64_t value) {
  const uint64_t count = std::min<uint64_t>(width & 31, 32 - (offset & 31));
  if (count == 0) return 0;
  return low_bits(static_cast<uint64_t>(
                      sign_extend(extract_unsigned(width, offset, value), static_cast<uint32_t>(count))),
                  32);
}

TEST_F(IntegerOps, BitFieldExtract) {
  std::vector<uint64_t> widths, offsets, values;
  for (uint64_t n = 0; n < 1024; ++n) {
    widths.push_back(n % 40);
    offsets.push_back(n * 7 % 37);
    values.push_back(static_cast<uint32_t>(n * 0x9E3779B9u ^ 0xA5A5A5A5u));
  }
  for (const Op op : {Op::kIbfe, Op::kUbfe}) {
    const auto reference = op == Op::kIbfe ? extract_signed : extract_unsigned;
    const auto got = run({.op = op,
                          .arguments = {lanes(kI32, widths), lanes(kI32, offsets), lanes(kI32, values)},
                          .results = {kI32},
                          .lane_count = 1024});
    ASSERT_TRUE(got);
    for (size_t n = 0; n < values.size(); ++n) {
      EXPECT_EQ((*got)[n], reference(widths[n], offsets[n], values[n])) << widths[n] << " at " << offsets[n];
    }
  }
}

TEST_F(IntegerOps, BitFieldWithConstantWidthOrOffset) {
  const auto values = interesting_integers(32, 64, 11);
  std::vector<uint64_t> others;
  for (uint64_t n = 0; n < 64; ++n) others.push_back(n);
  for (uint64_t fixed : {0, 1, 5, 31, 32, 33, 40}) {
    for (const Op op : {Op::kIbfe, Op::kUbfe}) {
      const auto reference = op == Op::kIbfe ? extract_signed : extract_unsigned;
      const auto by_width =
          run({.op = op,
               .arguments = {constant(kI32, fixed), lanes(kI32, others), lanes(kI32, values)},
               .results = {kI32}});
      const auto by_offset =
          run({.op = op,
               .arguments = {lanes(kI32, others), constant(kI32, fixed), lanes(kI32, values)},
               .results = {kI32}});
      const auto by_both = run({.op = op,
                                .arguments = {constant(kI32, 30), constant(kI32, fixed), lanes(kI32, values)},
                                .results = {kI32}});
      ASSERT_TRUE(by_width && by_offset && by_both);
      for (size_t n = 0; n < values.size(); ++n) {
        EXPECT_EQ((*by_width)[n], reference(fixed, others[n], values[n])) << fixed << " at " << others[n];
        EXPECT_EQ((*by_offset)[n], reference(others[n], fixed, values[n])) << others[n] << " at " << fixed;
        EXPECT_EQ((*by_both)[n], reference(30, fixed, values[n])) << "30 at " << fixed;
      }
    }
  }
}

TEST_F(IntegerOps, BitFieldInsert) {
  std::vector<uint64_t> widths, offsets, values, replaced;
  for (uint64_t n = 0; n < 1024; ++n) {
    widths.push_back(n % 40);
    offsets.push_back(n * 7 % 37);
    values.push_back(static_cast<uint32_t>(n * 0x9E3779B9u));
    replaced.push_back(static_cast<uint32_t>(n * 0x85EBCA6Bu ^ 0x12345678u));
  }
  const auto got = run(
      {.op = Op::kBfi,
       .arguments = {lanes(kI32, widths), lanes(kI32, offsets), lanes(kI32, values), lanes(kI32, replaced)},
       .results = {kI32},
       .lane_count = 1024});
  ASSERT_TRUE(got);
  for (size_t n = 0; n < values.size(); ++n) {
    const uint32_t mask = field_mask(widths[n], offsets[n]);
    const auto moved = static_cast<uint32_t>(values[n] << (offsets[n] & 31));
    EXPECT_EQ((*got)[n], (moved & mask) | (static_cast<uint32_t>(replaced[n]) & ~mask))
        << widths[n] << " at " << offsets[n];
  }
}

TEST_F(IntegerOps, MakeAndSplitDouble) {
  const auto low = interesting_integers(32, 64, 1), high = interesting_integers(32, 64, 2);
  const auto made =
      run({.op = Op::kMakeDouble, .arguments = {lanes(kI32, low), lanes(kI32, high)}, .results = {kF64}});
  ASSERT_TRUE(made);
  for (size_t n = 0; n < low.size(); ++n) EXPECT_EQ((*made)[n], low[n] | high[n] << 32);
  const auto values = interesting_integers(64, 64);
  const auto split = run({.op = Op::kSplitDouble,
                          .arguments = {lanes(kF64, values)},
                          .results = {kI32, kI32},
                          .result_is_struct = true});
  ASSERT_TRUE(split);
  for (size_t n = 0; n < values.size(); ++n) {
    EXPECT_EQ((*split)[2 * n], values[n] & UINT32_MAX);
    EXPECT_EQ((*split)[2 * n + 1], values[n] >> 32);
  }
}

TEST_F(IntegerOps, VectorReduce) {
  const auto values = interesting_integers(32, 64 * 3);
  const auto bools = interesting_integers(1, 64 * 4, 5);
  const auto ands =
      run({.op = Op::kVectorReduceAnd, .arguments = {lanes(vector_of(kI32, 3), values)}, .results = {kI32}});
  const auto ors =
      run({.op = Op::kVectorReduceOr, .arguments = {lanes(vector_of(kI32, 3), values)}, .results = {kI32}});
  const auto all =
      run({.op = Op::kVectorReduceAnd, .arguments = {lanes(vector_of(kI1, 4), bools)}, .results = {kI1}});
  const auto any =
      run({.op = Op::kVectorReduceOr, .arguments = {lanes(vector_of(kI1, 4), bools)}, .results = {kI1}});
  ASSERT_TRUE(ands && ors && all && any);
  for (size_t n = 0; n < 64; ++n) {
    EXPECT_EQ((*ands)[n], values[3 * n] & values[3 * n + 1] & values[3 * n + 2]);
    EXPECT_EQ((*ors)[n], values[3 * n] | values[3 * n + 1] | values[3 * n + 2]);
    EXPECT_EQ((*all)[n], bools[4 * n] & bools[4 * n + 1] & bools[4 * n + 2] & bools[4 * n + 3]);
    EXPECT_EQ((*any)[n], bools[4 * n] | bools[4 * n + 1] | bools[4 * n + 2] | bools[4 * n + 3]);
  }
}

TEST_F(IntegerOps, VectorsOfOneReduceToThemselves) {
  const auto values = interesting_integers(32, 64), bools = interesting_integers(1, 64);
  const auto word =
      run({.op = Op::kVectorReduceOr, .arguments = {lanes(vector_of(kI32, 1), values)}, .results = {kI32}});
  const auto flag =
      run({.op = Op::kVectorReduceAnd, .arguments = {lanes(vector_of(kI1, 1), bools)}, .results = {kI1}});
  EXPECT_EQ(word, values);
  EXPECT_EQ(flag, bools);
}

TEST_F(IntegerOps, VectorsComponentByComponent) {
  const auto values = interesting_integers(32, 64 * 3);
  const auto wide = interesting_integers(64, 64 * 2);
  const auto high = run({.op = Op::kFirstbitHi,
                         .arguments = {lanes(vector_of(kI32, 3), values)},
                         .results = {vector_of(kI32, 3)}});
  const auto wide_high = run({.op = Op::kFirstbitSHi,
                              .arguments = {lanes(vector_of(kI64, 2), wide)},
                              .results = {vector_of(kI32, 2)}});
  ASSERT_TRUE(high && wide_high);
  for (size_t n = 0; n < values.size(); ++n) EXPECT_EQ((*high)[n], low_bits(from_top(values[n], 32), 32));
  for (size_t n = 0; n < wide.size(); ++n) {
    const auto value = static_cast<int64_t>(wide[n]);
    EXPECT_EQ((*wide_high)[n], low_bits(from_top(static_cast<uint64_t>(value < 0 ? ~value : value), 64), 32));
  }
}

}  // namespace
}  // namespace trellis::test_ops
