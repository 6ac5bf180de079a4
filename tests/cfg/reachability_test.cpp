#include "cfg/reachability.hpp"

#include <gtest/gtest.h>

#include "graphs.hpp"

namespace trellis::cfg::test {
namespace {

TEST(Reachability, OfALoopAndAnUnreachableBlock) {
  // 0 -> {1 <-> 2} -> 3; 4 -> 3.
  const Result<Reachability> reach = build_reachability(Graph::from_lists({{1}, {2}, {1, 3}, {}, {3}}));
  ASSERT_TRUE(reach.ok());
  EXPECT_TRUE(reach->reaches(0, 3));
  EXPECT_TRUE(reach->reaches(2, 1));
  EXPECT_TRUE(reach->reaches(0, 0));
  EXPECT_FALSE(reach->reaches_by_edges(0, 0));
  EXPECT_TRUE(reach->reaches_by_edges(1, 1));
  EXPECT_FALSE(reach->reaches(3, 0));
  EXPECT_FALSE(reach->reaches(0, 4));
  EXPECT_TRUE(reach->reaches(4, 3));
  EXPECT_EQ(reach->reached_count(0), 4u);
  EXPECT_EQ(reach->reached_count(2), 3u);
  EXPECT_EQ(reach->reached_count(3), 1u);
}

TEST(Reachability, AgreesWithTheDefinition) {
  for (uint32_t seed = 0; seed < 400; ++seed) {
    const Graph graph = random_graph(seed + 100000, seed % 10 == 0 ? 200 : 14);
    SCOPED_TRACE("seed " + std::to_string(seed + 100000) + ", " + to_text(graph));
    const Result<Reachability> reach = build_reachability(graph);
    ASSERT_TRUE(reach.ok());
    const Matrix path = paths(graph);
    for (BlockId a = 0; a < graph.block_count(); ++a) {
      uint32_t reached = 0;
      for (BlockId b = 0; b < graph.block_count(); ++b) {
        ASSERT_EQ(reach->reaches_by_edges(a, b), path[a][b]) << a << " to " << b;
        ASSERT_EQ(reach->reaches(a, b), a == b || path[a][b]) << a << " to " << b;
        reached += a == b || path[a][b] ? 1 : 0;
      }
      ASSERT_EQ(reach->reached_count(a), reached);
    }
  }
}

TEST(Reachability, TakesTheDocumentedNumberOfComponents) {
  const Stopwatch time;
  const Result<Reachability> most = build_reachability(chain(kMaxReachabilityComponents));
  ASSERT_TRUE(most.ok());
  EXPECT_TRUE(most->reaches(0, kMaxReachabilityComponents - 1));
  EXPECT_FALSE(most->reaches(kMaxReachabilityComponents - 1, 0));
  const Result<Reachability> dense = build_reachability(complete_dag(1500));
  ASSERT_TRUE(dense.ok());
  EXPECT_TRUE(dense->reaches(0, 1499));
  EXPECT_LT(time.seconds(), 2.0);

  const Result<Reachability> more = build_reachability(chain(kMaxReachabilityComponents + 1));
  ASSERT_FALSE(more.ok());
  EXPECT_EQ(more.error().code, ErrorCode::kUnsupported);
  EXPECT_EQ(more.error().message,
            "reachability of a graph of 16385 strongly connected components; the most is 16384");
}

TEST(Reachability, CountsALoopOfAnySizeAsOneComponent) {
  Lists lists(100000);
  for (BlockId block = 0; block < lists.size(); ++block) {
    lists[block] = {static_cast<BlockId>((block + 1) % lists.size())};
  }
  const Result<Reachability> reach = build_reachability(Graph::from_lists(lists));
  ASSERT_TRUE(reach.ok());
  EXPECT_TRUE(reach->reaches_by_edges(99999, 99999));
}

}  // namespace
}  // namespace trellis::cfg::test
