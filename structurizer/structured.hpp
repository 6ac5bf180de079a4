// What the structurizer gives back: a graph with merge declarations that obeys SPIR-V's structured
// control-flow rules (SPIR-V 1.6, section 2.11), and the phis and selectors that keep the program's meaning.
#pragma once

#include <compare>
#include <cstdint>
#include <span>

#include "structurizer/flow.hpp"
#include "support/compressed_rows.hpp"
#include "support/containers.hpp"

namespace trellis::structurizer {

/// What a block is for.
enum class Role : uint8_t {
  kPayload,    ///< A block of the program.
  kHeader,     ///< Ours: a loop header (OpLoopMerge) that branches to the loop's first block.
  kContinue,   ///< Ours: a loop's continue block; branches back to the header.
  kMerge,      ///< Ours: a merge block that only branches on (or is unreachable).
  kLadder,     ///< Ours: tests a selector, so that invocations enter one target that are meant for it.
  kDispatch,   ///< Ours: the single entry of a region that had several.
  kEdge,       ///< Ours: keeps two edges between the same two blocks apart, for phis to tell them apart.
  kBreakable,  ///< Ours: opens a construct that may be left from any depth inside it.
};

/// What phis and tests of the result read.
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

// GCC counts a scoped enumerator as a shadow of the constant of the same name.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
enum class MergeKind : uint8_t { kNone, kSelection, kLoop };
#pragma GCC diagnostic pop

enum class Exit : uint8_t {
  kPayload,  ///< The program's own terminator: one successor for each of its slots (none: it returns).
  kBranch,   ///< Ours: one successor.
  /// Ours: selector == cases[0] ? successor 0 : successor 1; for a bool, selector ? successor 0 :
  /// successor 1.
  kIf,
  kSwitch,  ///< Ours: successor 0 is the default; successor i + 1 is taken if selector == cases[i].
  /// Ours: one successor. In the output, a switch without cases, because SPIR-V lets blocks nested in a
  /// switch branch to its merge block.
  kBreakable,
  kUnreachable,  ///< Ours: no successor; control never gets here.
};

struct Block {
  Role role = Role::kPayload;
  MergeKind merge = MergeKind::kNone;
  Exit exit = Exit::kBranch;
  BlockId payload = kNone;         ///< kPayload: the program's block.
  BlockId merge_block = kNone;     ///< Merge block, if merge is not kNone.
  BlockId continue_block = kNone;  ///< Continue target, if merge is kLoop.
  uint32_t first_successor = 0;    ///< Into Structured::successors.
  uint32_t successor_count = 0;
  Operand selector;         ///< kIf, kSwitch: what is tested. A bool if it is a new phi with is_bool.
  uint32_t first_case = 0;  ///< kIf, kSwitch: into Structured::cases.
  uint32_t first_phi = 0;   ///< Phis at the start of the block, into Structured::phis.
  uint32_t phi_count = 0;
};

/// A phi of the result, with one incoming operand for each distinct predecessor, in the order of
/// Structured::predecessors.
struct NewPhi {
  BlockId block = kNone;
  /// The program's value that it carries (and whose type it has); kNone: a selector, 32-bit or bool.
  ValueId stands_for = kNone;
  bool is_bool = false;    ///< A selector of two values: constants are 0 and 1, a test is the phi itself.
  ValueId result = kNone;  ///< kNone, or the program's phi that this is (uses name it as that value).
  uint32_t first_incoming = 0;  ///< Into Structured::incoming.
};

/// A selector that repeats a condition of the program: one of two numbers, according to the slot that a
/// program block of two slots (no switch) took when it last ran. Both its slots lead to one block.
struct Choice {
  BlockId block = kNone;           ///< The block, in the result.
  uint32_t first = 0, second = 0;  ///< The number if slot 0 was taken, and if slot 1 was.
  bool is_bool = false;            ///< The numbers are 0 and 1, a test is the choice itself.
  friend auto operator<=>(const Choice&, const Choice&) = default;
};

/// A use of a program value whose definition no longer dominates it: in that block, read the operand instead.
struct Replacement {
  BlockId payload = kNone;
  ValueId value = kNone;
  Operand operand;
};

/// A loop of the program whose graph does not say which of two exits leads past it, and which to code that was
/// written in it; and that matters for co-convergent operations. Program blocks.
struct ExitGuess {
  BlockId header = kNone;
  BlockId behind = kNone;  ///< The exit that was taken for what follows the loop.
  BlockId inside = kNone;  ///< The other one, whose code is in the loop.
};

/// The structured function. Blocks are in a valid SPIR-V order: `order` lists them, the entry first.
struct Structured {
  Vector<Block> blocks;
  Vector<BlockId> order;
  Vector<BlockId> successors;
  Vector<uint32_t> cases;
  CompressedRows<BlockId> predecessors;  ///< By block: its distinct predecessors, ascending.
  Vector<NewPhi> phis;                   ///< Grouped by block; kPhi operands are indices into this list.
  Vector<Choice> choices;                ///< Ascending, each once. Only operands of selectors name them.
  Vector<Operand> incoming;
  /// A program phi that needs none in the result: every use of the value is a use of the operand. Ascending
  /// by value; fully resolved (no operand names another aliased phi).
  struct Alias {
    ValueId value = kNone;
    Operand operand;
  };
  Vector<Alias> aliases;
  Vector<Replacement> replacements;  ///< Ascending by (payload, value).
  Vector<BlockId> block_of_payload;  ///< By program block; kNone if the entry does not reach it.
  Vector<ExitGuess> exit_guesses;    ///< In the order of their loops.

  std::span<const BlockId> successors_of(BlockId b) const {
    return {successors.data() + blocks[b].first_successor, blocks[b].successor_count};
  }
  /// True if the operand of a selector or test is a bool.
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
