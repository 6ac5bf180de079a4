#include "spirv_backend/emitter/reusable_code.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>
#include <vector>

namespace trellis::spirv {
namespace {

using spv::Op;

constexpr Id kFloat = 70, kInt = 71;

/// A function of the blocks 0 -> 1 2, 1 -> 3, 2 -> 3: block 0 dominates all, the others themselves only.
class ReusableCodeTest : public ::testing::Test {
 protected:
  ReusableCodeTest() : builder_(Target::kVulkan1_3), code_(builder_) {
    reusable_.begin_function(dominators_, 100);
    begin(0);
  }

  void begin(structurizer::BlockId block) {
    code_.label();
    reusable_.begin_block(block, code_);
  }
  Id once(Op opcode, Id type, std::initializer_list<uint32_t> operands) {
    return reusable_.once(code_, opcode, type, std::span(operands.begin(), operands.size()));
  }
  Id sum(uint32_t a, uint32_t b) { return once(Op::OpIAdd, kInt, {a, b}); }

  ModuleBuilder builder_;
  CodeWriter code_;
  const structurizer::DominatorIntervals dominators_{{{0, 4}, {1, 1}, {2, 1}, {3, 1}}};
  ReusableCode reusable_;
};

TEST_F(ReusableCodeTest, WritesEqualInstructionsOnce) {
  const Id first = sum(1, 2);
  const Words written = code_.words();
  EXPECT_EQ(sum(1, 2), first);
  EXPECT_EQ(code_.words(), written);
}

TEST_F(ReusableCodeTest, TellsOpcodesTypesAndOperandsApart) {
  std::vector<Id> ids = {sum(1, 2),
                         sum(2, 1),
                         sum(1, 3),
                         once(Op::OpIAdd, kFloat, {1, 2}),
                         once(Op::OpISub, kInt, {1, 2}),
                         once(Op::OpIAdd, kInt, {1, 2, 2})};
  std::sort(ids.begin(), ids.end());
  EXPECT_EQ(std::unique(ids.begin(), ids.end()), ids.end());
}

TEST_F(ReusableCodeTest, ReusesWhatADominatingBlockWrote) {
  const Id before = sum(1, 2);
  begin(1);
  EXPECT_EQ(sum(1, 2), before);
  begin(3);
  EXPECT_EQ(sum(1, 2), before);
}

TEST_F(ReusableCodeTest, DoesNotReuseWhatAnotherBranchWrote) {
  begin(1);
  const Id in_first = sum(1, 2);
  begin(2);
  const Id in_second = sum(1, 2);
  EXPECT_NE(in_second, in_first);
  begin(3);
  EXPECT_NE(sum(1, 2), in_first);
  EXPECT_NE(sum(1, 2), in_second);
}

// A lowering that branches: nothing shows which of its blocks dominate what follows.
TEST_F(ReusableCodeTest, BlocksInsideALoweringKeepTheirCodeToThemselves) {
  const Id before = sum(1, 2);
  code_.label();
  EXPECT_EQ(sum(1, 2), before);
  const Id inside = sum(3, 4);
  EXPECT_EQ(sum(3, 4), inside);
  code_.label();
  const Id after = sum(3, 4);
  EXPECT_NE(after, inside);
  begin(1);
  EXPECT_EQ(sum(1, 2), before);
  EXPECT_NE(sum(3, 4), after);
}

TEST_F(ReusableCodeTest, SampledImagesStayInTheirBlock) {
  const Id here = once(Op::OpSampledImage, kInt, {1, 2});
  EXPECT_EQ(once(Op::OpSampledImage, kInt, {1, 2}), here);
  begin(1);
  EXPECT_NE(once(Op::OpSampledImage, kInt, {1, 2}), here);
}

// The memory is fixed: many instructions displace each other, and none is mistaken for another.
TEST_F(ReusableCodeTest, NeverReturnsAnotherInstruction) {
  for (uint32_t round = 0; round < 2; ++round) {
    for (uint32_t n = 0; n < 20'000; ++n) {
      const Id id = sum(n % 5'000, n / 5'000);
      // Of an instruction in code_, the id is the third word.
      bool is_it = false;
      for (size_t at = code_.words().size(); at > 5 && !is_it;) {
        at -= 5;
        is_it = code_.words()[at + 2] == id && code_.words()[at + 3] == n % 5'000 &&
                code_.words()[at + 4] == n / 5'000;
        if (code_.words()[at + 2] == id) break;
      }
      ASSERT_TRUE(is_it) << n;
    }
  }
}

TEST(ReusableCode, WithoutBlocksReusesUpToTheNextLabel) {
  ModuleBuilder builder(Target::kVulkan1_3);
  CodeWriter code(builder);
  ReusableCode reusable;
  const uint32_t operands[] = {1, 2};
  const Id first = reusable.once(code, Op::OpIAdd, kInt, operands);
  EXPECT_EQ(reusable.once(code, Op::OpIAdd, kInt, operands), first);
  code.label();
  EXPECT_NE(reusable.once(code, Op::OpIAdd, kInt, operands), first);
}

}  // namespace
}  // namespace trellis::spirv
