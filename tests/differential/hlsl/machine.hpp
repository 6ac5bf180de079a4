// A thread group that executes a program by HLSL's rules: all its lanes statement by statement. Lanes that
// part at a statement meet behind it, except for those that left it by a jump; they meet within an iteration,
// not across iterations; lanes that fall into a case meet those that are sent there. Waves are runs of
// consecutive lanes.
#pragma once

#include <string>
#include <vector>

#include "tests/differential/hlsl/program.hpp"

namespace trellis::differential::hlsl {

/// The globals' contents, component by component.
using Contents = std::vector<std::vector<uint64_t>>;

struct Execution {
  Contents contents;  ///< Afterwards.
  /// Why the program is not one to try: it does something that HLSL leaves undefined, a float is rounded, it
  /// takes too long. Empty: it is well-defined.
  std::string fault;
};

/// Runs all groups, one after the other. `lanes`: of a wave; a power of two, at most 64.
Execution execute(const Program& program, const Contents& before, uint32_t lanes);

}  // namespace trellis::differential::hlsl
