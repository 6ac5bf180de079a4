// Builds small Structured functions by hand.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "structurizer/flow.hpp"
#include "structurizer/structured.hpp"
#include "tests/structurizer/graph_generators.hpp"

namespace trellis::structurizer::testing {

/// Blocks are in the order in which they are added. Phis are identified by the number that adding them
/// returned; build() sorts them by block, renumbers them and makes the predecessor table.
class StructuredBuilder {
 public:
  using Incoming = std::vector<std::pair<BlockId, Operand>>;  ///< Predecessor and operand.
  using Cases = std::vector<std::pair<uint32_t, BlockId>>;

  explicit StructuredBuilder(const Flow& flow);

  BlockId payload(BlockId program);
  BlockId own(Role role);

  /// Sets the successors of a program block, one per slot.
  void slots(BlockId block, std::vector<BlockId> targets);
  void branch(BlockId block, BlockId target);
  /// `number` is ignored for a bool selector.
  void test(BlockId block, uint32_t phi, BlockId yes, BlockId no, uint32_t number = 1);
  void choose(BlockId block, uint32_t phi, BlockId otherwise, const Cases& cases);
  void unreachable(BlockId block);
  void selection(BlockId header, BlockId merge);
  void loop(BlockId header, BlockId merge, BlockId continue_target);

  uint32_t bool_selector(BlockId block, Incoming incoming);
  uint32_t selector(BlockId block, Incoming incoming);
  /// Adds the program's phi itself; with named = false, a phi that only carries the value.
  uint32_t value(BlockId block, ValueId value, Incoming incoming, bool named = true);
  void alias(ValueId value, Operand operand) { function_.aliases.push_back({value, operand}); }
  void replace(BlockId program, ValueId value, Operand operand) {
    function_.replacements.push_back({program, value, operand});
  }

  Structured build() const;

 private:
  struct DraftPhi {
    NewPhi phi;
    Incoming incoming;
  };
  uint32_t add_phi(BlockId block, ValueId stands_for, Incoming incoming);
  void end(BlockId block, Exit exit, std::vector<BlockId> targets);

  Structured function_;
  std::vector<std::vector<BlockId>> targets_;
  std::vector<std::vector<uint32_t>> cases_;
  std::vector<DraftPhi> phis_;
};

/// A block for shape_of().
struct ShapeBlock {
  std::vector<BlockId> to;
  BlockId merge = kNone;
  BlockId continue_target = kNone;  ///< If set, the block is a loop header.
};

struct Example {
  Flow flow;
  Structured function;
};

/// Makes a function of program blocks only, block i being program block i, with these merges. The program has
/// the same graph: its paths are correct, and the test is about its structure.
Example shape_of(const std::vector<ShapeBlock>& blocks);

/// Computes the predecessors from the successors.
void list_predecessors(Structured& function);

/// `if (a || b) x; y` as 0 -> 2 1, 1 -> 2 3, 2 -> 3, with a phi in 2, a phi in 3, and a use in 3 of a value
/// that 0 defines. Values: 0 and 1 come from outside, 2 is defined in 0, 3 in 1; 4 is the phi of 2 (value 0
/// from block 0, value 3 from block 1), 5 the phi of 3 (value 1 from block 1, value 4 from block 2). Blocks:
/// 0 and 1 are program blocks 0 and 1; 2 keeps two edges apart; 3 is the merge block of 1, 4 the ladder
/// (merge block of 0); 5 and 6 are program blocks 2 and 3.
Example or_example();

/// A counting loop that is left from its middle: 0 -> 1, 1 -> 2 3, 2 -> 1. Values: 0 comes from outside, 1 is
/// the phi of 1 (value 0 from block 0, value 2 from block 2), 2 is defined in 2; 3 uses value 1. Blocks: 0 is
/// program block 0, 1 an inserted loop header, 2 program block 1, 3 program block 2, 4 the continue block, 5
/// program block 3.
Example loop_example();

/// A value that no longer dominates its use: 0 -> 1 2, 1 -> 3 4, 2 -> 4, 3 -> . Value 0 is defined in 1 and
/// used in 3. Blocks: 0, 1, 2 are program blocks 0, 1, 2; 3 keeps two edges apart; 4 is the merge block of 1,
/// 5 the ladder (merge block of 0); 6 and 7 are program blocks 3 and 4.
Example repair_example();

}  // namespace trellis::structurizer::testing
