// The program as text, one line for each instruction, for messages, drawings of graphs, and tests. The
// notation resembles LLVM's: `%7:i32 = add %3, 42`, `store %7, @shared`, `%9:f32 = dx.op.unary(13) %8`.
#pragma once

#include <string_view>

#include "dxil_frontend/program/ir.hpp"
#include "support/containers.hpp"

namespace trellis::dxil {

/// Returns a name from the input for use in a message or a line of text: without the leading 01 byte of
/// mangled names, and with '?' in place of other control characters.
String printable(std::string_view name);

/// Returns the type as text: "i32", "ptr", "ptr(3)", "<4 x float>", "[8 x i32]", "%dx.types.Handle", "{i32,
/// i1}".
String to_text(const Module& module, TypeId type);

/// Returns the value as text: "%3" (numbered from the function's first argument), "@global", "42", "1.5",
/// "undef", "zero".
String to_text(const Module& module, const Function& function, ValueId value);

/// Returns one line, without a newline. The instruction must be one of `function.instructions`.
String to_text(const Module& module, const Function& function, const Instruction& instruction);

/// Returns the instructions of a block, one on each line.
String block_to_text(const Module& module, const Function& function, BlockId block);

/// Returns the mnemonic: "add", "extractvalue", "dx.op"; "intrinsic" for LLVM's intrinsics.
const char* name_of(Opcode opcode);
const char* name_of(Predicate predicate);
const char* name_of(AtomicOp operation);

}  // namespace trellis::dxil
