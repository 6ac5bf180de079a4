// Packed bytes and halves, and conversions of representation.
#include <algorithm>
#include <spirv/unified1/spirv.hpp11>

#include "tests/spirv_backend/operations/operation_runner.hpp"
#include "tests/spirv_backend/operations/values.hpp"

namespace trellis::test_ops {
namespace {

using PackedOps = OperationTest;

int32_t signed_byte(uint64_t word, uint32_t n) { return static_cast<int8_t>(word >> 8 * n); }
uint32_t unsigned_byte(uint64_t word, uint32_t n) { return static_cast<uint8_t>(word >> 8 * n); }

TEST_F(PackedOps, MaskedSumOfAbsoluteDifferences) {
  const auto a = interesting_integers(32, 64, 1), b = interesting_integers(32, 64, 2),
             c = interesting_integers(32, 64, 3);
  const auto got = run(
      {.op = Op::kMsad, .arguments = {lanes(kI32, a), lanes(kI32, b), lanes(kI32, c)}, .results = {kI32}});
  ASSERT_TRUE(got);
  for (size_t n = 0; n < a.size(); ++n) {
    uint64_t sum = c[n];
    for (uint32_t k = 0; k < 4; ++k) {
      const int reference = static_cast<int>(unsigned_byte(a[n], k)),
                source = static_cast<int>(unsigned_byte(b[n], k));
      if (reference != 0) sum += static_cast<uint64_t>(std::abs(reference - source));
    }
    EXPECT_EQ((*got)[n], low_bits(sum, 32)) << std::hex << a[n] << ", " << b[n];
  }
}

TEST_F(PackedOps, DotOfFourBytes) {
  const auto sum = interesting_integers(32, 64, 1), a = interesting_integers(32, 64, 2),
             b = interesting_integers(32, 64, 3);
  for (const Op op : {Op::kDot4AddI8Packed, Op::kDot4AddU8Packed}) {
    const auto got =
        run({.op = op, .arguments = {lanes(kI32, sum), lanes(kI32, a), lanes(kI32, b)}, .results = {kI32}});
    ASSERT_TRUE(got);
    for (size_t n = 0; n < a.size(); ++n) {
      auto expected = static_cast<uint32_t>(sum[n]);
      for (uint32_t k = 0; k < 4; ++k) {
        expected += op == Op::kDot4AddI8Packed
                        ? static_cast<uint32_t>(signed_byte(a[n], k) * signed_byte(b[n], k))
                        : unsigned_byte(a[n], k) * unsigned_byte(b[n], k);
      }
      EXPECT_EQ((*got)[n], expected) << std::hex << a[n] << ", " << b[n];
    }
  }
}

TEST_F(PackedOps, Pack) {
  for (Shape shape : {kI32, kI16}) {
    std::vector<uint64_t> values[4];
    for (uint32_t k = 0; k < 4; ++k) values[k] = interesting_integers(shape.bits, 64, 20 + k);
    for (uint32_t k = 0; k < 4; ++k)
      std::rotate(values[k].begin(), values[k].begin() + 7 * k, values[k].end());
    for (uint64_t mode : {0, 1, 2}) {
      SCOPED_TRACE("mode " + std::to_string(mode) + ", " + std::to_string(shape.bits) + " bits");
      OperationProgram program{.op = Op::kPack4x8, .arguments = {constant(kI8, mode)}, .results = {kI32}};
      for (const auto& value : values) program.arguments.push_back(lanes(shape, value));
      const auto got = run(program);
      ASSERT_TRUE(got);
      for (size_t n = 0; n < 64; ++n) {
        uint64_t expected = 0;
        for (uint32_t k = 0; k < 4; ++k) {
          int64_t value = sign_extend(values[k][n], shape.bits);
          if (mode == 1) value = std::clamp<int64_t>(value, 0, 255);
          if (mode == 2) value = std::clamp<int64_t>(value, -128, 127);
          expected |= (static_cast<uint64_t>(value) & 255) << 8 * k;
        }
        EXPECT_EQ((*got)[n], expected);
      }
    }
  }
}

TEST_F(PackedOps, Unpack) {
  const auto values = interesting_integers(32, 64);
  for (Shape shape : {kI32, kI16}) {
    for (uint64_t mode : {0, 1}) {
      const auto got = run({.op = Op::kUnpack4x8,
                            .arguments = {constant(kI8, mode), lanes(kI32, values)},
                            .results = {shape, shape, shape, shape},
                            .result_is_struct = true,
                            .unread_fields = {2}});
      ASSERT_TRUE(got);
      for (size_t n = 0; n < 4 * values.size(); ++n) {
        const uint32_t k = n % 4;
        const uint64_t byte = mode == 0 ? unsigned_byte(values[n / 4], k)
                                        : static_cast<uint64_t>(signed_byte(values[n / 4], k));
        EXPECT_EQ((*got)[n], k == 2 ? 0 : low_bits(byte, shape.bits))
            << "mode " << mode << ", " << std::hex << values[n / 4];
      }
    }
  }
}

TEST_F(PackedOps, UnknownModesAreRefused) {
  EXPECT_NE(translation_error({.op = Op::kUnpack4x8,
                               .arguments = {constant(kI8, 2), constant(kI32, 0)},
                               .results = {kI32, kI32, kI32, kI32},
                               .result_is_struct = true})
                .find("the unpack mode is not 0 or 1"),
            std::string::npos);
  OperationProgram pack{.op = Op::kPack4x8, .arguments = {constant(kI8, 3)}, .results = {kI32}};
  for (int k = 0; k < 4; ++k) pack.arguments.push_back(constant(kI32, 0));
  EXPECT_NE(translation_error(pack).find("the pack mode is not 0, 1 or 2"), std::string::npos);
}

TEST_F(PackedOps, Bitcasts) {
  struct Case {
    Op op;
    Shape from, to;
  };
  for (const Case& c : {Case{Op::kBitcastI16toF16, kI16, kF16},
                        {Op::kBitcastF16toI16, kF16, kI16},
                        {Op::kBitcastI32toF32, kI32, kF32},
                        {Op::kBitcastF32toI32, kF32, kI32},
                        {Op::kBitcastI64toF64, kI64, kF64},
                        {Op::kBitcastF64toI64, kF64, kI64}}) {
    // NaNs are left out: devices may quieten them.
    std::vector<uint64_t> values;
    for (double value : {0.0, -0.0, 1.0, -2.5, 0.125, 1024.0, static_cast<double>(INFINITY)}) {
      const Shape as_float{dxil::TypeKind::kFloat, c.from.bits, 1};
      values.push_back(encode(as_float, value));
    }
    const auto got = run({.op = c.op, .arguments = {lanes(c.from, values)}, .results = {c.to}});
    ASSERT_TRUE(got);
    for (size_t n = 0; n < values.size(); ++n) EXPECT_EQ((*got)[n], values[n]) << name_of(c.op);
  }
}

TEST_F(PackedOps, BitcastsOfMinPrecisionGoThroughHalfBits) {
  const auto values = encode(kF16, {0.0, 1.0, -2.5, 0.125, 1024.0});
  const auto to_float = run({.op = Op::kBitcastI16toF16,
                             .arguments = {lanes(kI16, values)},
                             .results = {kF16},
                             .native_16bit = false});
  const auto to_int = run({.op = Op::kBitcastF16toI16,
                           .arguments = {lanes(kF16, values)},
                           .results = {kI16},
                           .native_16bit = false});
  ASSERT_TRUE(to_float && to_int);
  for (size_t n = 0; n < values.size(); ++n) {
    EXPECT_EQ((*to_float)[n], values[n]);
    EXPECT_EQ((*to_int)[n], values[n]);
  }
}

TEST_F(PackedOps, HalvesInWords) {
  const std::vector<double> numbers = {0.0,     -0.0,         1.0,    -1.5,
                                       65504.0, 0.0009765625, 100.25, static_cast<double>(INFINITY)};
  const auto halves =
      run({.op = Op::kLegacyF32ToF16, .arguments = {lanes(kF32, encode(kF32, numbers))}, .results = {kI32}});
  auto words = encode(kF16, numbers);
  for (uint64_t& word : words) word |= 0xABCD0000;  // The operation uses only the low half.
  const auto floats = run({.op = Op::kLegacyF16ToF32, .arguments = {lanes(kI32, words)}, .results = {kF32}});
  ASSERT_TRUE(halves && floats);
  for (size_t n = 0; n < numbers.size(); ++n) {
    EXPECT_EQ((*halves)[n], half(numbers[n])) << numbers[n];
    EXPECT_EQ((*floats)[n], bits(static_cast<float>(numbers[n]))) << numbers[n];
  }
}

TEST_F(PackedOps, DoublesSaturateToIntegers) {
  const std::vector<double> numbers = {0.0,
                                       -0.75,
                                       1.75,
                                       -1.75,
                                       2147483646.5,
                                       2147483648.0,
                                       -2147483648.5,
                                       4294967295.0,
                                       4294967296.0,
                                       1e300,
                                       -1e300,
                                       static_cast<double>(INFINITY),
                                       -static_cast<double>(INFINITY),
                                       static_cast<double>(NAN)};
  const auto to_float = run({.op = Op::kLegacyDoubleToFloat,
                             .arguments = {lanes(kF64, encode(kF64, {0.0, 1.5, -1e10, 0.1}))},
                             .results = {kF32}});
  const auto to_signed = run({.op = Op::kLegacyDoubleToSInt32,
                              .arguments = {lanes(kF64, encode(kF64, numbers))},
                              .results = {kI32}});
  const auto to_unsigned = run({.op = Op::kLegacyDoubleToUInt32,
                                .arguments = {lanes(kF64, encode(kF64, numbers))},
                                .results = {kI32}});
  ASSERT_TRUE(to_float && to_signed && to_unsigned);
  EXPECT_EQ((*to_float)[1], bits(1.5f));
  EXPECT_EQ((*to_float)[2], bits(-1e10f));
  EXPECT_EQ((*to_float)[3], bits(0.1f));
  for (size_t n = 0; n < numbers.size(); ++n) {
    const double value = std::isnan(numbers[n]) ? 0 : std::trunc(numbers[n]);
    const auto as_signed = static_cast<int32_t>(std::clamp(value, -2147483648.0, 2147483647.0));
    EXPECT_EQ((*to_signed)[n], static_cast<uint32_t>(as_signed)) << numbers[n];
    EXPECT_EQ((*to_unsigned)[n], static_cast<uint32_t>(std::clamp(value, 0.0, 4294967295.0))) << numbers[n];
  }
}

}  // namespace
}  // namespace trellis::test_ops
