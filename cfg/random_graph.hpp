// Random control-flow graphs, the same on every machine from one seed.
#pragma once

#include <cstdint>

#include "cfg/graph.hpp"

namespace trellis::cfg {

/// A graph of exactly `blocks` blocks (at least 1), all reached from block 0: branches forwards to blocks
/// close by, some loops, some of them with several entries, a few switches and returns.
Graph random_graph(uint64_t seed, uint32_t blocks);

}  // namespace trellis::cfg
