#include "cfg/post_visit_order.hpp"

#include <gtest/gtest.h>

#include "graphs.hpp"

namespace trellis::cfg::test {
namespace {

std::vector<uint32_t> order_list(std::span<const uint32_t> span) { return {span.begin(), span.end()}; }

TEST(PostVisitOrder, TakesSuccessorsInSlotOrder) {
  //   0 -> 1 -> 3, 0 -> 2 -> 3; block 4 is unreachable.
  const Graph graph = Graph::from_lists({{1, 2}, {3}, {3}, {}, {3}});
  const PostVisitOrder order(graph);
  EXPECT_EQ(order_list(order.post_order()), (std::vector<uint32_t>{3, 1, 2, 0}));
  EXPECT_EQ(order_list(order.reverse_post_order()), (std::vector<uint32_t>{0, 2, 1, 3}));
  EXPECT_EQ(order.position(0), 0u);
  EXPECT_EQ(order.position(3), 3u);
  EXPECT_EQ(order.position(4), kNone);
  EXPECT_FALSE(order.reached(4));
}

TEST(PostVisitOrder, EmptyGraphHasNone) {
  const PostVisitOrder order{Graph()};
  EXPECT_TRUE(order.post_order().empty());
  EXPECT_TRUE(order.reverse_post_order().empty());
}

TEST(PostVisitOrder, StartsAtAnEntryThatIsNotTheFirstBlock) {
  const PostVisitOrder order(Graph::from_lists({{1}, {}, {0}}, 2));
  EXPECT_EQ(order_list(order.reverse_post_order()), (std::vector<uint32_t>{2, 0, 1}));
}

void visit(const Graph& graph, BlockId block, std::vector<bool>& seen, std::vector<BlockId>& post) {
  seen[block] = true;
  for (BlockId successor : graph.successors(block)) {
    if (!seen[successor]) visit(graph, successor, seen, post);
  }
  post.push_back(block);
}

TEST(PostVisitOrder, AgreesWithTheRecursiveWalk) {
  for (uint32_t seed = 0; seed < 500; ++seed) {
    const Graph graph = random_graph(seed, 16);
    SCOPED_TRACE("seed " + std::to_string(seed) + ", " + to_text(graph));
    std::vector<bool> seen(graph.block_count(), false);
    std::vector<BlockId> expected;
    visit(graph, graph.entry(), seen, expected);
    const PostVisitOrder order(graph);
    ASSERT_EQ(order_list(order.post_order()), expected);
    for (BlockId block = 0; block < graph.block_count(); ++block) {
      ASSERT_EQ(order.reached(block), seen[block]);
      if (seen[block]) {
        ASSERT_EQ(order.reverse_post_order()[order.position(block)], block);
      }
    }
  }
}

}  // namespace
}  // namespace trellis::cfg::test
