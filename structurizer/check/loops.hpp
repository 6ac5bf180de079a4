// Natural loops of the program, computed independently for the checkers.
#pragma once

#include <cstdint>

#include "structurizer/check/dominators.hpp"
#include "structurizer/flow.hpp"
#include "support/compressed_rows.hpp"
#include "support/containers.hpp"

namespace trellis::structurizer::check {

/// The natural loops. Each block that dominates the source of an edge to itself heads one loop, which holds
/// everything that leads back to the header along such edges. Any two loops are nested or disjoint, whatever
/// the graph, since a header dominates all of its loop.
struct Loops {
  Vector<BlockId> header;          ///< By loop. A loop comes before the loops inside it.
  Vector<uint32_t> parent;         ///< By loop: the innermost one around it; kNone if there is none.
  Vector<uint32_t> depth;          ///< By loop: nesting depth, 1 for outermost loops.
  Vector<uint32_t> innermost;      ///< By block: the innermost loop that holds it; kNone if there is none.
  Vector<uint32_t> headed_by;      ///< By block: the loop that it heads; kNone if there is none.
  Intervals nesting;               ///< The nesting of the loops, by loop.
  CompressedRows<uint32_t> inner;  ///< Row 0: the outermost loops; row l + 1: the loops directly in loop l.

  uint32_t count() const { return static_cast<uint32_t>(header.size()); }
  /// Returns true if the loop holds the block. kNone holds every block.
  bool contains(uint32_t loop, BlockId block) const {
    if (loop == kNone) return true;
    return innermost[block] != kNone && nesting.is_around(loop, innermost[block]);
  }
  /// Returns the outermost loop that an edge leaves, or kNone if it leaves none. The time is logarithmic in
  /// the number of loops directly inside the innermost loop around both its ends.
  uint32_t outermost_left(BlockId source, BlockId target) const;
};

/// Finds the natural loops. Blocks that the entry does not reach are in no loop. Near-linear time.
Loops find_loops(const cfg::Graph& graph, const Dominators& dominators);

}  // namespace trellis::structurizer::check
