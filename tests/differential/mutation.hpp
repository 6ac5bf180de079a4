// Mutations that break a structured function, to test the checkers.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "structurizer/flow.hpp"
#include "structurizer/structured.hpp"
#include "tests/structurizer/graph_generators.hpp"

namespace trellis::differential {

struct Mutation {
  const char* name;
  /// Breaks the function at a random place. If there is no suitable place, returns false and leaves the
  /// function unchanged. Tables stay consistent: the mutation breaks the meaning or a rule, not an index.
  bool (*apply)(structurizer::Structured& function, structurizer::testing::Random& random);
};

std::span<const Mutation> all_mutations();

/// The results of trying one mutation.
struct MutationCount {
  uint32_t applied = 0;
  uint32_t caught = 0;      ///< Rejected by a checker.
  uint32_t equivalent = 0;  ///< Rightly accepted: runs and spirv-val find nothing wrong.
  uint32_t missed = 0;      ///< Wrongly accepted: runs differ or spirv-val rejects it.
  std::string example;      ///< The first missed mutant.
};

/// Applies a mutation to the structured form of a flow and runs check_paths and check_structure. If both
/// accept it, also runs the interpreter and spirv-val.
void try_mutation(const Mutation& mutation, const structurizer::Flow& flow,
                  const structurizer::Structured& function, structurizer::testing::Random& random,
                  MutationCount& count);

}  // namespace trellis::differential
