#include "cfg/loop_forest.hpp"

#include <gtest/gtest.h>

#include "graphs.hpp"

namespace trellis::cfg::test {
namespace {

struct LoopAnalyses {
  explicit LoopAnalyses(const Graph& graph)
      : order(graph), dominators(build_dominators(graph, order)), loops(graph, order, dominators) {}
  PostVisitOrder order;
  DominatorTree dominators;
  LoopForest loops;
};

TEST(LoopForest, OfTwoNestedLoops) {
  // for (0) { for (1) { 2 } 3 } 4; the inner loop has a second latch, 2 and 5.
  const Graph graph = Graph::from_lists({{1, 4}, {2, 3}, {1, 5}, {0}, {}, {1}});
  const LoopAnalyses a(graph);
  ASSERT_EQ(a.loops.loop_count(), 2u);
  const LoopId outer = a.loops.headed_by(0), inner = a.loops.headed_by(1);
  EXPECT_EQ(outer, 0u);
  EXPECT_EQ(inner, 1u);
  EXPECT_EQ(a.loops.loop(outer).parent, kNone);
  EXPECT_EQ(a.loops.loop(outer).depth, 1u);
  EXPECT_EQ(a.loops.loop(outer).back_edges, 1u);
  EXPECT_EQ(a.loops.loop(inner).parent, outer);
  EXPECT_EQ(a.loops.loop(inner).header, 1u);
  EXPECT_EQ(a.loops.loop(inner).back_edges, 2u);
  EXPECT_EQ(a.loops.depth(inner), 2u);
  EXPECT_EQ(a.loops.depth(kNone), 0u);
  EXPECT_EQ(a.loops.innermost(2), inner);
  EXPECT_EQ(a.loops.innermost(3), outer);
  EXPECT_EQ(a.loops.innermost(4), kNone);
  EXPECT_TRUE(a.loops.contains(outer, 5));
  EXPECT_FALSE(a.loops.contains(inner, 3));
  EXPECT_TRUE(a.loops.contains(kNone, 4));
  EXPECT_FALSE(a.loops.contains(outer, 4));
}

TEST(LoopForest, FindsTheLoopsAroundALoop) {
  // Forty nested loops: i heads loop i, 40 is the innermost body, and 41 + i continues loop i.
  constexpr uint32_t kDepth = 40;
  std::vector<std::vector<BlockId>> lists(2 * kDepth + 2);
  for (BlockId i = 0; i < kDepth; ++i) {
    lists[i] = {i + 1};
    lists[kDepth + 1 + i] = {i, i == 0 ? 2 * kDepth + 1 : kDepth + i};
  }
  lists[kDepth] = {2 * kDepth};
  const LoopAnalyses a(Graph::from_lists(lists));
  ASSERT_EQ(a.loops.loop_count(), kDepth);
  for (BlockId inner = 0; inner < kDepth; ++inner) {
    const LoopId loop = a.loops.headed_by(inner);
    for (uint32_t depth = 0; depth <= a.loops.depth(loop); ++depth) {
      const LoopId around = a.loops.ancestor_at(loop, depth);
      EXPECT_EQ(around, depth == 0 ? LoopId{kNone} : a.loops.headed_by(depth - 1));
    }
    // The header of the loop of depth d is in that loop but in no inner one.
    for (BlockId header = 0; header < inner; ++header) {
      EXPECT_EQ(a.loops.outermost_without(loop, header), a.loops.headed_by(header + 1));
    }
    EXPECT_EQ(a.loops.outermost_without(loop, 2 * kDepth + 1), a.loops.headed_by(0));
  }
}

TEST(LoopForest, CountsEachSlotOfASelfLoop) {
  const LoopAnalyses a(Graph::from_lists({{0, 0, 1}, {}}));
  ASSERT_EQ(a.loops.loop_count(), 1u);
  EXPECT_EQ(a.loops.loop(0).back_edges, 2u);
  EXPECT_EQ(a.loops.innermost(0), 0u);
  EXPECT_EQ(a.loops.innermost(1), kNone);
}

TEST(LoopForest, HasNoLoopWithoutADominatingHeader) {
  const Graph graph = Graph::from_lists({{1, 2}, {2}, {1}});
  const LoopAnalyses a(graph);
  EXPECT_EQ(a.loops.loop_count(), 0u);
  EXPECT_FALSE(is_reducible(graph, a.order, a.dominators));
}

// Two consecutive loops with inner loops, visited so that their headers' positions interleave. The numbers of
// a loop's inner loops are then not an interval, and contains() must not rely on that.
TEST(LoopForest, DistinguishesInterleavedLoops) {
  const Graph graph = Graph::from_lists({{2, 1}, {3, 5}, {2, 4}, {3, 1}, {0}, {}});
  const LoopAnalyses a(graph);
  ASSERT_EQ(a.loops.loop_count(), 4u);
  const LoopId first = a.loops.headed_by(0), second = a.loops.headed_by(1);
  EXPECT_LT(first, second);
  EXPECT_LT(second, a.loops.headed_by(2));
  EXPECT_TRUE(a.loops.contains(first, 2));
  EXPECT_FALSE(a.loops.contains(second, 2));
  EXPECT_TRUE(a.loops.contains(second, 3));
  EXPECT_FALSE(a.loops.contains(first, 3));
}

TEST(LoopForest, AgreesWithTheDefinition) {
  uint32_t loops_seen = 0;
  for (uint32_t seed = 0; seed < 1000; ++seed) {
    const Graph graph = random_graph(seed + 20000, seed % 10 == 0 ? 40 : 12);
    SCOPED_TRACE("seed " + std::to_string(seed + 20000) + ", " + to_text(graph));
    const LoopAnalyses a(graph);
    const uint32_t n = graph.block_count();
    std::vector<std::vector<bool>> bodies;
    for (BlockId header : a.order.reverse_post_order()) {
      uint32_t back_edges = 0;
      std::vector<bool> body(n, false);
      for (EdgeId edge : graph.in_edges(header)) {
        const BlockId latch = graph.source(edge);
        if (!a.dominators.dominates(header, latch)) continue;
        ++back_edges;
        body[header] = true;
        for (BlockId block = 0; block < n; ++block) {
          if (!a.order.reached(block)) continue;
          if (reached_without(graph, block, header)[latch]) body[block] = true;
        }
      }
      if (back_edges == 0) {
        ASSERT_EQ(a.loops.headed_by(header), kNone);
        continue;
      }
      const LoopId loop = static_cast<LoopId>(bodies.size());
      ASSERT_EQ(a.loops.headed_by(header), loop);
      ASSERT_EQ(a.loops.loop(loop).header, header);
      ASSERT_EQ(a.loops.loop(loop).back_edges, back_edges);
      bodies.push_back(body);
    }
    ASSERT_EQ(a.loops.loop_count(), bodies.size());
    loops_seen += a.loops.loop_count();
    for (BlockId block = 0; block < n; ++block) {
      uint32_t depth = 0;
      for (LoopId loop = 0; loop < bodies.size(); ++loop) {
        ASSERT_EQ(a.loops.contains(loop, block), bodies[loop][block])
            << "loop " << loop << " block " << block;
        depth += bodies[loop][block] ? 1 : 0;
      }
      const LoopId innermost = a.loops.innermost(block);
      ASSERT_EQ(a.loops.depth(innermost), depth);
      if (innermost != kNone) {
        ASSERT_TRUE(bodies[innermost][block]);
      }
    }
    for (LoopId loop = 0; loop < bodies.size(); ++loop) {
      const LoopId parent = a.loops.loop(loop).parent;
      if (parent == kNone) continue;
      ASSERT_LT(parent, loop);
      ASSERT_TRUE(bodies[parent][a.loops.loop(loop).header]);
    }
  }
  EXPECT_GT(loops_seen, 500u);
}

/// Tests reducibility by the other definition: removing self-edges and merging blocks into their only
/// predecessor leaves one block.
bool reduces_to_one_block(const Graph& graph, const PostVisitOrder& order) {
  const uint32_t n = graph.block_count();
  Matrix edge(n, std::vector<bool>(n, false));
  std::vector<bool> alive(n, false);
  uint32_t left = 0;
  for (BlockId block = 0; block < n; ++block) {
    if (!order.reached(block)) continue;
    alive[block] = true;
    ++left;
    for (BlockId successor : graph.successors(block)) edge[block][successor] = block != successor;
  }
  bool changed = true;
  while (changed) {
    changed = false;
    for (BlockId block = 0; block < n; ++block) {
      if (!alive[block] || block == graph.entry()) continue;
      std::vector<BlockId> predecessors;
      for (BlockId other = 0; other < n; ++other) {
        if (alive[other] && edge[other][block]) predecessors.push_back(other);
      }
      if (predecessors.size() != 1) continue;
      for (BlockId target = 0; target < n; ++target) {
        if (edge[block][target] && target != predecessors[0]) edge[predecessors[0]][target] = true;
      }
      edge[predecessors[0]][block] = false;
      alive[block] = false;
      --left;
      changed = true;
    }
  }
  return left == 1;
}

TEST(LoopForest, ReducibilityAgreesWithReduction) {
  uint32_t irreducible = 0;
  for (uint32_t seed = 0; seed < 1000; ++seed) {
    const Graph graph = random_graph(seed + 40000, 10);
    SCOPED_TRACE("seed " + std::to_string(seed + 40000) + ", " + to_text(graph));
    const PostVisitOrder order(graph);
    const bool reducible = is_reducible(graph, order, build_dominators(graph, order));
    ASSERT_EQ(reducible, reduces_to_one_block(graph, order));
    irreducible += reducible ? 0 : 1;
  }
  EXPECT_GT(irreducible, 100u);
  EXPECT_LT(irreducible, 900u);
}

}  // namespace
}  // namespace trellis::cfg::test
