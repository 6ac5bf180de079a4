// Decodes single LLVM instructions.
#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include <algorithm>

#include "dxil_frontend/llvm_reader/decode_function.hpp"
#include "dxil_frontend/program/text/ir_text.hpp"
#include "support/containers.hpp"

namespace trellis::dxil {

namespace {

using I = llvm::Instruction;

Opcode binary_opcode(unsigned opcode) {
  switch (opcode) {
    case I::Add:
      return Opcode::kAdd;
    case I::Sub:
      return Opcode::kSub;
    case I::Mul:
      return Opcode::kMul;
    case I::UDiv:
      return Opcode::kUDiv;
    case I::SDiv:
      return Opcode::kSDiv;
    case I::URem:
      return Opcode::kURem;
    case I::SRem:
      return Opcode::kSRem;
    case I::Shl:
      return Opcode::kShl;
    case I::LShr:
      return Opcode::kLShr;
    case I::AShr:
      return Opcode::kAShr;
    case I::And:
      return Opcode::kAnd;
    case I::Or:
      return Opcode::kOr;
    case I::Xor:
      return Opcode::kXor;
    case I::FAdd:
      return Opcode::kFAdd;
    case I::FSub:
      return Opcode::kFSub;
    case I::FMul:
      return Opcode::kFMul;
    case I::FDiv:
      return Opcode::kFDiv;
    default:
      return Opcode::kFRem;
  }
}

Opcode cast_opcode(unsigned opcode) {
  switch (opcode) {
    case I::Trunc:
      return Opcode::kTrunc;
    case I::ZExt:
      return Opcode::kZExt;
    case I::SExt:
      return Opcode::kSExt;
    case I::FPTrunc:
      return Opcode::kFPTrunc;
    case I::FPExt:
      return Opcode::kFPExt;
    case I::FPToUI:
      return Opcode::kFPToUI;
    case I::FPToSI:
      return Opcode::kFPToSI;
    case I::UIToFP:
      return Opcode::kUIToFP;
    case I::SIToFP:
      return Opcode::kSIToFP;
    case I::BitCast:
      return Opcode::kBitcast;
    default:
      return Opcode::kAddrSpaceCast;
  }
}

Predicate predicate_of(llvm::CmpInst::Predicate predicate) {
  using P = llvm::CmpInst::Predicate;
  switch (predicate) {
    case P::ICMP_EQ:
      return Predicate::kEq;
    case P::ICMP_NE:
      return Predicate::kNe;
    case P::ICMP_UGT:
      return Predicate::kUgt;
    case P::ICMP_UGE:
      return Predicate::kUge;
    case P::ICMP_ULT:
      return Predicate::kUlt;
    case P::ICMP_ULE:
      return Predicate::kUle;
    case P::ICMP_SGT:
      return Predicate::kSgt;
    case P::ICMP_SGE:
      return Predicate::kSge;
    case P::ICMP_SLT:
      return Predicate::kSlt;
    case P::ICMP_SLE:
      return Predicate::kSle;
    case P::FCMP_FALSE:
      return Predicate::kFalse;
    case P::FCMP_OEQ:
      return Predicate::kOeq;
    case P::FCMP_OGT:
      return Predicate::kOgt;
    case P::FCMP_OGE:
      return Predicate::kOge;
    case P::FCMP_OLT:
      return Predicate::kOlt;
    case P::FCMP_OLE:
      return Predicate::kOle;
    case P::FCMP_ONE:
      return Predicate::kOne;
    case P::FCMP_ORD:
      return Predicate::kOrd;
    case P::FCMP_UNO:
      return Predicate::kUno;
    case P::FCMP_UEQ:
      return Predicate::kUeq;
    case P::FCMP_UGT:
      return Predicate::kFUgt;
    case P::FCMP_UGE:
      return Predicate::kFUge;
    case P::FCMP_ULT:
      return Predicate::kFUlt;
    case P::FCMP_ULE:
      return Predicate::kFUle;
    case P::FCMP_UNE:
      return Predicate::kUne;
    default:
      return Predicate::kTrue;
  }
}

uint32_t alignment_of(llvm::Align alignment) {
  return static_cast<uint32_t>(std::min<uint64_t>(alignment.value(), 1u << 31));
}

}  // namespace

void FunctionDecoder::decode_with_all_operands(const llvm::Instruction& source, Opcode opcode) {
  Instruction& out = emit(opcode, source);
  out.operand_count = source.getNumOperands();
  for (const llvm::Use& use : source.operands()) operand(use.get());
}

void FunctionDecoder::decode(const llvm::Instruction& source) {
  const unsigned opcode = source.getOpcode();
  if (source.isBinaryOp()) return decode_binary(source, binary_opcode(opcode));
  if (source.isTerminator()) return decode_terminator(source);
  switch (opcode) {
    case I::Call:
      return decode_call(llvm::cast<llvm::CallInst>(source));
    case I::ICmp:
    case I::FCmp:
      return decode_compare(source);
    case I::Trunc:
    case I::ZExt:
    case I::SExt:
    case I::FPTrunc:
    case I::FPExt:
    case I::FPToUI:
    case I::FPToSI:
    case I::UIToFP:
    case I::SIToFP:
    case I::BitCast:
    case I::AddrSpaceCast:
      return decode_cast(source, cast_opcode(opcode));
    case I::Select:
      has_pointer_phis_ |= source.getType()->isPointerTy();
      return decode_with_all_operands(source, Opcode::kSelect);
    case I::Load: {
      const auto& load = llvm::cast<llvm::LoadInst>(source);
      decode_with_all_operands(source, Opcode::kLoad);
      function_.instructions.back().aux = alignment_of(load.getAlign());
      if (load.isVolatile()) function_.instructions.back().flags |= kVolatile;
      return;
    }
    case I::Store: {
      const auto& store = llvm::cast<llvm::StoreInst>(source);
      decode_with_all_operands(source, Opcode::kStore);
      function_.instructions.back().aux = alignment_of(store.getAlign());
      if (store.isVolatile()) function_.instructions.back().flags |= kVolatile;
      return;
    }
    case I::GetElementPtr:
      return decode_gep(source);
    case I::Alloca:
      return decode_alloca(source);
    case I::AtomicRMW:
      return decode_atomic(source);
    case I::AtomicCmpXchg:
      return decode_compare_exchange(source);
    case I::Fence:
      return decode_with_all_operands(source, Opcode::kFence);
    case I::ExtractValue:
      return decode_extract_value(source);
    case I::InsertValue:
      return decode_insert_value(source);
    case I::ExtractElement:
    case I::InsertElement:
    case I::ShuffleVector:
      return decode_vector(source);
    case I::FNeg:
      decode_with_all_operands(source, Opcode::kFNeg);
      if (source.isFast()) function_.instructions.back().flags |= kFast;
      return;
    case I::Freeze:
      return decode_with_all_operands(source, Opcode::kFreeze);
    case I::PHI:
      return fail(ErrorCode::kBadInput, "a phi follows other instructions of its block");
    case I::PtrToInt:
    case I::IntToPtr:
      return fail(ErrorCode::kBadInput, "conversions between pointers and integers are not part of DXIL");
    default:
      return fail(ErrorCode::kBadInput,
                  String("LLVM instruction '") + source.getOpcodeName() + "' is not part of DXIL");
  }
}

void FunctionDecoder::decode_terminator(const llvm::Instruction& source) {
  switch (source.getOpcode()) {
    case I::Ret:
      return decode_with_all_operands(source, Opcode::kReturn);
    case I::Unreachable:
      return decode_with_all_operands(source, Opcode::kUnreachable);
    case I::Br: {
      const auto& branch = llvm::cast<llvm::BranchInst>(source);
      if (branch.isUnconditional()) {
        emit(Opcode::kBranch, void_type_);
      } else {
        emit(Opcode::kCondBranch, void_type_).operand_count = 1;
        operand(branch.getCondition());
      }
      return;
    }
    case I::Switch: {
      const auto& branch = llvm::cast<llvm::SwitchInst>(source);
      Instruction& out = emit(Opcode::kSwitch, void_type_);
      out.operand_count = 1;
      out.aux = static_cast<uint32_t>(function_.case_values.size());
      operand(branch.getCondition());
      if (branch.getCondition()->getType()->getScalarSizeInBits() > 64) {
        return fail(ErrorCode::kBadInput, "the selector of a switch is wider than 64 bits");
      }
      for (const auto& one : branch.cases()) {
        function_.case_values.push_back(one.getCaseValue()->getZExtValue());
      }
      check_cases(out);
      return;
    }
    default:
      return fail(ErrorCode::kBadInput,
                  String("terminator '") + source.getOpcodeName() + "' is not part of DXIL");
  }
}

void FunctionDecoder::decode_binary(const llvm::Instruction& source, Opcode opcode) {
  Instruction& out = emit(opcode, source);
  out.operand_count = 2;
  operand(source.getOperand(0));
  operand(source.getOperand(1));
  if (llvm::isa<llvm::FPMathOperator>(source) && source.isFast()) out.flags |= kFast;
  if (source.hasMetadataOtherThanDebugLoc() && source.getMetadata(precise_kind_) != nullptr) {
    out.flags |= kPrecise;
  }
}

void FunctionDecoder::decode_compare(const llvm::Instruction& source) {
  const auto& compare = llvm::cast<llvm::CmpInst>(source);
  const bool is_float = llvm::isa<llvm::FCmpInst>(source);
  Instruction& out = emit(is_float ? Opcode::kFCmp : Opcode::kICmp, source);
  out.operand_count = 2;
  out.aux = static_cast<uint32_t>(predicate_of(compare.getPredicate()));
  operand(source.getOperand(0));
  operand(source.getOperand(1));
  if (is_float && source.isFast()) out.flags |= kFast;
}

void FunctionDecoder::decode_cast(const llvm::Instruction& source, Opcode opcode) {
  if (opcode == Opcode::kBitcast && source.getType()->isPointerTy()) return;  // Users refer to its operand.
  if (source.getType()->getScalarType()->isPointerTy() && source.getType()->isVectorTy()) {
    return fail(ErrorCode::kUnsupported, "vectors of pointers are not supported");
  }
  decode_with_all_operands(source, opcode);
}

void FunctionDecoder::decode_alloca(const llvm::Instruction& source) {
  const auto& alloca = llvm::cast<llvm::AllocaInst>(source);
  Instruction& out = emit(Opcode::kAlloca, source);
  out.aux = tables_.type(alloca.getAllocatedType());
  const auto* count = llvm::dyn_cast<llvm::ConstantInt>(alloca.getArraySize());
  if (count == nullptr) {
    return fail(ErrorCode::kBadInput, "the size of a local variable is not constant");
  }
  if (!count->isOne()) {
    out.operand_count = 1;
    operand(count);
  }
}

void FunctionDecoder::decode_gep(const llvm::Instruction& source) {
  const auto& gep = llvm::cast<llvm::GetElementPtrInst>(source);
  if (gep.getType()->isVectorTy()) {
    return fail(ErrorCode::kUnsupported, "vectors of pointers are not supported");
  }
  if (gep.getNumIndices() == 0) return;  // Users refer to its operand.
  decode_with_all_operands(source, Opcode::kGep);
  Instruction& out = function_.instructions.back();
  out.aux = tables_.type(gep.getSourceElementType());
  if (source.hasMetadataOtherThanDebugLoc() && source.getMetadata(nonuniform_kind_) != nullptr) {
    out.flags |= kNonUniform;
  }
}

void FunctionDecoder::decode_atomic(const llvm::Instruction& source) {
  const auto& atomic = llvm::cast<llvm::AtomicRMWInst>(source);
  AtomicOp operation = AtomicOp::kAdd;
  using A = llvm::AtomicRMWInst;
  switch (atomic.getOperation()) {
    case A::Add:
      break;
    case A::Sub:
      operation = AtomicOp::kSub;
      break;
    case A::And:
      operation = AtomicOp::kAnd;
      break;
    case A::Or:
      operation = AtomicOp::kOr;
      break;
    case A::Xor:
      operation = AtomicOp::kXor;
      break;
    case A::Min:
      operation = AtomicOp::kMin;
      break;
    case A::Max:
      operation = AtomicOp::kMax;
      break;
    case A::UMin:
      operation = AtomicOp::kUMin;
      break;
    case A::UMax:
      operation = AtomicOp::kUMax;
      break;
    case A::Xchg:
      operation = AtomicOp::kExchange;
      break;
    default:
      return fail(ErrorCode::kUnsupported,
                  "atomic operation '" + llvm::AtomicRMWInst::getOperationName(atomic.getOperation()).str() +
                      "' is not supported");
  }
  decode_with_all_operands(source, Opcode::kAtomicRmw);
  Instruction& out = function_.instructions.back();
  out.aux = static_cast<uint32_t>(operation);
  if (atomic.isVolatile()) out.flags |= kVolatile;
}

void FunctionDecoder::decode_compare_exchange(const llvm::Instruction& source) {
  decode_with_all_operands(source, Opcode::kCmpXchg);
  if (llvm::cast<llvm::AtomicCmpXchgInst>(source).isVolatile()) {
    function_.instructions.back().flags |= kVolatile;
  }
}

// ---- Aggregates and vectors.

void FunctionDecoder::decode_extract_value(const llvm::Instruction& source) {
  const auto& extract = llvm::cast<llvm::ExtractValueInst>(source);
  const TypeId type = tables_.type(extract.getAggregateOperand()->getType());
  const ValueId aggregate = tables_.value(extract.getAggregateOperand());
  extract_value(aggregate, type, {extract.idx_begin(), extract.idx_end()});
}

void FunctionDecoder::decode_insert_value(const llvm::Instruction& source) {
  const auto& insert = llvm::cast<llvm::InsertValueInst>(source);
  const ValueId aggregate = tables_.value(insert.getAggregateOperand());
  const TypeId type = tables_.type(insert.getAggregateOperand()->getType());
  const ValueId value = tables_.value(insert.getInsertedValueOperand());
  insert_value(aggregate, type, value, {insert.idx_begin(), insert.idx_end()});
}

void FunctionDecoder::decode_vector(const llvm::Instruction& source) {
  switch (source.getOpcode()) {
    case I::ExtractElement:
      return decode_with_all_operands(source, Opcode::kExtractElement);
    case I::InsertElement:
      return decode_with_all_operands(source, Opcode::kInsertElement);
    default:
      break;
  }
  const auto& shuffle = llvm::cast<llvm::ShuffleVectorInst>(source);
  decode_with_all_operands(source, Opcode::kShuffleVector);
  function_.instructions.back().aux = static_cast<uint32_t>(function_.shuffle_masks.size());
  for (const int element : shuffle.getShuffleMask()) function_.shuffle_masks.push_back(element);
}

// ---- Calls.

void FunctionDecoder::decode_call(const llvm::CallInst& source) {
  const llvm::Function* target = source.getCalledFunction();
  const Callee* callee = target == nullptr ? nullptr : tables_.callee(target);
  if (callee == nullptr) {
    return fail(ErrorCode::kBadInput, source.isInlineAsm() ? "inline assembly is not part of DXIL"
                                                           : "indirect calls are not part of DXIL");
  }
  if (source.getNumOperandBundles() != 0) {
    return fail(ErrorCode::kBadInput, "operand bundles are not part of DXIL");
  }
  if (callee->kind == CalleeKind::kDxOp) return decode_dx_op(source, *callee);
  if (callee->kind == CalleeKind::kNoOperation) {
    if (!source.getType()->isVoidTy()) {
      // The result is a token or pointer, which only other such calls can use.
      Instruction& out = emit(Opcode::kIntrinsic, source);
      out.aux = static_cast<uint32_t>(tables_.module().strings.size());
      tables_.module().strings.push_back(target->getName().str());
    }
    return;
  }
  const bool is_user = callee->kind == CalleeKind::kUser;
  Instruction& out = emit(is_user ? Opcode::kCall : Opcode::kIntrinsic, source);
  out.aux = callee->index;
  out.operand_count = source.arg_size();
  for (const llvm::Use& argument : source.args()) operand(argument.get());
}

void FunctionDecoder::decode_dx_op(const llvm::CallInst& source, const Callee& callee) {
  const unsigned count = source.arg_size();
  const auto* number = count == 0 ? nullptr : llvm::dyn_cast<llvm::ConstantInt>(source.getArgOperand(0));
  if (number == nullptr || number->getBitWidth() > 32) {
    return fail(ErrorCode::kBadInput, "the first argument of " +
                                          printable(tables_.module().dx_op_callees[callee.index].name) +
                                          " is not a constant operation number");
  }
  Instruction& out = emit(Opcode::kDxOp, source);
  out.aux = static_cast<uint32_t>(number->getZExtValue());
  out.operand_count = count - 1;
  if (callee.index < UINT16_MAX) out.callee = static_cast<uint16_t>(callee.index + 1);
  for (unsigned i = 1; i < count; ++i) operand(source.getArgOperand(i));
  if (source.hasMetadataOtherThanDebugLoc()) {
    if (source.getMetadata(precise_kind_) != nullptr) out.flags |= kPrecise;
    if (source.getMetadata(nonuniform_kind_) != nullptr) out.flags |= kNonUniform;
  }
}

}  // namespace trellis::dxil
