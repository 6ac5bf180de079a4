// The uniformity graph of one function: an edge states that its source is uniform only if its target is.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tinywgsl/syntax/program.hpp"

namespace trellis::tinywgsl {

using NodeId = uint32_t;
inline constexpr NodeId kMayBeNonUniform = 0, kMustBeUniform = 1, kControlStart = 2, kValueReturn = 3;
inline constexpr NodeId kSpecialNodes = 4;

enum class NodeKind : uint8_t {
  kSpecial,
  kInitialVariable,     ///< `variable` at the function's start.
  kTerm,                ///< The value of the expression that ends with a term.
  kCallResult,          ///< The result of the call `statement`.
  kVariableAfter,       ///< `variable` after `statement`, an if or a loop.
  kVariableAtHead,      ///< `variable` at the head of a loop.
  kVariableContinuing,  ///< `variable` at the start of a loop's continuing.
  kControlAfter,        ///< Control flow after an if.
  kControlInLoop,       ///< Control flow at the head of a loop.
};

struct Node {
  NodeKind kind = NodeKind::kSpecial;
  uint32_t statement = kNone;
  uint32_t variable = kNone;
  uint32_t term = kNone;
  Expression expression;  ///< The expression that a term belongs to.
};

/// Something that must be uniform, and the statement that requires it.
struct Requirement {
  NodeId node = kNone;
  uint32_t statement = kNone;  ///< The barrier or call.
  uint32_t argument = kNone;   ///< The argument's index; kNone if the call's control flow must be uniform.
};

class UniformityGraph {
 public:
  UniformityGraph() : nodes_(kSpecialNodes) {}

  NodeId add_node(const Node& node) {
    nodes_.push_back(node);
    return static_cast<NodeId>(nodes_.size()) - 1;
  }
  void add_edge(NodeId from, NodeId to) { edges_.push_back({from, to}); }
  /// Adds an edge from kMustBeUniform.
  void require(const Requirement& requirement) {
    requirements_.push_back(requirement);
    add_edge(kMustBeUniform, requirement.node);
  }

  const Node& node(NodeId id) const { return nodes_[id]; }
  const std::vector<Requirement>& requirements() const { return requirements_; }
  size_t size() const { return nodes_.size() + edges_.size(); }

  enum class Direction : uint8_t { kAlongEdges, kAgainstEdges };
  /// Searches breadth first. Returns for each node reached from `start` the node from which it was first
  /// reached, and kNone for the others. (`start` was reached from itself.)
  std::vector<NodeId> search(NodeId start, Direction direction) const;

 private:
  struct Edge {
    NodeId from, to;
  };
  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  std::vector<Requirement> requirements_;
};

}  // namespace trellis::tinywgsl
