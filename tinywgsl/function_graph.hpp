// Builds the uniformity graph of a function: UG_expr and UG_stmt of the paper (figure 9 and section 4.2).
#pragma once

#include "support/result.hpp"
#include "tinywgsl/analysis.hpp"
#include "tinywgsl/behaviours.hpp"
#include "tinywgsl/uniformity_graph.hpp"

namespace trellis::tinywgsl {

/// Nodes and edges a function's graph may have together.
inline constexpr size_t kMaxGraphSize = size_t{1} << 22;

struct FunctionToAnalyse {
  const Program& program;
  const Function& function;
  const BehaviourAnalysis& behaviours;    ///< Those of its statements.
  const std::vector<Summary>& summaries;  ///< Those of the functions before it.
  Deviations deviations;
};

/// The node of the i-th parameter.
inline NodeId parameter_node(uint32_t i) { return kSpecialNodes + i; }

/// kUnsupported if it gets larger than kMaxGraphSize.
Result<UniformityGraph> build_function_graph(const FunctionToAnalyse& what);

}  // namespace trellis::tinywgsl
