#include "dxil_frontend/llvm_reader/decode_function.hpp"

#include <llvm/IR/BasicBlock.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Metadata.h>

#include <algorithm>
#include <utility>

#include "dxil_frontend/llvm_reader/llvm_debug_source.hpp"
#include "dxil_frontend/program/text/ir_text.hpp"
#include "support/containers.hpp"

namespace trellis::dxil {

FunctionDecoder::FunctionDecoder(const llvm::Function& source, LlvmTables& tables, Function& function,
                                 FunctionDebug& said, bool statements)
    : FunctionBuilder(tables, function),
      source_(source),
      tables_(tables),
      said_(said),
      statements_(statements) {
  const llvm::LLVMContext& context = source.getContext();
  precise_kind_ = context.getMDKindID("dx.precise");
  nonuniform_kind_ = context.getMDKindID("dx.nonuniform");
  hints_kind_ = context.getMDKindID("dx.controlflow.hints");
}

Result<void> FunctionDecoder::run() {
  said_.clear();
  begin();
  for (const llvm::Argument& argument : source_.args()) tables_.define_local(&argument, argument.getArgNo());
  if (!source_.empty()) {
    if (!find_blocks() || !build_graph()) return located_error();
    number_results();
    function_.instructions.reserve(function_.local_types.size() + blocks_.size() * 2);
    function_.operands.reserve(function_.local_types.size() * 3);
    for (BlockId block = 0; block < blocks_.size() && !tables_.failed(); ++block) {
      if (is_over_by_now(tables_.watch)) break;
      decode_block(block);
    }
  }
  if (tables_.failed()) return located_error();
  return {};
}

void FunctionDecoder::begin() {
  FunctionHead head;
  const llvm::StringRef name = source_.getName();
  head.name = name;
  head.void_type = tables_.type(llvm::Type::getVoidTy(source_.getContext()));
  head.return_type = tables_.type(source_.getReturnType());
  const llvm::Attribute denorm = source_.getFnAttribute("fp32-denorm-mode");
  if (denorm.isStringAttribute()) head.denorm_mode = denorm.getValueAsString();
  head.waves_include_helper_lanes = source_.hasFnAttribute("waveops-include-helper-lanes");
  Vector<TypeId> arguments;
  for (const llvm::Type* parameter : source_.getFunctionType()->params())
    arguments.push_back(tables_.type(parameter));
  head.argument_types = arguments;
  FunctionBuilder::begin(head);
}

Diagnostic FunctionDecoder::located_error() {
  Diagnostic error = std::move(tables_.error());
  error.where.part = "bitcode";
  error.where.function = printable(std::string_view(source_.getName()));
  if (current_block_ != kNone) error.where.block = decimal(current_block_);
  if (current_ != nullptr) {
    error.where.instruction = "instruction " + decimal(current_number_);
    error.where.operation = current_->getOpcodeName();
  }
  return error;
}

// ---- Blocks and edges.

bool FunctionDecoder::find_blocks() {
  blocks_.clear();
  for (const llvm::BasicBlock& block : source_) {
    const auto id = static_cast<BlockId>(blocks_.size());
    if (block.empty() || !block.back().isTerminator()) {
      current_block_ = id;
      fail(ErrorCode::kBadInput, "the block does not end in a terminator");
      return false;
    }
    tables_.define_block(&block, id);
    blocks_.push_back(&block);
  }
  return true;
}

bool FunctionDecoder::build_graph() {
  CompressedRows<BlockId> successors;
  successors.first.reserve(blocks_.size() + 1);
  successors.entries.reserve(blocks_.size() * 2);
  for (const llvm::BasicBlock* block : blocks_) {
    const llvm::Instruction& terminator = block->back();
    // Same order as the graph's slots: LLVM lists the true target of a branch first, and the default of a
    // switch first.
    for (unsigned i = 0, count = terminator.getNumSuccessors(); i < count; ++i) {
      successors.entries.push_back(tables_.block(terminator.getSuccessor(i)));
    }
    successors.end_row();
  }
  return make_graph(successors);
}

// Numbers every result before any operand is looked up: phis refer forwards, and blocks may be in any order.
void FunctionDecoder::number_results() {
  for (BlockId block = 0; block < blocks_.size(); ++block) {
    if (reached_[block] == 0) continue;
    for (const llvm::Instruction& instruction : *blocks_[block]) {
      const llvm::Type* type = instruction.getType();
      if (type->isVoidTy()) continue;
      switch (instruction.getOpcode()) {
        case llvm::Instruction::BitCast:
          if (type->isPointerTy()) continue;
          break;
        case llvm::Instruction::GetElementPtr:
          if (instruction.getNumOperands() == 1) continue;
          break;
        case llvm::Instruction::ExtractValue:
          next_local_ += llvm::cast<llvm::ExtractValueInst>(instruction).getNumIndices() - 1;
          break;
        case llvm::Instruction::InsertValue:
          next_local_ += 2 * (llvm::cast<llvm::InsertValueInst>(instruction).getNumIndices() - 1);
          break;
        default:
          break;
      }
      tables_.define_local(&instruction, next_local_++);
    }
  }
  function_.local_types.resize(next_local_, kNone);
  next_local_ = static_cast<uint32_t>(function_.argument_types.size());
}

void FunctionDecoder::decode_block(BlockId block) {
  current_block_ = block;
  function_.blocks.emplace_back();
  BasicBlock& out = function_.blocks.back();
  out.first_instruction = static_cast<uint32_t>(function_.instructions.size());
  if (reached_[block] == 0) {
    fill_unreached();
  } else {
    current_number_ = 0;
    decode_phis(block);
    const llvm::Instruction& terminator = blocks_[block]->back();
    auto it = blocks_[block]->begin();
    while (llvm::isa<llvm::PHINode>(*it)) ++it;
    for (const auto end = blocks_[block]->end(); it != end && !tables_.failed(); ++it) {
      current_ = &*it;
      const size_t first = function_.instructions.size();
      if (statements_) collect_statements(*it, static_cast<uint32_t>(first), said_.statements);
      decode(*it);
      if (tables_.failed()) return;
      note_location(*it, first);
      ++current_number_;
    }
    if (!tables_.failed() && terminator.hasMetadataOtherThanDebugLoc()) decode_hints(terminator, out.hints);
  }
  if (tables_.failed()) return;
  current_ = nullptr;
  out.instruction_count = static_cast<uint32_t>(function_.instructions.size()) - out.first_instruction;
}

void FunctionDecoder::note_location(const llvm::Instruction& source, size_t first) {
  if (!source.getDebugLoc()) return;
  said_.code.push_back({static_cast<uint32_t>(first), static_cast<uint32_t>(function_.instructions.size()),
                        static_cast<uint32_t>(said_.statements.size()),
                        debug_location(source.getDebugLoc().get())});
}

// ---- Phis.

void FunctionDecoder::decode_phis(BlockId block) {
  const llvm::PHINode* previous = nullptr;
  for (const llvm::Instruction& instruction : *blocks_[block]) {
    const auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction);
    if (phi == nullptr) return;
    current_ = phi;
    // The phis of a block usually list its predecessors in the same order.
    const bool same_blocks = previous != nullptr &&
                             previous->getNumIncomingValues() == phi->getNumIncomingValues() &&
                             std::equal(phi->block_begin(), phi->block_end(), previous->block_begin());
    const size_t first = function_.instructions.size();
    decode_phi(block, *phi, same_blocks);
    if (tables_.failed()) return;
    note_location(*phi, first);
    ++current_number_;
    previous = phi;
  }
}

void FunctionDecoder::match_phi(BlockId block, const llvm::PHINode& phi) {
  Vector<BlockId>& incoming = scratch_.incoming;
  incoming.clear();
  for (const llvm::BasicBlock* from : phi.blocks()) incoming.push_back(tables_.block(from));
  match_incoming(block, incoming);
}

void FunctionDecoder::decode_phi(BlockId block, const llvm::PHINode& phi, bool same_blocks) {
  Instruction& out = emit(Opcode::kPhi, phi);
  if (phi.getNumIncomingValues() == 0) {
    return fail(ErrorCode::kBadInput, "the phi has no values");
  }
  if (!same_blocks) match_phi(block, phi);
  out.operand_count = static_cast<uint32_t>(scratch_.edge_values.size());
  has_pointer_phis_ |= phi.getType()->isPointerTy();
  for (const uint32_t index : scratch_.edge_values) operand(phi.getIncomingValue(index));
}

// ---- Hints.

void FunctionDecoder::decode_hints(const llvm::Instruction& terminator, BlockHints& hints) {
  if (const auto* node = llvm::dyn_cast_or_null<llvm::MDTuple>(terminator.getMetadata(hints_kind_))) {
    for (const llvm::MDOperand& element : node->operands()) {
      const auto* number = llvm::mdconst::dyn_extract_or_null<llvm::ConstantInt>(element);
      if (number == nullptr) continue;
      if (number->equalsInt(1)) hints.branch = true;
      if (number->equalsInt(2)) hints.flatten = true;
    }
  }
  if (const llvm::MDNode* node = terminator.getMetadata(llvm::LLVMContext::MD_loop)) {
    for (const llvm::MDOperand& element : node->operands()) {
      const auto* hint = llvm::dyn_cast_or_null<llvm::MDTuple>(element.get());
      if (hint == nullptr || hint->getNumOperands() == 0) continue;
      const auto* name = llvm::dyn_cast_or_null<llvm::MDString>(hint->getOperand(0).get());
      if (name == nullptr) continue;
      const llvm::StringRef text = name->getString();
      if (text == "llvm.loop.unroll.disable") hints.dont_unroll = true;
      if (text == "llvm.loop.unroll.full" || text == "llvm.loop.unroll.enable" ||
          text == "llvm.loop.unroll.count") {
        hints.unroll = true;
      }
    }
  }
}

}  // namespace trellis::dxil
