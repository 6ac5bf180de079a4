// The graph of implications. Nodes are statements that something is uniform; an edge means "only if".
//
// The formulation is Robin Morisset's for WHLSL, which WGSL adopted (WGSL specification, section 15.2).
#pragma once

#include <cstdint>
#include <span>

#include "support/compressed_rows.hpp"
#include "support/containers.hpp"
#include "uniformity/scope.hpp"

namespace trellis::uniformity {

using NodeId = uint32_t;
inline constexpr NodeId kNoNode = UINT32_MAX;

enum class NodeKind : uint8_t {
  kValue,   ///< index: a local value. It is uniform over the invocations that run its definition together.
  kFlow,    ///< index: a block. Either every invocation of the scope gets there, or none does.
  kBranch,  ///< index: a block. Invocations that run it together do not diverge at its end.
  /// index: a node of Control; extra: a block. Of the invocations together at the block, all get to the node
  /// or none.
  kPick,
  kChoice,  ///< index: a block. Invocations that run it together came by the same edge.
  kCycle,   ///< index: a cycle. Invocations that entered it together leave it together.
  kMemory,  ///< index: a memory object; extra: the storing instruction or, for a merge, kNone.
  kAccess,  ///< index: a local value, a handle. Like kValue, but ignores indices marked as non-uniform.
  kNeed,    ///< index: into the needs of the function.
  kOutput,  ///< index: a parameter. What the function leaves in the memory it points to.
  kReturn,  ///< The returned value.
  kStart,   ///< The function is called in uniform control flow.
};

struct Node {
  NodeKind kind = NodeKind::kValue;
  Scopes source = kNoScope;  ///< Scopes in which the node cannot be uniform, regardless of other nodes.
  uint32_t index = 0;
  uint32_t extra = 0;
};

class Implications {
 public:
  NodeId add(NodeKind kind, uint32_t index, uint32_t extra = 0) {
    nodes_.push_back({kind, kNoScope, index, extra});
    return static_cast<NodeId>(nodes_.size() - 1);
  }
  /// States that `node` is uniform in these scopes only if `condition` is.
  void require(NodeId node, NodeId condition, Scopes scopes = kEveryScope) {
    if (scopes != kNoScope && node != condition) edges_.push_back({node, condition, scopes});
  }
  /// States that the node cannot be uniform in these scopes.
  void taint(NodeId node, Scopes scopes) { nodes_[node].source |= scopes; }

  const Node& node(NodeId node) const { return nodes_[node]; }
  uint32_t node_count() const { return static_cast<uint32_t>(nodes_.size()); }
  uint32_t edge_count() const { return static_cast<uint32_t>(edges_.size()); }

  struct Edge {
    NodeId node, condition;
    Scopes scopes;
  };
  std::span<const Edge> edges() const { return edges_; }

 private:
  Vector<Node> nodes_;
  Vector<Edge> edges_;
};

/// Which nodes are not uniform, and why.
class Marks {
 public:
  /// A node that is not uniform for a reason outside the graph.
  struct Seed {
    NodeId node;
    Scopes scopes;
  };

  /// Follows the implications backwards from the seeds and from all nodes that cannot be uniform. The search
  /// is breadth first, so a node is explained by a shortest path. Linear. `has_causes`: record the causes for
  /// cause().
  Marks(const Implications& graph, std::span<const Seed> seeds = {}, bool has_causes = true);

  /// Returns the scopes in which the node is not uniform.
  Scopes of(NodeId node) const { return marks_[node]; }
  /// Returns the node because of which this one is not uniform in the scope; kNoNode if there is none.
  NodeId cause(NodeId node, Scope scope) const {
    return causes_[static_cast<uint32_t>(scope)].empty() ? kNoNode
                                                         : causes_[static_cast<uint32_t>(scope)][node];
  }

 private:
  Vector<Scopes> marks_;
  Vector<NodeId> causes_[kScopeCount];
};

/// The edges of the graph by node, for walks along the implications.
class ForwardEdges {
 public:
  explicit ForwardEdges(const Implications& graph);
  struct Target {
    NodeId condition;
    Scopes scopes;
  };
  std::span<const Target> of(NodeId node) const { return targets_.of(node); }
  /// Calls visit(node) for every node that `root` depends on in a scope, including `root`, and marks it in
  /// `seen`. Skips nodes already marked. `seen` is indexed by node and may be empty at first.
  template <class Visit>
  void walk(NodeId root, Scope scope, Vector<uint8_t>& seen, const Visit& visit) const {
    seen.resize(targets_.row_count(), 0);
    if (seen[root] != 0) return;
    seen[root] = 1;
    Vector<NodeId> work = {root};
    while (!work.empty()) {
      const NodeId node = work.back();
      work.pop_back();
      visit(node);
      for (const Target& target : of(node)) {
        if ((target.scopes & bit(scope)) == 0 || seen[target.condition] != 0) continue;
        seen[target.condition] = 1;
        work.push_back(target.condition);
      }
    }
  }

 private:
  CompressedRows<Target> targets_;
};

}  // namespace trellis::uniformity
