// Properties of structurize() over many graphs.
#include <gtest/gtest.h>

#include "tests/structurizer/graph_generators.hpp"
#include "tests/structurizer/properties.hpp"

namespace trellis::structurizer::testing {
namespace {

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

TEST(Structurize, RandomGraphs) {
  for (uint64_t seed = 1; seed <= 2000 && !HasFailure(); ++seed) {
    Random random(seed);
    Flow flow = flow_of(random_graph(random, 40));
    add_random_values(flow, random);
    EXPECT_EQ(find_fault(flow, seed), "");
  }
}

TEST(Structurize, RandomPrograms) {
  for (uint64_t seed = 1; seed <= 2000 && !HasFailure(); ++seed) {
    Random random(seed);
    Flow flow = flow_of(random_program(random, 50));
    add_random_values(flow, random);
    EXPECT_EQ(find_fault(flow, seed), "");
  }
}

TEST(Structurize, LargerRandomGraphs) {
  for (uint64_t seed = 1; seed <= 20 && !HasFailure(); ++seed) {
    Random random(seed);
    Flow flow = flow_of(seed % 2 == 0 ? random_graph(random, 1000) : random_program(random, 1000));
    add_random_values(flow, random);
    EXPECT_EQ(find_fault(flow, seed, {.runs = 4, .run_length = 2000}), "");
  }
}

}  // namespace
}  // namespace trellis::structurizer::testing
