// Makes a failing graph small: delta debugging over blocks and edges.
#pragma once

#include <cstdint>
#include <functional>

#include "support/result.hpp"
#include "tools/cfg/cfg_input.hpp"

namespace trellis::tools {

/// True if the graph still fails, as asked; an error if that cannot be told.
using StillFails = std::function<Result<bool>(const CfgInput&)>;

struct Reduction {
  CfgInput input;
  uint32_t tests = 0;     ///< How often still_fails was asked.
  bool finished = false;  ///< False: the limit of tests came before nothing could be left out.
};

/// Leaves out blocks and edges, many at a time first, as long as the rest fails. Blocks that are not reached
/// any more go too; names stay. Values and flags of a shader's function are dropped: what is reduced is the
/// graph. The input itself must fail, else kBadInput.
Result<Reduction> reduce_graph(const CfgInput& input, const StillFails& still_fails, uint32_t max_tests);

}  // namespace trellis::tools
