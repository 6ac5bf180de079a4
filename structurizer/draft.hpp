// The structured function while it is being built and cleaned up.
#pragma once

#include <vector>

#include "structurizer/reduce.hpp"
#include "structurizer/structured.hpp"

namespace trellis::structurizer {

/// A Structured without phis, predecessors or final numbering. Live blocks are those in function.order.
///
/// Selector tests name no operand yet. A kDispatch block tests the program block that was wanted; every other
/// test is of the node the last node edge was headed for (numbers of both kinds are nodes of the
/// ReducibleGraph).
struct Draft {
  Structured function;
  std::vector<BlockId> node;  ///< By block: the graph node it is; kNone for blocks that are ours.

  BlockId& successor(BlockId block, uint32_t i) {
    return function.successors[function.blocks[block].first_successor + i];
  }
};

}  // namespace trellis::structurizer
