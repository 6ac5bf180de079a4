// Where invocations that part have to meet again, and whether those of a wave did.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cfg/graph.hpp"
#include "tests/differential/path_wave.hpp"

namespace trellis::fleshing {

/// By block: where all ways from its branch meet within the iteration of each loop that holds it; kNone for
/// blocks of one successor, and where ways meet at the end alone. A back edge ends an iteration: from there
/// the loop is left, sooner or later. The graph must be reducible.
std::vector<cfg::BlockId> meetings_of(const cfg::Graph& graph);

/// Follows the steps of a wave: lanes that run a branching block together have to run its meeting together
/// when they first come there after that. Empty, or the first meeting missed.
std::string find_missed_meeting(const std::vector<cfg::BlockId>& meetings, const std::vector<WaveStep>& steps,
                                uint32_t lanes);

/// A path graph whose every block holds a convergent operation, but none a vote: exits stay where the graph
/// has them. None if the graph is irreducible.
std::optional<PathGraph> convergent_graph(const structurizer::testing::Lists& lists);

/// Walks such a graph by a wave of that many lanes. Empty, or the first meeting missed and the graph.
std::string find_missed_meeting(const PathGraph& graph, const Steering& steering, uint32_t lanes);

}  // namespace trellis::fleshing
