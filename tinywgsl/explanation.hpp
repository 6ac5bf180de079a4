// A path of a uniformity graph in words.
#pragma once

#include <string>
#include <vector>

#include "tinywgsl/analysis.hpp"
#include "tinywgsl/uniformity_graph.hpp"

namespace trellis::tinywgsl {

/// What the explanation of a function's graph refers to.
struct Explained {
  const Program& program;
  const Function& function;
  const std::vector<Summary>& summaries;  ///< Those of the functions before it.
  const UniformityGraph& graph;
};

/// "the barrier at 8:3 has to be in uniform control flow", with the callee's reason for a call.
std::string describe_requirement(const Explained& what, const Requirement& requirement);

/// Nodes in words. Control flow at the function's start and the special nodes are not named.
std::vector<std::string> describe_path(const Explained& what, const std::vector<NodeId>& path);

}  // namespace trellis::tinywgsl
