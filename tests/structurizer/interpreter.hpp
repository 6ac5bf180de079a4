// Runs a program and its structured form, and compares their behaviour.
#pragma once

#include <cstdint>
#include <string>

#include "structurizer/flow.hpp"
#include "structurizer/structured.hpp"

namespace trellis::structurizer::testing {

/// Runs both with the same outcomes of branches (from the seed) for up to max_blocks program blocks. Returns
/// an empty string if they run the same blocks and every phi and use reads the same value each time;
/// otherwise the first difference. A definition yields another value each time it runs.
std::string compare_runs(const Flow& flow, const Structured& function, uint64_t seed, uint32_t max_blocks);

}  // namespace trellis::structurizer::testing
