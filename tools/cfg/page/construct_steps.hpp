// The pass "constructs" in steps, one for each selection and loop.
#pragma once

#include <cstddef>
#include <vector>

#include "cfg/graph.hpp"
#include "structurizer/structured.hpp"

namespace trellis::tools {

/// The graph with some of the constructs that the pass builds: of the inserted blocks, only those of these
/// constructs are there, and an edge of the program leads through those of them that are on its path in the
/// result.
struct ConstructStep {
  struct Shown {
    cfg::BlockId block = cfg::kNone;  ///< A block of the result.
    std::vector<cfg::BlockId> targets;
    bool declares = false;  ///< It is the header of a construct that has been built.
    bool is_whole = false;  ///< It is as the pass leaves it.
  };
  std::vector<cfg::BlockId> headers;  ///< Of the constructs that this step adds, as blocks of the result.
  std::vector<Shown> blocks;
};

/// Returns at most `most` steps; the last one is the result of the pass. If there are more constructs than
/// that, a step adds several. `constructs` is the function after the pass, `input` the graph of the program
/// and `reducible` the one that the pass works on. Returns no steps if there are fewer than two constructs,
/// or if the path of an edge cannot be followed.
std::vector<ConstructStep> construct_steps(const structurizer::Structured& constructs,
                                           const cfg::Graph& input, const cfg::Graph& reducible, size_t most);

}  // namespace trellis::tools
