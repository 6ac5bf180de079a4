#include "dxil_frontend/llvm_reader/llvm_metadata.hpp"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Module.h>

namespace trellis::dxil {

uint32_t LlvmMetadata::list_size(std::string_view name) const {
  const llvm::NamedMDNode* list = source_.getNamedMetadata(name);
  return list == nullptr ? 0 : list->getNumOperands();
}

MetadataItem LlvmMetadata::list_node(std::string_view name, uint32_t index) const {
  return item_of(source_.getNamedMetadata(name)->getOperand(index));
}

bool LlvmMetadata::is_node(MetadataItem item) const { return llvm::isa<llvm::MDTuple>(metadata_of(item)); }

uint32_t LlvmMetadata::operand_count(MetadataItem node) const {
  const auto* tuple = llvm::dyn_cast<llvm::MDTuple>(metadata_of(node));
  return tuple == nullptr ? 0 : tuple->getNumOperands();
}

MetadataItem LlvmMetadata::operand(MetadataItem node, uint32_t index) const {
  return item_of(llvm::cast<llvm::MDTuple>(metadata_of(node))->getOperand(index).get());
}

std::optional<String> LlvmMetadata::text(MetadataItem item) const {
  const auto* text = llvm::dyn_cast<llvm::MDString>(metadata_of(item));
  if (text == nullptr) return std::nullopt;
  return String(text->getString().begin(), text->getString().end());
}

std::optional<MetadataInteger> LlvmMetadata::integer(MetadataItem item) const {
  const auto* constant = llvm::mdconst::dyn_extract<llvm::ConstantInt>(metadata_of(item));
  if (constant == nullptr || constant->getBitWidth() > 64) return std::nullopt;
  return MetadataInteger{constant->getZExtValue(), constant->getBitWidth()};
}

std::optional<float> LlvmMetadata::number(MetadataItem item) const {
  const auto* constant = llvm::mdconst::dyn_extract<llvm::ConstantFP>(metadata_of(item));
  if (constant == nullptr || !constant->getType()->isFloatTy()) return std::nullopt;
  return constant->getValueAPF().convertToFloat();
}

bool LlvmMetadata::is_value(MetadataItem item) const {
  return llvm::isa<llvm::ValueAsMetadata>(metadata_of(item));
}

MetadataValue LlvmMetadata::value(MetadataItem item) const {
  MetadataValue out;
  const llvm::Value* known = llvm::cast<llvm::ValueAsMetadata>(metadata_of(item))->getValue();
  out.is_nothing = tables_ == nullptr || llvm::isa<llvm::UndefValue, llvm::ConstantPointerNull>(known);
  if (out.is_nothing) return out;
  const auto* function = llvm::dyn_cast<llvm::Function>(known);
  out.is_function = function != nullptr;
  if (function != nullptr) out.function = tables_->function_index(function);
  out.id = tables_->find_value(known);
  return out;
}

llvm::Type* LlvmMetadata::llvm_type(MetadataItem value) const {
  const auto* wrapped = llvm::cast<llvm::ValueAsMetadata>(metadata_of(value));
  const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(wrapped->getValue());
  return global != nullptr ? global->getValueType() : wrapped->getType();
}

TypeId LlvmMetadata::struct_type(MetadataItem value) const {
  const llvm::Type* type = llvm_type(value);
  return tables_ != nullptr && type->isStructTy() ? tables_->type(type) : kNone;
}

}  // namespace trellis::dxil
