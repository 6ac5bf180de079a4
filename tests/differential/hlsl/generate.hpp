// Random programs whose behaviour HLSL defines completely: their results depend only on their input and the
// wave size.
#pragma once

#include "tests/differential/hlsl/program.hpp"

namespace trellis::differential::hlsl {

struct Shape {
  uint32_t entries = 1;      ///< The number of groups, each with its own program.
  uint32_t statements = 16;  ///< The approximate number of statements per entry.
  /// Only 32-bit integers and no memory: tests control flow and active lanes.
  bool votes_only = false;
  bool falls_through = true;  ///< Cases may fall through into the next one while lanes diverge.
};

Program random_program(uint64_t seed, const Shape& shape);

}  // namespace trellis::differential::hlsl
