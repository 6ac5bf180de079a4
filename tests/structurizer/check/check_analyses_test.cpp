// Compares the checkers' own dominators and loops with those of cfg/, which the structurizer uses. The two
// share no code and must agree.
#include <gtest/gtest.h>

#include "cfg/dominators.hpp"
#include "cfg/loop_forest.hpp"
#include "cfg/post_visit_order.hpp"
#include "structurizer/check/dominators.hpp"
#include "structurizer/check/loops.hpp"
#include "structurizer/check/reconvergence.hpp"
#include "tests/structurizer/graph_generators.hpp"

namespace trellis::structurizer::testing {
namespace {

struct Both {
  explicit Both(const Flow& flow)
      : graph(flow.graph),
        order(graph),
        tree(cfg::build_dominators(graph, order)),
        forest(graph, order, tree),
        dominators(check::find_dominators(graph.successor_rows(), graph.entry())),
        loops(check::find_loops(graph, dominators)) {}

  const cfg::Graph& graph;
  cfg::PostVisitOrder order;
  cfg::DominatorTree tree;
  cfg::LoopForest forest;
  check::Dominators dominators;
  check::Loops loops;
};

BlockId header_of(const check::Loops& loops, uint32_t loop) {
  return loop == kNone ? kNone : loops.header[loop];
}
BlockId header_of(const cfg::LoopForest& loops, uint32_t loop) {
  return loop == kNone ? kNone : loops.loop(loop).header;
}

void expect_same_dominators(const Both& both) {
  for (BlockId block = 0; block < both.graph.block_count(); ++block) {
    ASSERT_EQ(both.dominators.reached(block), both.order.reached(block));
    ASSERT_EQ(both.dominators.parent[block], both.tree.parent(block)) << "block " << block;
  }
}

void expect_same_loops(const Both& both) {
  ASSERT_EQ(both.loops.count(), both.forest.loop_count());
  for (BlockId block = 0; block < both.graph.block_count(); ++block) {
    const uint32_t ours = both.loops.innermost[block], theirs = both.forest.innermost(block);
    ASSERT_EQ(header_of(both.loops, ours), header_of(both.forest, theirs)) << "block " << block;
    if (ours == kNone) continue;
    ASSERT_EQ(both.loops.depth[ours], both.forest.depth(theirs));
    ASSERT_EQ(header_of(both.loops, both.loops.parent[ours]),
              header_of(both.forest, both.forest.loop(theirs).parent));
  }
}

void expect_same_loops_left(const Both& both) {
  for (const BlockId source : both.order.reverse_post_order()) {
    const uint32_t inner = both.forest.innermost(source);
    for (const BlockId target : both.graph.successors(source)) {
      const uint32_t left = inner == kNone || both.forest.contains(inner, target)
                                ? uint32_t{kNone}
                                : both.forest.outermost_without(inner, target);
      ASSERT_EQ(header_of(both.loops, both.loops.outermost_left(source, target)),
                header_of(both.forest, left))
          << source << " -> " << target;
    }
  }
}

TEST(CheckerAnalyses, AgreeWithThoseOfTheStructurizer) {
  uint32_t loops = 0;
  for (uint64_t seed = 0; seed < 600; ++seed) {
    Random random(seed);
    const Flow flow = flow_of(seed % 2 == 0 ? random_graph(random, 40) : random_program(random, 60));
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + describe(flow));
    const Both both(flow);
    expect_same_dominators(both);
    expect_same_loops(both);
    expect_same_loops_left(both);
    loops += both.loops.count();
  }
  EXPECT_GT(loops, 1000u);
}

// The way from each block to the nearest common ancestor is as long as the chain.
TEST(CheckerAnalyses, AgreeOnAChainWithOneExit) {
  constexpr BlockId kBlocks = 5000;
  Lists lists(kBlocks + 1);
  for (BlockId block = 0; block < kBlocks; ++block) {
    lists[block] = {kBlocks};
    if (block + 1 < kBlocks) lists[block].push_back(block + 1);
  }
  const Flow flow = flow_of(lists);
  const Both both(flow);
  EXPECT_EQ(both.tree.parent(kBlocks), 0u);
  expect_same_dominators(both);
}

Vector<BlockId> reconvergence_of(const Lists& lists) {
  const Flow flow = flow_of(lists);
  return check::find_reconvergence(flow.graph,
                                   check::find_dominators(flow.graph.successor_rows(), flow.graph.entry()));
}

TEST(Reconvergence, IsTheImmediatePostDominator) {
  // An if/else, followed by a switch in which one case returns.
  EXPECT_EQ(reconvergence_of({{1, 2}, {3}, {3}, {4, 5, 6}, {6}, {}, {}}),
            (Vector<BlockId>{3, kNone, kNone, kNone, kNone, kNone, kNone}));
  EXPECT_EQ(reconvergence_of({{1, 2}, {3, 3}, {3}, {}}), (Vector<BlockId>{3, kNone, kNone, kNone}));
}

TEST(Reconvergence, IsLookedForWithinTheIteration) {
  // for (;;) { if (a) b; if (c) break; }: lanes that run b reconverge with the others at c, in that
  // iteration. Lanes that break reconverge with those that continue once all have left the loop.
  EXPECT_EQ(reconvergence_of({{1}, {2, 3}, {3}, {1, 4}, {}}), (Vector<BlockId>{kNone, 3, kNone, 4, kNone}));
  // Without the break nothing ever leaves the loop; a branch between two back edges does not reconverge
  // within the iteration.
  EXPECT_EQ(reconvergence_of({{1}, {2, 3}, {1}, {1}}), (Vector<BlockId>{kNone, kNone, kNone, kNone}));
}

TEST(Reconvergence, OfRegionsThatNothingLeaves) {
  // 1 and 2 form an endless cycle with two entries; 3 is outside it.
  const Vector<BlockId> blocks = reconvergence_of({{1, 2, 3}, {2}, {1}, {}});
  EXPECT_EQ(blocks, (Vector<BlockId>{kNone, kNone, kNone, kNone}));
}

}  // namespace
}  // namespace trellis::structurizer::testing
