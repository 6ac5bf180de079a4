// Bitcasts of vectors to components of another width: checks the values.
#include <cstring>

#include "tests/lower/text_program.hpp"

namespace trellis::test_backend {
namespace {

constexpr uint64_t kNative16Bit = uint64_t{1} << 23;

struct Shape {
  const char* element;
  uint32_t bits, count;
  std::string type() const {
    return count == 1 ? element : "<" + std::to_string(count) + " x " + element + ">";
  }
  Shape as_integers() const { return {bits == 16 ? "i16" : (bits == 32 ? "i32" : "i64"), bits, count}; }
};

struct Cast {
  Shape from, to;
};

std::string cast_name(const ::testing::TestParamInfo<Cast>& info) {
  const auto name = [](const Shape& shape) { return std::to_string(shape.count) + shape.element; };
  return name(info.param.from) + "_to_" + name(info.param.to);
}

/// Returns component n of thread t's operand.
uint64_t component(const Shape& shape, uint32_t t, uint32_t n) {
  const uint64_t low = static_cast<uint32_t>((t * 7 + n + 1) * 0x01234567u);
  if (shape.bits == 64) return low * 0x100000003u;
  return shape.bits == 32 ? low : low & 0xFFFF;
}

/// Returns code that computes the operand as integers, in %made.
std::string made(const Shape& shape) {
  std::string text = "  %t7 = mul i32 %t, 7\n", last = "undef";
  const std::string type = shape.type();
  for (uint32_t n = 0; n < shape.count; ++n) {
    const std::string k = std::to_string(n);
    text += "  %a" + k + " = add i32 %t7, " + std::to_string(n + 1) + "\n  %b" + k + " = mul i32 %a" + k +
            ", 19088743\n";
    if (shape.bits == 16) text += "  %c" + k + " = trunc i32 %b" + k + " to i16\n";
    if (shape.bits == 32) text += "  %c" + k + " = add i32 %b" + k + ", 0\n";
    if (shape.bits == 64) {
      text +=
          "  %w" + k + " = zext i32 %b" + k + " to i64\n  %c" + k + " = mul i64 %w" + k + ", 4294967299\n";
    }
    if (shape.count == 1) continue;
    text += "  %v" + k + " = insertelement " + type + " " + last + ", " + shape.element + " %c" + k +
            ", i32 " + k + "\n";
    last = "%v" + k;
  }
  return text + "  %made = freeze " + type + " " + (shape.count == 1 ? "%c0" : last) + "\n";
}

/// Returns code that computes %sum<NAME>: the sum of the components' words, each with a different weight that
/// depends on `first`.
std::string summed(const Shape& shape, const std::string& name, uint32_t first) {
  std::string text, sum = "0";
  const auto plus = [&](const std::string& value, const std::string& place, uint32_t weight) {
    text += "  %p" + place + " = mul i32 " + value + ", " + std::to_string(weight) + "\n  %s" + place +
            " = add i32 " + sum + ", %p" + place + "\n";
    sum = "%s" + place;
  };
  for (uint32_t n = 0; n < shape.count; ++n) {
    const std::string place = name + std::to_string(n), one = "%x" + place;
    text += shape.count == 1 ? "  " + one + " = freeze " + shape.type() + " %" + name + "\n"
                             : "  " + one + " = extractelement " + shape.type() + " %" + name + ", i32 " +
                                   std::to_string(n) + "\n";
    if (shape.bits == 32) {
      plus(one, place, first + n);
      continue;
    }
    const char* conversion = shape.bits == 16 ? " = zext i16 " : " = trunc i64 ";
    text += "  %y" + place + conversion + one + " to i32\n";
    plus("%y" + place, place, first + n);
    if (shape.bits != 64) continue;
    text += "  %h" + place + " = lshr i64 " + one + ", 32\n  %i" + place + " = trunc i64 %h" + place +
            " to i32\n";
    plus("%i" + place, place + "high", first + 1000 + n);
  }
  return text + "  %sum" + name + " = add i32 " + sum + ", 0\n";
}

uint32_t expected_sum(const Shape& shape, const std::vector<uint8_t>& bytes, uint32_t first) {
  uint32_t sum = 0;
  for (uint32_t n = 0; n < shape.count; ++n) {
    uint64_t value = 0;
    std::memcpy(&value, bytes.data() + size_t{n} * shape.bits / 8, shape.bits / 8);
    sum += static_cast<uint32_t>(value) * (first + n);
    if (shape.bits == 64) sum += static_cast<uint32_t>(value >> 32) * (first + 1000 + n);
  }
  return sum;
}

std::vector<uint8_t> bytes_of_operand(const Shape& shape, uint32_t t) {
  std::vector<uint8_t> bytes(size_t{shape.count} * shape.bits / 8);
  for (uint32_t n = 0; n < shape.count; ++n) {
    const uint64_t value = component(shape, t, n);
    std::memcpy(bytes.data() + size_t{n} * shape.bits / 8, &value, shape.bits / 8);
  }
  return bytes;
}

std::string cast_text(const std::string& to, const Shape& from, const std::string& value,
                      const Shape& result) {
  return "  %" + to + " = bitcast " + from.type() + " %" + value + " to " + result.type() + "\n";
}

class VectorCasts : public TextProgram, public ::testing::WithParamInterface<Cast> {};

// Casts there and back; what was cast to floats is read as integers.
TEST_P(VectorCasts, KeepTheBits) {
  flags = kNative16Bit;
  const auto& [from, to] = GetParam();
  const Shape integers = from.as_integers(), result = to.as_integers();
  const auto words = results("define void @main() {\n  %t = thread\n" + made(integers) +
                             cast_text("from", integers, "made", from) + cast_text("to", from, "from", to) +
                             cast_text("seen", to, "to", result) + cast_text("again", to, "to", from) +
                             cast_text("back", from, "again", integers) + summed(result, "seen", 3) +
                             summed(integers, "back", 5) + R"(
  %t8 = mul i32 %t, 8
  %t8b = add i32 %t8, 4
  write u1, %t8, %sumseen
  write u1, %t8b, %sumback
  ret void
})")[1];
  for (uint32_t t = 0; t < 64; ++t) {
    const std::vector<uint8_t> bytes = bytes_of_operand(from, t);
    EXPECT_EQ(words[2 * t], expected_sum(to, bytes, 3)) << t;
    EXPECT_EQ(words[2 * t + 1], expected_sum(from, bytes, 5)) << t;
  }
}

// Casting back is the opposite cast, so one direction of each is enough.
INSTANTIATE_TEST_SUITE_P(
    Shapes, VectorCasts,
    ::testing::Values(Cast{{"i32", 32, 8}, {"i64", 64, 4}}, Cast{{"half", 16, 16}, {"i32", 32, 8}},
                      Cast{{"i16", 16, 8}, {"i64", 64, 2}}, Cast{{"i32", 32, 6}, {"i64", 64, 3}},
                      Cast{{"i32", 32, 10}, {"i64", 64, 5}}, Cast{{"half", 16, 6}, {"float", 32, 3}},
                      Cast{{"i16", 16, 12}, {"double", 64, 3}}, Cast{{"i16", 16, 20}, {"i64", 64, 5}},
                      Cast{{"float", 32, 14}, {"half", 16, 28}}, Cast{{"double", 64, 9}, {"float", 32, 18}},
                      Cast{{"i32", 32, 7}, {"float", 32, 7}}, Cast{{"i16", 16, 4}, {"i64", 64, 1}},
                      Cast{{"half", 16, 4}, {"i32", 32, 2}}, Cast{{"i64", 64, 3}, {"i16", 16, 12}}),
    cast_name);

class NarrowCasts : public TextProgram {};

constexpr const char* kHalves = R"(
define void @main() {
  %t = thread
  %t0 = insertelement <8 x i32> undef, i32 %t, i32 0
  %ts = shufflevector <8 x i32> %t0, <8 x i32> undef, <8 x i32> zeroinitializer
  %ns = add <8 x i32> %ts, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %halves = uitofp <8 x i32> %ns to <8 x half>
)";

/// Returns the bits of a half for a whole number of up to eleven bits.
uint32_t half_bits(uint32_t number) {
  if (number == 0) return 0;
  uint32_t exponent = 0;
  while (number >> (exponent + 1) != 0) ++exponent;
  return (exponent + 15) << 10 | ((number << 10 >> exponent) & 0x3FF);
}

// Min-precision halves become floats in the module; the program sees 16 bits of each.
TEST_F(NarrowCasts, HalvesToWordsAndBack) {
  const auto words = results(std::string(kHalves) + R"(
  %words = bitcast <8 x half> %halves to <4 x i32>
  %w1 = extractelement <4 x i32> %words, i32 1
  %w3 = extractelement <4 x i32> %words, i32 3
  %again = bitcast <4 x i32> %words to <8 x half>
  %numbers = fptoui <8 x half> %again to <8 x i32>
  %n5 = extractelement <8 x i32> %numbers, i32 5
  %n6 = extractelement <8 x i32> %numbers, i32 6
  %n6k = mul i32 %n6, 1000
  %n = add i32 %n5, %n6k
  %t12 = mul i32 %t, 12
  %t12b = add i32 %t12, 4
  %t12c = add i32 %t12, 8
  write u1, %t12, %w1
  write u1, %t12b, %w3
  write u1, %t12c, %n
  ret void
})")[1];
  for (uint32_t t = 0; t < 64; ++t) {
    EXPECT_EQ(words[3 * t], half_bits(t + 2) | half_bits(t + 3) << 16) << t;
    EXPECT_EQ(words[3 * t + 1], half_bits(t + 6) | half_bits(t + 7) << 16) << t;
    EXPECT_EQ(words[3 * t + 2], t + 5 + (t + 6) * 1000) << t;
  }
}

TEST_F(NarrowCasts, HalvesToShortIntegersAndBack) {
  const auto words = results(std::string(kHalves) + R"(
  %shorts = bitcast <8 x half> %halves to <8 x i16>
  %more = add <8 x i16> %shorts, <i16 1024, i16 1024, i16 1024, i16 1024, i16 1024, i16 1024, i16 1024, i16 1024>
  %doubled = bitcast <8 x i16> %more to <8 x half>
  %numbers = fptoui <8 x half> %doubled to <8 x i32>
  %n6 = extractelement <8 x i32> %numbers, i32 6
  %s5 = extractelement <8 x i16> %shorts, i32 5
  %w5 = zext i16 %s5 to i32
  %t8 = mul i32 %t, 8
  %t8b = add i32 %t8, 4
  write u1, %t8, %w5
  write u1, %t8b, %n6
  ret void
})")[1];
  for (uint32_t t = 0; t < 64; ++t) {
    EXPECT_EQ(words[2 * t], half_bits(t + 5)) << t;
    EXPECT_EQ(words[2 * t + 1], 2 * (t + 6)) << t;
  }
}

// Bits above the 16 of a short integer are not part of its value.
TEST_F(NarrowCasts, ShortIntegersToLongOnesAndBack) {
  const auto words = results(R"(
define void @main() {
  %t = thread
  %t0 = insertelement <8 x i32> undef, i32 %t, i32 0
  %ts = shufflevector <8 x i32> %t0, <8 x i32> undef, <8 x i32> zeroinitializer
  %ns = mul <8 x i32> %ts, <i32 70000, i32 70001, i32 70002, i32 70003, i32 70004, i32 70005, i32 70006, i32 70007>
  %shorts = trunc <8 x i32> %ns to <8 x i16>
  %longs = bitcast <8 x i16> %shorts to <2 x i64>
  %l1 = extractelement <2 x i64> %longs, i32 1
  %low = trunc i64 %l1 to i32
  %up = lshr i64 %l1, 32
  %high = trunc i64 %up to i32
  %again = bitcast <2 x i64> %longs to <8 x i16>
  %a2 = extractelement <8 x i16> %again, i32 2
  %a7 = extractelement <8 x i16> %again, i32 7
  %sum = add i16 %a2, %a7
  %wide = sext i16 %sum to i32
  %t12 = mul i32 %t, 12
  %t12b = add i32 %t12, 4
  %t12c = add i32 %t12, 8
  write u1, %t12, %low
  write u1, %t12b, %high
  write u1, %t12c, %wide
  ret void
})")[1];
  for (uint32_t t = 0; t < 64; ++t) {
    const auto at = [t](uint32_t n) { return t * (70000 + n) & 0xFFFF; };
    EXPECT_EQ(words[3 * t], at(4) | at(5) << 16) << t;
    EXPECT_EQ(words[3 * t + 1], at(6) | at(7) << 16) << t;
    EXPECT_EQ(words[3 * t + 2], static_cast<uint32_t>(static_cast<int16_t>(at(2) + at(7)))) << t;
  }
}

}  // namespace
}  // namespace trellis::test_backend
