#include "cfg/dominators.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "graphs.hpp"

namespace trellis::cfg::test {
namespace {

std::vector<uint32_t> list(std::span<const uint32_t> span) { return {span.begin(), span.end()}; }

DominatorTree dominators_of(const Graph& graph) { return build_dominators(graph, PostVisitOrder(graph)); }
PostDominators post_dominators_of(const Graph& graph) {
  return build_post_dominators(graph, PostVisitOrder(graph));
}

std::vector<BlockId> parents(const DominatorTree& tree, uint32_t nodes) {
  std::vector<BlockId> result;
  for (BlockId node = 0; node < nodes; ++node) result.push_back(tree.parent(node));
  return result;
}

TEST(Dominators, OfADiamond) {
  const DominatorTree tree = dominators_of(Graph::from_lists({{1, 2}, {3}, {3}, {}}));
  EXPECT_EQ(parents(tree, 4), (std::vector<BlockId>{kNone, 0, 0, 0}));
  EXPECT_EQ(list(tree.children(0)), (std::vector<BlockId>{2, 1, 3}));
  EXPECT_TRUE(tree.dominates(0, 3));
  EXPECT_TRUE(tree.dominates(3, 3));
  EXPECT_FALSE(tree.strictly_dominates(3, 3));
  EXPECT_FALSE(tree.dominates(1, 3));
  EXPECT_EQ(tree.depth(0), 0u);
  EXPECT_EQ(tree.depth(3), 1u);
  EXPECT_EQ(tree.nearest_common(1, 2), 0u);
  EXPECT_EQ(tree.nearest_common(1, 1), 1u);
}

// The example of Lengauer and Tarjan's paper, with R = 0, A = 1, .. L = 12.
TEST(Dominators, OfThePapersExample) {
  enum : BlockId { R, A, B, C, D, E, F, G, H, I, J, K, L };
  Lists lists(13);
  lists[R] = {A, B, C};
  lists[A] = {D};
  lists[B] = {A, D, E};
  lists[C] = {F, G};
  lists[D] = {L};
  lists[E] = {H};
  lists[F] = {I};
  lists[G] = {I, J};
  lists[H] = {E, K};
  lists[I] = {K};
  lists[J] = {I};
  lists[K] = {R, I};
  lists[L] = {H};
  const DominatorTree tree = dominators_of(Graph::from_lists(lists));
  EXPECT_EQ(parents(tree, 13), (std::vector<BlockId>{kNone, R, R, R, R, R, C, C, R, R, G, R, D}));
}

// The way from each block to the nearest common ancestor is as long as the chain: one sweep is not enough.
TEST(Dominators, OfAChainWithOneExit) {
  constexpr BlockId kBlocks = 5000;
  Lists lists(kBlocks + 1);
  std::vector<BlockId> expected = {kNone};
  for (BlockId block = 0; block < kBlocks; ++block) {
    lists[block] = {kBlocks};
    if (block + 1 < kBlocks) lists[block].push_back(block + 1);
    expected.push_back(block);
  }
  expected[kBlocks] = 0;
  EXPECT_EQ(parents(dominators_of(Graph::from_lists(lists)), kBlocks + 1), expected);
}

TEST(Dominators, LeaveUnreachableBlocksOut) {
  // Block 2 is unreachable and leads into an arm of the diamond.
  const DominatorTree tree = dominators_of(Graph::from_lists({{1}, {}, {1, 3}, {2}}));
  EXPECT_EQ(tree.parent(1), 0u);
  EXPECT_EQ(tree.parent(2), kNone);
  EXPECT_FALSE(tree.in_tree(2));
  EXPECT_FALSE(tree.dominates(2, 1));
  EXPECT_FALSE(tree.dominates(0, 2));
  EXPECT_FALSE(tree.dominates(2, 2));
  EXPECT_EQ(tree.nearest_common(1, 2), kNone);
}

TEST(Dominators, OfAnEmptyGraph) {
  const Graph graph;
  const DominatorTree tree = dominators_of(graph);
  const PostDominators post = post_dominators_of(graph);
  EXPECT_EQ(post.virtual_exit, 0u);
  EXPECT_TRUE(post.tree.in_tree(0));
  EXPECT_TRUE(post.fake_exits.empty());
}

void check_tree(const DominatorTree& tree, const Matrix& dominates) {
  const BlockId nodes = static_cast<BlockId>(dominates.size());
  for (BlockId a = 0; a < nodes; ++a) {
    for (BlockId b = 0; b < nodes; ++b) {
      ASSERT_EQ(tree.dominates(a, b), dominates[a][b]) << a << " over " << b;
      ASSERT_EQ(tree.strictly_dominates(a, b), a != b && dominates[a][b]);
    }
  }
  for (BlockId b = 0; b < nodes; ++b) {
    ASSERT_EQ(tree.in_tree(b), dominates[b][b]);
    if (!tree.in_tree(b)) continue;
    uint32_t dominator_count = 0;
    for (BlockId a = 0; a < nodes; ++a) dominator_count += dominates[a][b] ? 1 : 0;
    ASSERT_EQ(tree.depth(b), dominator_count - 1);
    uint32_t dominated_count = 0;
    for (BlockId a = 0; a < nodes; ++a) dominated_count += dominates[b][a] ? 1 : 0;
    ASSERT_EQ(tree.leave(b) - tree.enter(b) + 1, dominated_count);
    const BlockId parent = tree.parent(b);
    if (parent == kNone) {
      ASSERT_EQ(dominator_count, 1u);
      continue;
    }
    ASSERT_TRUE(dominates[parent][b]);
    ASSERT_EQ(tree.depth(parent) + 1, tree.depth(b));
    const auto children = tree.children(parent);
    ASSERT_EQ(std::count(children.begin(), children.end(), b), 1);
  }
  for (BlockId a = 0; a < nodes; ++a) {
    for (BlockId b = 0; b < nodes; ++b) {
      const BlockId common = tree.nearest_common(a, b);
      if (!tree.in_tree(a) || !tree.in_tree(b)) {
        ASSERT_EQ(common, kNone);
        continue;
      }
      ASSERT_TRUE(dominates[common][a] && dominates[common][b]);
      for (BlockId c = 0; c < nodes; ++c) {
        if (dominates[c][a] && dominates[c][b]) {
          ASSERT_TRUE(dominates[c][common]);
        }
      }
    }
  }
}

TEST(Dominators, AgreeWithTheDefinition) {
  for (uint32_t seed = 0; seed < 1000; ++seed) {
    const Graph graph = random_graph(seed, seed % 10 == 0 ? 40 : 12);
    SCOPED_TRACE("seed " + std::to_string(seed) + ", " + to_text(graph));
    const uint32_t n = graph.block_count();
    // a dominates b if b cannot be reached once a is removed.
    const std::vector<bool> reached = reached_without(graph, graph.entry(), kNone);
    Matrix dominates(n, std::vector<bool>(n, false));
    for (BlockId a = 0; a < n; ++a) {
      const std::vector<bool> without = reached_without(graph, graph.entry(), a);
      for (BlockId b = 0; b < n; ++b) dominates[a][b] = reached[a] && reached[b] && !without[b];
    }
    const PostVisitOrder order(graph);
    const DominatorTree tree = build_dominators(graph, order);
    check_tree(tree, dominates);
    if (HasFatalFailure()) return;
    for (BlockId block = 0; block < n; ++block) {
      const auto children = tree.children(block);
      for (size_t i = 1; i < children.size(); ++i) {
        ASSERT_LT(order.position(children[i - 1]), order.position(children[i]));
      }
    }
  }
}

TEST(PostDominators, OfADiamond) {
  const PostDominators post = post_dominators_of(Graph::from_lists({{1, 2}, {3}, {3}, {}}));
  EXPECT_EQ(post.virtual_exit, 4u);
  EXPECT_EQ(parents(post.tree, 5), (std::vector<BlockId>{3, 3, 3, 4, kNone}));
  EXPECT_TRUE(post.fake_exits.empty());
}

TEST(PostDominators, OfTwoReturnsEndAtTheVirtualExit) {
  const PostDominators post = post_dominators_of(Graph::from_lists({{1, 2}, {}, {}}));
  EXPECT_EQ(parents(post.tree, 4), (std::vector<BlockId>{3, 3, 3, kNone}));
}

TEST(PostDominators, GiveAnInfiniteLoopOneFakeExit) {
  // 0 -> 1 or 4; 1 -> 2 -> 3 -> 1 forever; 4 returns.
  const PostDominators post = post_dominators_of(Graph::from_lists({{1, 4}, {2}, {3}, {1}, {}}));
  EXPECT_EQ(post.fake_exits, (std::vector<BlockId>{3}));
  EXPECT_EQ(parents(post.tree, 6), (std::vector<BlockId>{5, 2, 3, 5, 5, kNone}));
}

TEST(PostDominators, GiveOnlyTheLastOfTwoEndlessLoopsAnExit) {
  // The loop {0, 1} leads to the endless loop {2}, and can reach its fake exit.
  const PostDominators post = post_dominators_of(Graph::from_lists({{1, 2}, {0}, {2}}));
  EXPECT_EQ(post.fake_exits, (std::vector<BlockId>{2}));
  EXPECT_EQ(parents(post.tree, 4), (std::vector<BlockId>{2, 0, 3, kNone}));
}

TEST(PostDominators, IgnoreUnreachableEndlessLoops) {
  const PostDominators post = post_dominators_of(Graph::from_lists({{1}, {}, {2, 1}, {3}}));
  EXPECT_TRUE(post.fake_exits.empty());
  EXPECT_FALSE(post.tree.in_tree(2));
  EXPECT_FALSE(post.tree.in_tree(3));
  EXPECT_EQ(post.tree.parent(0), 1u);
}

TEST(PostDominators, AgreeWithTheDefinition) {
  uint32_t graphs_with_fakes = 0;
  for (uint32_t seed = 0; seed < 1000; ++seed) {
    const Graph graph = random_graph(seed + 5000, seed % 10 == 0 ? 40 : 12);
    SCOPED_TRACE("seed " + std::to_string(seed + 5000) + ", " + to_text(graph));
    const uint32_t n = graph.block_count();
    const std::vector<bool> reached = reached_without(graph, graph.entry(), kNone);
    const PostVisitOrder order(graph);

    // Each strongly connected set of blocks that cannot be left and does not return has a fake exit at its
    // first block in post-visit order.
    const Matrix path = paths(graph);
    std::vector<bool> leaves(n, false);
    std::vector<BlockId> fake_exits;
    for (BlockId block = 0; block < n; ++block) {
      bool closed = reached[block] && path[block][block];
      bool first = true;
      for (BlockId other = 0; other < n; ++other) {
        if (!path[block][other]) continue;
        closed = closed && path[other][block];
        first = first && order.position(block) >= order.position(other);
      }
      if (closed && first) fake_exits.push_back(block);
      leaves[block] = (closed && first) || graph.successors(block).empty();
    }
    const PostDominators post = build_post_dominators(graph, order);
    ASSERT_EQ(post.fake_exits, fake_exits);
    graphs_with_fakes += fake_exits.empty() ? 0 : 1;

    // a post-dominates b if b cannot reach the exit once a is removed.
    Matrix dominates(n + 1, std::vector<bool>(n + 1, false));
    for (BlockId b = 0; b < n; ++b) {
      for (BlockId a = 0; a < n; ++a) {
        if (!reached[a] || !reached[b]) continue;
        const std::vector<bool> without = reached_without(graph, b, a);
        bool gets_out = false;
        for (BlockId c = 0; c < n; ++c) gets_out = gets_out || (without[c] && leaves[c]);
        dominates[a][b] = !gets_out;
      }
      dominates[n][b] = reached[b];
    }
    dominates[n][n] = true;
    check_tree(post.tree, dominates);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(graphs_with_fakes, 100u);
}

}  // namespace
}  // namespace trellis::cfg::test
