// Where lanes that diverge have to reconverge, and whether those of a wave did.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cfg/graph.hpp"
#include "tests/differential/path_wave.hpp"

namespace trellis::differential {

/// By block: where the paths from its branch reconverge within the iteration of each loop that holds it;
/// kNone for blocks of one successor, and where paths reconverge only at the end. A back edge ends an
/// iteration: from there the loop is left, sooner or later. The graph must be reducible.
std::vector<cfg::BlockId> reconvergence_points(const cfg::Graph& graph);

/// Follows the steps of a wave: lanes that run a branching block together have to run its reconvergence point
/// together when they first reach it after that. Empty, or the first point missed.
std::string find_missed_reconvergence(const std::vector<cfg::BlockId>& points,
                                      const std::vector<WaveStep>& steps, uint32_t lanes);

/// A path graph whose every block holds a convergent operation, but none a vote, so that exits stay where the
/// graph has them. None if the graph is irreducible.
std::optional<PathGraph> convergent_graph(const structurizer::testing::Lists& lists);

/// Walks such a graph by a wave of that many lanes. Empty, or the first point missed and the graph.
std::string find_missed_reconvergence(const PathGraph& graph, const Steering& steering, uint32_t lanes);

}  // namespace trellis::differential
