// Decodes the body of one function: blocks and edges first, then a number for every result, then instruction
// after instruction.
#pragma once

#include <llvm/IR/Instruction.h>

#include <cstdint>
#include <span>

#include "dxil_frontend/decode/decode_tables.hpp"
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

class FunctionDecoder {
 public:
  FunctionDecoder(const llvm::Function& source, ModuleTables& tables, Function& function);

  /// Errors: see decode_function.
  Result<void> run();
  /// Whether a phi or select of pointers was met.
  bool has_pointer_phis() const { return has_pointer_phis_; }

 private:
  // decode_function.cpp: the frame.
  bool find_blocks();
  bool find_reachable();
  void build_graph();
  void number_results();
  void decode_block(BlockId block);
  void decode_phis(BlockId block);
  void decode_phi(BlockId block, const llvm::PHINode& phi, bool same_blocks);
  void match_incoming(BlockId block, const llvm::PHINode& phi);
  void decode_hints(const llvm::Instruction& terminator, BlockHints& hints);
  void note_position(const llvm::Instruction& source) {
    if (source.getDebugLoc() || !function_.positions.empty()) add_position(source);
  }
  void add_position(const llvm::Instruction& source);
  Diagnostic located_error();

  // decode_instruction.cpp: one instruction.
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

  Instruction& emit(Opcode opcode, TypeId type) {
    Instruction& out = function_.instructions.emplace_back();
    out.opcode = opcode;
    out.type = type;
    out.first_operand = static_cast<uint32_t>(function_.operands.size());
    return out;
  }
  Instruction& emit(Opcode opcode, const llvm::Instruction& source) {
    Instruction& out = emit(opcode, tables_.type(source.getType()));
    if (out.type != void_type_) add_result(out);
    return out;
  }
  /// Gives the instruction the next number. The order must be that of number_results.
  ValueId add_result(Instruction& instruction) {
    function_.local_types[next_local_] = instruction.type;
    instruction.result = next_local_++ | kLocalTag;
    return instruction.result;
  }
  void operand(const llvm::Value* value) { function_.operands.push_back(tables_.value(value)); }
  TypeId member_type(TypeId aggregate, uint32_t index);
  void fail(ErrorCode code, String message) { tables_.fail(code, std::move(message)); }

  const llvm::Function& source_;
  ModuleTables& tables_;
  Function& function_;
  FunctionScratch& scratch_;
  Vector<const llvm::BasicBlock*>& blocks_ = scratch_.blocks;
  Vector<uint8_t>& reached_ = scratch_.reached;
  uint32_t next_local_ = 0;
  TypeId void_type_ = kNone;
  bool has_pointer_phis_ = false;

  unsigned precise_kind_ = 0, nonuniform_kind_ = 0, hints_kind_ = 0;
  BlockId current_block_ = kNone;
  const llvm::Instruction* current_ = nullptr;
  uint32_t current_number_ = 0;  // The instruction's number in its LLVM block, for messages.
};

}  // namespace trellis::dxil
