// Adds constants to the module: scalars, aggregates and addresses, each once.
#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instruction.h>
#include <llvm/IR/Operator.h>

#include <utility>

#include "dxil_frontend/llvm_reader/llvm_tables.hpp"
#include "dxil_frontend/program/text/ir_text.hpp"
#include "support/containers.hpp"

namespace trellis::dxil {

ValueId LlvmTables::constant(const llvm::Constant* source) {
  const uint32_t known = map_.find(source);
  if (known != kNone) return known;
  const ValueId id = new_constant(source);
  drain_constants();
  return id;
}

void LlvmTables::drain_constants() {
  while (!pending_constants_.empty()) {
    const PendingConstant pending = pending_constants_.back();
    pending_constants_.pop_back();
    fill_constant(pending.index, pending.constant);
  }
}

// Gives the constant its id. The constants that it contains wait in the list of pending ones.
ValueId LlvmTables::new_constant(const llvm::Constant* source) {
  const uint32_t known = map_.find(source);
  if (known != kNone) return known;
  const auto id = static_cast<ValueId>(module().values.size());
  const auto index = static_cast<uint32_t>(module().constants.size());
  map_.insert(source, id);
  module().values.push_back({ValueKind::kConstant, type(source->getType()), index});
  Constant& out = module().constants.emplace_back();
  if (const auto* integer = llvm::dyn_cast<llvm::ConstantInt>(source)) {
    out.kind = ConstantKind::kScalar;
    if (integer->getBitWidth() <= 64) out.bits = integer->getZExtValue();
  } else if (const auto* number = llvm::dyn_cast<llvm::ConstantFP>(source)) {
    out.kind = ConstantKind::kScalar;
    const llvm::APInt bits = number->getValueAPF().bitcastToAPInt();
    if (bits.getBitWidth() <= 64) out.bits = bits.getZExtValue();
  } else if (llvm::isa<llvm::UndefValue>(source)) {
    out.kind = ConstantKind::kUndef;
  } else if (llvm::isa<llvm::ConstantAggregateZero, llvm::ConstantPointerNull>(source)) {
    out.kind = ConstantKind::kNull;
  } else {
    pending_constants_.push_back({index, source});
  }
  return id;
}

void LlvmTables::fill_constant(uint32_t index, const llvm::Constant* source) {
  if (llvm::isa<llvm::ConstantDataSequential>(source)) {
    fill_constant_data(module().constants[index], source);
  } else if (llvm::isa<llvm::ConstantAggregate>(source)) {
    module().constants[index].kind = ConstantKind::kAggregate;
    fill_constant_elements(index, source);
  } else if (llvm::isa<llvm::ConstantExpr>(source)) {
    fill_constant_expression(index, source);
  } else if (llvm::isa<llvm::Function>(source)) {
    fail(ErrorCode::kUnsupported, "the address of function '" +
                                      printable(std::string_view(source->getName())) +
                                      "' is used as a value");
  } else {
    fail(ErrorCode::kUnsupported,
         "a constant that is not part of DXIL (LLVM value kind " + decimal(source->getValueID()) + ")");
  }
}

void LlvmTables::fill_constant_data(Constant& out, const llvm::Constant* source) {
  const auto* data = llvm::cast<llvm::ConstantDataSequential>(source);
  const unsigned count = data->getNumElements();
  const bool is_float = data->getElementType()->isFloatingPointTy();
  out.kind = ConstantKind::kData;
  out.first_element = static_cast<uint32_t>(module().constant_data.size());
  out.element_count = count;
  module().constant_data.reserve(module().constant_data.size() + count);
  for (unsigned i = 0; i < count; ++i) {
    module().constant_data.push_back(is_float ? data->getElementAsAPFloat(i).bitcastToAPInt().getZExtValue()
                                              : data->getElementAsInteger(i));
  }
}

void LlvmTables::fill_constant_elements(uint32_t index, const llvm::Constant* source) {
  const unsigned count = source->getNumOperands();
  const auto first = static_cast<uint32_t>(module().constant_elements.size());
  module().constant_elements.resize(first + count, kNone);
  for (unsigned i = 0; i < count; ++i) {
    const ValueId element = new_constant(llvm::cast<llvm::Constant>(source->getOperand(i)));
    module().constant_elements[first + i] = element;
  }
  module().constants[index].first_element = first;
  module().constants[index].element_count = count;
}

void LlvmTables::fill_constant_expression(uint32_t index, const llvm::Constant* source) {
  const auto* expression = llvm::cast<llvm::ConstantExpr>(source);
  const auto* gep = llvm::dyn_cast<llvm::GEPOperator>(expression);
  if (expression->getOpcode() == llvm::Instruction::AddrSpaceCast && expression->getType()->isPointerTy()) {
    // The cast keeps the location: it is an address without indices.
    module().constants[index].kind = ConstantKind::kAddress;
    module().constants[index].bits = type(llvm::Type::getInt8Ty(source->getContext()));
    fill_constant_elements(index, source);
    return;
  }
  if (gep == nullptr) {
    fail(ErrorCode::kUnsupported,
         String("constant expression '") + expression->getOpcodeName() + "' is not supported");
    return;
  }
  if (gep->getType()->isVectorTy()) {
    fail(ErrorCode::kUnsupported, "a constant vector of addresses is not supported");
    return;
  }
  const TypeId element_type = type(gep->getSourceElementType());
  module().constants[index].kind = ConstantKind::kAddress;
  module().constants[index].bits = element_type;
  fill_constant_elements(index, source);
}

}  // namespace trellis::dxil
