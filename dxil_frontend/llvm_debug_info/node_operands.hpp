// Operands of debug metadata, by number. LLVM's own accessors cast them unchecked; its reader checks nothing
// of what they are.
#pragma once

#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Metadata.h>

#include <optional>
#include <string_view>

namespace trellis::dxil {

inline const llvm::Metadata* operand_of(const llvm::MDNode& node, unsigned index) {
  return index < node.getNumOperands() ? node.getOperand(index).get() : nullptr;
}

/// The operand as a node of some kind; null if it is none.
template <class Node>
const Node* node_at(const llvm::MDNode& node, unsigned index) {
  return llvm::dyn_cast_or_null<Node>(operand_of(node, index));
}

inline std::string_view text_at(const llvm::MDNode& node, unsigned index) {
  const auto* text = node_at<llvm::MDString>(node, index);
  return text == nullptr ? std::string_view() : std::string_view(text->getString());
}

inline std::optional<uint64_t> number_at(const llvm::MDNode& node, unsigned index) {
  const auto* wrapped = node_at<llvm::ConstantAsMetadata>(node, index);
  const auto* number = wrapped == nullptr ? nullptr : llvm::dyn_cast<llvm::ConstantInt>(wrapped->getValue());
  if (number == nullptr || number->getBitWidth() > 64) return std::nullopt;
  return number->getZExtValue();
}

// clang-format off
namespace type_operand { inline constexpr unsigned kFile = 0, kName = 2, kBase = 3, kElements = 4, kTemplate = 6; }
namespace scope_operand { inline constexpr unsigned kFile = 0, kScope = 1, kName = 2, kLinkageName = 3, kType = 4; }
namespace variable_operand { inline constexpr unsigned kScope = 0, kName = 1, kFile = 2, kType = 3, kLinkageName = 5; }
namespace unit_operand { inline constexpr unsigned kFile = 0, kProducer = 1, kGlobals = 6; }
namespace location_operand { inline constexpr unsigned kScope = 0, kInlinedAt = 1; }
// clang-format on

}  // namespace trellis::dxil
