// A source program, what a compiler might make of it, and whether its votes survive structurization.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "tests/differential/vote_graph.hpp"

namespace trellis::differential {

struct VoteCase {
  Statements program;
  FalseEdges false_edges = FalseEdges::kNone;
  bool hints = false;          ///< [branch] on each `if`.
  uint64_t simplify_seed = 0;  ///< 0: not simplified.
};

/// A random case whose graph tells where every vote belongs. Either every jump out of a loop that votes is
/// marked: then the program may be any, simplified at will, and marks alone say what is in a loop. Or some
/// are not, and the rule for convergent exits has to find out: then the graph is as the front end wrote it,
/// and endless loops are left by marked breaks alone.
VoteCase random_vote_case(uint64_t seed, uint32_t size);

/// Structurized as the case needs it.
Structured structurize_case(const VoteCase& item, const Flow& flow);

/// The graph of a case. Empty if some run of it never ends.
VoteGraph graph_of(const VoteCase& item);

struct VoteEffort {
  uint32_t runs = 4;  ///< Waves of 8, 32 and 64 lanes, each with other decisions.
  uint64_t seed = 1;
  Promise promise = Promise::kMaximal;  ///< All that the waves may rely on.
};

/// Empty if the structured form gives every lane the votes of the source; else the first difference.
std::string find_vote_difference(const VoteCase& item, const VoteEffort& effort = {});

/// The smallest program found that still fails, by leaving out statements and unwrapping constructs.
Statements shrink(const Statements& program, const std::function<bool(const Statements&)>& fails);

}  // namespace trellis::differential
