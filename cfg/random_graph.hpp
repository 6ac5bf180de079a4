// Random control-flow graphs. The same seed gives the same graph on every machine.
#pragma once

#include <cstdint>

#include "cfg/graph.hpp"

namespace trellis::cfg {

/// Generates a graph of `blocks` blocks (at least 1), all reached from block 0, with forward branches to
/// nearby blocks, some loops (some of them with several entries), and a few switches and returns.
Graph random_graph(uint64_t seed, uint32_t blocks);

}  // namespace trellis::cfg
