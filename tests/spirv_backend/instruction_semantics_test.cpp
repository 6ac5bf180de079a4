// Runs LLVM's instructions on a device, above all those for which SPIR-V leaves undefined what D3D defines.
#include <cmath>
#include <functional>
#include <limits>

#include "tests/spirv_backend/device_test.hpp"

namespace trellis::test_backend {
namespace {

enum class Kind { kI1, kI16, kI32, kI64, kF16, kF32, kF64 };

uint64_t bits_of(float value) { return std::bit_cast<uint32_t>(value); }
uint64_t bits_of(double value) { return std::bit_cast<uint64_t>(value); }

constexpr float kInf = std::numeric_limits<float>::infinity();
const float kNan = std::bit_cast<float>(0x7FC00000u);

class InstructionSemantics : public DeviceTest {
 protected:
  using Make = std::function<V(ProgramBuilder&, V, V)>;

  static TypeId type_of(ProgramBuilder& b, Kind kind) {
    switch (kind) {
      case Kind::kI1:
        return b.int_type(1);
      case Kind::kI16:
        return b.int_type(16);
      case Kind::kI32:
        return b.int_type(32);
      case Kind::kI64:
        return b.int_type(64);
      case Kind::kF16:
        return b.float_type(16);
      case Kind::kF32:
        return b.float_type(32);
      case Kind::kF64:
        return b.float_type(64);
    }
    return dxil::kNone;
  }

  static V load_value(ProgramBuilder& b, Kind kind, V handle, V byte) {
    if (kind == Kind::kF32) return b.load(b.float_type(32), handle, byte);
    if (kind == Kind::kI64) return b.load(b.int_type(64), handle, byte);
    if (kind == Kind::kF64) return b.load(b.float_type(64), handle, byte);
    const V word = b.load(b.int_type(32), handle, byte);
    if (kind == Kind::kI32) return word;
    const V narrow = b.op(Opcode::kTrunc, b.int_type(kind == Kind::kI1 ? 1 : 16), {word});
    return kind == Kind::kF16 ? b.op(Opcode::kBitcast, b.float_type(16), {narrow}) : narrow;
  }

  static void store_value(ProgramBuilder& b, Kind kind, V handle, V byte, V value) {
    if (kind == Kind::kF16) value = b.op(Opcode::kBitcast, b.int_type(16), {value});
    if (kind == Kind::kF32) value = b.op(Opcode::kBitcast, b.int_type(32), {value});
    if (kind == Kind::kF64) value = b.op(Opcode::kBitcast, b.int_type(64), {value});
    if (kind == Kind::kI1 || kind == Kind::kI16 || kind == Kind::kF16) {
      value = b.op(Opcode::kZExt, b.int_type(32), {value});
    }
    const bool is_wide = kind == Kind::kI64 || kind == Kind::kF64;
    b.store(b.int_type(is_wide ? 64 : 32), handle, byte, value);
  }

  /// Runs make(a, b) on each pair of bit patterns, and returns the bit patterns of the results.
  std::vector<uint64_t> evaluate(Kind in, Kind out, const std::vector<std::pair<uint64_t, uint64_t>>& pairs,
                                 const Make& make, bool native_16bit = true) {
    ProgramBuilder b;
    const uint32_t input = b.raw_buffer(dxil::ResourceClass::kUav, 0);
    const uint32_t output = b.raw_buffer(dxil::ResourceClass::kUav, 1);
    b.begin_function("main", b.void_type(), {});
    const V from = b.handle(dxil::ResourceClass::kUav, input, b.i32(0));
    const V to = b.handle(dxil::ResourceClass::kUav, output, b.i32(1));
    const V thread = b.thread_id();
    const V first = b.op(Opcode::kMul, b.int_type(32), {thread, b.i32(16)});
    const V second = b.op(Opcode::kAdd, b.int_type(32), {first, b.i32(8)});
    const V at = b.op(Opcode::kMul, b.int_type(32), {thread, b.i32(8)});
    const V result = make(b, load_value(b, in, from, first), load_value(b, in, from, second));
    store_value(b, out, to, at, result);
    b.finish();
    b.end_function();
    std::vector<uint32_t> in_words(64 * 4, 0), out_words(64 * 2, 0);
    for (size_t n = 0; n < pairs.size(); ++n) {
      in_words[n * 4] = static_cast<uint32_t>(pairs[n].first);
      in_words[n * 4 + 1] = static_cast<uint32_t>(pairs[n].first >> 32);
      in_words[n * 4 + 2] = static_cast<uint32_t>(pairs[n].second);
      in_words[n * 4 + 3] = static_cast<uint32_t>(pairs[n].second >> 32);
    }
    const auto results = run(b.take(native_16bit), {in_words, out_words});
    std::vector<uint64_t> values;
    for (size_t n = 0; results.size() == 2 && n < pairs.size(); ++n) {
      values.push_back(results[1][n * 2] | uint64_t{results[1][n * 2 + 1]} << 32);
    }
    return values;
  }

  std::vector<uint64_t> binary(Opcode opcode, Kind kind,
                               const std::vector<std::pair<uint64_t, uint64_t>>& pairs,
                               bool native_16bit = true) {
    const Make make = [&](ProgramBuilder& b, V x, V y) { return b.op(opcode, type_of(b, kind), {x, y}); };
    return evaluate(kind, kind, pairs, make, native_16bit);
  }

  std::vector<uint64_t> convert(Opcode opcode, Kind in, Kind out, const std::vector<uint64_t>& values,
                                bool native_16bit = true) {
    std::vector<std::pair<uint64_t, uint64_t>> pairs;
    for (uint64_t v : values) pairs.emplace_back(v, 0);
    const Make make = [&](ProgramBuilder& b, V x, V) { return b.op(opcode, type_of(b, out), {x}); };
    return evaluate(in, out, pairs, make, native_16bit);
  }

  std::vector<uint64_t> compare(dxil::Predicate predicate, Kind kind,
                                const std::vector<std::pair<uint64_t, uint64_t>>& pairs,
                                bool native_16bit = true) {
    const Make make = [&](ProgramBuilder& b, V x, V y) { return b.compare(predicate, x, y); };
    return evaluate(kind, Kind::kI1, pairs, make, native_16bit);
  }
};

using Words = std::vector<uint64_t>;

TEST_F(InstructionSemantics, UnsignedDivisionByZeroGivesAllOnes) {
  EXPECT_EQ(binary(Opcode::kUDiv, Kind::kI32, {{7, 2}, {7, 0}, {0, 0}, {UINT32_MAX, UINT32_MAX}}),
            (Words{3, UINT32_MAX, UINT32_MAX, 1}));
  EXPECT_EQ(binary(Opcode::kURem, Kind::kI32, {{7, 4}, {7, 0}, {0, 5}}), (Words{3, UINT32_MAX, 0}));
  EXPECT_EQ(binary(Opcode::kUDiv, Kind::kI64, {{uint64_t{1} << 40, 3}, {1, 0}}),
            (Words{(uint64_t{1} << 40) / 3, UINT64_MAX}));
  EXPECT_EQ(binary(Opcode::kUDiv, Kind::kI16, {{60000, 7}, {60000, 0}}), (Words{60000 / 7, 0xFFFF}));
}

TEST_F(InstructionSemantics, SignedDivisionIsDefinedEverywhere) {
  const auto neg = [](int32_t v) { return static_cast<uint64_t>(static_cast<uint32_t>(v)); };
  EXPECT_EQ(
      binary(Opcode::kSDiv, Kind::kI32, {{neg(-7), 2}, {7, neg(-2)}, {neg(INT32_MIN), neg(-1)}, {5, 0}}),
      (Words{neg(-3), neg(-3), neg(INT32_MIN), neg(-1)}));
  EXPECT_EQ(
      binary(Opcode::kSRem, Kind::kI32, {{neg(-7), 4}, {7, neg(-4)}, {neg(INT32_MIN), neg(-1)}, {5, 0}}),
      (Words{neg(-3), 3, 0, neg(-1)}));
  EXPECT_EQ(binary(Opcode::kSDiv, Kind::kI64, {{static_cast<uint64_t>(INT64_MIN), UINT64_MAX}}),
            (Words{static_cast<uint64_t>(INT64_MIN)}));
  EXPECT_EQ(binary(Opcode::kSRem, Kind::kI64, {{static_cast<uint64_t>(-100), 7}}),
            (Words{static_cast<uint64_t>(-2)}));
}

TEST_F(InstructionSemantics, SignedDivisionByConstants) {
  const auto by = [this](int32_t divisor, Opcode opcode) {
    const Make make = [&](ProgramBuilder& b, V x, V) {
      return b.op(opcode, b.int_type(32), {x, b.i32(static_cast<uint32_t>(divisor))});
    };
    return evaluate(Kind::kI32, Kind::kI32, {{static_cast<uint32_t>(-17), 0}, {0x80000000, 0}}, make);
  };
  EXPECT_EQ(by(5, Opcode::kSDiv), (Words{static_cast<uint32_t>(-3), static_cast<uint32_t>(INT32_MIN / 5)}));
  EXPECT_EQ(by(5, Opcode::kSRem), (Words{static_cast<uint32_t>(-2), static_cast<uint32_t>(INT32_MIN % 5)}));
  EXPECT_EQ(by(-1, Opcode::kSDiv), (Words{17, 0x80000000}));
  EXPECT_EQ(by(0xFFFF, Opcode::kSDiv), (Words{0, static_cast<uint32_t>(INT32_MIN / 0xFFFF)}));
}

TEST_F(InstructionSemantics, SignedDivisionByPowersOfTwo) {
  constexpr int32_t kNumbers[] = {INT32_MIN, INT32_MIN + 1, -1024, -17, -8, -1, 0, 1, 7, 8, 1025, INT32_MAX};
  const auto word = [](int32_t number) { return static_cast<uint64_t>(static_cast<uint32_t>(number)); };
  for (const int32_t divisor : {1, 2, 8, 1 << 30, INT32_MIN}) {
    std::vector<std::pair<uint64_t, uint64_t>> inputs;
    Words quotients, remainders;
    for (const int32_t number : kNumbers) {
      inputs.emplace_back(word(number), 0);
      quotients.push_back(word(number / divisor));
      remainders.push_back(word(number % divisor));
    }
    for (const Opcode opcode : {Opcode::kSDiv, Opcode::kSRem}) {
      const Make make = [&](ProgramBuilder& b, V x, V) {
        return b.op(opcode, b.int_type(32), {x, b.i32(static_cast<uint32_t>(divisor))});
      };
      EXPECT_EQ(evaluate(Kind::kI32, Kind::kI32, inputs, make),
                opcode == Opcode::kSDiv ? quotients : remainders);
    }
  }
}

TEST_F(InstructionSemantics, ShiftsUseTheAmountModuloTheWidth) {
  EXPECT_EQ(binary(Opcode::kShl, Kind::kI32, {{1, 31}, {1, 32}, {1, 33}, {3, UINT32_MAX}}),
            (Words{0x80000000, 1, 2, 0x80000000}));
  EXPECT_EQ(binary(Opcode::kLShr, Kind::kI32, {{0x80000000, 31}, {0x80000000, 32}}), (Words{1, 0x80000000}));
  EXPECT_EQ(binary(Opcode::kAShr, Kind::kI32, {{0x80000000, 31}, {0x80000000, 36}}),
            (Words{UINT32_MAX, 0xF8000000}));
  EXPECT_EQ(binary(Opcode::kShl, Kind::kI64, {{1, 63}, {1, 64}, {1, 65}}), (Words{uint64_t{1} << 63, 1, 2}));
  EXPECT_EQ(binary(Opcode::kShl, Kind::kI16, {{1, 15}, {1, 16}, {1, 17}}), (Words{0x8000, 1, 2}));
}

TEST_F(InstructionSemantics, MinPrecisionIntegersWrapAtSixteenBits) {
  const bool kMin = false;
  EXPECT_EQ(binary(Opcode::kLShr, Kind::kI16, {{0x8000, 4}, {0xFFFF, 15}}, kMin), (Words{0x0800, 1}));
  EXPECT_EQ(binary(Opcode::kAShr, Kind::kI16, {{0x8000, 4}}, kMin), (Words{0xF800}));
  EXPECT_EQ(binary(Opcode::kUDiv, Kind::kI16, {{0xFFFF, 2}}, kMin), (Words{0x7FFF}));
  EXPECT_EQ(binary(Opcode::kSDiv, Kind::kI16, {{0xFFFE, 2}, {0x8000, 0xFFFF}}, kMin),
            (Words{0xFFFF, 0x8000}));
  EXPECT_EQ(compare(dxil::Predicate::kUlt, Kind::kI16, {{0x7FFF, 0x8000}}, kMin), (Words{1}));
  EXPECT_EQ(compare(dxil::Predicate::kSlt, Kind::kI16, {{0x7FFF, 0x8000}}, kMin), (Words{0}));
  const Make sum = [](ProgramBuilder& b, V x, V y) {
    const V wrapped = b.op(Opcode::kAdd, b.int_type(16), {x, y});
    return b.op(Opcode::kSExt, b.int_type(32), {wrapped});
  };
  EXPECT_EQ(evaluate(Kind::kI16, Kind::kI32, {{0x7FFF, 1}, {0xFFFF, 1}}, sum, kMin), (Words{0xFFFF8000, 0}));
}

TEST_F(InstructionSemantics, ManyConversionsShareAFunction) {
  // Only the last conversion's result is used; the others make it one of many.
  const auto last_of = [](Opcode opcode, uint32_t count) -> Make {
    return [=](ProgramBuilder& b, V x, V) {
      for (uint32_t n = 1; n < count; ++n) b.op(opcode, b.int_type(32), {x});
      return b.op(opcode, b.int_type(32), {x});
    };
  };
  const std::vector<float> values = {1.9f, -1.9f, 3e9f, -3e9f, 1e20f, kInf, -kInf, kNan, 2147483520.0f};
  std::vector<std::pair<uint64_t, uint64_t>> in;
  for (float value : values) in.emplace_back(bits_of(value), 0);
  const Words as_signed = evaluate(Kind::kF32, Kind::kI32, in, last_of(Opcode::kFPToSI, 1));
  EXPECT_EQ(evaluate(Kind::kF32, Kind::kI32, in, last_of(Opcode::kFPToSI, 4)), as_signed);
  EXPECT_EQ(as_signed[7], 0u);
  EXPECT_EQ(as_signed[5], uint32_t{INT32_MAX});
  const Words as_unsigned = evaluate(Kind::kF32, Kind::kI32, in, last_of(Opcode::kFPToUI, 1));
  EXPECT_EQ(evaluate(Kind::kF32, Kind::kI32, in, last_of(Opcode::kFPToUI, 4)), as_unsigned);
  EXPECT_EQ(as_unsigned[5], UINT32_MAX);
}

TEST_F(InstructionSemantics, FloatToIntegerClampsAndNanIsZero) {
  const Words in = {bits_of(1.9f), bits_of(-1.9f), bits_of(3e9f), bits_of(-3e9f), bits_of(1e20f),
                    bits_of(kInf), bits_of(-kInf), bits_of(kNan), bits_of(-0.5f), bits_of(2147483520.0f)};
  EXPECT_EQ(
      convert(Opcode::kFPToSI, Kind::kF32, Kind::kI32, in),
      (Words{1, UINT32_MAX, INT32_MAX, 0x80000000, INT32_MAX, INT32_MAX, 0x80000000, 0, 0, 2147483520}));
  EXPECT_EQ(convert(Opcode::kFPToUI, Kind::kF32, Kind::kI32, in),
            (Words{1, 0, 3000000000, 0, UINT32_MAX, UINT32_MAX, 0, 0, 0, 2147483520}));
}

/// Floats around and beyond the ends of integers.
std::vector<float> floats_around_integers() {
  std::vector<float> values = {0.0f, 1e-40f, 0.5f, 0.99999994f, 1.0f, 1.9f, 8388607.5f, 16777217.0f, 1e9f};
  for (const float value :
       {2147483520.0f, 2147483648.0f, 3e9f, 4294967040.0f, 4294967296.0f, 1e20f, kInf, kNan})
    values.push_back(value);
  for (size_t n = values.size(); n-- > 0;) values.push_back(-values[n]);
  return values;
}

std::vector<std::pair<uint64_t, uint64_t>> first_operands(const std::vector<float>& values) {
  std::vector<std::pair<uint64_t, uint64_t>> pairs;
  for (const float value : values) pairs.emplace_back(bits_of(value), 0);
  return pairs;
}

int32_t converted_signed(float value) {
  if (std::isnan(value)) return 0;
  if (value >= 2147483648.0f) return INT32_MAX;
  return value <= -2147483648.0f ? INT32_MIN : static_cast<int32_t>(value);
}

uint32_t converted_unsigned(float value) {
  if (std::isnan(value) || value <= 0) return 0;
  return value >= 4294967296.0f ? UINT32_MAX : static_cast<uint32_t>(value);
}

TEST_F(InstructionSemantics, ConversionsOfWhichNoUseSeesTheEnds) {
  // High bits are the same for both ends of the range and the largest floats within it.
  const Make high_bits = [](ProgramBuilder& b, V x, V) {
    return b.op(Opcode::kAShr, b.int_type(32), {b.op(Opcode::kFPToSI, b.int_type(32), {x}), b.i32(8)});
  };
  // One bit more is not.
  const Make seen_bits = [](ProgramBuilder& b, V x, V) {
    return b.op(Opcode::kAShr, b.int_type(32), {b.op(Opcode::kFPToSI, b.int_type(32), {x}), b.i32(7)});
  };
  const std::vector<float> values = floats_around_integers();
  Words high, seen;
  for (const float value : values) {
    high.push_back(static_cast<uint32_t>(converted_signed(value) >> 8));
    seen.push_back(static_cast<uint32_t>(converted_signed(value) >> 7));
  }
  EXPECT_EQ(evaluate(Kind::kF32, Kind::kI32, first_operands(values), high_bits), high);
  EXPECT_EQ(evaluate(Kind::kF32, Kind::kI32, first_operands(values), seen_bits), seen);
}

TEST_F(InstructionSemantics, FloatsThatWereIntegersAreTruncated) {
  const auto there_and_back = [](Opcode there, Opcode back, float added) -> Make {
    return [=](ProgramBuilder& b, V x, V) {
      const V integer = b.op(there, b.int_type(32), {x});
      const V number = b.op(back, b.float_type(32), {integer});
      return added == 0 ? number : b.op(Opcode::kFAdd, b.float_type(32), {number, b.f32(added)});
    };
  };
  const std::vector<float> values = floats_around_integers();
  // Without the sum, the sign of zero is seen.
  for (const float added : {0.5f, 0.0f}) {
    Words as_signed, as_unsigned;
    for (const float value : values) {
      as_signed.push_back(bits_of(static_cast<float>(converted_signed(value)) + added));
      as_unsigned.push_back(bits_of(static_cast<float>(converted_unsigned(value)) + added));
    }
    EXPECT_EQ(evaluate(Kind::kF32, Kind::kF32, first_operands(values),
                       there_and_back(Opcode::kFPToSI, Opcode::kSIToFP, added)),
              as_signed);
    EXPECT_EQ(evaluate(Kind::kF32, Kind::kF32, first_operands(values),
                       there_and_back(Opcode::kFPToUI, Opcode::kUIToFP, added)),
              as_unsigned);
  }
}

TEST_F(InstructionSemantics, DoubleToIntegerClamps) {
  const Words in = {bits_of(-1.5), bits_of(4294967295.75), bits_of(1e300), bits_of(-1e300),
                    bits_of(std::numeric_limits<double>::quiet_NaN())};
  EXPECT_EQ(convert(Opcode::kFPToUI, Kind::kF64, Kind::kI32, in), (Words{0, UINT32_MAX, UINT32_MAX, 0, 0}));
  EXPECT_EQ(convert(Opcode::kFPToSI, Kind::kF64, Kind::kI32, in),
            (Words{UINT32_MAX, INT32_MAX, INT32_MAX, 0x80000000, 0}));
}

TEST_F(InstructionSemantics, FloatToWideAndNarrowIntegersClamps) {
  EXPECT_EQ(convert(Opcode::kFPToUI, Kind::kF32, Kind::kI64, {bits_of(1e30f), bits_of(5.5f), bits_of(-1.0f)}),
            (Words{UINT64_MAX, 5, 0}));
  EXPECT_EQ(convert(Opcode::kFPToSI, Kind::kF32, Kind::kI64, {bits_of(1e30f), bits_of(-1e30f)}),
            (Words{INT64_MAX, static_cast<uint64_t>(INT64_MIN)}));
  EXPECT_EQ(convert(Opcode::kFPToSI, Kind::kF32, Kind::kI16, {bits_of(1e5f), bits_of(-1e5f), bits_of(-3.5f)}),
            (Words{0x7FFF, 0x8000, 0xFFFD}));
  // The half values 65504 and infinity.
  EXPECT_EQ(convert(Opcode::kFPToSI, Kind::kF16, Kind::kI32, {0x7BFF, 0x7C00}), (Words{65504, INT32_MAX}));
}

TEST_F(InstructionSemantics, IntegerToFloat) {
  EXPECT_EQ(convert(Opcode::kUIToFP, Kind::kI32, Kind::kF32, {0, 1, UINT32_MAX}),
            (Words{bits_of(0.0f), bits_of(1.0f), bits_of(4294967296.0f)}));
  EXPECT_EQ(convert(Opcode::kSIToFP, Kind::kI32, Kind::kF32, {UINT32_MAX}), (Words{bits_of(-1.0f)}));
  EXPECT_EQ(convert(Opcode::kUIToFP, Kind::kI1, Kind::kF32, {1, 0}), (Words{bits_of(1.0f), 0}));
  EXPECT_EQ(convert(Opcode::kSIToFP, Kind::kI1, Kind::kF64, {1, 0}), (Words{bits_of(-1.0), 0}));
  EXPECT_EQ(convert(Opcode::kUIToFP, Kind::kI1, Kind::kF16, {1}), (Words{0x3C00}));
}

TEST_F(InstructionSemantics, IntegerWidths) {
  EXPECT_EQ(convert(Opcode::kTrunc, Kind::kI32, Kind::kI1, {2, 3}), (Words{0, 1}));
  EXPECT_EQ(convert(Opcode::kTrunc, Kind::kI64, Kind::kI32, {0x123456789ABCDEF0}), (Words{0x9ABCDEF0}));
  EXPECT_EQ(convert(Opcode::kZExt, Kind::kI1, Kind::kI64, {1}), (Words{1}));
  EXPECT_EQ(convert(Opcode::kSExt, Kind::kI1, Kind::kI64, {1, 0}), (Words{UINT64_MAX, 0}));
  EXPECT_EQ(convert(Opcode::kSExt, Kind::kI32, Kind::kI64, {0x80000000}), (Words{0xFFFFFFFF80000000}));
  EXPECT_EQ(convert(Opcode::kZExt, Kind::kI32, Kind::kI64, {0x80000000}), (Words{0x80000000}));
  EXPECT_EQ(convert(Opcode::kSExt, Kind::kI16, Kind::kI32, {0x8001}), (Words{0xFFFF8001}));
}

TEST_F(InstructionSemantics, MinPrecisionBitcastsSeeSixteenBits) {
  // 1.5 as a half is 0x3E00, whose value the output keeps as a 32-bit float.
  EXPECT_EQ(convert(Opcode::kFPTrunc, Kind::kF32, Kind::kF16, {bits_of(1.5f), bits_of(-2.0f)}, false),
            (Words{0x3E00, 0xC000}));
  EXPECT_EQ(convert(Opcode::kFPExt, Kind::kF16, Kind::kF32, {0x3E00}, false), (Words{bits_of(1.5f)}));
}

TEST_F(InstructionSemantics, NegationKeepsSignedZero) {
  const Make make = [](ProgramBuilder& b, V x, V) {
    return b.op(Opcode::kFSub, b.float_type(32), {b.f32(-0.0f), x}, 0, dxil::kFast);
  };
  EXPECT_EQ(evaluate(Kind::kF32, Kind::kF32, {{bits_of(0.0f), 0}, {bits_of(2.5f), 0}}, make),
            (Words{bits_of(-0.0f), bits_of(-2.5f)}));
}

TEST_F(InstructionSemantics, FloatComparesWithNan) {
  using P = dxil::Predicate;
  const std::vector<std::pair<uint64_t, uint64_t>> pairs = {{bits_of(1.0f), bits_of(2.0f)},
                                                            {bits_of(2.0f), bits_of(2.0f)},
                                                            {bits_of(kNan), bits_of(2.0f)},
                                                            {bits_of(kNan), bits_of(kNan)}};
  const std::pair<P, Words> expected[] = {
      {P::kOeq, {0, 1, 0, 0}}, {P::kOne, {1, 0, 0, 0}},  {P::kUeq, {0, 1, 1, 1}},  {P::kUne, {1, 0, 1, 1}},
      {P::kOlt, {1, 0, 0, 0}}, {P::kFUlt, {1, 0, 1, 1}}, {P::kOge, {0, 1, 0, 0}},  {P::kFUge, {0, 1, 1, 1}},
      {P::kOrd, {1, 1, 0, 0}}, {P::kUno, {0, 0, 1, 1}},  {P::kTrue, {1, 1, 1, 1}}, {P::kFalse, {0, 0, 0, 0}},
      {P::kOle, {1, 1, 0, 0}}, {P::kFUle, {1, 1, 1, 1}}, {P::kOgt, {0, 0, 0, 0}},  {P::kFUgt, {0, 0, 1, 1}},
  };
  for (const auto& [predicate, results] : expected) {
    EXPECT_EQ(compare(predicate, Kind::kF32, pairs), results) << static_cast<int>(predicate);
  }
}

TEST_F(InstructionSemantics, OrderedComparesOfBools) {
  using P = dxil::Predicate;
  const std::vector<std::pair<uint64_t, uint64_t>> pairs = {{0, 0}, {0, 1}, {1, 0}, {1, 1}};
  EXPECT_EQ(compare(P::kEq, Kind::kI1, pairs), (Words{1, 0, 0, 1}));
  EXPECT_EQ(compare(P::kNe, Kind::kI1, pairs), (Words{0, 1, 1, 0}));
  EXPECT_EQ(compare(P::kUlt, Kind::kI1, pairs), (Words{0, 1, 0, 0}));
  EXPECT_EQ(compare(P::kSlt, Kind::kI1, pairs), (Words{0, 0, 1, 0})) << "a signed 1-bit true is -1";
}

TEST_F(InstructionSemantics, DivisionsAndShiftsOfBools) {
  const std::vector<std::pair<uint64_t, uint64_t>> pairs = {{0, 0}, {0, 1}, {1, 0}, {1, 1}};
  for (const Opcode opcode : {Opcode::kUDiv, Opcode::kSDiv}) {
    EXPECT_EQ(binary(opcode, Kind::kI1, pairs), (Words{1, 0, 1, 1})) << "by zero: all ones";
  }
  for (const Opcode opcode : {Opcode::kURem, Opcode::kSRem}) {
    EXPECT_EQ(binary(opcode, Kind::kI1, pairs), (Words{1, 0, 1, 0})) << "by zero: all ones";
  }
  for (const Opcode opcode : {Opcode::kShl, Opcode::kLShr, Opcode::kAShr}) {
    EXPECT_EQ(binary(opcode, Kind::kI1, pairs), (Words{0, 0, 1, 1})) << "no bit of the amount counts";
  }
}

TEST_F(InstructionSemantics, FloatToBoolClampsAndNanIsZero) {
  const Words in = {bits_of(0.0f),   bits_of(0.99f), bits_of(1.0f), bits_of(7.0f),
                    bits_of(-0.99f), bits_of(-1.0f), bits_of(kNan)};
  EXPECT_EQ(convert(Opcode::kFPToUI, Kind::kF32, Kind::kI1, in), (Words{0, 0, 1, 1, 0, 0, 0}));
  EXPECT_EQ(convert(Opcode::kFPToSI, Kind::kF32, Kind::kI1, in), (Words{0, 0, 0, 0, 0, 1, 0}));
  EXPECT_EQ(convert(Opcode::kFPToUI, Kind::kF64, Kind::kI1, {bits_of(1.5), bits_of(0.5)}), (Words{1, 0}));
  EXPECT_EQ(convert(Opcode::kFPToSI, Kind::kF16, Kind::kI1, {0xBC00, 0x3C00}), (Words{1, 0}));
}

TEST_F(InstructionSemantics, LogicOnBools) {
  const std::vector<std::pair<uint64_t, uint64_t>> pairs = {{0, 0}, {0, 1}, {1, 0}, {1, 1}};
  EXPECT_EQ(binary(Opcode::kAnd, Kind::kI1, pairs), (Words{0, 0, 0, 1}));
  EXPECT_EQ(binary(Opcode::kOr, Kind::kI1, pairs), (Words{0, 1, 1, 1}));
  EXPECT_EQ(binary(Opcode::kXor, Kind::kI1, pairs), (Words{0, 1, 1, 0}));
  EXPECT_EQ(binary(Opcode::kAdd, Kind::kI1, pairs), (Words{0, 1, 1, 0}));
  const Make invert = [](ProgramBuilder& b, V x, V) {
    return b.op(Opcode::kXor, b.int_type(1), {x, b.i1(true)});
  };
  EXPECT_EQ(evaluate(Kind::kI1, Kind::kI1, {{0, 0}, {1, 0}}, invert), (Words{1, 0}));
}

TEST_F(InstructionSemantics, VectorsTakeDynamicIndices) {
  const Make make = [](ProgramBuilder& b, V x, V y) {
    const TypeId four = b.vector(b.int_type(32), 4);
    V v = b.undef(four);
    for (uint32_t n = 0; n < 4; ++n) v = b.op(Opcode::kInsertElement, four, {v, b.i32(n * 10), b.i32(n)});
    v = b.op(Opcode::kInsertElement, four, {v, b.i32(77), x});
    return b.op(Opcode::kExtractElement, b.int_type(32), {v, y});
  };
  EXPECT_EQ(evaluate(Kind::kI32, Kind::kI32, {{1, 0}, {1, 1}, {3, 2}, {3, 3}}, make), (Words{0, 77, 20, 77}));
}

TEST(Precision, FollowsTheFlags) {
  for (const bool fast : {false, true}) {
    ProgramBuilder b;
    const uint32_t buffer = b.raw_buffer(dxil::ResourceClass::kUav, 0);
    b.begin_function("main", b.void_type(), {});
    const V handle = b.handle(dxil::ResourceClass::kUav, buffer);
    const V x = b.load(b.float_type(32), handle, b.i32(0));
    const uint8_t flags = fast ? dxil::kFast : 0;
    const V product = b.op(Opcode::kFMul, b.float_type(32), {x, x}, 0, flags);
    b.store(b.float_type(32), handle, b.i32(4),
            b.op(Opcode::kFAdd, b.float_type(32), {product, x}, 0, flags));
    b.finish();
    b.end_function();
    const auto module = translate(b.take());
    ASSERT_TRUE(module.ok()) << module.error().to_string();
    const std::string text = disassemble(*module);
    size_t decorations = 0;
    for (size_t at = text.find("NoContraction"); at != std::string::npos;
         at = text.find("NoContraction", at + 1)) {
      ++decorations;
    }
    EXPECT_EQ(decorations, fast ? 0u : 2u) << text;
  }
}

}  // namespace
}  // namespace trellis::test_backend
