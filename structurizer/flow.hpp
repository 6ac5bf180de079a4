// What the structurizer is given: a graph of blocks, their phis, and where values are defined and used.
#pragma once

#include <cstdint>
#include <span>

#include "cfg/graph.hpp"
#include "support/compressed_rows.hpp"
#include "support/containers.hpp"

namespace trellis::structurizer {

using cfg::BlockId;
using cfg::kNone;
using ValueId =
    uint32_t;  ///< The number of a value of the program, about which the structurizer knows nothing else.

/// Facts about a block that the structurizer must respect. Bits.
enum BlockFlags : uint8_t {
  /// Holds an operation that may not gain control dependence (derivative, barrier, wave operation).
  kConvergent = 1,
  /// Holds an operation that may not lose control dependence either (wave operation, ballot).
  kCoConvergent = 2,
  /// The terminator is a multi-way switch: slot 0 is the default, the others are cases.
  kSwitch = 4,
  /// Holds nothing but a return without a value: the result may have copies of it.
  kBareReturn = 8,
  /// A hint says that the terminator is an `if` or a `switch` in the source, not the condition of a loop.
  kSelection = 16,
  /// Holds an operation whose effects other blocks can see: a store, an atomic, a barrier. Cross-lane operations
  /// without effects on memory do not count.
  kEffects = 32,
};

/// A `break` that the program marks as such. Between the loop and the jump there may be blocks that go round
/// in no loop any more, but were written in it; an edge back into the loop that is never taken says so. The
/// graph is without that edge.
struct MarkedBreak {
  BlockId block = kNone;   ///< What jumps: a block with one successor.
  BlockId inside = kNone;  ///< Where the edge that is never taken led.
};

/// A phi at the start of a block.
struct Phi {
  ValueId result = kNone;
  /// Index into Flow::incoming: one value for each in-edge, in the order of graph.in_edges(block).
  uint32_t first_incoming = 0;
};

/// A value and a block: where a value is defined, or where one is used.
struct ValueInBlock {
  ValueId value = kNone;
  BlockId block = kNone;
};

/// One function's control flow and data flow between blocks.
///
/// Values used only inside their own block need not be listed. Uses as phi operands are in `incoming` alone.
/// Values defined outside all blocks (constants, arguments) are in neither `definitions` nor `uses`.
struct Flow {
  cfg::Graph graph;
  Vector<uint8_t> flags;     ///< BlockFlags by block; empty means all zero.
  CompressedRows<Phi> phis;  ///< By block; may be without rows if there are none.
  Vector<ValueId> incoming;
  Vector<ValueInBlock>
      definitions;            ///< Values that other blocks or phis use, phi results included; each once.
  Vector<ValueInBlock> uses;  ///< Uses in blocks other than the defining one; phi operands not included.
  uint32_t value_count = 0;   ///< Values are < value_count.
  Vector<MarkedBreak> marked_breaks;

  std::span<const Phi> phis_of(BlockId block) const { return phis.of_or_empty(block); }
  /// Blocks that the structurizer adds have no flags.
  bool has_flag(BlockId block, BlockFlags flag) const { return block < flags.size() && (flags[block] & flag) != 0; }
};

}  // namespace trellis::structurizer
