// Graphs to walk, by seed.
#pragma once

#include <cstdint>
#include <vector>

#include "tests/differential/path_graph.hpp"

namespace trellis::differential {

/// Where graphs come from.
enum class GraphSource : uint8_t {
  kSmall,    ///< One of all graphs of 4 blocks with up to 2 successors each.
  kAny,      ///< Random edges: irreducible, loops without exits, unreached blocks, switches.
  kProgram,  ///< A random structured program, changed as optimizers do.
  kFamily,   ///< One of the families that grow.
};

/// A graph of about up to that many blocks, with random values, phis, uses and flags.
PathGraph random_path_graph(GraphSource source, uint64_t seed, uint32_t size);

/// The same for a given graph.
PathGraph path_graph_of(structurizer::testing::Lists lists, uint64_t seed);

}  // namespace trellis::differential
