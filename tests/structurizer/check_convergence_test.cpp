// The convergence checker: who parted at a branch is together again at its immediate post-dominator.
#include <gtest/gtest.h>

#include "structurizer/check/check.hpp"
#include "structurizer/structurize.hpp"
#include "tests/structurizer/structured_builder.hpp"

namespace trellis::structurizer::testing {
namespace {

void make_convergent(Flow& flow, BlockId block) { flow.flags[block] |= kConvergent; }

TEST(CheckConvergence, LadderKeepsTheMeeting) {
  Example example = or_example();
  for (BlockId block = 0; block < 4; ++block) make_convergent(example.flow, block);
  EXPECT_TRUE(check_convergence(example.flow, example.function).empty());
}

TEST(CheckConvergence, LoopKeepsTheMeetings) {
  Example example = loop_example();
  for (BlockId block = 0; block < 4; ++block) make_convergent(example.flow, block);
  EXPECT_TRUE(check_convergence(example.flow, example.function).empty());
}

/// 0 -> 1 2, 1 -> 3 3, 2 -> 3, 3 -> 4: valid SPIR-V in which 3 is inside the selection of 0 instead of behind
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

TEST(CheckConvergence, ReportsWhatRunsUntilTheNextMeeting) {
  Example example = shape_of({{{1, 2}, 6}, {{3}}, {{3}}, {{4, 5}, 5}, {{5}}, {{6}}, {{}}});
  make_convergent(example.flow, 4);
  make_convergent(example.flow, 5);
  make_convergent(example.flow, 6);  // Behind the selection's merge block, which is where it was.
  ASSERT_TRUE(check_structure(example.flow, example.function));
  const auto losses = check_convergence(example.flow, example.function);
  ASSERT_EQ(losses.size(), 2u);
  for (size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(losses[i].reconvergence, 3u);
    EXPECT_EQ(losses[i].operation, 4 + i);
  }
}

TEST(CheckConvergence, MeetingInTheNextIterationIsNone) {
  // 0 -> 1, 1 -> 2 3, 2 -> 1, 3 -> : who goes on to 2 comes back to 1 and may leave then; 1's ways meet at 3.
  // 1 -> 2 3, 2 -> 1, 3 -> 1 4 : in one iteration the ways of 1 meet nowhere but at its end.
  Flow flow = flow_of({{1}, {2, 3}, {1}, {1, 4}, {}});
  for (BlockId block = 0; block < 5; ++block) make_convergent(flow, block);
  EXPECT_TRUE(check_convergence(flow, structurize(flow)).empty());
}

TEST(CheckConvergence, ContinuingAnOuterLoopLeavesTheInnerOne) {
  // 4 may go on with the loop of 0, so the ways of 1 need not meet in 3.
  Flow flow = flow_of({{0, 4}, {3, 2}, {4, 1}, {3, 0}, {0, 1}});
  for (BlockId block = 0; block < 5; ++block) make_convergent(flow, block);
  EXPECT_TRUE(check_convergence(flow, structurize(flow)).empty());
}

TEST(CheckConvergence, CodeBehindALoopIsMetOutsideIt) {
  // Both exits of the loop go to 4. In the result 4 must not be inside the loop.
  const Lists lists = {{1}, {2, 4}, {3, 4}, {1}, {}};
  Flow flow = flow_of(lists);
  make_convergent(flow, 4);
  EXPECT_TRUE(check_convergence(flow, structurize(flow)).empty());
  // Here one of the ways to 4 is taken inside the selection of 2, the loop being left from 4.
  Example inside = shape_of({{{1}}, {{2}, 6, 5}, {{3, 4}, 4}, {{4}}, {{5, 6}}, {{1}}, {{}}});
  make_convergent(inside.flow, 4);
  ASSERT_TRUE(check_structure(inside.flow, inside.function));
  EXPECT_TRUE(check_convergence(inside.flow, inside.function).empty());
}

TEST(CheckConvergence, SwitchCasesThatFallIntoEachOtherMeetNowhere) {
  // 1 -> 2 3: case 1 may fall into case 2. The ways of the switch meet at 3, whoever falls.
  Example example = shape_of({{{3, 1, 2}, 3}, {{2, 3}}, {{3}}, {{}}});
  make_convergent(example.flow, 3);
  ASSERT_TRUE(check_structure(example.flow, example.function));
  EXPECT_TRUE(check_convergence(example.flow, example.function).empty());
  // Now the ways of a branch in case 1 meet in case 2, a place where SPIR-V brings nobody together.
  Example met = shape_of({{{4, 1, 2}, 4}, {{3, 2}}, {{4}}, {{2}}, {{}}});
  make_convergent(met.flow, 2);
  ASSERT_TRUE(check_structure(met.flow, met.function));
  const auto losses = check_convergence(met.flow, met.function);
  ASSERT_EQ(losses.size(), 1u);
  EXPECT_EQ(losses[0].branch, 1u);
  EXPECT_EQ(losses[0].reconvergence, 2u);
}

TEST(CheckConvergence, CasesThatEndTheIterationConcernTheLoop) {
  // 2 -> 4 5: case 4 falls into case 5, which goes straight to the continue target. So the next iteration starts with
  // lanes apart, and the votes in 4 notice.
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

TEST(CheckConvergence, EndlessLoopsHaveMeetingsToo) {
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

TEST(CheckConvergence, JoinAtAContinueTargetIsMaximalOnly) {
  // The loop of 1 with 3 as its continue target, to which 1 branches without a merge instruction.
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

TEST(CheckConvergence, EndOfAnIterationIsAPlaceToMeet) {
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

TEST(CheckConvergence, JoinsAreDeclaredOnlyWhereAnOperationCanNotice) {
  Flow flow = reduction();
  EXPECT_TRUE(check_convergence(flow, structurize(flow)).empty());
  // Behind the loop, at its merge block, all are together again.
  flow.flags[1] = 0;
  make_convergent(flow, 4);
  EXPECT_TRUE(check_convergence(flow, structurize(flow)).empty());
  Options lean;
  lean.declare_joins = false;
  EXPECT_EQ(structurize(flow).blocks.size(), structurize(flow, lean).blocks.size());
}

}  // namespace
}  // namespace trellis::structurizer::testing
