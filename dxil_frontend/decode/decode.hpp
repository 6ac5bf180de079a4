// From LLVM's module to ours: types, constants, globals, and functions of basic blocks.
#pragma once

#include <cstddef>
#include <span>

#include "dxil_frontend/bitcode_check/recorded_code.hpp"
#include "dxil_frontend/decode/decode_tables.hpp"
#include "dxil_frontend/decode/metadata_source.hpp"
#include "dxil_frontend/program/ir.hpp"
#include "support/result.hpp"

namespace llvm {
class Function;
class Module;
class Type;
}  // namespace llvm

namespace trellis::dxil {

/// Reads what LLVM's functions say for debuggers, while decoded instructions can still be told from each
/// other.
class DebugSink {
 public:
  virtual ~DebugSink() = default;
  /// `origins`: InstructionOrigin of the function's instructions. Ids of locals carry kLocalTag.
  virtual void function_decoded(const llvm::Function& source, const ModuleTables& tables,
                                std::span<const InstructionOrigin> origins, Function& function) = 0;
};

struct DecodeInput {
  size_t bitcode_size = 0;
  /// The module is the first in its LLVM context: struct names are the file's own.
  bool fresh_context = true;
  DebugSink* debug = nullptr;  ///< May be null.
  bool keep_names = false;     ///< Fill in Function::names and the texts of Module::source_files.
  /// What was recorded of the module, if bodies are to be decoded from that: LLVM's functions have none then.
  /// Not with `debug` or `keep_names`.
  const RecordedCode* code = nullptr;
  std::span<llvm::Type* const> types;  ///< With `code`: LLVM's, by their numbers in the bitcode.
};

enum class DecodeStatus : uint8_t {
  kDone,
  kNamesUncertain,  ///< Left-overs in the LLVM context may have changed struct names: read again in a new
                    ///< one.
  kNotCovered,  ///< The records do not suffice, or are not as they should be: LLVM has to read the module,
                ///< and says what is wrong.
};

/// Decodes every function of `source`, with that metadata, into `module`, which must be empty.
/// Afterwards `tables` maps LLVM's globals and functions to those of `module`. Unreachable blocks stay in the
/// graph, with nothing in them but an unreachable terminator. Errors: kUnsupported and kBadInput with
/// function, block and instruction.
Result<DecodeStatus> decode_module(const llvm::Module& source, const MetadataSource& metadata,
                                   const DecodeInput& input, ModuleTables& tables, Module& module);

/// Decodes one function; called by decode_module. True if the function has phis or selects of pointers.
Result<bool> decode_function(const llvm::Function& source, ModuleTables& tables, Function& function);

/// Checks what LLVM's reader does not: that definitions dominate uses, that every block ends in a terminator
/// of the right shape, and that no types nest without end. Errors: kBadInput.
Result<void> check_types(const Module& module);
Result<void> check_function(const Module& module, const Function& function);
/// Operand and result types of one function's instructions.
Result<void> check_instruction_types(const Module& module, const Function& function);
/// No function may call itself, directly or through others.
Result<void> check_no_recursion(const Module& module);

/// A place in the program: block and instruction are indices into `function`.
Location location_of(const Function& function, BlockId block, uint32_t instruction);

}  // namespace trellis::dxil
