// Walks of a structured function by the wave machine: what a device has to do, done without one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/differential/path_graph.hpp"
#include "tests/differential/wave_machine.hpp"

namespace trellis::differential {

/// A program block run by lanes that are together.
struct WaveStep {
  structurizer::BlockId block = structurizer::kNone;
  LaneMask lanes = 0;
};

/// What every lane of a wave records as it walks the graph's structured form. Lane l is steered by row
/// first_row + l.
struct WaveWalks {
  std::vector<Walk> walks;
  std::vector<WaveStep> steps;
  std::string error;  ///< Empty if every lane returned.
};
WaveWalks walk_structured(const PathGraph& graph, const Steering& steering, uint32_t first_row,
                          uint32_t lanes);

}  // namespace trellis::differential
