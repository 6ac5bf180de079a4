// The structurizer's input: a graph of blocks, their phis, and where values are defined and used.
#pragma once

#include <cstdint>
#include <span>

#include "cfg/graph.hpp"
#include "support/compressed_rows.hpp"
#include "support/containers.hpp"

namespace trellis::structurizer {

using cfg::BlockId;
using cfg::kNone;
/// The number of a value of the program. The structurizer knows nothing else about values.
using ValueId = uint32_t;

/// Facts about a block that the structurizer must respect, as bits.
enum BlockFlags : uint8_t {
  /// Holds an operation that may not gain control dependence (derivative, barrier, wave operation).
  kConvergent = 1,
  /// Holds an operation that may not lose control dependence either (wave operation, ballot).
  kCoConvergent = 2,
  /// The terminator is a multi-way switch: slot 0 is the default, the others are cases.
  kSwitch = 4,
  /// Holds nothing but a return without a value, so the result may contain copies of it.
  kBareReturn = 8,
  /// A hint states that the terminator is an `if` or a `switch` in the source, not a loop condition.
  kSelection = 16,
  /// Holds an operation whose effects other blocks can see: a store, an atomic, a barrier. Cross-lane
  /// operations without memory effects do not count.
  kEffects = 32,
};

/// A `break` that the program marks as such, by an edge back into the loop that is never taken. Blocks
/// between the loop and the jump may no longer be on any cycle although they were written in the loop; the
/// mark shows that they were. The graph does not contain the marking edge.
struct MarkedBreak {
  BlockId block = kNone;   ///< The block that jumps; it has one successor.
  BlockId inside = kNone;  ///< The target of the edge that is never taken.
};

/// A phi at the start of a block.
struct Phi {
  ValueId result = kNone;
  /// Index into Flow::incoming: one value for each in-edge, in the order of graph.in_edges(block).
  uint32_t first_incoming = 0;
};

/// A value, and the block where it is defined or used.
struct ValueInBlock {
  ValueId value = kNone;
  BlockId block = kNone;
};

/// One function's control flow, and its data flow between blocks.
///
/// Values used only inside their own block need not be listed. Uses as phi operands appear only in
/// `incoming`. Values defined outside all blocks (constants, arguments) are in neither `definitions` nor
/// `uses`.
struct Flow {
  cfg::Graph graph;
  Vector<uint8_t> flags;     ///< BlockFlags by block; empty means all zero.
  CompressedRows<Phi> phis;  ///< By block. Has no rows if there are no phis.
  Vector<ValueId> incoming;
  /// Values that other blocks or phis use, including phi results; each listed once.
  Vector<ValueInBlock> definitions;
  Vector<ValueInBlock> uses;  ///< Uses in blocks other than the defining one, without phi operands.
  uint32_t value_count = 0;   ///< All ValueIds are less than this.
  Vector<MarkedBreak> marked_breaks;

  std::span<const Phi> phis_of(BlockId block) const { return phis.of_or_empty(block); }
  /// Returns true if the block has the flag. Blocks that the structurizer adds have none.
  bool has_flag(BlockId block, BlockFlags flag) const {
    return block < flags.size() && (flags[block] & flag) != 0;
  }
};

}  // namespace trellis::structurizer
