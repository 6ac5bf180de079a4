// Vote graphs made into compute shaders that vote on a device.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "support/result.hpp"
#include "tests/differential/vote_case.hpp"
#include "tests/vulkan/runner.hpp"

namespace trellis::differential {

/// One module for all cases: workgroup g runs the structured graph of case g; row i steers invocation i.
/// A vote puts its number and the ballot's first word into the hash. Every case must have a graph.
std::vector<uint32_t> vote_module(std::span<const VoteCase> cases);

/// Runs the cases on the device and compares what every invocation recorded with what the source program
/// says. Empty, or the first difference and the case.
std::string find_vote_fault(vulkan::Runner& runner, std::span<const VoteCase> cases,
                            const Steering& steering);

}  // namespace trellis::differential
