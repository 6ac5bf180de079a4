// The program as text, a line for each instruction: for messages, pictures of graphs, and tests. The notation
// resembles LLVM's: `%7:i32 = add %3, 42`, `store %7, @shared`, `%9:f32 = dx.op.unary(13) %8`.
#pragma once

#include <string_view>

#include "dxil_frontend/program/ir.hpp"
#include "support/containers.hpp"

namespace trellis::dxil {

/// A name from the input for a message or a line of text: without the mangling's leading 01 byte, and with
/// '?' for other control characters.
String printable(std::string_view name);

/// "i32", "ptr", "ptr(3)", "<4 x float>", "[8 x i32]", "%dx.types.Handle", "{i32, i1}".
String to_text(const Module& module, TypeId type);

/// "%3" (counted from the function's first argument), "@global", "42", "1.5", "undef", "zero".
String to_text(const Module& module, const Function& function, ValueId value);

/// One line without its end. The instruction must be one of `function.instructions`.
String to_text(const Module& module, const Function& function, const Instruction& instruction);

/// All instructions of a block, each on a line of its own.
String block_to_text(const Module& module, const Function& function, BlockId block);

/// The mnemonic: "add", "extractvalue", "dx.op"; "intrinsic" for one of LLVM's.
const char* name_of(Opcode opcode);
const char* name_of(Predicate predicate);
const char* name_of(AtomicOp operation);

}  // namespace trellis::dxil
