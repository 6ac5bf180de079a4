// The checkers' own natural loops of the program.
#pragma once

#include <cstdint>

#include "structurizer/check/dominators.hpp"
#include "structurizer/flow.hpp"
#include "support/compressed_rows.hpp"
#include "support/containers.hpp"

namespace trellis::structurizer::check {

/// The natural loops: one for each block that dominates the source of an edge to it, with everything that
/// leads back to it by such edges. Two of them are nested or have no block in common, whatever the graph,
/// since a loop's header dominates all of it.
struct Loops {
  Vector<BlockId> header;          ///< By loop. A loop comes before the loops inside it.
  Vector<uint32_t> parent;         ///< By loop: the innermost one around it; kNone.
  Vector<uint32_t> depth;          ///< By loop: 1 if no other is around it.
  Vector<uint32_t> innermost;      ///< By block: the innermost loop that holds it; kNone.
  Vector<uint32_t> headed_by;      ///< By block: the loop whose header it is; kNone.
  Intervals nesting;               ///< By loop.
  CompressedRows<uint32_t> inner;  ///< Row 0: the outermost loops; row l + 1: those directly in loop l.

  uint32_t count() const { return static_cast<uint32_t>(header.size()); }
  /// True if the loop holds the block. kNone holds every block.
  bool contains(uint32_t loop, BlockId block) const {
    if (loop == kNone) return true;
    return innermost[block] != kNone && nesting.is_around(loop, innermost[block]);
  }
  /// The outermost loop that an edge leaves; kNone if it leaves none. Logarithmic in the loops that lie
  /// directly in the innermost one around both its ends.
  uint32_t outermost_left(BlockId source, BlockId target) const;
};

/// Blocks that the entry does not reach are in no loop. Near-linear.
Loops find_loops(const cfg::Graph& graph, const Dominators& dominators);

}  // namespace trellis::structurizer::check
