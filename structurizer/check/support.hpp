// What the three checkers share: the shape of their input made safe to index, dominators of their own, and
// names for messages. Nothing here is used by the structurizer.
#pragma once

#include <cstdint>
#include <span>

#include "structurizer/check/dominators.hpp"
#include "structurizer/flow.hpp"
#include "structurizer/structured.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis::structurizer::check {

/// "block 12 (program block 3)", "block 7 (ladder)".
String name(const Structured& function, BlockId block);

/// A failed check, with the block where it failed.
Diagnostic failure(String message, const Structured& function, BlockId block);

/// Everything that must hold before a checker may follow an index: sizes, ranges, the predecessor table
/// against the successors, phis grouped by block, tables ascending, what kinds of operand stand where.
Result<void> check_form(const Flow& flow, const Structured& function);

/// Where the program's values come from, and how the result names them.
struct Values {
  Vector<BlockId> block;         ///< Program block that defines the value; kNone: outside all blocks.
  Vector<uint32_t> program_phi;  ///< Index into Flow::phis.entries; kNone if the value is no phi.
  Vector<uint32_t> new_phi;      ///< The result's phi of that name; kNone if there is none.
  Vector<uint32_t> alias;        ///< Index into Structured::aliases; kNone if the value has none.

  bool is_phi(ValueId value) const { return program_phi[value] != kNone; }
};
Values find_values(const Flow& flow, const Structured& function);

/// What more than one checker needs of a function, each made when first asked for.
class Shared {
 public:
  Shared(const Flow& flow, const Structured& function) : flow_(flow), function_(function) {}

  const Flow& flow() const { return flow_; }
  const Structured& function() const { return function_; }
  /// check_form; the rest may be asked for only if it holds.
  Result<void> check_form();
  const Dominators&
  branch_dominators();  ///< Of branch_rows. The function must have an order that is not empty.
  const Values& values();

 private:
  const Flow& flow_;
  const Structured& function_;
  bool form_holds_ = false, has_values_ = false;
  Dominators branch_dominators_;
  Values values_;
};

/// The checkers of check.hpp.
Result<void> check_paths(Shared& shared);
Result<void> check_structure(Shared& shared);

/// What a use of the value in the program block reads.
Operand operand_read(const Structured& function, const Values& values, BlockId payload, ValueId value);

/// Index of a predecessor among a block's predecessors; kNone if it is none.
uint32_t predecessor_index(const Structured& function, BlockId block, BlockId predecessor);

/// True if the block ends in OpSwitch: ours, or the program's switch (or any branch of more than two ways)
/// unless it goes to one block and declares no selection merge.
bool ends_in_switch(const Flow& flow, const Structured& function, BlockId block);
/// True if all successors are one block.
bool has_single_target(const Structured& function, BlockId block);

}  // namespace trellis::structurizer::check
