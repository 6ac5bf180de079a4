// The graphs that the checkers analyze, as rows of successors, and the checkers' own dominators of them.
#pragma once

#include <cstdint>

#include "structurizer/flow.hpp"
#include "structurizer/structured.hpp"
#include "support/compressed_rows.hpp"
#include "support/containers.hpp"

namespace trellis::structurizer::check {

/// A graph: row b holds the successors of node b.
using Rows = CompressedRows<uint32_t>;

/// Returns the graph of the result's branches only.
Rows branch_rows(const Structured& function);
/// Returns the structural control-flow graph of SPIR-V 1.6, section 2.11: the branches, and an edge from each
/// header to its merge block and its continue target.
Rows structural_rows(const Structured& function);
/// The subtrees of a forest as intervals: the nodes of node n's subtree have the numbers enter[n] ..
/// leave[n].
struct Intervals {
  Vector<uint32_t> enter, leave;

  /// Returns true if a is b or an ancestor of b.
  bool is_around(uint32_t a, uint32_t b) const { return enter[a] <= enter[b] && enter[b] <= leave[a]; }
};
/// Numbers a forest in pre-order. parent[n] must be less than n, or kNone for roots.
Intervals number_forest(const Vector<uint32_t>& parent);

/// The dominator tree, and the depth-first tree it was built from. Numbers are kNone for nodes that the root
/// does not reach.
struct Dominators {
  Vector<uint32_t> parent;        ///< Immediate dominator; kNone for the root.
  Vector<uint32_t> enter, leave;  ///< Subtree in the dominator tree: enter .. leave.
  Vector<uint32_t> visit, last;   ///< Subtree in the depth-first tree: visit .. last.
  Vector<uint32_t> depth_first;   ///< The reached nodes in order of visit number.

  bool reached(uint32_t node) const { return enter[node] != kNone; }
  /// Both nodes must be reached.
  bool dominates(uint32_t a, uint32_t b) const { return enter[a] <= enter[b] && enter[b] <= leave[a]; }
  /// Returns true if the edge source -> target closes a cycle of the depth-first walk.
  bool retreats(uint32_t source, uint32_t target) const {
    return visit[target] <= visit[source] && visit[source] <= last[target];
  }
};

/// One sweep for most reducible graphs, else Lengauer and Tarjan's algorithm with path compression:
/// O(edges x log blocks), no recursion.
Dominators find_dominators(const Rows& graph, uint32_t root);

}  // namespace trellis::structurizer::check
