// Walks a structured function on the wave machine: what a device has to do, done without one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/differential/paths/path_graph.hpp"
#include "tests/differential/waves/wave_machine.hpp"

namespace trellis::differential {

/// A program block, run by lanes that are together.
struct WaveStep {
  structurizer::BlockId block = structurizer::kNone;
  LaneMask lanes = 0;
};

/// Walks the structured form with a wave and returns what each lane records. Row first_row + l steers lane l.
struct WaveWalks {
  std::vector<Walk> walks;
  std::vector<WaveStep> steps;
  std::string error;  ///< Empty if every lane has returned.
};
WaveWalks walk_structured(const PathGraph& graph, const Steering& steering, uint32_t first_row,
                          uint32_t lanes);

}  // namespace trellis::differential
