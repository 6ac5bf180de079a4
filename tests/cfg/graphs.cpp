#include "graphs.hpp"

#include <sstream>

namespace trellis::cfg::test {

Graph random_graph(uint32_t seed, uint32_t max_blocks) {
  std::mt19937 random(seed);
  auto below = [&random](uint32_t n) { return static_cast<uint32_t>(random() % n); };
  const uint32_t blocks = 1 + below(max_blocks);
  // Graphs differ in how likely a block is to return and to branch to a nearby block.
  const uint32_t returns = below(4), near = below(3);
  Lists lists(blocks);
  for (BlockId block = 0; block < blocks; ++block) {
    if (below(8) < returns) continue;
    const uint32_t degree = 1 + below(6) / 2;
    for (uint32_t slot = 0; slot < degree; ++slot) {
      const uint32_t target = below(3) < near ? block + below(5) + blocks - 1 : below(blocks);
      lists[block].push_back(target % blocks);
    }
  }
  return Graph::from_lists(lists, below(4) == 0 ? below(blocks) : 0);
}

std::string to_text(const Graph& graph) {
  std::ostringstream text;
  text << "entry " << graph.entry() << ";";
  for (BlockId block = 0; block < graph.block_count(); ++block) {
    text << " " << block << ":";
    for (BlockId successor : graph.successors(block)) text << " " << successor;
    text << " /";
  }
  return text.str();
}

std::vector<bool> reached_without(const Graph& graph, BlockId from, BlockId removed) {
  std::vector<bool> reached(graph.block_count(), false);
  if (from == removed) return reached;
  std::vector<BlockId> work = {from};
  reached[from] = true;
  while (!work.empty()) {
    const BlockId block = work.back();
    work.pop_back();
    for (BlockId successor : graph.successors(block)) {
      if (successor == removed || reached[successor]) continue;
      reached[successor] = true;
      work.push_back(successor);
    }
  }
  return reached;
}

Matrix paths(const Graph& graph) {
  const uint32_t n = graph.block_count();
  Matrix path(n, std::vector<bool>(n, false));
  for (BlockId block = 0; block < n; ++block) {
    for (BlockId successor : graph.successors(block)) path[block][successor] = true;
  }
  for (BlockId middle = 0; middle < n; ++middle) {
    for (BlockId a = 0; a < n; ++a) {
      if (!path[a][middle]) continue;
      for (BlockId b = 0; b < n; ++b) {
        if (path[middle][b]) path[a][b] = true;
      }
    }
  }
  return path;
}

Graph chain(uint32_t blocks) {
  Lists lists(blocks);
  for (BlockId block = 0; block + 1 < blocks; ++block) lists[block] = {block + 1};
  return Graph::from_lists(lists);
}

Graph nested_loops(uint32_t depth) {
  // Headers are 0 .. depth - 1, the latch of loop i is 2 * depth - i, the innermost body is depth, and block
  // 2 * depth + 1 returns.
  Lists lists(2 * depth + 2);
  for (uint32_t i = 0; i < depth; ++i) {
    const BlockId latch = 2 * depth - i;
    lists[i] = {i + 1, latch + 1};
    lists[latch] = {i};
  }
  lists[depth] = {depth + 1};
  return Graph::from_lists(lists);
}

Graph nested_do_whiles(uint32_t depth) {
  Lists lists(2 * depth + 1);
  for (uint32_t i = 0; i < depth; ++i) {
    lists[i] = {i + 1};
    const BlockId latch = 2 * depth - 1 - i;
    lists[latch] = {latch + 1, i};
  }
  lists[depth - 1] = {depth};
  return Graph::from_lists(lists);
}

Graph nested_ifs(uint32_t depth) {
  // Headers are 0 .. depth - 1, the innermost body is depth, and the join of header i is 2 * depth - i.
  Lists lists(2 * depth + 1);
  for (uint32_t i = 0; i < depth; ++i) lists[i] = {i + 1, 2 * depth - i};
  for (BlockId block = depth; block < 2 * depth; ++block) lists[block] = {block + 1};
  return Graph::from_lists(lists);
}

Graph wide_switch(uint32_t ways) {
  Lists lists(ways + 2);
  for (BlockId arm = 1; arm <= ways; ++arm) {
    lists[0].push_back(arm);
    lists[arm] = {ways + 1};
  }
  return Graph::from_lists(lists);
}

Graph complete_dag(uint32_t blocks) {
  Lists lists(blocks);
  for (BlockId block = 0; block < blocks; ++block) {
    for (BlockId later = block + 1; later < blocks; ++later) lists[block].push_back(later);
  }
  return Graph::from_lists(lists);
}

}  // namespace trellis::cfg::test
