// Runs graphs of any reducible shape in waves: lanes that diverge at a branch reconverge.
#include "tests/differential/waves/reconvergence_points.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "cfg/dominators.hpp"
#include "cfg/loop_forest.hpp"
#include "cfg/post_visit_order.hpp"
#include "structurizer/structurize.hpp"
#include "tests/differential/paths/path_cases.hpp"
#include "tests/structurizer/properties.hpp"

namespace trellis::differential {
namespace {

using namespace structurizer::testing;

TEST(ReconvergencePoints, ArmsReconvergeAfterTheIfAndExitsAfterTheLoop) {
  //   0 -> 1 (loop: 1 tests 2 or 5; 2 tests 3 or 4; 3 -> 4; 4 -> 1)
  const cfg::Graph graph = cfg::Graph::from_lists({{1}, {2, 5}, {3, 4}, {4}, {1}, {}});
  const auto points = reconvergence_points(graph);
  EXPECT_EQ(points, (std::vector<cfg::BlockId>{cfg::kNone, 5, 4, cfg::kNone, cfg::kNone, cfg::kNone}));
}

TEST(ReconvergencePoints, ABreakReconvergesAfterTheLoopNotInTheNextIteration) {
  //   1 tests 2 or 4; 2 tests 3 or 4 (a break); 3 -> 1
  const cfg::Graph graph = cfg::Graph::from_lists({{1}, {2, 4}, {3, 4}, {1}, {}});
  EXPECT_EQ(reconvergence_points(graph)[2], 4u);
}

TEST(FindMissedReconvergence, SeesLanesThatArriveOneByOne) {
  const std::vector<cfg::BlockId> points = {2, cfg::kNone, cfg::kNone};
  const std::vector<WaveStep> together = {{0, 3}, {1, 1}, {2, 3}};
  const std::vector<WaveStep> apart = {{0, 3}, {1, 1}, {2, 1}, {2, 2}};
  EXPECT_EQ(find_missed_reconvergence(points, together, 2), "");
  EXPECT_NE(find_missed_reconvergence(points, apart, 2), "");
}

TEST(ReconvergencePoints, AreKeptInGraphsOfPrograms) {
  uint32_t tried = 0;
  for (uint64_t seed = 1; tried < 2000; ++seed) {
    Random random(seed);
    Lists lists = random.one_in(3) ? random_graph(random, 14) : random_program(random, 30);
    let_end(lists, random);
    const std::optional<PathGraph> graph = convergent_graph(lists);
    if (!graph) continue;
    ++tried;
    for (const uint32_t lanes : {8u, 64u}) {
      ASSERT_EQ(find_missed_reconvergence(*graph, Steering(seed, lanes), lanes), "") << "seed " << seed;
    }
  }
}

}  // namespace
}  // namespace trellis::differential
