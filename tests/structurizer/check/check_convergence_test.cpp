// Tests the convergence checker: lanes that diverge at a branch must reconverge at its immediate
// post-dominator.
#include <gtest/gtest.h>

#include "structurizer/check/check.hpp"
#include "structurizer/structurize.hpp"
#include "tests/structurizer/structured_builder.hpp"

namespace trellis::structurizer::testing {
namespace {

void make_convergent(Flow& flow, BlockId block) { flow.flags[block] |= kConvergent; }

TEST(CheckConvergence, ALadderKeepsReconvergence) {
  Example example = or_example();
  for (BlockId block = 0; block < 4; ++block) make_convergent(example.flow, block);
  EXPECT_TRUE(check_convergence(example.flow, example.function).empty());
}

TEST(CheckConvergence, ALoopKeepsReconvergence) {
  Example example = loop_example();
  for (BlockId block = 0; block < 4; ++block) make_convergent(example.flow, block);
  EXPECT_TRUE(check_convergence(example.flow, example.function).empty());
}

/// 0 -> 1 2, 1 -> 3 3, 2 -> 3, 3 -> 4: valid SPIR-V in which 3 is inside the selection of 0 instead of after
/// it.
Example late_merge() {
  Example example = shape_of({{{1, 2}, 4}, {{3}}, {{3}}, {{4}}, {{}}});
  make_convergent(example.flow, 3);
  return example;
}

TEST(CheckConvergence, ReportsAMergeThatComesTooLate) {
  const Example example = late_merge();
  ASSERT_TRUE(check_structure(example.flow, example.function));
  const auto losses = check_convergence(example.flow, example.function);
  ASSERT_EQ(losses.size(), 1u);
  EXPECT_EQ(losses[0].branch, 0u);
  EXPECT_EQ(losses[0].reconvergence, 3u);
  EXPECT_EQ(losses[0].operation, 3u);
}

TEST(CheckConvergence, IsSilentWithoutConvergentOperations) {
  Example example = late_merge();
  example.flow.flags[3] = 0;
  EXPECT_TRUE(check_convergence(example.flow, example.function).empty());
}

TEST(CheckConvergence, ReportsOperationsUntilTheNextReconvergence) {
  Example example = shape_of({{{1, 2}, 6}, {{3}}, {{3}}, {{4, 5}, 5}, {{5}}, {{6}}, {{}}});
  make_convergent(example.flow, 4);
  make_convergent(example.flow, 5);
  make_convergent(example.flow, 6);  // After the selection's merge block, which is correct.
  ASSERT_TRUE(check_structure(example.flow, example.function));
  const auto losses = check_convergence(example.flow, example.function);
  ASSERT_EQ(losses.size(), 2u);
  for (size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(losses[i].reconvergence, 3u);
    EXPECT_EQ(losses[i].operation, 4 + i);
  }
}

TEST(CheckConvergence, TheNextIterationDoesNotCountAsReconvergence) {
  // 0 -> 1, 1 -> 2 3, 2 -> 1, 3 -> 1 4: lanes that go on to 2 come back to 1 and may then go to 3. That is
  // another iteration: within one, the paths from 1 only meet at its end.
  Flow flow = flow_of({{1}, {2, 3}, {1}, {1, 4}, {}});
  for (BlockId block = 0; block < 5; ++block) make_convergent(flow, block);
  EXPECT_TRUE(check_convergence(flow, structurize(flow)).empty());
}

TEST(CheckConvergence, ContinuingAnOuterLoopLeavesTheInnerOne) {
  // 4 may continue the loop of 0, so the paths from 1 need not meet in 3.
  Flow flow = flow_of({{0, 4}, {3, 2}, {4, 1}, {3, 0}, {0, 1}});
  for (BlockId block = 0; block < 5; ++block) make_convergent(flow, block);
  EXPECT_TRUE(check_convergence(flow, structurize(flow)).empty());
}

TEST(CheckConvergence, CodeAfterALoopStaysOutsideIt) {
  // Both exits of the loop lead to 4. In the result, 4 must not be inside the loop.
  const Lists lists = {{1}, {2, 4}, {3, 4}, {1}, {}};
  Flow flow = flow_of(lists);
  make_convergent(flow, 4);
  EXPECT_TRUE(check_convergence(flow, structurize(flow)).empty());
  // Here 4 is the merge block of the selection in 2, and the loop is left from 4.
  Example inside = shape_of({{{1}}, {{2}, 6, 5}, {{3, 4}, 4}, {{4}}, {{5, 6}}, {{1}}, {{}}});
  make_convergent(inside.flow, 4);
  ASSERT_TRUE(check_structure(inside.flow, inside.function));
  EXPECT_TRUE(check_convergence(inside.flow, inside.function).empty());
}

TEST(CheckConvergence, CasesThatFallThroughDoNotReconverge) {
  // 1 -> 2 3: case 1 may fall through into case 2. In any case, the paths from the switch meet at 3.
  Example example = shape_of({{{3, 1, 2}, 3}, {{2, 3}}, {{3}}, {{}}});
  make_convergent(example.flow, 3);
  ASSERT_TRUE(check_structure(example.flow, example.function));
  EXPECT_TRUE(check_convergence(example.flow, example.function).empty());
  // Now the paths from a branch in case 1 meet in case 2, where SPIR-V does not guarantee reconvergence.
  Example met = shape_of({{{4, 1, 2}, 4}, {{3, 2}}, {{4}}, {{2}}, {{}}});
  make_convergent(met.flow, 2);
  ASSERT_TRUE(check_structure(met.flow, met.function));
  const auto losses = check_convergence(met.flow, met.function);
  ASSERT_EQ(losses.size(), 1u);
  EXPECT_EQ(losses[0].branch, 1u);
  EXPECT_EQ(losses[0].reconvergence, 2u);
}

TEST(CheckConvergence, CasesThatEndAnIterationAffectTheLoop) {
  // 2 -> 4 5: case 4 falls through into case 5, which branches directly to the continue target. So the next
  // iteration starts with diverged lanes, which affects the votes in 4.
  Example example = shape_of({{{1}}, {{2}, 7, 6}, {{3, 4, 5}, 3}, {{7}}, {{5}}, {{6}}, {{1}}, {{}}});
  make_convergent(example.flow, 4);
  const auto checked = check_structure(example.flow, example.function);
  ASSERT_TRUE(checked) << checked.error().to_string();
  const auto losses = check_convergence(example.flow, example.function);
  ASSERT_EQ(losses.size(), 1u);
  EXPECT_EQ(losses[0].operation, 4u);
  EXPECT_EQ(losses[0].branch, 2u);
  EXPECT_EQ(losses[0].reconvergence, 5u);
  EXPECT_EQ(losses[0].grade, Grade::kNone);
}

TEST(CheckConvergence, BranchesInEndlessLoopsReconverge) {
  Flow flow = flow_of({{1}, {2, 3}, {4}, {4}, {1}});
  for (BlockId block = 0; block < 5; ++block) make_convergent(flow, block);
  const Structured function = structurize(flow);
  ASSERT_TRUE(check_structure(flow, function));
  EXPECT_TRUE(check_convergence(flow, function).empty());
  Example late = shape_of({{{1}}, {{2}, 7, 6}, {{3, 4}, 6}, {{5}}, {{5}}, {{6}}, {{1}}, {{}}});
  late.flow.graph = cfg::Graph::from_lists({{1}, {2}, {3, 4}, {5}, {5}, {6}, {1}, {}});
  make_convergent(late.flow, 5);
  EXPECT_FALSE(check_convergence(late.flow, late.function).empty());
}

/// for (;;) { 1: barrier; if (a) 2; 3: if (b) break; }
Flow reduction() {
  Flow flow = flow_of({{1}, {2, 3}, {3}, {4, 1}, {}});
  make_convergent(flow, 1);
  return flow;
}

TEST(CheckConvergence, AJoinAtAContinueTargetNeedsMaximalReconvergence) {
  // The loop of 1 has 3 as its continue target, to which 1 branches without a merge instruction.
  Example example = shape_of({{{1}}, {{2, 3}, 4, 3}, {{3}}, {{4, 1}}, {{}}});
  example.flow = reduction();
  ASSERT_TRUE(check_structure(example.flow, example.function));
  const auto losses = check_convergence(example.flow, example.function);
  ASSERT_EQ(losses.size(), 1u);
  EXPECT_EQ(losses[0].branch, 1u);
  EXPECT_EQ(losses[0].reconvergence, 3u);
  EXPECT_EQ(losses[0].operation, 1u);
  EXPECT_FALSE(losses[0].ends_iteration);
  EXPECT_EQ(losses[0].grade, Grade::kMaximal);
}

TEST(CheckConvergence, PathsReconvergeAtTheEndOfAnIteration) {
  // for (;;) { 1: barrier; if (a) continue; 2: if (b) break; }: both paths meet at the end of the iteration.
  Flow flow = flow_of({{1}, {2, 1}, {3, 1}, {}});
  make_convergent(flow, 1);
  Options lean;
  lean.declare_joins = false;
  const auto losses = check_convergence(flow, structurize(flow, lean));
  ASSERT_EQ(losses.size(), 1u);
  EXPECT_EQ(losses[0].branch, 1u);
  EXPECT_EQ(losses[0].reconvergence, 1u);
  EXPECT_TRUE(losses[0].ends_iteration);
  EXPECT_EQ(losses[0].grade, Grade::kMaximal);
  EXPECT_TRUE(check_convergence(flow, structurize(flow)).empty());
}

TEST(CheckConvergence, JoinsAreDeclaredOnlyForConvergentOperations) {
  Flow flow = reduction();
  EXPECT_TRUE(check_convergence(flow, structurize(flow)).empty());
  // After the loop, at its merge block, all lanes have reconverged.
  flow.flags[1] = 0;
  make_convergent(flow, 4);
  EXPECT_TRUE(check_convergence(flow, structurize(flow)).empty());
  Options lean;
  lean.declare_joins = false;
  EXPECT_EQ(structurize(flow).blocks.size(), structurize(flow, lean).blocks.size());
}

}  // namespace
}  // namespace trellis::structurizer::testing
