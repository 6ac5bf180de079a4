// Computes where lanes that diverge must reconverge, and checks whether those of a wave did.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cfg/graph.hpp"
#include "tests/differential/paths/path_wave.hpp"

namespace trellis::differential {

/// Returns for each block where the paths from its branch reconverge, within the iteration of each loop that
/// contains the block. kNone for blocks with one successor, and if paths reconverge only at the end. A back
/// edge ends an iteration; from there the loop is left eventually. The graph must be reducible.
std::vector<cfg::BlockId> reconvergence_points(const cfg::Graph& graph);

/// Follows the steps of a wave: lanes that run a branching block together must also be together when they
/// next reach its reconvergence point. Returns the first point missed, or an empty string.
std::string find_missed_reconvergence(const std::vector<cfg::BlockId>& points,
                                      const std::vector<WaveStep>& steps, uint32_t lanes);

/// Returns a path graph in which every block has a convergent operation but no vote, so that exits stay where
/// the graph has them. Returns nothing if the graph is irreducible.
std::optional<PathGraph> convergent_graph(const structurizer::testing::Lists& lists);

/// Walks such a graph with a wave of `lanes` lanes. Returns the first point missed and the graph, or an empty
/// string.
std::string find_missed_reconvergence(const PathGraph& graph, const Steering& steering, uint32_t lanes);

}  // namespace trellis::differential
