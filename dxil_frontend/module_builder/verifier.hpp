// The rules for valid modules that neither reader checks while it reads.
#pragma once

#include "dxil_frontend/program/ir.hpp"
#include "support/result.hpp"

namespace trellis::dxil {

/// No types nest without end. Errors: kBadInput.
Result<void> check_types(const Module& module);
/// Definitions dominate uses, every block ends in a terminator of the right shape, and operands have fitting
/// types. Errors: kBadInput.
Result<void> check_function(const Module& module, const Function& function);
/// Operand and result types of one function's instructions.
Result<void> check_instruction_types(const Module& module, const Function& function);
/// No function may call itself, directly or through others.
Result<void> check_no_recursion(const Module& module);

/// A place in the program: block and instruction are indices into `function`.
Location location_of(const Function& function, BlockId block, uint32_t instruction);

}  // namespace trellis::dxil
