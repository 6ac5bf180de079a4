// Replacements for accesses to small arrays with computed indices, for keys of waterfall loops, and for
// firstbithigh.
#include <algorithm>
#include <bit>

#include "lower/control_flow/lane_keys.hpp"
#include "tests/lower/text_program.hpp"

namespace trellis::test_backend {
namespace {

class ComputedIndices : public TextProgram {};

/// u0 contains 3 * n in word n.
uint32_t input_of(uint32_t thread) { return 3 * thread; }

std::string array_program(const std::string& count, const std::string& index) {
  return R"(
define void @main() {
entry:
  %t = thread
  %byte = mul i32 %t, 4
  %v = read u0, %byte
  %a = alloca [)" +
         count + R"( x i32]
  br label %fill
fill:
  %n = phi i32 [ 0, %entry ], [ %n1, %fill ]
  %pn = getelementptr [)" +
         count + R"( x i32], ptr %a, i32 0, i32 %n
  %value = mul i32 %n, 100
  store i32 %value, ptr %pn
  %n1 = add i32 %n, 1
  %more = icmp ult i32 %n1, )" +
         count + R"(
  br i1 %more, label %fill, label %use
use:
)" + index +
         R"(
  %p = getelementptr [)" +
         count + R"( x i32], ptr %a, i32 0, i32 %index
  %old = load i32, ptr %p
  %new = add i32 %old, 1
  store i32 %new, ptr %p
  br label %sum
sum:
  %m = phi i32 [ 0, %use ], [ %m1, %sum ]
  %all = phi i32 [ 0, %use ], [ %all1, %sum ]
  %pm = getelementptr [)" +
         count + R"( x i32], ptr %a, i32 0, i32 %m
  %x = load i32, ptr %pm
  %weight = add i32 %m, 1
  %scaled = mul i32 %x, %weight
  %all1 = add i32 %all, %scaled
  %m1 = add i32 %m, 1
  %again = icmp ult i32 %m1, )" +
         count + R"(
  br i1 %again, label %sum, label %out
out:
  %at = mul i32 %t, 8
  %at4 = add i32 %at, 4
  write u1, %at, %old
  write u1, %at4, %all1
  ret void
}
)";
}

template <class Index>
void expect_changed(const std::vector<uint32_t>& words, uint32_t count, Index index) {
  uint32_t untouched = 0;
  for (uint32_t n = 0; n < count; ++n) untouched += 100 * n * (n + 1);
  for (uint32_t t = 0; t < 64; ++t) {
    const uint32_t meant = index(t);
    EXPECT_EQ(words[2 * t], 100 * meant) << t;
    EXPECT_EQ(words[2 * t + 1], untouched + meant + 1) << t;
  }
}

TEST_F(ComputedIndices, OfSmallArraysReadAndWriteOneUnit) {
  const auto words = results(array_program("12", "  %index = urem i32 %v, 12\n"));
  ASSERT_EQ(words.size(), 2u);
  expect_changed(words[1], 12, [](uint32_t t) { return input_of(t) % 12; });
}

TEST_F(ComputedIndices, OfDistantElementsInLargeArrays) {
  const auto words = results(array_program("40", R"(
  %row = and i32 %v, 3
  %start = mul i32 %row, 10
  %index = add i32 %start, 7
)"));
  ASSERT_EQ(words.size(), 2u);
  expect_changed(words[1], 40, [](uint32_t t) { return (input_of(t) & 3) * 10 + 7; });
}

// The row (858993459 + n) * 5 wraps around to 5 n - 1. Plus 9, the index is 5 n + 8, which never equals 5 n +
// 9.
TEST_F(ComputedIndices, ThatWrapAroundMayBeEqual) {
  const auto words = results(array_program("40", R"(
  %low = and i32 %v, 3
  %row = add i32 %low, 858993459
  %start = mul i32 %row, 5
  %index = add i32 %start, 9
)"));
  ASSERT_EQ(words.size(), 2u);
  expect_changed(words[1], 40, [](uint32_t t) { return (input_of(t) & 3) * 5 + 8; });
}

std::string waterfall(const std::string& condition) {
  return R"(
declare i32 @dx.op.waveReadLaneFirst.i32(i32, i32)
define void @main() {
entry:
  %t = thread
  %byte = mul i32 %t, 4
  %v = read u0, %byte
  %x = and i32 %v, 3
  br label %loop
loop:
  %key = call i32 @dx.op.waveReadLaneFirst.i32(i32 118, i32 %x)
)" + condition +
         R"(
found:
  %inside = mul i32 %x, 1000
  br label %out
out:
  %sum = add i32 %inside, %x
  write u1, %byte, %sum
  ret void
}
)";
}

uint32_t uses_of_key(std::string_view body, bool& has_keys) {
  Result<dxil::Shader> shader = text_program(body);
  if (!shader) return 0;
  has_keys = lower::has_lane_keys(shader->module);
  lower::use_lane_keys(shader->module);
  const dxil::Function& main = shader->module.functions.back();
  dxil::ValueId key = dxil::kNone;
  for (const dxil::Instruction& i : main.instructions) {
    if (i.is(dxil::Op::kWaveReadLaneFirst)) key = i.result;
  }
  return static_cast<uint32_t>(std::count(main.operands.begin(), main.operands.end(), key));
}

// %inside, %sum and the comparison use the key: lanes only reach the first two if the key equals the value.
TEST_F(ComputedIndices, TheKeyOfAWaterfallLoopReplacesItsValue) {
  for (const char* condition : {R"(
  %same = icmp eq i32 %key, %x
  br i1 %same, label %found, label %loop)",
                                R"(
  %other = icmp ne i32 %x, %key
  br i1 %other, label %loop, label %found)",
                                R"(
  %same = icmp eq i32 %x, %key
  %wide = zext i1 %same to i32
  %again = icmp eq i32 %wide, 0
  br i1 %again, label %loop, label %found)"}) {
    bool has_keys = false;
    EXPECT_EQ(uses_of_key(waterfall(condition), has_keys), 3u) << condition;
    EXPECT_TRUE(has_keys) << condition;
    const auto words = results(waterfall(condition));
    ASSERT_EQ(words.size(), 2u);
    for (uint32_t t = 0; t < 64; ++t) EXPECT_EQ(words[1][t], (input_of(t) & 3) * 1001) << condition;
  }
}

TEST_F(ComputedIndices, OtherComparisonsDoNotFixTheKey) {
  bool has_keys = true;
  EXPECT_EQ(uses_of_key(waterfall(R"(
  %less = icmp ule i32 %key, %x
  br i1 %less, label %found, label %loop)"),
                        has_keys),
            1u);
  EXPECT_FALSE(has_keys);
}

/// Returns a program in which u1[t] is the firstbithigh of u0[t], modified by the given instructions.
std::string high_bit(const std::string& turned) {
  return R"(
declare i32 @dx.op.unaryBits.i32(i32, i32)
define void @main() {
entry:
  %t = thread
  %byte = mul i32 %t, 4
  %v = read u0, %byte
  %f = call i32 @dx.op.unaryBits.i32(i32 33, i32 %v)
)" + turned +
         R"(
  write u1, %byte, %r
  ret void
}
)";
}

TEST_F(ComputedIndices, HighBitsAreCountedFromTheBottom) {
  const auto words = results(high_bit(R"(
  %s = sub i32 31, %f
  %none = icmp eq i32 %f, -1
  %r = select i1 %none, i32 -1, i32 %s)"));
  ASSERT_EQ(words.size(), 2u);
  for (uint32_t t = 0; t < 64; ++t) {
    EXPECT_EQ(words[1][t], static_cast<uint32_t>(std::bit_width(input_of(t))) - 1) << t;
  }
}

TEST_F(ComputedIndices, WhatOnlyLooksLikeAHighBitIsComputed) {
  const auto words = results(high_bit(R"(
  %s = sub i32 30, %f
  %none = icmp eq i32 %f, -1
  %r = select i1 %none, i32 -1, i32 %s)"));
  ASSERT_EQ(words.size(), 2u);
  for (uint32_t t = 1; t < 64; ++t) {
    EXPECT_EQ(words[1][t], static_cast<uint32_t>(std::bit_width(input_of(t))) - 2) << t;
  }
  EXPECT_EQ(words[1][0], UINT32_MAX);
}

}  // namespace
}  // namespace trellis::test_backend
