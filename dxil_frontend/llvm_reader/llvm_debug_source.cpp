#include "dxil_frontend/llvm_reader/llvm_debug_source.hpp"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Metadata.h>

#include "dxil_frontend/debug_info/expressions.hpp"

namespace trellis::dxil {

namespace {

const llvm::Metadata* operand_of(const llvm::MDNode& node, int index) {
  const bool exists = index >= 0 && static_cast<unsigned>(index) < node.getNumOperands();
  return exists ? node.getOperand(static_cast<unsigned>(index)).get() : nullptr;
}

uint64_t number_at(const llvm::MDNode& node, int index) {
  const auto* wrapped = llvm::dyn_cast_or_null<llvm::ConstantAsMetadata>(operand_of(node, index));
  const auto* number = wrapped == nullptr ? nullptr : llvm::dyn_cast<llvm::ConstantInt>(wrapped->getValue());
  return number == nullptr || number->getBitWidth() > 64 ? 0 : number->getZExtValue();
}

DebugNode kind_of(const llvm::Metadata& metadata) {
  switch (metadata.getMetadataID()) {
    case llvm::Metadata::MDTupleKind:
      return DebugNode::kTuple;
    case llvm::Metadata::DIFileKind:
      return DebugNode::kFile;
    case llvm::Metadata::DICompileUnitKind:
      return DebugNode::kUnit;
    case llvm::Metadata::DISubprogramKind:
      return DebugNode::kFunction;
    case llvm::Metadata::DILexicalBlockKind:
      return DebugNode::kBlock;
    case llvm::Metadata::DILexicalBlockFileKind:
    case llvm::Metadata::DINamespaceKind:
      return DebugNode::kOtherScope;
    case llvm::Metadata::DILocationKind:
      return DebugNode::kLocation;
    case llvm::Metadata::DIBasicTypeKind:
      return DebugNode::kBasicType;
    case llvm::Metadata::DIDerivedTypeKind:
      return DebugNode::kDerivedType;
    case llvm::Metadata::DICompositeTypeKind:
      return DebugNode::kCompositeType;
    case llvm::Metadata::DISubroutineTypeKind:
      return DebugNode::kFunctionType;
    case llvm::Metadata::DISubrangeKind:
      return DebugNode::kRange;
    case llvm::Metadata::DITemplateTypeParameterKind:
    case llvm::Metadata::DITemplateValueParameterKind:
      return DebugNode::kTemplateArgument;
    case llvm::Metadata::DILocalVariableKind:
      return DebugNode::kVariable;
    case llvm::Metadata::DIExpressionKind:
      return DebugNode::kExpression;
    default:
      return DebugNode::kOther;
  }
}

/// Returns the variable of a pair of a global variable and an expression, which is one node in LLVM.
const llvm::DIGlobalVariable* variable_of(const llvm::Metadata& metadata) {
  const auto* pair = llvm::dyn_cast<llvm::DIGlobalVariableExpression>(&metadata);
  return pair == nullptr ? nullptr : llvm::dyn_cast_or_null<llvm::DIGlobalVariable>(operand_of(*pair, 0));
}

/// The operand of each reference of a node, in the order of DebugLink; -1 if the node has none.
struct Operands {
  int name = -1, linkage_name = -1, folder = -1, producer = -1, file = -1, scope = -1, inlined_at = -1,
      type = -1, elements = -1, arguments = -1;

  int of(DebugLink link) const {
    const int all[] = {name,  linkage_name, folder, producer, file,
                       scope, inlined_at,   type,   elements, arguments};
    return all[static_cast<size_t>(link)];
  }
};

Operands operands_of(DebugNode kind) {
  switch (kind) {
    case DebugNode::kFile:
      return {.name = 0, .folder = 1};
    case DebugNode::kUnit:
      return {.producer = 1, .file = 0, .elements = 6};
    case DebugNode::kFunction:
      return {.name = 2, .linkage_name = 3, .file = 0, .scope = 1, .type = 4};
    case DebugNode::kBlock:
    case DebugNode::kOtherScope:
      return {.file = 0, .scope = 1};
    case DebugNode::kLocation:
      return {.scope = 0, .inlined_at = 1};
    case DebugNode::kBasicType:
      return {.name = 2};
    case DebugNode::kDerivedType:
      return {.name = 2, .file = 0, .scope = 1, .type = 3};
    case DebugNode::kCompositeType:
      return {.name = 2, .file = 0, .scope = 1, .type = 3, .elements = 4, .arguments = 6};
    case DebugNode::kFunctionType:
      return {.elements = 3};
    case DebugNode::kTemplateArgument:
      return {.name = 0, .type = 1};
    case DebugNode::kVariable:
      return {.name = 1, .file = 2, .scope = 0, .type = 3};
    case DebugNode::kGlobal:
      return {.name = 1, .linkage_name = 5, .file = 2, .scope = 0, .type = 3};
    default:
      return {};
  }
}

uint64_t line_of(const llvm::Metadata& node) {
  if (const auto* location = llvm::dyn_cast<llvm::DILocation>(&node)) return location->getLine();
  if (const auto* function = llvm::dyn_cast<llvm::DISubprogram>(&node)) return function->getLine();
  if (const auto* block = llvm::dyn_cast<llvm::DILexicalBlock>(&node)) return block->getLine();
  if (const auto* type = llvm::dyn_cast<llvm::DIType>(&node)) return type->getLine();
  if (const auto* variable = llvm::dyn_cast<llvm::DILocalVariable>(&node)) return variable->getLine();
  const llvm::DIGlobalVariable* global = variable_of(node);
  return global == nullptr ? 0 : global->getLine();
}

uint64_t column_of(const llvm::Metadata& node) {
  if (const auto* location = llvm::dyn_cast<llvm::DILocation>(&node)) return location->getColumn();
  const auto* block = llvm::dyn_cast<llvm::DILexicalBlock>(&node);
  return block == nullptr ? 0 : block->getColumn();
}

uint64_t number_of_type(const llvm::DIType& type, DebugNumber number) {
  switch (number) {
    case DebugNumber::kBits:
      return type.getSizeInBits();
    case DebugNumber::kOffset:
      return type.getOffsetInBits();
    case DebugNumber::kIsStatic:
      return type.isStaticMember() ? 1 : 0;
    case DebugNumber::kEncoding: {
      const auto* basic = llvm::dyn_cast<llvm::DIBasicType>(&type);
      return basic == nullptr ? 0 : basic->getEncoding();
    }
    default:
      return 0;
  }
}

DebugValue number_of(const llvm::Constant& constant) {
  DebugValue out;
  llvm::APInt bits;
  if (const auto* integer = llvm::dyn_cast<llvm::ConstantInt>(&constant)) {
    bits = integer->getValue();
  } else if (const auto* real = llvm::dyn_cast<llvm::ConstantFP>(&constant)) {
    bits = real->getValueAPF().bitcastToAPInt();
    out.is_float = true;
  } else {
    return out;
  }
  if (bits.getBitWidth() > 64) return {};
  out.kind = DebugValue::Kind::kConstant;
  out.constant = bits.getZExtValue();
  out.width = static_cast<uint8_t>(bits.getBitWidth());
  return out;
}

}  // namespace

DebugNode LlvmDebugSource::kind(MetadataItem item) const {
  if (item == 0) return DebugNode::kOther;
  return variable_of(*metadata_of(item)) != nullptr ? DebugNode::kGlobal : kind_of(*metadata_of(item));
}

MetadataItem LlvmDebugSource::link(MetadataItem node, DebugLink link) const {
  if (node == 0) return 0;
  const llvm::Metadata& metadata = *metadata_of(node);
  if (const llvm::DIGlobalVariable* global = variable_of(metadata)) {
    return item_of(operand_of(*global, operands_of(DebugNode::kGlobal).of(link)));
  }
  const int index = operands_of(kind_of(metadata)).of(link);
  return index < 0 ? 0 : item_of(operand_of(llvm::cast<llvm::MDNode>(metadata), index));
}

uint64_t LlvmDebugSource::number(MetadataItem node, DebugNumber number) const {
  if (node == 0) return 0;
  const llvm::Metadata& metadata = *metadata_of(node);
  constexpr int kCount = 0, kValue = 2;
  switch (number) {
    case DebugNumber::kTag: {
      const auto* tagged = llvm::dyn_cast<llvm::DINode>(&metadata);
      return tagged == nullptr ? 0 : tagged->getTag();
    }
    case DebugNumber::kLine:
      return line_of(metadata);
    case DebugNumber::kColumn:
      return column_of(metadata);
    case DebugNumber::kBodyLine: {
      const auto* function = llvm::dyn_cast<llvm::DISubprogram>(&metadata);
      return function == nullptr ? 0 : function->getScopeLine();
    }
    case DebugNumber::kArgument: {
      const auto* variable = llvm::dyn_cast<llvm::DILocalVariable>(&metadata);
      return variable == nullptr ? 0 : variable->getArg();
    }
    case DebugNumber::kCount:
      return llvm::isa<llvm::DISubrange>(metadata) ? number_at(llvm::cast<llvm::MDNode>(metadata), kCount)
                                                   : 0;
    case DebugNumber::kValue:
      return llvm::isa<llvm::DITemplateValueParameter>(metadata)
                 ? number_at(llvm::cast<llvm::MDNode>(metadata), kValue)
                 : 0;
    default: {
      const auto* type = llvm::dyn_cast<llvm::DIType>(&metadata);
      return type == nullptr ? 0 : number_of_type(*type, number);
    }
  }
}

Vector<uint64_t> LlvmDebugSource::expression(MetadataItem node) const {
  const auto* expression = llvm::dyn_cast_or_null<llvm::DIExpression>(metadata_of(node));
  if (expression == nullptr) return {};
  return {expression->elements_begin(), expression->elements_end()};
}

std::optional<uint64_t> LlvmDebugSource::constant(MetadataItem global) const {
  const auto* pair = llvm::dyn_cast_or_null<llvm::DIGlobalVariableExpression>(metadata_of(global));
  return pair == nullptr ? std::nullopt : constant_of(expression(item_of(operand_of(*pair, 1))));
}

DebugValue LlvmDebugSource::value(MetadataItem item) const {
  DebugValue out;
  const auto* wrapped = llvm::dyn_cast_or_null<llvm::ValueAsMetadata>(metadata_of(item));
  if (wrapped == nullptr || llvm::isa<llvm::UndefValue>(wrapped->getValue())) {
    out.kind = DebugValue::Kind::kNothing;
    return out;
  }
  const llvm::Value* value = wrapped->getValue();
  if (const auto* constant = llvm::dyn_cast<llvm::Constant>(value)) return number_of(*constant);
  const ValueId id = tables_.find_value(value);
  if (id == kNone || (id & kLocalTag) == 0) return out;
  out.kind = DebugValue::Kind::kLocal;
  out.local = id;
  return out;
}

DebugLocation debug_location(const llvm::DILocation* location) {
  if (location == nullptr) return {};
  return {location->getLine(), location->getColumn(), item_of(location->getRawScope()),
          item_of(location->getRawInlinedAt())};
}

void collect_statements(const llvm::Instruction& source, uint32_t before,
                        Vector<DebugStatement>& statements) {
  const auto add = [&](bool is_memory, const llvm::Metadata* value, const llvm::Metadata* variable,
                       const llvm::Metadata* expression, const llvm::DILocation* location) {
    statements.push_back({before, is_memory, false, item_of(value), item_of(variable), item_of(expression),
                          debug_location(location)});
  };
  for (const llvm::DbgRecord& record : source.getDbgRecordRange()) {
    const auto* v = llvm::dyn_cast<llvm::DbgVariableRecord>(&record);
    if (v == nullptr) continue;
    add(v->getType() == llvm::DbgVariableRecord::LocationType::Declare, v->getRawLocation(),
        v->getRawVariable(), v->getRawExpression(), v->getDebugLoc().get());
  }
  const auto* call = llvm::dyn_cast<llvm::DbgVariableIntrinsic>(&source);
  if (call == nullptr) return;
  add(llvm::isa<llvm::DbgDeclareInst>(call), call->getRawLocation(), call->getRawVariable(),
      call->getRawExpression(), call->getDebugLoc().get());
}

void collect_function(const llvm::Function& source, const LlvmTables& tables, bool with_names,
                      FunctionDebug& said) {
  said.scope = item_of(source.getMetadata(llvm::LLVMContext::MD_dbg));
  if (!with_names) return;
  const auto add = [&](const llvm::Value& value) {
    if (!value.hasName()) return;
    const ValueId id = tables.find_value(&value);
    if (id == kNone || (id & kLocalTag) == 0) return;
    const llvm::StringRef name = value.getName();
    said.names.push_back({id, String(name.begin(), name.end())});
  };
  for (const llvm::Argument& argument : source.args()) add(argument);
  for (const llvm::BasicBlock& block : source) {
    for (const llvm::Instruction& instruction : block) add(instruction);
  }
}

}  // namespace trellis::dxil
