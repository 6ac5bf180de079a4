#include "dxil_frontend/llvm_debug_info/debug_metadata.hpp"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "dxil_frontend/llvm_debug_info/node_operands.hpp"

namespace trellis::dxil {
namespace {

constexpr unsigned kMostGlobals = 65536;

/// The value of a global that is nothing but a number.
std::optional<uint64_t> constant_of(const llvm::DIExpression* expression) {
  if (expression == nullptr || expression->getNumElements() != 3) return std::nullopt;
  const auto elements = expression->getElements();
  const bool is_number = elements[0] == llvm::dwarf::DW_OP_constu || elements[0] == llvm::dwarf::DW_OP_consts;
  if (!is_number || elements[2] != llvm::dwarf::DW_OP_stack_value) return std::nullopt;
  return elements[1];
}

}  // namespace

uint32_t DebugMetadata::variable(const llvm::Metadata* node) {
  const auto* source = llvm::dyn_cast_or_null<llvm::DILocalVariable>(node);
  if (source == nullptr) {
    left_out_.add("a value does not belong to a variable");
    return kNone;
  }
  constexpr uint32_t kUnknown = 0, kFirst = 1;
  const uint32_t known = variables_.find(source);
  if (known != kNone) return known == kUnknown ? kNone : known - kFirst;
  DebugVariable variable;
  variable.name = text_at(*source, variable_operand::kName);
  variable.scope = scopes_.scope(operand_of(*source, variable_operand::kScope));
  variable.type = types_.find_object(operand_of(*source, variable_operand::kType));
  variable.file = files_.find(operand_of(*source, variable_operand::kFile));
  variable.line = source->getLine();
  variable.argument = source->getArg();
  uint32_t number = kNone;
  if (variable.type == kNone) left_out_.add("a variable has an unreadable type");
  if (variable.scope != kNone && variable.type != kNone && !variable.name.empty()) {
    number = static_cast<uint32_t>(module_.debug.variables.size());
    module_.debug.variables.push_back(std::move(variable));
  }
  variables_.insert(source, number == kNone ? kUnknown : number + kFirst);
  return number;
}

void DebugMetadata::add_global(const llvm::Metadata* node) {
  const auto* pair = llvm::dyn_cast_or_null<llvm::DIGlobalVariableExpression>(node);
  if (pair == nullptr) return left_out_.add("a global variable's record is not one of a global variable");
  constexpr unsigned kVariable = 0, kExpression = 1;
  const auto* source = node_at<llvm::DIGlobalVariable>(*pair, kVariable);
  if (source == nullptr) return left_out_.add("a global variable's record is not one of a global variable");
  // Part of a constant that dxc splits: it has the type of the whole, and no value. The whole is listed, too.
  const auto* type = node_at<llvm::DIDerivedType>(*source, variable_operand::kType);
  if (type != nullptr && type->getTag() == llvm::dwarf::DW_TAG_member) return;
  DebugGlobal global;
  global.name = text_at(*source, variable_operand::kName);
  global.linkage_name = text_at(*source, variable_operand::kLinkageName);
  global.type = types_.find_object(operand_of(*source, variable_operand::kType));
  global.file = files_.find(operand_of(*source, variable_operand::kFile));
  global.line = source->getLine();
  global.constant = constant_of(node_at<llvm::DIExpression>(*pair, kExpression));
  if (global.type == kNone) return left_out_.add("a variable has an unreadable type");
  if (!global.name.empty()) module_.debug.globals.push_back(std::move(global));
}

void DebugMetadata::read_module(const llvm::Module& source) {
  DebugInfo& info = module_.debug;
  const auto first_of = [&source](const char* name) -> const llvm::MDNode* {
    const llvm::NamedMDNode* list = source.getNamedMetadata(name);
    return list == nullptr || list->getNumOperands() == 0 ? nullptr : list->getOperand(0);
  };
  if (const llvm::MDNode* arguments = first_of("dx.source.args")) {
    for (unsigned n = 0; n < arguments->getNumOperands(); ++n) {
      info.arguments.emplace_back(text_at(*arguments, n));
    }
  }
  const auto* unit = llvm::dyn_cast_or_null<llvm::DICompileUnit>(first_of("llvm.dbg.cu"));
  if (unit == nullptr) return;
  info.producer = text_at(*unit, unit_operand::kProducer);
  info.main_file = files_.find(operand_of(*unit, unit_operand::kFile));
  const auto* globals = node_at<llvm::MDTuple>(*unit, unit_operand::kGlobals);
  const unsigned count = globals == nullptr ? 0 : globals->getNumOperands();
  if (count > kMostGlobals) return left_out_.add("there are too many global variables");
  for (unsigned n = 0; n < count; ++n) add_global(operand_of(*globals, n));
}

std::optional<Diagnostic> DebugMetadata::complaint() const {
  if (left_out_.count() == 0) return std::nullopt;
  Location where;
  where.part = "bitcode";
  const String times =
      left_out_.count() == 1 ? String() : " (and " + decimal(left_out_.count() - 1) + " more)";
  return bad_input(String("some of the debug information is ignored: ") + left_out_.first() + times, where);
}

}  // namespace trellis::dxil
