// Path fleshing (Klimis et al., "Taking Back Control in an Intermediate Representation for GPU Computing"):
// turns control-flow graphs into compute shaders that follow given paths and record them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "support/result.hpp"
#include "tests/differential/paths/path_graph.hpp"
#include "tests/vulkan/runner.hpp"

namespace trellis::differential {

/// Returns one module for all graphs: workgroup g walks graph g, and row i of the steering steers its
/// invocation i.
std::vector<uint32_t> path_module(std::span<const PathGraph> graphs);

/// Runs the module and returns the record of each invocation of each workgroup: kRows walks per graph, in the
/// order of the graphs.
Result<std::vector<Walk>> run_groups(vulkan::Runner& runner, const std::vector<uint32_t>& module,
                                     const Steering& steering, uint32_t groups);

/// Runs the graphs on the device and compares every walk with that of the unstructured graph. Returns the
/// first difference and its graph, or an empty string.
std::string find_path_fault(vulkan::Runner& runner, std::span<const PathGraph> graphs,
                            const Steering& steering);

}  // namespace trellis::differential
