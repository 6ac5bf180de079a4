// Walks of a structured function, by the wave machine: what a device has to do, without one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/fleshing/path_graph.hpp"

namespace trellis::fleshing {

/// What every lane of a wave leaves behind that walks the graph's structured form; lane l by row first_row +
/// l.
struct WaveWalks {
  std::vector<Walk> walks;
  std::string error;  ///< Empty if every lane came to a return.
};
WaveWalks walk_structured(const PathGraph& graph, const Steering& steering, uint32_t first_row,
                          uint32_t lanes);

}  // namespace trellis::fleshing
