#include "dxil_frontend/metadata/metadata_node.hpp"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Metadata.h>

#include "support/containers.hpp"

namespace trellis::dxil {

uint32_t NodeView::size() const { return node_ == nullptr ? 0 : node_->getNumOperands(); }

const llvm::Metadata* NodeView::operand(uint32_t index) const {
  return index < size() ? node_->getOperand(index).get() : nullptr;
}

// "dx.entryPoints 0, operand 2 (signatures), operand 0 (inputs)".
String NodeView::path() const {
  Vector<const NodeView*> way;
  for (const NodeView* view = this; view != nullptr; view = view->parent_) way.push_back(view);
  String text = String("!") + way.back()->label_ + ", node " + decimal(way.back()->index_);
  for (size_t i = way.size() - 1; i-- > 0;) {
    text += ", operand " + decimal(way[i]->index_) + " (" + way[i]->label_ + ")";
  }
  return text;
}

void NodeView::fail(String message) const {
  if (errors_->first) return;
  Location where;
  where.part = "metadata";
  errors_->first = bad_input(path() + ": " + message, where);
}

void NodeView::fail_operand(uint32_t index, const char* what, const String& message) const {
  if (errors_->first) return;
  fail("operand " + decimal(index) + " (" + what + ") " + message);
}

bool NodeView::require_operands(uint32_t count) const {
  if (!ok()) return false;
  if (size() >= count) return true;
  fail("has " + decimal(size()) + " operands, needs " + decimal(count));
  return false;
}

uint64_t NodeView::integer(uint32_t index, const char* what, uint64_t maximum) const {
  if (!ok()) return 0;
  const auto* constant = llvm::mdconst::dyn_extract_or_null<llvm::ConstantInt>(operand(index));
  if (constant == nullptr || constant->getBitWidth() > 64) {
    fail_operand(index, what, "is not an integer");
    return 0;
  }
  const uint64_t value = constant->getZExtValue();
  if (value > maximum) {
    fail_operand(index, what, "is " + decimal(value) + ", more than " + decimal(maximum));
    return 0;
  }
  return value;
}

int64_t NodeView::signed_integer(uint32_t index, const char* what, int64_t minimum, int64_t maximum) const {
  if (!ok()) return 0;
  const auto* constant = llvm::mdconst::dyn_extract_or_null<llvm::ConstantInt>(operand(index));
  if (constant == nullptr || constant->getBitWidth() > 64) {
    fail_operand(index, what, "is not an integer");
    return 0;
  }
  const int64_t value = constant->getSExtValue();
  if (value < minimum || value > maximum) {
    fail_operand(index, what,
                 "is " + decimal(value) + ", not in " + decimal(minimum) + " .. " + decimal(maximum));
    return 0;
  }
  return value;
}

float NodeView::number(uint32_t index, const char* what) const {
  if (!ok()) return 0;
  const auto* constant = llvm::mdconst::dyn_extract_or_null<llvm::ConstantFP>(operand(index));
  if (constant == nullptr || !constant->getType()->isFloatTy()) {
    fail_operand(index, what, "is not a 32-bit float");
    return 0;
  }
  return constant->getValueAPF().convertToFloat();
}

String NodeView::string(uint32_t index, const char* what) const {
  if (!ok()) return {};
  const auto* text = llvm::dyn_cast_or_null<llvm::MDString>(operand(index));
  if (text == nullptr) {
    fail_operand(index, what, "is not a string");
    return {};
  }
  return text->getString().str();
}

NodeView NodeView::optional_node(uint32_t index, const char* what) const {
  const llvm::Metadata* metadata = ok() ? operand(index) : nullptr;
  const auto* node = llvm::dyn_cast_or_null<llvm::MDNode>(metadata);
  if (metadata != nullptr && node == nullptr) fail_operand(index, what, "is neither a node nor null");
  return {node, this, what, index};
}

NodeView NodeView::required_node(uint32_t index, const char* what) const {
  NodeView view = optional_node(index, what);
  if (ok() && !view.present()) fail_operand(index, what, "is missing");
  return view;
}

const llvm::Value* NodeView::value(uint32_t index, const char* what) const {
  const llvm::Metadata* metadata = ok() ? operand(index) : nullptr;
  if (metadata == nullptr) return nullptr;
  const auto* wrapped = llvm::dyn_cast<llvm::ValueAsMetadata>(metadata);
  if (wrapped == nullptr) {
    fail_operand(index, what, "is not a value");
    return nullptr;
  }
  const llvm::Value* value = wrapped->getValue();
  return llvm::isa<llvm::UndefValue, llvm::ConstantPointerNull>(value) ? nullptr : value;
}

llvm::Type* NodeView::type(uint32_t index, const char* what) const {
  const llvm::Metadata* metadata = ok() ? operand(index) : nullptr;
  if (metadata == nullptr) return nullptr;
  const auto* wrapped = llvm::dyn_cast<llvm::ValueAsMetadata>(metadata);
  if (wrapped == nullptr) {
    fail_operand(index, what, "is not a value");
    return nullptr;
  }
  const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(wrapped->getValue());
  return global != nullptr ? global->getValueType() : wrapped->getType();
}

const llvm::Function* NodeView::function(uint32_t index, const char* what) const {
  const llvm::Value* found = value(index, what);
  if (found == nullptr) return nullptr;
  const auto* function = llvm::dyn_cast<llvm::Function>(found);
  if (function == nullptr) fail_operand(index, what, "is not a function");
  return function;
}

}  // namespace trellis::dxil
