// All that must hold of a structurized function, in one question.
#pragma once

#include <cstdint>
#include <string>

#include "structurizer/flow.hpp"
#include "structurizer/structured.hpp"

namespace trellis::structurizer::testing {

struct Effort {
  uint32_t runs = 3;         ///< Runs compared, with different outcomes of branches.
  uint32_t run_length = 60;  ///< Program blocks a run.
  bool validate = true;      ///< Ask spirv-val as well.
};

/// The blocks in their order, one a line, with merges, tests, phis; then aliases and replacements.
std::string describe(const Structured& function);

/// Checks the function with the three checkers, spirv-val and runs. Empty if all are content; else what is
/// wrong, and the graph. Losses of convergence count as wrong only for reducible graphs.
std::string find_fault(const Flow& flow, const Structured& function, uint64_t seed,
                       const Effort& effort = {});

/// The same for what structurize() makes of the flow.
std::string find_fault(const Flow& flow, uint64_t seed, const Effort& effort = {});

}  // namespace trellis::structurizer::testing
