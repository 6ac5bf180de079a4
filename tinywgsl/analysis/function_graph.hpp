// Builds the uniformity graph of a function: UG_expr and UG_stmt of the paper (figure 9 and section 4.2).
#pragma once

#include "support/result.hpp"
#include "tinywgsl/analysis/analysis.hpp"
#include "tinywgsl/analysis/behaviours.hpp"
#include "tinywgsl/analysis/uniformity_graph.hpp"

namespace trellis::tinywgsl {

/// The maximum number of nodes and edges of a function's graph together.
inline constexpr size_t kMaxGraphSize = size_t{1} << 22;

struct FunctionToAnalyse {
  const Program& program;
  const Function& function;
  const BehaviourAnalysis& behaviours;    ///< Behaviours of the program's statements.
  const std::vector<Summary>& summaries;  ///< Summaries of the functions before this one.
  Deviations deviations;
};

/// Returns the node of the i-th parameter.
inline NodeId parameter_node(uint32_t i) { return kSpecialNodes + i; }

/// Builds the graph. Fails with kUnsupported if it gets larger than kMaxGraphSize.
Result<UniformityGraph> build_function_graph(const FunctionToAnalyse& what);

}  // namespace trellis::tinywgsl
