// Tests control dependence and cycles on handmade graphs, random ones, and growing families.
#include "uniformity/control.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/structurizer/graph_generators.hpp"
#include "uniformity/leavers.hpp"

namespace trellis::uniformity {
namespace {

using structurizer::testing::Lists;
using structurizer::testing::Random;

std::vector<uint32_t> deciders(const Control& control, uint32_t node) {
  const auto found = control.deciders(node);
  std::vector<uint32_t> sorted(found.begin(), found.end());
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

TEST(UniformityControl, ADiamond) {
  const cfg::Graph graph = cfg::Graph::from_lists({{1, 2}, {3}, {3}, {}});
  const auto control = Control::build(graph);
  ASSERT_TRUE(control.ok());
  EXPECT_EQ(deciders(*control, 0), std::vector<uint32_t>{});
  EXPECT_EQ(deciders(*control, 1), std::vector<uint32_t>{0});
  EXPECT_EQ(deciders(*control, 2), std::vector<uint32_t>{0});
  EXPECT_EQ(deciders(*control, 3), std::vector<uint32_t>{}) << "where the ways meet";
  EXPECT_TRUE(control->diverges(0));
  EXPECT_FALSE(control->diverges(1));
}

TEST(UniformityControl, TheNextIterationDecidesNothingAboutThisOne) {
  // 1 is the header, 2 its exit test, 3 the latch; 4 is after the loop.
  const cfg::Graph graph = cfg::Graph::from_lists({{1}, {2}, {3, 4}, {1}, {}});
  const auto control = Control::build(graph);
  ASSERT_TRUE(control.ok());
  ASSERT_EQ(control->cycle_count(), 1u);
  EXPECT_EQ(control->cycle(0).header, 1u);
  EXPECT_EQ(deciders(*control, 1), std::vector<uint32_t>{});
  EXPECT_EQ(deciders(*control, 3), std::vector<uint32_t>{2});
  EXPECT_EQ(deciders(*control, 4), std::vector<uint32_t>{});
  EXPECT_EQ(std::vector<BlockId>(control->exits(0).begin(), control->exits(0).end()),
            std::vector<BlockId>{2});
}

TEST(UniformityControl, ALoopLeftToTwoPlaces) {
  // 1 -> 2 -> 1, with exits from 1 to 3 and from 2 to 4, which both lead to 5.
  const cfg::Graph graph = cfg::Graph::from_lists({{1}, {2, 3}, {1, 4}, {5}, {5}, {}});
  const auto control = Control::build(graph);
  ASSERT_TRUE(control.ok());
  const uint32_t end = graph.block_count();
  ASSERT_TRUE(control->is_end(end));
  EXPECT_EQ(deciders(*control, 3), (std::vector<uint32_t>{1, end})) << "this iteration or a later one";
  EXPECT_EQ(deciders(*control, 5), std::vector<uint32_t>{});
}

TEST(UniformityLeavers, NearestFirst) {
  // Block 1 heads a loop that contains the barrier, 5. The inner loop of 3 and 4 has an exit to the return 7.
  // 2 has an exit to 8, which does not return directly.
  const cfg::Graph graph =
      cfg::Graph::from_lists({{1}, {2, 6}, {3, 8}, {4, 5}, {3, 7}, {1}, {}, {6}, {9, 10}, {6}, {6}});
  const auto control = Control::build(graph);
  ASSERT_TRUE(control.ok());
  const auto leavers = find_leavers(*control, 5);
  ASSERT_EQ(leavers.size(), 2u) << "6 comes after the loop anyway";
  EXPECT_EQ(leavers[0].branch + leavers[1].branch, 6u);
  for (const Leaver& leaver : leavers) {
    EXPECT_EQ(leaver.distance, 2u);
    EXPECT_EQ(leaver.target, leaver.branch == 4 ? 7u : 8u);
    EXPECT_EQ(leaver.is_return, leaver.branch == 4) << "block 8 has more than one successor";
  }
  EXPECT_TRUE(find_leavers(*control, 0).empty()) << "no invocation waits in the entry";
}

TEST(UniformityLeavers, OfAnEndlessLoop) {
  const cfg::Graph graph = cfg::Graph::from_lists({{1, 2}, {}, {3}, {2}});
  const auto control = Control::build(graph);
  ASSERT_TRUE(control.ok());
  const auto leavers = find_leavers(*control, 1);
  ASSERT_EQ(leavers.size(), 1u);
  EXPECT_FALSE(leavers[0].is_return);
}

TEST(UniformityControl, TwoEntriesMakeARegion) {
  const cfg::Graph graph = cfg::Graph::from_lists({{1, 2}, {2, 3}, {1, 3}, {}});
  const auto control = Control::build(graph);
  ASSERT_TRUE(control.ok());
  ASSERT_EQ(control->cycle_count(), 1u);
  EXPECT_TRUE(control->cycle(0).is_region);
  EXPECT_TRUE(control->contains(0, 1) && control->contains(0, 2));
  EXPECT_FALSE(control->contains(0, 0) || control->contains(0, 3));
}

TEST(UniformityControl, AnyGraph) {
  for (uint64_t seed = 1; seed <= 2000; ++seed) {
    Random random(seed);
    const Lists lists = structurizer::testing::random_graph(random, 20);
    const cfg::Graph graph = cfg::Graph::from_lists(lists);
    const auto control = Control::build(graph);
    ASSERT_TRUE(control.ok());
    for (uint32_t node = 0; node < control->node_count(); ++node) {
      for (const uint32_t decider : control->deciders(node)) {
        ASSERT_LT(decider, control->node_count());
        EXPECT_TRUE(control->is_end(decider) || !graph.successors(decider).empty());
      }
      if (control->is_end(node)) continue;
      // Every enclosing cycle contains the block, too.
      for (CycleId c = control->cycle_around(node); c != kNone; c = control->cycle(c).parent) {
        EXPECT_TRUE(control->contains(c, node));
      }
    }
  }
}

TEST(UniformityControl, FamiliesGrow) {
  using namespace structurizer::testing;
  struct Family {
    const char* name;
    Lists (*make)(uint32_t);
    uint32_t size;
  };
  for (const Family& family :
       {Family{"chain", chain, 100000}, Family{"nested ifs", nested_ifs, 10000},
        Family{"wide switch", wide_switch, 10000}, Family{"nested loops", nested_loops, 10000},
        Family{"deep breaks", deep_breaks, 1000}, Family{"shared exit", shared_exit, 10000},
        Family{"fall through", switch_fall_through, 10000},
        Family{"irreducible grid", irreducible_grid, 10000}}) {
    const cfg::Graph graph = cfg::Graph::from_lists(family.make(family.size));
    const auto control = Control::build(graph);
    ASSERT_TRUE(control.ok()) << family.name;
    uint64_t entries = 0;
    for (uint32_t node = 0; node < control->node_count(); ++node) entries += control->deciders(node).size();
    std::printf("%-18s %8u blocks, %10llu dependences\n", family.name, graph.block_count(),
                static_cast<unsigned long long>(entries));
    EXPECT_LE(entries, uint64_t{graph.edge_count()} * 40) << family.name;
  }
}

}  // namespace
}  // namespace trellis::uniformity
