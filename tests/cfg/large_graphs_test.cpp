// Shapes on which careless algorithms become quadratic or overflow the stack, under a time bound. The bounds
// leave a factor of more than ten for sanitizers and busy machines; quadratic behaviour exceeds them.
#include <gtest/gtest.h>

#include "cfg/dominators.hpp"
#include "cfg/loop_forest.hpp"
#include "cfg/strongly_connected.hpp"
#include "graphs.hpp"

namespace trellis::cfg::test {
namespace {

constexpr double kMaxSeconds = 2.0;

struct LargeGraphAnalyses {
  explicit LargeGraphAnalyses(const Graph& graph)
      : order(graph),
        dominators(build_dominators(graph, order)),
        post(build_post_dominators(graph, order)),
        loops(graph, order, dominators),
        components(graph),
        reducible(is_reducible(graph, order, dominators)) {}
  PostVisitOrder order;
  DominatorTree dominators;
  PostDominators post;
  LoopForest loops;
  StronglyConnected components;
  bool reducible;
};

TEST(LargeGraphs, ChainOf100000Blocks) {
  const Graph graph = chain(100000);
  const Stopwatch time;
  const LargeGraphAnalyses a(graph);
  EXPECT_LT(time.seconds(), kMaxSeconds);
  EXPECT_EQ(a.dominators.depth(99999), 99999u);
  EXPECT_EQ(a.post.tree.depth(0), 100000u);
  EXPECT_EQ(a.components.component_count(), 100000u);
  EXPECT_EQ(a.dominators.nearest_common(99999, 50000), 50000u);
}

TEST(LargeGraphs, LoopsNested10000Deep) {
  const Graph graph = nested_loops(10000);
  const Stopwatch time;
  const LargeGraphAnalyses a(graph);
  EXPECT_LT(time.seconds(), kMaxSeconds);
  ASSERT_EQ(a.loops.loop_count(), 10000u);
  EXPECT_TRUE(a.reducible);
  EXPECT_EQ(a.loops.depth(a.loops.innermost(10000)), 10000u);
  EXPECT_EQ(a.loops.loop(9999).parent, 9998u);
  EXPECT_TRUE(a.loops.contains(0, 10000));
  EXPECT_FALSE(a.loops.contains(9999, 10002));
}

TEST(LargeGraphs, DoWhilesNested10000Deep) {
  const Graph graph = nested_do_whiles(10000);
  const Stopwatch time;
  const LargeGraphAnalyses a(graph);
  EXPECT_LT(time.seconds(), kMaxSeconds);
  ASSERT_EQ(a.loops.loop_count(), 10000u);
  EXPECT_EQ(a.loops.loop(a.loops.headed_by(9999)).depth, 10000u);
}

// The innermost block may continue any of the loops around it. A search for the outermost of them must not
// climb through all loops for each edge.
TEST(LargeGraphs, LoopsNested100000DeepWithOneLatch) {
  constexpr uint32_t kDepth = 100000;
  Lists lists(kDepth + 1);
  for (BlockId header = 0; header < kDepth; ++header) {
    lists[header] = {header + 1};
    lists[kDepth].push_back(header);
  }
  const Graph graph = Graph::from_lists(lists);
  const Stopwatch time;
  const LargeGraphAnalyses a(graph);
  EXPECT_LT(time.seconds(), kMaxSeconds);
  ASSERT_EQ(a.loops.loop_count(), kDepth);
  EXPECT_EQ(a.loops.depth(a.loops.innermost(kDepth)), kDepth);
}

TEST(LargeGraphs, IfsNested10000Deep) {
  const Graph graph = nested_ifs(10000);
  const Stopwatch time;
  const LargeGraphAnalyses a(graph);
  EXPECT_LT(time.seconds(), kMaxSeconds);
  EXPECT_EQ(a.dominators.parent(20000), 0u);
  EXPECT_EQ(a.post.tree.parent(0), 20000u);
  EXPECT_EQ(a.dominators.depth(10000), 10000u);
}

TEST(LargeGraphs, SwitchOf10000Ways) {
  const Graph graph = wide_switch(10000);
  const Stopwatch time;
  const LargeGraphAnalyses a(graph);
  EXPECT_LT(time.seconds(), kMaxSeconds);
  EXPECT_EQ(a.dominators.parent(10001), 0u);
  EXPECT_EQ(a.dominators.children(0).size(), 10001u);
  EXPECT_EQ(a.post.tree.parent(0), 10001u);
}

TEST(LargeGraphs, CompleteDagOf1500Blocks) {
  const Graph graph = complete_dag(1500);
  const Stopwatch time;
  const LargeGraphAnalyses a(graph);
  EXPECT_LT(time.seconds(), kMaxSeconds);
  EXPECT_EQ(a.dominators.parent(1499), 0u);
  EXPECT_EQ(a.post.tree.parent(0), 1499u);
}

// Every block may branch back into a range of earlier blocks, so path compression has work to do.
TEST(LargeGraphs, TangleOf100000Blocks) {
  std::mt19937 random(7);
  Lists lists(100000);
  for (BlockId block = 0; block < lists.size(); ++block) {
    if (block + 1 < lists.size()) lists[block] = {block + 1, static_cast<BlockId>(random() % lists.size())};
  }
  const Graph graph = Graph::from_lists(lists);
  const Stopwatch time;
  const LargeGraphAnalyses a(graph);
  EXPECT_LT(time.seconds(), kMaxSeconds);
  EXPECT_FALSE(a.reducible);
  EXPECT_TRUE(a.post.tree.in_tree(0));
}

TEST(LargeGraphs, ManyEndlessLoops) {
  // A chain in which every block may enter its own endless loop.
  constexpr uint32_t kLoops = 50000;
  Lists lists(2 * kLoops);
  for (uint32_t i = 0; i < kLoops; ++i) {
    if (i + 1 < kLoops) lists[i].push_back(i + 1);
    lists[i].push_back(kLoops + i);
    lists[kLoops + i] = {kLoops + i};
  }
  const Graph graph = Graph::from_lists(lists);
  const Stopwatch time;
  const LargeGraphAnalyses a(graph);
  EXPECT_LT(time.seconds(), kMaxSeconds);
  EXPECT_EQ(a.post.fake_exits.size(), kLoops);
  EXPECT_EQ(a.loops.loop_count(), kLoops);
}

}  // namespace
}  // namespace trellis::cfg::test
