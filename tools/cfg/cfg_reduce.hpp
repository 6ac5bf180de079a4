// Reduces a failing graph: delta debugging over blocks and edges.
#pragma once

#include <cstdint>
#include <functional>

#include "support/result.hpp"
#include "tools/cfg/cfg_input.hpp"

namespace trellis::tools {

/// Returns true if the graph still fails in the way to be reproduced; an error if that cannot be determined.
using StillFails = std::function<Result<bool>(const CfgInput&)>;

struct Reduction {
  CfgInput input;
  uint32_t tests = 0;     ///< The number of calls of still_fails.
  bool finished = false;  ///< False if max_tests was reached before the graph became minimal.
};

/// Leaves out blocks and edges, many at a time at first, as long as the rest still fails. Also drops blocks
/// that become unreachable; names stay. Values and flags of a shader's function are dropped, since only the
/// graph is reduced. Returns kBadInput if the input itself does not fail.
Result<Reduction> reduce_graph(const CfgInput& input, const StillFails& still_fails, uint32_t max_tests);

}  // namespace trellis::tools
