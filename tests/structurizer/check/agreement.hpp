// Compares check_structure with spirv-val on random faults: both should detect them.
#pragma once

#include <string>

#include "tests/structurizer/graph_generators.hpp"
#include "tests/structurizer/structured_builder.hpp"

namespace trellis::structurizer::testing {

struct Agreement {
  bool ours = false, theirs = false;  ///< Whether each of them accepted the function.
  bool ours_is_stricter = false;      ///< Rejected by a rule that SPIRV-Tools does not enforce.
  std::string our_message;
  std::string fault;  ///< Both verdicts if they disagree in a way that is not allowed; otherwise empty.
};
Agreement compare_verdicts(const Example& example);

/// Returns a small random graph or program.
Flow small_flow(Random& random);

/// Structurizes a small_flow() without values and selectors, and changes one to three branches, merge blocks
/// or continue targets.
Example changed_shape(Random& random);

/// Structurizes a small_flow() with values, and replaces the value of one phi operand or use.
Example changed_value(Random& random);

/// Structurizes a random graph or program of up to `size` blocks with values, and introduces one fault (which
/// may have no effect) in a selector constant, an operand, an alias, a test or a slot. The graph stays the
/// same.
Example changed_meaning(Random& random, uint32_t size);

/// If check_paths and check_structure accept the function, compares its runs with those of the program and
/// returns how they differ; otherwise returns an empty string. Sets `accepted` if both accepted it.
std::string find_missed_fault(const Example& example, uint64_t seed, bool& accepted);

}  // namespace trellis::structurizer::testing
