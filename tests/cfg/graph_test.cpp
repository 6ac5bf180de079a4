#include "cfg/graph.hpp"

#include <gtest/gtest.h>

#include "graphs.hpp"

namespace trellis::cfg::test {
namespace {

std::vector<uint32_t> neighbors(std::span<const uint32_t> span) { return {span.begin(), span.end()}; }

TEST(Graph, DistinguishesSlots) {
  const Graph graph = Graph::from_lists({{1, 2, 1}, {0}, {}, {2}}, 0);
  EXPECT_EQ(graph.block_count(), 4u);
  EXPECT_EQ(graph.edge_count(), 5u);
  EXPECT_EQ(neighbors(graph.successors(0)), (std::vector<uint32_t>{1, 2, 1}));
  EXPECT_EQ(neighbors(graph.in_edges(1)), (std::vector<uint32_t>{0, 2}));
  EXPECT_EQ(neighbors(graph.in_edges(2)), (std::vector<uint32_t>{1, 4}));
  EXPECT_EQ(graph.slot(2), 2u);
  EXPECT_EQ(graph.source(4), 3u);
  EXPECT_EQ(graph.target(3), 0u);
  EXPECT_EQ(graph.first_edge(1), 3u);
}

TEST(Graph, MayBeEmpty) {
  const Graph graph;
  EXPECT_EQ(graph.block_count(), 0u);
  EXPECT_EQ(graph.edge_count(), 0u);
}

TEST(Graph, InEdgesMirrorSuccessors) {
  for (uint32_t seed = 0; seed < 200; ++seed) {
    const Graph graph = random_graph(seed, 12);
    SCOPED_TRACE("seed " + std::to_string(seed) + ", " + to_text(graph));
    uint32_t in_edges = 0;
    for (BlockId block = 0; block < graph.block_count(); ++block) {
      EdgeId previous = 0;
      for (EdgeId edge : graph.in_edges(block)) {
        ASSERT_EQ(graph.target(edge), block);
        ASSERT_EQ(graph.successors(graph.source(edge))[graph.slot(edge)], block);
        ASSERT_GE(edge, previous);
        previous = edge + 1;
        ++in_edges;
      }
    }
    ASSERT_EQ(in_edges, graph.edge_count());
  }
}

}  // namespace
}  // namespace trellis::cfg::test
