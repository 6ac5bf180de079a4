// A source program, the graph that a compiler might make of it, and a check that its votes survive
// structurization.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "tests/differential/votes/vote_graph.hpp"

namespace trellis::differential {

struct VoteCase {
  Statements program;
  FalseEdges false_edges = FalseEdges::kNone;
  bool hints = false;          ///< Puts [branch] on each `if`.
  uint64_t simplify_seed = 0;  ///< 0: not simplified.
};

/// Returns a random case whose graph determines where every vote belongs. Either every jump out of a loop
/// that votes is marked: then the program is arbitrary, simplified in any way, and only the marks tell what
/// is in a loop. Or some jumps are not marked, and the rule for convergent exits has to decide: then the
/// graph is as the front end wrote it, and endless loops are only left by marked breaks.
VoteCase random_vote_case(uint64_t seed, uint32_t size);

/// Structurizes the case with the options that it needs.
Structured structurize_case(const VoteCase& item, const Flow& flow);

/// Returns the graph of a case; empty if some run of it never ends.
VoteGraph graph_of(const VoteCase& item);

struct VoteEffort {
  uint32_t runs = 4;  ///< Number of runs with different decisions, each in waves of 8, 32 and 64 lanes.
  uint64_t seed = 1;
  Promise promise = Promise::kMaximal;  ///< The only guarantee that the waves rely on.
};

/// Returns an empty string if the structured form gives every lane the votes of the source; otherwise the
/// first difference.
std::string find_vote_difference(const VoteCase& item, const VoteEffort& effort = {});

/// Returns the smallest program found that still fails, by leaving out statements and unwrapping constructs.
Statements shrink(const Statements& program, const std::function<bool(const Statements&)>& fails);

}  // namespace trellis::differential
