// The graph that the construct builder works on: the program's graph, made reducible.
#pragma once

#include <span>

#include "cfg/dominators.hpp"
#include "cfg/graph.hpp"
#include "cfg/loop_forest.hpp"
#include "cfg/post_visit_order.hpp"
#include "support/containers.hpp"

namespace trellis::structurizer {

/// The program's graph made reducible, with its analyses. Nodes 0 .. payload_count - 1 are the program's
/// blocks and keep their numbers, slots and edge ids. After them come at most one pre-entry node and the
/// dispatch nodes. Any node may be unreachable.
struct ReducibleGraph {
  cfg::Graph graph;
  cfg::PostVisitOrder order;
  cfg::DominatorTree dominators;
  cfg::LoopForest loops;  ///< Natural loops, until keep_convergent_exits() enlarges some of them.
  uint32_t payload_count = 0;
  /// A node inserted before the program's entry if the entry has predecessors, which SPIR-V does not allow;
  /// kNone otherwise.
  cfg::BlockId pre_entry = cfg::kNone;
  /// Dispatch nodes: first_dispatch .. graph.block_count() - 1. Each is the single entry of a region that had
  /// several entries; its slots lead to those entries.
  cfg::BlockId first_dispatch = 0;
  /// By edge: the program block that the edge led to before it was redirected to a dispatch node; kNone for
  /// edges that were not redirected. Empty if the program's graph was already reducible.
  Vector<cfg::BlockId> intended = {};

  bool is_payload(cfg::BlockId node) const { return node < payload_count; }
  bool is_dispatch(cfg::BlockId node) const { return node >= first_dispatch; }
  /// Returns the node that an edge is meant for: its target, or its original target if it was redirected to a
  /// dispatch node.
  cfg::BlockId intended_target(cfg::BlockId node, uint32_t slot) const {
    const cfg::EdgeId edge = graph.first_edge(node) + slot;
    return intended.empty() || intended[edge] == cfg::kNone ? graph.target(edge) : intended[edge];
  }
  /// Returns the sources of a loop's back edges, each once. Linear in the edges to its header.
  Vector<cfg::BlockId> latches(cfg::LoopId loop) const;
  /// Returns the nearest node that dominates all given nodes, of which there must be at least one.
  cfg::BlockId common_dominator(std::span<const cfg::BlockId> nodes) const;
};

/// Makes the graph reducible. A strongly connected region with several entries gets one dispatch node, and
/// every edge to one of its entries is redirected through it. This is repeated inside the region without its
/// header until no region has several entries. Blocks outside irreducible regions are unchanged.
ReducibleGraph make_reducible(const cfg::Graph& graph);

}  // namespace trellis::structurizer
