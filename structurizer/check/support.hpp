// What the three checkers share: a check that makes their input safe to index, where values are defined, and
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

/// Everything that must hold before a checker may use the indices in the function: sizes and ranges, that the
/// predecessors match the successors, that phis are grouped by block and tables ascend, and that operands are
/// of kinds allowed where they are.
Result<void> check_form(const Flow& flow, const Structured& function);

/// Where the program's values are defined, and what they are in the result.
struct Values {
  Vector<BlockId> block;         ///< Program block that defines the value; kNone: outside all blocks.
  Vector<uint32_t> program_phi;  ///< Index into Flow::phis.entries; kNone if the value is no phi.
  Vector<uint32_t> new_phi;  ///< The result's phi that is the value (NewPhi::result); kNone if there is none.
  Vector<uint32_t> alias;    ///< Index into Structured::aliases; kNone if the value has none.

  bool is_phi(ValueId value) const { return program_phi[value] != kNone; }
};
Values find_values(const Flow& flow, const Structured& function);

/// What more than one checker needs of a function, each computed by the first call that asks for it.
class Shared {
 public:
  Shared(const Flow& flow, const Structured& function) : flow_(flow), function_(function) {}

  const Flow& flow() const { return flow_; }
  const Structured& function() const { return function_; }
  /// check_form(). The other functions may be called only if it holds.
  Result<void> check_form();
  /// Dominators of branch_rows. The function must have an order that is not empty.
  const Dominators& branch_dominators();
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

/// Index of a block among another one's predecessors; kNone if it is not one of them.
uint32_t predecessor_index(const Structured& function, BlockId block, BlockId predecessor);

/// True if the block ends in OpSwitch: ours, or the program's switch (or any branch of more than two slots),
/// unless all its slots lead to one block and it declares no selection merge.
bool ends_in_switch(const Flow& flow, const Structured& function, BlockId block);
/// True if all slots lead to one block.
bool has_single_target(const Structured& function, BlockId block);

}  // namespace trellis::structurizer::check
