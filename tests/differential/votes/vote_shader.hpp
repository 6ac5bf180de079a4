// Turns vote graphs into compute shaders that vote on a device.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "support/result.hpp"
#include "tests/differential/votes/vote_case.hpp"
#include "tests/vulkan/runner.hpp"

namespace trellis::differential {

/// Returns one module for all cases: workgroup g runs the structured graph of case g, and row i steers
/// invocation i. A vote adds its number and the first word of the ballot to the hash. Every case must have a
/// graph. Only with MaximallyReconvergesKHR does SPIR-V promise that lanes vote as in the source.
std::vector<uint32_t> vote_module(std::span<const VoteCase> cases, bool reconverges_maximally);

/// Runs the cases on the device and compares every invocation's record with that of the source program.
/// Returns the first difference and its case, or an empty string.
std::string find_vote_fault(vulkan::Runner& runner, std::span<const VoteCase> cases,
                            const Steering& steering);

}  // namespace trellis::differential
