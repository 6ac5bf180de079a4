// The structured function while it is being built and cleaned up.
#pragma once

#include <algorithm>

#include "structurizer/reducible_graph.hpp"
#include "structurizer/structured.hpp"
#include "support/containers.hpp"

namespace trellis::structurizer {

/// A Structured without phis, predecessors or final numbering. Live blocks are those in function.order.
///
/// Tests of selectors have no operands yet. A kDispatch block tests which node the edge to it was meant for.
/// Every other test examines the target of the last edge that left a node. Both selectors hold node numbers
/// of the ReducibleGraph.
struct Draft {
  Structured function;
  Vector<BlockId> node;  ///< By block: the graph node it represents; kNone for inserted blocks.

  BlockId& successor(BlockId block, uint32_t i) {
    return function.successors[function.blocks[block].first_successor + i];
  }
  /// Adds an inserted block whose successors are still to be set. It is live once it is in function.order.
  BlockId add_block(Role role, Exit exit, uint32_t successor_count) {
    Block made;
    made.role = role;
    made.exit = exit;
    made.first_successor = static_cast<uint32_t>(function.successors.size());
    made.successor_count = successor_count;
    // A merge block may become a ladder, which needs room for a second successor.
    function.successors.resize(function.successors.size() + std::max(successor_count, 2U), kNone);
    function.blocks.push_back(made);
    node.push_back(kNone);
    return static_cast<BlockId>(function.blocks.size() - 1);
  }
};

}  // namespace trellis::structurizer
