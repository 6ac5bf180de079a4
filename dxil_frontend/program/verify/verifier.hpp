// The rules for valid programs: those that neither reader checks while it reads, and those that hold while a
// program is lowered (docs/internals/ir.md).
#pragma once

#include "dxil_frontend/program/ir.hpp"
#include "support/result.hpp"

namespace trellis::dxil {

/// What a program may consist of.
enum class ProgramForm : uint8_t {
  kRead,
  /// Between the lowering passes: operations of vendors, hit objects that are integers, operations on the
  /// pieces of long vectors, and any uses in blocks that nothing leads to are allowed, too.
  kLowered,
};

/// Checks that the nesting of types is finite and bounded. Errors: kBadInput.
Result<void> check_types(const Module& module);
/// Checks that definitions dominate uses, every block ends in a terminator of the right shape, and operands
/// have matching types. Errors: kBadInput.
Result<void> check_function(const Module& module, const Function& function,
                            ProgramForm form = ProgramForm::kRead);
/// Checks operand and result types of one function's instructions.
Result<void> check_instruction_types(const Module& module, const Function& function, ProgramForm form);
/// The same as check_operation() (dxil_ops.hpp) for ProgramForm::kLowered.
const char* check_lowered_operation(const Module& module, const Function& function,
                                    const Instruction& instruction);
/// Checks what holds after each lowering pass: check_types(), check_function() of each function with a body,
/// and check_no_recursion().
Result<void> verify_lowered(const Module& module);
/// Checks that no function calls itself, directly or through others.
Result<void> check_no_recursion(const Module& module);

/// Returns a location in the program. `block` and `instruction` are indices into `function`.
Location location_of(const Function& function, BlockId block, uint32_t instruction);

}  // namespace trellis::dxil
