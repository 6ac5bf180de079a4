// Runs a program and its structured form, and compares what they do.
#pragma once

#include <cstdint>
#include <string>

#include "structurizer/flow.hpp"
#include "structurizer/structured.hpp"

namespace trellis::structurizer::testing {

/// Runs both with the same outcomes of branches (from the seed) for up to that many program blocks. Empty if
/// they run the same blocks and every phi and use reads the same value each time, else the first difference.
/// A definition gives another value each time it runs.
std::string compare_runs(const Flow& flow, const Structured& function, uint64_t seed, uint32_t max_blocks);

}  // namespace trellis::structurizer::testing
