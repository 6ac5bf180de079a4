// What the three checkers share: a check that makes their input safe to index, the definitions of values, and
// names for messages. The structurizer uses none of it.
#pragma once

#include <cstdint>
#include <span>

#include "structurizer/check/constructs.hpp"
#include "structurizer/check/dominators.hpp"
#include "structurizer/flow.hpp"
#include "structurizer/structured.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis::structurizer::check {

/// Returns the block's name for messages: "block 12 (program block 3)", "block 7 (ladder)".
String name(const Structured& function, BlockId block);

/// Returns the diagnostic of a failed check, with the block where it failed.
[[gnu::cold]] Diagnostic failure(String message, const Structured& function, BlockId block);

/// Checks everything that must hold before a checker may use the indices in the function: sizes and ranges
/// are valid, predecessors match successors, phis are grouped by block, tables ascend, and each operand is of
/// a kind allowed in its place.
Result<void> check_form(const Flow& flow, const Structured& function);

/// Where the program's values are defined, and what represents them in the result.
struct Values {
  /// Program block that defines the value; kNone if it is defined outside all blocks.
  Vector<BlockId> block;
  Vector<uint32_t> program_phi;  ///< Index into Flow::phis.entries; kNone if the value is not a phi.
  Vector<uint32_t> new_phi;      ///< The result's phi for the value (NewPhi::result); kNone if there is none.
  Vector<uint32_t> alias;        ///< Index into Structured::aliases; kNone if the value has none.

  bool is_phi(ValueId value) const { return program_phi[value] != kNone; }
};
Values find_values(const Flow& flow, const Structured& function);

/// Data about a function that several checkers use. Each part is computed by the first call that asks for it.
class Shared {
 public:
  Shared(const Flow& flow, const Structured& function) : flow_(flow), function_(function) {}

  const Flow& flow() const { return flow_; }
  const Structured& function() const { return function_; }
  /// Runs check::check_form(). The other functions may be called only if it succeeds.
  Result<void> check_form();
  /// Dominators of branch_rows. The function's block order must not be empty.
  const Dominators& branch_dominators();
  /// The same for structural_rows.
  const Dominators& structural_dominators();
  /// May be called only after the checks of headers in check_structure().
  const Constructs& constructs();
  const Values& values();

 private:
  const Flow& flow_;
  const Structured& function_;
  bool form_holds_ = false, has_constructs_ = false, has_values_ = false;
  Dominators branch_dominators_, structural_dominators_;
  Constructs constructs_;
  Values values_;
};

/// The checkers of check.hpp.
Result<void> check_paths(Shared& shared);
Result<void> check_structure(Shared& shared);

/// Returns what a use of the value in the program block reads.
Operand operand_read(const Structured& function, const Values& values, BlockId payload, ValueId value);

/// Returns the index of the predecessor among the block's predecessors, or kNone if it is not one of them.
uint32_t predecessor_index(const Structured& function, BlockId block, BlockId predecessor);

/// Returns true if the block ends in OpSwitch. That is so for an inserted switch (kSwitch, kBreakable), and
/// for the program's switch or any program branch of more than two slots, unless all its slots lead to one
/// block and it declares no selection merge.
bool ends_in_switch(const Flow& flow, const Structured& function, BlockId block);
/// Returns true if all slots lead to one block.
bool has_single_target(const Structured& function, BlockId block);

}  // namespace trellis::structurizer::check
