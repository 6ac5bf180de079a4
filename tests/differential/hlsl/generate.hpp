// Random programs that HLSL defines in full: what they compute depends on nothing but their input and the
// number of lanes of a wave.
#pragma once

#include "tests/differential/hlsl/program.hpp"

namespace trellis::differential::hlsl {

struct Shape {
  uint32_t entries = 1;      ///< Groups, each with a program of its own.
  uint32_t statements = 16;  ///< Of an entry, about that many.
  /// Integers of 32 bits and no memory: control flow, and which lanes are active in it.
  bool votes_only = false;
  bool falls_through = true;  ///< Cases that fall into the next, lanes apart.
};

Program random_program(uint64_t seed, const Shape& shape);

}  // namespace trellis::differential::hlsl
