// Decodes the body of a function: first blocks and edges, then the numbers of all results, then the
// instructions.
#pragma once

#include <llvm/IR/Instruction.h>

#include <cstdint>
#include <span>

#include "dxil_frontend/debug_info/function_debug.hpp"
#include "dxil_frontend/llvm_reader/llvm_tables.hpp"
#include "dxil_frontend/module_builder/function_builder.hpp"
#include "dxil_frontend/program/ir.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"

namespace llvm {
class BasicBlock;
class CallInst;
class Function;
class PHINode;
class Value;
}  // namespace llvm

namespace trellis::dxil {

class FunctionDecoder : public FunctionBuilder {
 public:
  /// Fills in `said` with the locations of instructions and, if `statements`, with the debug statements about
  /// variables.
  FunctionDecoder(const llvm::Function& source, LlvmTables& tables, Function& function, FunctionDebug& said,
                  bool statements);

  /// Errors: kUnsupported and kBadInput, with function, block and instruction.
  Result<void> run();

 private:
  // decode_function.cpp: everything around the instructions.
  bool find_blocks();
  bool build_graph();
  void number_results();
  void decode_block(BlockId block);
  void decode_phis(BlockId block);
  void decode_phi(BlockId block, const llvm::PHINode& phi, bool same_blocks);
  void match_phi(BlockId block, const llvm::PHINode& phi);
  void decode_hints(const llvm::Instruction& terminator, BlockHints& hints);
  void note_location(const llvm::Instruction& source, size_t first);
  Diagnostic located_error();

  // decode_instruction.cpp: single instructions.
  void decode(const llvm::Instruction& source);
  void decode_terminator(const llvm::Instruction& source);
  void decode_binary(const llvm::Instruction& source, Opcode opcode);
  void decode_cast(const llvm::Instruction& source, Opcode opcode);
  void decode_compare(const llvm::Instruction& source);
  void decode_alloca(const llvm::Instruction& source);
  void decode_gep(const llvm::Instruction& source);
  void decode_atomic(const llvm::Instruction& source);
  void decode_compare_exchange(const llvm::Instruction& source);
  void decode_extract_value(const llvm::Instruction& source);
  void decode_insert_value(const llvm::Instruction& source);
  void decode_vector(const llvm::Instruction& source);
  void decode_call(const llvm::CallInst& source);
  void decode_dx_op(const llvm::CallInst& source, const Callee& callee);
  void decode_with_all_operands(const llvm::Instruction& source, Opcode opcode);

  using FunctionBuilder::emit;
  Instruction& emit(Opcode opcode, const llvm::Instruction& source) {
    return emit_result(opcode, tables_.type(source.getType()));
  }
  void operand(const llvm::Value* value) { function_.operands.push_back(tables_.value(value)); }

  void begin();

  const llvm::Function& source_;
  LlvmTables& tables_;
  FunctionDebug& said_;
  const bool statements_;
  Vector<const llvm::BasicBlock*>& blocks_ = tables_.blocks;
  unsigned precise_kind_ = 0, nonuniform_kind_ = 0, hints_kind_ = 0;
  const llvm::Instruction* current_ = nullptr;
  uint32_t current_number_ = 0;  // Number of the instruction in its LLVM block, for messages.
};

}  // namespace trellis::dxil
