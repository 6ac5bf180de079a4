// Mutations that break a structured function, to test the checkers with.
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
  /// Breaks the function at a place chosen at random. False, and the function as it was, if there is no
  /// place. Tables stay consistent: what is broken is the meaning or a rule, not an index.
  bool (*apply)(structurizer::Structured& function, structurizer::testing::Random& random);
};

std::span<const Mutation> all_mutations();

/// What became of the trials of one mutation.
struct MutationCount {
  uint32_t applied = 0;
  uint32_t caught = 0;      ///< A checker refused the result.
  uint32_t equivalent = 0;  ///< None did, and rightly: runs and spirv-val find nothing wrong.
  uint32_t missed = 0;      ///< None did, but runs differ or spirv-val refuses.
  std::string example;      ///< The first miss.
};

/// Applies a mutation to the structured form of a flow and asks check_paths, check_structure, and, if both
/// accept, the interpreter and spirv-val.
void try_mutation(const Mutation& mutation, const structurizer::Flow& flow,
                  const structurizer::Structured& function, structurizer::testing::Random& random,
                  MutationCount& count);

}  // namespace trellis::differential
