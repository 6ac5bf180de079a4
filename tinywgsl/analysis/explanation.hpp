// Describes a path of a uniformity graph in words.
#pragma once

#include <string>
#include <vector>

#include "tinywgsl/analysis/analysis.hpp"
#include "tinywgsl/analysis/uniformity_graph.hpp"

namespace trellis::tinywgsl {

/// The data that the explanation of a function's graph refers to.
struct Explained {
  const Program& program;
  const Function& function;
  const std::vector<Summary>& summaries;  ///< Summaries of the functions before it.
  const UniformityGraph& graph;
};

/// Returns for example "the barrier at 8:3 has to be in uniform control flow". For a call, includes the
/// callee's reason.
std::string describe_requirement(const Explained& what, const Requirement& requirement);

/// Describes the nodes of a path in words. Control flow at the function's start and the special nodes are
/// left out.
std::vector<std::string> describe_path(const Explained& what, const std::vector<NodeId>& path);

}  // namespace trellis::tinywgsl
