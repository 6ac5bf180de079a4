// A thread group that executes a program by HLSL's rules, all lanes statement by statement. Lanes that
// diverge at a statement reconverge after it, except for those that left it by a jump. They reconverge within
// an iteration, not across iterations. Lanes that fall through into a case reconverge with those that
// selected it. Waves are runs of consecutive lanes.
#pragma once

#include <string>
#include <vector>

#include "tests/differential/hlsl/program.hpp"

namespace trellis::differential::hlsl {

/// The contents of the globals, component by component.
using Contents = std::vector<std::vector<uint64_t>>;

struct Execution {
  Contents contents;  ///< The contents after the run.
  /// Why the program cannot be used: it does something that HLSL leaves undefined, rounds a float, or takes
  /// too long. Empty if it is well-defined.
  std::string fault;
};

/// Runs all groups, one after the other. `lanes` is the wave size: a power of two, at most 64.
Execution execute(const Program& program, const Contents& before, uint32_t lanes);

}  // namespace trellis::differential::hlsl
