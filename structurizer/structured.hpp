// The structurizer's result: a graph with merge declarations that obeys SPIR-V's structured control-flow
// rules (SPIR-V 1.6, section 2.11), and the phis and selectors that preserve the program's meaning.
#pragma once

#include <compare>
#include <cstdint>
#include <span>

#include "structurizer/flow.hpp"
#include "support/compressed_rows.hpp"
#include "support/containers.hpp"

namespace trellis::structurizer {

/// The purpose of a block.
enum class Role : uint8_t {
  kPayload,   ///< A block of the program.
  kHeader,    ///< Inserted: a loop header (OpLoopMerge) that branches to the loop's first block.
  kContinue,  ///< Inserted: a loop's continue block, which branches back to the header.
  kMerge,     ///< Inserted: a merge block that only branches to its successor, or is unreachable.
  kLadder,    ///< Inserted: tests a selector, so that only the invocations meant for a target enter it.
  kDispatch,  ///< Inserted: the single entry of a region that had several entries.
  kEdge,  ///< Inserted: separates two edges between the same two blocks, so that phis can tell them apart.
  kBreakable,  ///< Inserted: opens a construct that control may leave from any depth inside it.
};

/// What a phi or a test of the result reads.
struct Operand {
  enum class Kind : uint8_t { kUndef, kValue, kPhi, kConstant, kChoice };
  Kind kind = Kind::kUndef;
  uint32_t index = 0;  ///< kValue: a ValueId of the program; kPhi: index into phis; kConstant: the number;
                       ///< kChoice: index into choices.

  static Operand undef() { return {}; }
  static Operand value(ValueId v) { return {Kind::kValue, v}; }
  static Operand phi(uint32_t p) { return {Kind::kPhi, p}; }
  static Operand constant(uint32_t c) { return {Kind::kConstant, c}; }
  static Operand choice(uint32_t c) { return {Kind::kChoice, c}; }
  friend bool operator==(const Operand&, const Operand&) = default;
};

// GCC's -Wshadow reports a scoped enumerator that has the name of a constant.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
enum class MergeKind : uint8_t { kNone, kSelection, kLoop };
#pragma GCC diagnostic pop

enum class Exit : uint8_t {
  kPayload,  ///< The program's own terminator, with one successor per slot (none if it returns).
  kBranch,   ///< Inserted: one successor.
  /// Inserted: selector == cases[0] ? successor 0 : successor 1. For a bool, selector ? successor 0 :
  /// successor 1.
  kIf,
  kSwitch,  ///< Inserted: successor 0 is the default; successor i + 1 is taken if selector == cases[i].
  /// Inserted: one successor. Emitted as a switch without cases, because SPIR-V lets blocks nested in a
  /// switch branch to its merge block.
  kBreakable,
  kUnreachable,  ///< Inserted: no successor; control never gets here.
};

struct Block {
  Role role = Role::kPayload;
  MergeKind merge = MergeKind::kNone;
  Exit exit = Exit::kBranch;
  BlockId payload = kNone;         ///< kPayload: the program's block.
  BlockId merge_block = kNone;     ///< The merge block, if merge is not kNone.
  BlockId continue_block = kNone;  ///< The continue target, if merge is kLoop.
  uint32_t first_successor = 0;    ///< Index into Structured::successors.
  uint32_t successor_count = 0;
  Operand selector;  ///< kIf, kSwitch: the tested operand. A bool if Structured::is_bool() is true for it.
  uint32_t first_case = 0;  ///< kIf, kSwitch: index into Structured::cases.
  uint32_t first_phi = 0;   ///< Index into Structured::phis of the phis at the start of the block.
  uint32_t phi_count = 0;
};

/// Returns what reports and pictures call the block: a block that merges paths and then tests where they lead
/// is a ladder, whether it was inserted as one or as the merge block of a construct; without a test, it is a
/// merge block.
inline Role kind_of(const Block& block) {
  const bool is_merge = block.role == Role::kMerge || block.role == Role::kLadder;
  if (!is_merge) return block.role;
  return block.successor_count > 1 ? Role::kLadder : Role::kMerge;
}

/// A phi of the result, with one incoming operand for each distinct predecessor, in the order of
/// Structured::predecessors.
struct NewPhi {
  BlockId block = kNone;
  /// The program's value that the phi carries, which also determines its type. kNone for a selector, which is
  /// a 32-bit integer or a bool.
  ValueId stands_for = kNone;
  /// A two-valued selector: its constants are 0 and 1, and a test reads the phi itself.
  bool is_bool = false;
  /// The program's phi that this phi replaces (uses keep that name); kNone if there is none.
  ValueId result = kNone;
  uint32_t first_incoming = 0;  ///< Index into Structured::incoming.
};

/// A selector that repeats a condition of the program: one of two numbers, depending on which slot a program
/// block of two slots (not a switch) took when it last ran. Both slots of that block lead to one block.
struct Choice {
  BlockId block = kNone;           ///< The program block, as a block of the result.
  uint32_t first = 0, second = 0;  ///< The numbers if slot 0 was taken and if slot 1 was taken.
  bool is_bool = false;            ///< The numbers are 0 and 1, and a test reads the choice itself.
  friend auto operator<=>(const Choice&, const Choice&) = default;
};

/// A use of a program value whose definition no longer dominates it: in that block, the use reads the operand
/// instead.
struct Replacement {
  BlockId payload = kNone;
  ValueId value = kNone;
  Operand operand;
};

/// A loop of the program whose graph does not show which of two exits leads past it, and which to code that
/// was written in it, where the difference matters for co-convergent operations. The members are program
/// blocks.
struct ExitGuess {
  BlockId header = kNone;
  BlockId behind = kNone;  ///< The exit that was assumed to lead past the loop.
  BlockId inside = kNone;  ///< The other exit, whose code was put into the loop.
};

/// The structured function. `order` lists the blocks in a valid SPIR-V order, the entry first.
struct Structured {
  Vector<Block> blocks;
  Vector<BlockId> order;
  Vector<BlockId> successors;
  Vector<uint32_t> cases;
  CompressedRows<BlockId> predecessors;  ///< By block: its distinct predecessors, ascending.
  Vector<NewPhi> phis;                   ///< Grouped by block; kPhi operands are indices into this list.
  Vector<Choice> choices;  ///< Ascending, without duplicates. Only operands of selectors refer to them.
  Vector<Operand> incoming;
  /// A program phi that needs no phi in the result: every use of the value reads the operand instead.
  /// Ascending by value; fully resolved (no operand refers to another aliased phi).
  struct Alias {
    ValueId value = kNone;
    Operand operand;
  };
  Vector<Alias> aliases;
  Vector<Replacement> replacements;  ///< Ascending by (payload, value).
  Vector<BlockId> block_of_payload;  ///< By program block; kNone if the entry does not reach it.
  Vector<ExitGuess> exit_guesses;    ///< Ordered by loop.

  std::span<const BlockId> successors_of(BlockId b) const {
    return {successors.data() + blocks[b].first_successor, blocks[b].successor_count};
  }
  /// Returns true if the operand of a selector or test is a bool.
  bool is_bool(const Operand& selector) const {
    return (selector.kind == Operand::Kind::kPhi && phis[selector.index].is_bool) ||
           (selector.kind == Operand::Kind::kChoice && choices[selector.index].is_bool);
  }
  std::span<const BlockId> predecessors_of(BlockId b) const { return predecessors.of(b); }
  std::span<const NewPhi> phis_of(BlockId b) const {
    return {phis.data() + blocks[b].first_phi, blocks[b].phi_count};
  }
  std::span<const Operand> incoming_of(const NewPhi& phi) const {
    return {incoming.data() + phi.first_incoming, predecessors_of(phi.block).size()};
  }
};

}  // namespace trellis::structurizer
