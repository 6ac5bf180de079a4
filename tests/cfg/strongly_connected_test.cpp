#include "cfg/strongly_connected.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "graphs.hpp"

namespace trellis::cfg::test {
namespace {

std::vector<uint32_t> members(std::span<const uint32_t> span) { return {span.begin(), span.end()}; }

TEST(StronglyConnected, NumbersSuccessorsFirst) {
  // 0 -> {1, 2} -> 3 -> 3, 4 -> 0.
  const Graph graph = Graph::from_lists({{1}, {2}, {1, 3}, {3}, {0}});
  const StronglyConnected components(graph);
  ASSERT_EQ(components.component_count(), 4u);
  EXPECT_EQ(components.component_of(3), 0u);
  EXPECT_EQ(members(components.blocks_of(1)), (std::vector<uint32_t>{1, 2}));
  EXPECT_EQ(components.component_of(0), 2u);
  EXPECT_EQ(components.component_of(4), 3u);
  EXPECT_TRUE(components.is_cyclic(0));
  EXPECT_TRUE(components.is_cyclic(1));
  EXPECT_FALSE(components.is_cyclic(2));
}

TEST(StronglyConnected, OfPartsOfAGraphOneAfterTheOther) {
  const Graph graph = Graph::from_lists({{1}, {2}, {3, 1}, {0, 2}});
  ComponentFinder finder(graph.block_count());
  const std::vector<BlockId> all = {0, 1, 2, 3};
  EXPECT_EQ(finder.find(all, graph).count(), 1u);
  const std::vector<BlockId> without_header = {1, 2, 3};
  const Components inner = finder.find(without_header, graph);
  ASSERT_EQ(inner.count(), 1u);
  EXPECT_EQ(members(inner.blocks_of(0)), without_header);
  const std::vector<BlockId> apart = {3, 1};
  const Components two = finder.find(apart, graph);
  ASSERT_EQ(two.count(), 2u);
  EXPECT_FALSE(two.is_cyclic(0));
  EXPECT_FALSE(two.is_cyclic(1));
}

TEST(StronglyConnected, OfAGraphThatGrows) {
  std::vector<std::vector<BlockId>> lists = {{1}, {}};
  ComponentFinder finder(2);
  auto successors = [&lists](BlockId block) -> const std::vector<BlockId>& { return lists[block]; };
  EXPECT_EQ(finder.find(std::vector<BlockId>{0, 1}, successors).count(), 2u);
  lists.push_back({0});
  lists[1].push_back(2);
  finder.grow(3);
  EXPECT_EQ(finder.find(std::vector<BlockId>{0, 1, 2}, successors).count(), 1u);
}

TEST(StronglyConnected, AgreesWithTheDefinition) {
  for (uint32_t seed = 0; seed < 500; ++seed) {
    const Graph graph = random_graph(seed + 60000, 14);
    SCOPED_TRACE("seed " + std::to_string(seed + 60000) + ", " + to_text(graph));
    const uint32_t n = graph.block_count();
    const StronglyConnected components(graph);
    const Matrix path = paths(graph);
    for (BlockId a = 0; a < n; ++a) {
      ASSERT_EQ(components.is_cyclic(components.component_of(a)), path[a][a]);
      for (BlockId b = 0; b < n; ++b) {
        const bool together = a == b || (path[a][b] && path[b][a]);
        ASSERT_EQ(components.component_of(a) == components.component_of(b), together);
      }
      for (BlockId successor : graph.successors(a)) {
        ASSERT_GE(components.component_of(a), components.component_of(successor));
      }
      const auto members = components.blocks_of(components.component_of(a));
      ASSERT_EQ(std::count(members.begin(), members.end(), a), 1);
    }
  }
}

TEST(StronglyConnected, OfRandomPartsAgreesWithTheDefinition) {
  for (uint32_t seed = 0; seed < 300; ++seed) {
    const Graph graph = random_graph(seed + 70000, 14);
    const uint32_t n = graph.block_count();
    std::mt19937 random(seed);
    ComponentFinder finder(n);
    for (int round = 0; round < 3; ++round) {
      std::vector<BlockId> part;
      Lists lists(n);
      for (BlockId block = 0; block < n; ++block) {
        if (random() % 3 != 0) part.push_back(block);
      }
      for (BlockId block : part) {
        for (BlockId successor : graph.successors(block)) {
          if (std::count(part.begin(), part.end(), successor) != 0) lists[block].push_back(successor);
        }
      }
      SCOPED_TRACE("seed " + std::to_string(seed + 70000) + ", " + to_text(graph));
      const Matrix path = paths(Graph::from_lists(lists));
      const Components components = finder.find(part, graph);
      std::vector<uint32_t> component_of(n, kNone);
      for (uint32_t c = 0; c < components.count(); ++c) {
        for (BlockId block : components.blocks_of(c)) component_of[block] = c;
      }
      for (BlockId a : part) {
        ASSERT_NE(component_of[a], kNone);
        for (BlockId b : part) {
          ASSERT_EQ(component_of[a] == component_of[b], a == b || (path[a][b] && path[b][a]));
        }
      }
      ASSERT_EQ(components.blocks.entries.size(), part.size());
    }
  }
}

}  // namespace
}  // namespace trellis::cfg::test
