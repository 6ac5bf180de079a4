#include "cfg/frontiers.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "graphs.hpp"

namespace trellis::cfg::test {
namespace {

using Blocks = Vector<BlockId>;

Blocks frontier_list(std::span<const BlockId> span) { return {span.begin(), span.end()}; }

struct Analyses {
  explicit Analyses(const Graph& g)
      : graph(g),
        order(graph),
        dominators(build_dominators(graph, order)),
        post(build_post_dominators(graph, order)),
        frontiers(build_dominance_frontiers(graph, order, dominators)),
        post_frontiers(build_post_dominance_frontiers(graph, order, post)) {}
  Graph graph;
  PostVisitOrder order;
  DominatorTree dominators;
  PostDominators post;
  Result<Frontiers> frontiers, post_frontiers;
};

TEST(Frontiers, OfALoopWithAnIfInIt) {
  // 0 -> 1 (header); 1 -> 2 or 5; 2 -> 3 or 4; 3 -> 4; 4 -> 1.
  const Analyses a(Graph::from_lists({{1}, {2, 5}, {3, 4}, {4}, {1}, {}}));
  ASSERT_TRUE(a.frontiers.ok());
  EXPECT_EQ(frontier_list(a.frontiers->of(0)), Blocks{});
  EXPECT_EQ(frontier_list(a.frontiers->of(1)), Blocks{1});
  EXPECT_EQ(frontier_list(a.frontiers->of(2)), Blocks{1});
  EXPECT_EQ(frontier_list(a.frontiers->of(3)), Blocks{4});
  EXPECT_EQ(frontier_list(a.frontiers->of(4)), Blocks{1});
  EXPECT_EQ(frontier_list(a.frontiers->of(5)), Blocks{});
  EXPECT_EQ(a.frontiers->entries.size(), 4u);
  ASSERT_TRUE(a.post_frontiers.ok());
  EXPECT_EQ(frontier_list(a.post_frontiers->of(1)), Blocks{1});
  EXPECT_EQ(frontier_list(a.post_frontiers->of(2)), Blocks{1});
  EXPECT_EQ(frontier_list(a.post_frontiers->of(3)), Blocks{2});
  EXPECT_EQ(frontier_list(a.post_frontiers->of(4)), Blocks{1});
  EXPECT_EQ(frontier_list(a.post_frontiers->of(5)), Blocks{});
}

TEST(Frontiers, OfAnEntryWithABackEdgeHoldTheEntry) {
  const Analyses a(Graph::from_lists({{1, 2}, {0}, {}}));
  ASSERT_TRUE(a.frontiers.ok());
  EXPECT_EQ(frontier_list(a.frontiers->of(0)), Blocks{0});
  EXPECT_EQ(frontier_list(a.frontiers->of(1)), Blocks{0});
}

TEST(Frontiers, CountAFakeExitAsASuccessor) {
  // 0 -> 1 -> 2 -> 1 forever: 2 has the fake exit, so it decides whether 1 and 2 run again.
  const Analyses a(Graph::from_lists({{1}, {2}, {1}}));
  ASSERT_EQ(a.post.fake_exits, Blocks{2});
  ASSERT_TRUE(a.post_frontiers.ok());
  EXPECT_EQ(frontier_list(a.post_frontiers->of(1)), Blocks{2});
  EXPECT_EQ(frontier_list(a.post_frontiers->of(2)), Blocks{2});
  EXPECT_EQ(frontier_list(a.post_frontiers->of(0)), Blocks{});
  EXPECT_EQ(frontier_list(a.post_frontiers->of(a.post.virtual_exit)), Blocks{});
}

TEST(Frontiers, AgreeWithTheDefinition) {
  for (uint32_t seed = 0; seed < 600; ++seed) {
    const Analyses a(random_graph(seed + 80000, seed % 10 == 0 ? 40 : 12));
    SCOPED_TRACE("seed " + std::to_string(seed + 80000) + ", " + to_text(a.graph));
    const uint32_t n = a.graph.block_count();
    ASSERT_TRUE(a.frontiers.ok() && a.post_frontiers.ok());
    for (BlockId block = 0; block < n; ++block) {
      Blocks expected, expected_post;
      for (BlockId other = 0; other < n; ++other) {
        bool over_predecessor = false, over_successor = false;
        for (EdgeId edge : a.graph.in_edges(other)) {
          over_predecessor = over_predecessor || a.dominators.dominates(block, a.graph.source(edge));
        }
        if (over_predecessor && !a.dominators.strictly_dominates(block, other)) expected.push_back(other);
        for (BlockId successor : a.graph.successors(other)) {
          over_successor = over_successor || a.post.tree.dominates(block, successor);
        }
        if (!a.order.reached(other)) continue;
        if (over_successor && !a.post.tree.strictly_dominates(block, other)) expected_post.push_back(other);
      }
      ASSERT_EQ(frontier_list(a.frontiers->of(block)), expected) << "block " << block;
      ASSERT_EQ(frontier_list(a.post_frontiers->of(block)), expected_post) << "block " << block;
    }
  }
}

Blocks iterate(const Frontiers& frontiers, const Blocks& start, const std::vector<bool>& live) {
  Blocks work = start, result;
  while (!work.empty()) {
    const BlockId block = work.back();
    work.pop_back();
    for (BlockId join : frontiers.of(block)) {
      if (!live[join] || std::count(result.begin(), result.end(), join) != 0) continue;
      result.push_back(join);
      work.push_back(join);
    }
  }
  std::sort(result.begin(), result.end());
  return result;
}

TEST(IteratedFrontiers, AgreeWithIteratingFrontiers) {
  uint32_t phis = 0;
  for (uint32_t seed = 0; seed < 600; ++seed) {
    const Analyses a(random_graph(seed + 90000, seed % 10 == 0 ? 40 : 12));
    SCOPED_TRACE("seed " + std::to_string(seed + 90000) + ", " + to_text(a.graph));
    ASSERT_TRUE(a.frontiers.ok());
    IteratedFrontiers iterated(a.graph, a.dominators);
    std::mt19937 random(seed);
    for (int round = 0; round < 6; ++round) {
      Blocks blocks, live_in, result;
      std::vector<bool> live(a.graph.block_count(), false);
      for (BlockId block = 0; block < a.graph.block_count(); ++block) {
        if (random() % 3 == 0) blocks.push_back(block);
        if (random() % 2 == 0) live_in.push_back(block);
      }
      for (BlockId block : live_in) live[block] = true;
      iterated.find(blocks, result);
      ASSERT_EQ(result, iterate(*a.frontiers, blocks, std::vector<bool>(live.size(), true)));
      phis += static_cast<uint32_t>(result.size());
      iterated.find(blocks, live_in, result);
      ASSERT_EQ(result, iterate(*a.frontiers, blocks, live));
    }
  }
  EXPECT_GT(phis, 1000u);
}

TEST(Frontiers, RefuseToGrowBeyondTheLimit) {
  const Stopwatch time;
  const Analyses a(nested_do_whiles(10000));
  ASSERT_FALSE(a.frontiers.ok());
  EXPECT_EQ(a.frontiers.error().code, ErrorCode::kUnsupported);
  EXPECT_EQ(a.frontiers.error().message, "dominance frontiers of more than 16777216 entries");
  EXPECT_LT(time.seconds(), 2.0);
}

TEST(IteratedFrontiers, StayLinearWhereFrontiersDoNot) {
  const uint32_t depth = 10000;
  const Graph graph = nested_do_whiles(depth);
  const PostVisitOrder order(graph);
  const DominatorTree dominators = build_dominators(graph, order);
  const Stopwatch time;
  IteratedFrontiers iterated(graph, dominators);
  Blocks result;
  iterated.find(Blocks{depth}, result);
  EXPECT_EQ(result.size(), depth);  // All loop headers.
  EXPECT_LT(time.seconds(), 2.0);
}

TEST(Frontiers, OfLargeShapes) {
  const Stopwatch time;
  const Analyses flat(wide_switch(10000));
  ASSERT_TRUE(flat.frontiers.ok());
  EXPECT_EQ(flat.frontiers->entries.size(), 10000u);
  const Analyses long_chain(chain(100000));
  ASSERT_TRUE(long_chain.post_frontiers.ok());
  EXPECT_EQ(long_chain.post_frontiers->entries.size(), 0u);
  const Analyses dense(complete_dag(1500));
  ASSERT_TRUE(dense.frontiers.ok() && dense.post_frontiers.ok());
  EXPECT_EQ(dense.frontiers->entries.size(), 1499u * 1498u / 2);
  EXPECT_LT(time.seconds(), 4.0);
}

}  // namespace
}  // namespace trellis::cfg::test
