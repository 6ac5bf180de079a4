#include "structurizer/dominator_intervals.hpp"

#include <gtest/gtest.h>

#include "structurizer/check/dominators.hpp"
#include "structurizer/structurize.hpp"
#include "tests/structurizer/graph_generators.hpp"
#include "tests/structurizer/structured_builder.hpp"
#include "tests/support/stopwatch.hpp"

namespace trellis::structurizer::testing {
namespace {

/// Compares the intervals with the checkers' dominators, block by block.
void expect_same(const Structured& function) {
  const DominatorIntervals intervals = find_dominator_intervals(function);
  const check::Dominators known =
      check::find_dominators(check::branch_rows(function), function.order.front());
  for (const BlockId a : function.order) {
    for (const BlockId b : function.order) {
      const bool dominates = known.reached(a) && known.reached(b) ? known.dominates(a, b) : a == b;
      ASSERT_EQ(intervals.dominates(a, b), dominates) << a << " and " << b;
    }
  }
}

TEST(DominatorIntervals, AgreeWithTheCheckersDominators) {
  constexpr auto kSeeds = static_cast<uint64_t>(500 / test_support::kSanitizerFactor);
  for (uint64_t seed = 1; seed <= kSeeds && !HasFailure(); ++seed) {
    Random random(seed);
    const Flow flow = flow_of(seed % 2 == 0 ? random_graph(random, 30) : random_program(random, 40));
    SCOPED_TRACE(seed);
    expect_same(structurize(flow));
  }
}

TEST(DominatorIntervals, OfALoop) {
  const Structured function = loop_example().function;
  const DominatorIntervals tree = find_dominator_intervals(function);
  constexpr BlockId kHeader = 1, kFirst = 2, kBody = 3, kContinue = 4, kAfter = 5;
  EXPECT_TRUE(tree.dominates(kHeader, kAfter));
  EXPECT_TRUE(tree.dominates(kBody, kContinue));
  EXPECT_FALSE(tree.dominates(kBody, kAfter));
  EXPECT_FALSE(tree.dominates(kContinue, kFirst));
}

// Nothing promises the order except the checks, so a wrong one must not make blocks dominate others.
TEST(DominatorIntervals, BlocksInAnotherOrderAreRoots) {
  Structured function = shape_of({{{1, 2}, 3}, {{3}}, {{3}}, {}}).function;
  expect_same(function);
  function.order = {0, 1, 3, 2};
  const DominatorIntervals tree = find_dominator_intervals(function);
  EXPECT_TRUE(tree.dominates(0, 2));
  EXPECT_FALSE(tree.dominates(0, 3));
  EXPECT_FALSE(tree.dominates(1, 3));
  EXPECT_TRUE(tree.dominates(3, 3));
}

}  // namespace
}  // namespace trellis::structurizer::testing
