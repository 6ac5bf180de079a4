// Random graphs to walk.
#pragma once

#include <cstdint>
#include <vector>

#include "tests/differential/paths/path_graph.hpp"

namespace trellis::differential {

/// The source of the graphs.
enum class GraphSource : uint8_t {
  kSmall,    ///< Any graph of 4 blocks with up to 2 successors each.
  kAny,      ///< Random edges: irreducible, loops without exits, unreachable blocks, switches.
  kProgram,  ///< A random structured program, transformed as optimizers do.
  kFamily,   ///< One of the growing graph families.
};

/// Returns a graph of roughly up to `size` blocks, with random values, phis, uses and flags.
PathGraph random_path_graph(GraphSource source, uint64_t seed, uint32_t size);

/// Adds random values, phis, uses and flags to a given graph.
PathGraph path_graph_of(structurizer::testing::Lists lists, uint64_t seed);

}  // namespace trellis::differential
