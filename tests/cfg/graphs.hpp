// Graphs for tests, and the expected results of the analyses, computed directly from the definitions.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "cfg/graph.hpp"
#include "tests/support/stopwatch.hpp"

namespace trellis::cfg::test {

using Lists = std::vector<std::vector<BlockId>>;
using Matrix = std::vector<std::vector<bool>>;

/// Returns a graph of up to max_blocks blocks with out-degrees of 0 to 3. Parts may be unreachable; it may
/// have self-edges, repeated edges and infinite loops. The entry is any block.
Graph random_graph(uint32_t seed, uint32_t max_blocks);
/// Returns "0: 1 2 / 1: 0 /" for failure messages.
std::string to_text(const Graph& graph);

/// Returns the blocks reached from `from` by paths of zero or more edges that do not pass through `removed`.
std::vector<bool> reached_without(const Graph& graph, BlockId from, BlockId removed);
/// Entry (a, b) is true if some path of one or more edges leads from a to b.
Matrix paths(const Graph& graph);

/// 0 -> 1 -> ... -> blocks - 1.
Graph chain(uint32_t blocks);
/// `depth` loops, each the body of the one around it, tested at the header; exits lead to the outer latch.
Graph nested_loops(uint32_t depth);
/// `depth` bottom-tested loops that share one body: frontiers grow with depth squared.
Graph nested_do_whiles(uint32_t depth);
/// Nested conditionals, each with its own join: if (c) { if (c) { ... } }.
Graph nested_ifs(uint32_t depth);
/// One block with `ways` successors that all lead to one join.
Graph wide_switch(uint32_t ways);
/// Every block has an edge to every later one.
Graph complete_dag(uint32_t blocks);

using test_support::Stopwatch;

}  // namespace trellis::cfg::test
