// Path fleshing (Klimis et al., "Taking Back Control in an Intermediate Representation for GPU Computing"):
// control-flow graphs made into compute shaders that follow given paths and record them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "support/result.hpp"
#include "tests/differential/path_graph.hpp"
#include "tests/vulkan/runner.hpp"

namespace trellis::differential {

/// One module for all graphs: workgroup g walks graph g, and row i of the steering steers its invocation i.
std::vector<uint32_t> path_module(std::span<const PathGraph> graphs);

/// What each invocation of each workgroup recorded: kRows walks a graph, in the order of the graphs.
Result<std::vector<Walk>> run_groups(vulkan::Runner& runner, const std::vector<uint32_t>& module,
                                     const Steering& steering, uint32_t groups);

/// Runs the graphs on the device and compares every walk with that of the plain graph. Empty, or the first
/// difference and the graph.
std::string find_path_fault(vulkan::Runner& runner, std::span<const PathGraph> graphs,
                            const Steering& steering);

}  // namespace trellis::differential
