// check_structure against spirv-val: random faults, and whether both see them.
#pragma once

#include <string>

#include "tests/structurizer/graph_generators.hpp"
#include "tests/structurizer/structured_builder.hpp"

namespace trellis::structurizer::testing {

struct Agreement {
  bool ours = false, theirs = false;  ///< Accepted.
  bool ours_is_stricter = false;      ///< Refused by a rule that SPIRV-Tools lacks or reads more loosely.
  std::string our_message;
  std::string fault;  ///< Empty if they agree, or ours is stricter where it may be; else both verdicts.
};
Agreement compare_verdicts(const Example& example);

/// A small random graph or program.
Flow small_flow(Random& random);

/// What structurize() makes of small_flow, without values and selectors, changed in one to three places:
/// branches, merges, continue targets.
Example changed_shape(Random& random);

/// What structurize() makes of small_flow with values, one operand of a phi or a use being another value.
Example changed_value(Random& random);

/// What structurize() makes of a random graph or program of up to that many blocks, with values and one fault
/// (that may be none): a selector constant, an operand, an alias, a test, a slot. The graph itself stays.
Example changed_meaning(Random& random, uint32_t size);

/// If check_paths and check_structure accept the function, runs of it must be like runs of the program: else
/// what differs. accepted: whether they did.
std::string find_missed_fault(const Example& example, uint64_t seed, bool& accepted);

}  // namespace trellis::structurizer::testing
