// Checks everything that must hold for a structurized function in one call.
#pragma once

#include <cstdint>
#include <string>

#include "structurizer/flow.hpp"
#include "structurizer/structured.hpp"

namespace trellis::structurizer::testing {

struct Effort {
  uint32_t runs = 3;         ///< Number of runs to compare, with different outcomes of branches.
  uint32_t run_length = 60;  ///< Program blocks per run.
  bool validate = true;      ///< Also run spirv-val.
};

/// Describes the blocks in order, one per line, with merges, tests and phis; then aliases and replacements.
std::string describe(const Structured& function);

/// Checks the function with the three checkers, spirv-val and runs. Returns what is wrong and the graph, or
/// an empty string. Losses of convergence count as errors only in reducible graphs.
std::string find_fault(const Flow& flow, const Structured& function, uint64_t seed,
                       const Effort& effort = {});

/// Structurizes the flow and checks the result.
std::string find_fault(const Flow& flow, uint64_t seed, const Effort& effort = {});

}  // namespace trellis::structurizer::testing
