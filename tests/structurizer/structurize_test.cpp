// Tests properties of structurize() over many graphs.
#include "structurizer/structurize.hpp"

#include <gtest/gtest.h>

#include "tests/structurizer/graph_generators.hpp"
#include "tests/structurizer/properties.hpp"
#include "tests/support/stopwatch.hpp"

namespace trellis::structurizer::testing {
namespace {

// Graphs a test, small ones and large ones: fewer where each takes longer.
constexpr auto kSeeds = static_cast<uint64_t>(2000 / test_support::kSanitizerFactor);
constexpr uint64_t kLargeSeeds = kSeeds >= 2000 ? 20 : 4;

TEST(Structurize, EveryGraphOfUpToFourBlocks) {
  uint32_t count = 0;
  for (uint32_t blocks = 1; blocks <= 4; ++blocks) {
    for_each_graph(blocks, 2, [&](const Lists& lists) {
      if (::testing::Test::HasFailure()) return;
      Flow flow = flow_of(lists);
      Random random(++count);
      if (count % 2 == 0) add_random_values(flow, random);
      EXPECT_EQ(find_fault(flow, count, {.runs = 2, .run_length = 30}), "");
    });
  }
  EXPECT_EQ(count, 35707u);
}

TEST(Structurize, RandomGraphsPassTheCheckers) {
  for (uint64_t seed = 1; seed <= kSeeds && !HasFailure(); ++seed) {
    Random random(seed);
    Flow flow = flow_of(random_graph(random, 40));
    add_random_values(flow, random);
    EXPECT_EQ(find_fault(flow, seed), "");
  }
}

TEST(Structurize, RandomProgramsPassTheCheckers) {
  for (uint64_t seed = 1; seed <= kSeeds && !HasFailure(); ++seed) {
    Random random(seed);
    Flow flow = flow_of(random_program(random, 50));
    add_random_values(flow, random);
    EXPECT_EQ(find_fault(flow, seed), "");
  }
}

/// Marks some jumps as breaks, whether or not the never-taken edge makes sense. If it does not, its meaning
/// for reconvergence is undefined, so convergence flags are removed.
void add_random_marks(Flow& flow, Random& random) {
  const uint32_t count = flow.graph.block_count();
  for (BlockId block = 0; block < count; ++block) {
    if (flow.graph.successors(block).size() != 1 || !random.one_in(3)) continue;
    flow.marked_breaks.push_back({block, random.below(count)});
  }
  for (uint8_t& flags : flow.flags) flags &= static_cast<uint8_t>(~(kConvergent | kCoConvergent));
}

TEST(Structurize, MarkedBreaks) {
  for (uint64_t seed = 1; seed <= kSeeds && !HasFailure(); ++seed) {
    Random random(seed);
    Flow flow = flow_of(seed % 2 == 0 ? random_graph(random, 30) : random_program(random, 40));
    add_random_values(flow, random);
    add_random_marks(flow, random);
    EXPECT_EQ(find_fault(flow, seed), "");
  }
}

// Invocations that leave in different iterations then do not reconverge in the block. That is not a loss of
// convergence, which find_fault() would report.
TEST(Structurize, AMarkedBreakIsInItsLoop) {
  // 0 -> loop 1 (-> 2 | 3), 2 -> 1, 3 -> 4: block 3 votes and breaks.
  Flow flow = flow_of({{1}, {2, 3}, {1}, {4}, {}});
  flow.flags[3] = kConvergent | kCoConvergent;
  const auto breaks_from = [](const Structured& function) {
    const BlockId header = function.block_of_payload[1];
    return function.predecessors_of(function.blocks[header].merge_block)[0];
  };
  // Without a mark, the block after the exit is outside the loop.
  Structured plain = structurize(flow);
  EXPECT_EQ(breaks_from(plain), plain.block_of_payload[1]);
  flow.marked_breaks.push_back({3, 2});
  Structured marked = structurize(flow);
  EXPECT_EQ(breaks_from(marked), marked.block_of_payload[3]);
  EXPECT_EQ(find_fault(flow, marked, 1), "");
}

TEST(Structurize, LargerRandomGraphsPassTheCheckers) {
  for (uint64_t seed = 1; seed <= kLargeSeeds && !HasFailure(); ++seed) {
    Random random(seed);
    Flow flow = flow_of(seed % 2 == 0 ? random_graph(random, 1000) : random_program(random, 1000));
    add_random_values(flow, random);
    EXPECT_EQ(find_fault(flow, seed, {.runs = 4, .run_length = 2000}), "");
  }
}

}  // namespace
}  // namespace trellis::structurizer::testing
