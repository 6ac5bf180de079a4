// Decoding of blocks, edges, phis and hints.
#include <gtest/gtest.h>

#include "dxil_frontend/program/text/ir_text.hpp"
#include "tests/dxil_frontend/readers/assembly.hpp"

namespace trellis::dxil::test {
namespace {

TEST(DecodeControlFlow, PhiOperandsFollowInEdges) {
  // The phi lists its blocks in another order than the edges, and one block twice.
  const Result<Module> module = decode_text(R"(
define i32 @f(i32 %x) {
entry:
  switch i32 %x, label %other [
    i32 1, label %join
    i32 2, label %join
    i32 -5, label %last
  ]
other:
  br label %join
last:
  br label %join
join:
  %p = phi i32 [ 30, %last ], [ 10, %entry ], [ 20, %other ], [ 10, %entry ]
  %q = phi i32 [ 33, %last ], [ 11, %entry ], [ 22, %other ], [ 11, %entry ]
  %s = add i32 %p, %q
  ret i32 %s
})");
  ASSERT_TRUE(module.ok()) << module.error().to_string();
  const Function& f = module->functions[0];
  EXPECT_EQ(function_text(*module, f),
            "block0:\n"
            "switch %0, default: block1, 1: block3, 2: block3, 4294967291: block2\n"
            "block1:\n"
            "br block3\n"
            "block2:\n"
            "br block3\n"
            "block3:\n"
            "%1:i32 = phi 10, 10, 20, 30\n"
            "%2:i32 = phi 11, 11, 22, 33\n"
            "%3:i32 = add %1, %2\n"
            "ret %3\n");
  ASSERT_EQ(f.graph.in_edges(3).size(), 4u);
  EXPECT_EQ(f.graph.source(f.graph.in_edges(3)[1]), 0u);
  EXPECT_EQ(f.graph.slot(f.graph.in_edges(3)[1]), 2u);
  EXPECT_EQ(f.case_values, (std::vector<uint64_t>{1, 2, 4294967291u}));
}

TEST(DecodeControlFlow, EdgesFromOneBlockHaveOneValue) {
  // Two values for one block violate LLVM's rules; its reader takes the first for both.
  const Result<Module> module = decode_text(R"(
define i32 @f(i32 %x) {
entry:
  switch i32 %x, label %b [ i32 1, label %b ]
b:
  %p = phi i32 [ 0, %entry ], [ 1, %entry ]
  ret i32 %p
})");
  ASSERT_TRUE(module.ok()) << module.error().to_string();
  const Function& f = module->functions[0];
  const std::span<const ValueId> values = f.operands_of(f.instructions_of(1)[0]);
  ASSERT_EQ(values.size(), 2u);
  EXPECT_EQ(values[0], values[1]);
}

TEST(DecodeControlFlow, PhisOfOneBlockMayOrderTheirBlocksDifferently) {
  const Result<Module> module = decode_text(R"(
define i32 @f(i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  br label %join
b:
  br label %join
join:
  %p = phi i32 [ 1, %a ], [ 2, %b ]
  %q = phi i32 [ 4, %b ], [ 3, %a ]
  %s = add i32 %p, %q
  ret i32 %s
})");
  ASSERT_TRUE(module.ok()) << module.error().to_string();
  EXPECT_EQ(block_to_text(*module, module->functions[0], 3),
            "%1:i32 = phi 1, 2\n%2:i32 = phi 3, 4\n%3:i32 = add %1, %2\nret %3\n");
}

TEST(DecodeControlFlow, LoopsReferForwards) {
  const Result<Module> module = decode_text(R"(
define i32 @f(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %done = icmp eq i32 %next, %n
  br i1 %done, label %out, label %loop
out:
  ret i32 %next
})");
  ASSERT_TRUE(module.ok()) << module.error().to_string();
  const Function& f = module->functions[0];
  EXPECT_EQ(block_to_text(*module, f, 1),
            "%1:i32 = phi 0, %2\n%2:i32 = add %1, 1\n%3:i1 = icmp eq %2, %0\nbr %3, block2, block1\n");
}

TEST(DecodeControlFlow, BlocksMayStandInAnyOrder) {
  const Result<Module> module = decode_text(R"(
define i32 @f(i32 %n) {
entry:
  br label %second
third:
  %b = add i32 %a, 1
  ret i32 %b
second:
  %a = add i32 %n, 2
  br label %third
})");
  ASSERT_TRUE(module.ok()) << module.error().to_string();
  EXPECT_EQ(function_text(*module, module->functions[0]),
            "block0:\nbr block2\n"
            "block1:\n%1:i32 = add %2, 1\nret %1\n"
            "block2:\n%2:i32 = add %0, 2\nbr block1\n");
}

TEST(DecodeControlFlow, UnreachableBlocksBecomeHarmless) {
  const Result<Module> module = decode_text(R"(
define i32 @f(i32 %n) {
entry:
  br label %join
dead:
  %self = add i32 %self, 1
  br i1 undef, label %join, label %dead
join:
  %p = phi i32 [ %n, %entry ], [ %self, %dead ]
  ret i32 %p
})");
  ASSERT_TRUE(module.ok()) << module.error().to_string();
  const Function& f = module->functions[0];
  EXPECT_EQ(function_text(*module, f),
            "block0:\nbr block2\nblock1:\nunreachable\nblock2:\n%1:i32 = phi %0\nret %1\n");
  EXPECT_TRUE(f.graph.successors(1).empty());
}

TEST(DecodeControlFlow, HintsOfSelectionsAndLoops) {
  const Result<Module> module = decode_text(R"(
define void @f(i1 %c) {
entry:
  br i1 %c, label %a, label %b, !dx.controlflow.hints !0
a:
  br i1 %c, label %b, label %c1, !dx.controlflow.hints !1
b:
  br i1 %c, label %b, label %c1, !llvm.loop !2
c1:
  br i1 %c, label %c1, label %d, !llvm.loop !4
d:
  ret void
}
!0 = distinct !{!0, !"dx.controlflow.hints", i32 1}
!1 = distinct !{!1, !"dx.controlflow.hints", i32 2}
!2 = distinct !{!2, !3}
!3 = !{!"llvm.loop.unroll.disable"}
!4 = distinct !{!4, !5}
!5 = !{!"llvm.loop.unroll.count", i32 4})");
  ASSERT_TRUE(module.ok()) << module.error().to_string();
  const std::vector<BasicBlock>& blocks = module->functions[0].blocks;
  EXPECT_TRUE(blocks[0].hints.branch && !blocks[0].hints.flatten);
  EXPECT_TRUE(blocks[1].hints.flatten && !blocks[1].hints.branch);
  EXPECT_TRUE(blocks[2].hints.dont_unroll && !blocks[2].hints.unroll);
  EXPECT_TRUE(blocks[3].hints.unroll && !blocks[3].hints.dont_unroll);
  EXPECT_FALSE(blocks[4].hints.branch || blocks[4].hints.flatten || blocks[4].hints.unroll);
}

}  // namespace
}  // namespace trellis::dxil::test
