#include "dxil_frontend/llvm_reader/decode_debug_info.hpp"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <string_view>

#include "support/containers.hpp"

namespace trellis::dxil {

namespace {

const llvm::Metadata* operand_of(const llvm::MDNode& node, unsigned index) {
  return index < node.getNumOperands() ? node.getOperand(index).get() : nullptr;
}

std::string_view string_of(const llvm::MDNode& node, unsigned index) {
  const auto* text = llvm::dyn_cast_or_null<llvm::MDString>(operand_of(node, index));
  return text == nullptr ? std::string_view() : std::string_view(text->getString());
}

// Operand 0 of every scope that is not a file is its file.
const llvm::DIFile* file_of(const llvm::Metadata* scope) {
  if (const auto* file = llvm::dyn_cast_or_null<llvm::DIFile>(scope)) return file;
  const auto* node = llvm::dyn_cast_or_null<llvm::DIScope>(scope);
  return node == nullptr ? nullptr : llvm::dyn_cast_or_null<llvm::DIFile>(operand_of(*node, 0));
}

String with_slashes(std::string_view path) {
  String result(path);
  std::replace(result.begin(), result.end(), '\\', '/');
  return result;
}

/// The name of a type; without one, the name of what a typedef stands for.
std::string_view type_name(const llvm::DILocalVariable& variable) {
  constexpr unsigned kType = 3, kName = 2;
  constexpr int kMaxSteps = 8;
  const auto* type = llvm::dyn_cast_or_null<llvm::DIType>(operand_of(variable, kType));
  std::string_view name;
  for (int step = 0; type != nullptr && step < kMaxSteps; ++step) {
    if (!string_of(*type, kName).empty()) name = string_of(*type, kName);
    const auto* derived = llvm::dyn_cast<llvm::DIDerivedType>(type);
    if (derived == nullptr) break;
    type = llvm::dyn_cast_or_null<llvm::DIType>(operand_of(*derived, kType));
  }
  return name;
}

/// The part of the variable that an expression means: ".y", "[7]"; empty for the whole.
String part_of(const llvm::DILocalVariable& variable, const llvm::DIExpression* expression) {
  if (expression == nullptr || !expression->isValid()) return {};
  const auto fragment = expression->getFragmentInfo();
  if (!fragment || fragment->SizeInBits == 0) return {};
  const uint64_t index = fragment->OffsetInBits / fragment->SizeInBits;
  if (index < 4 && type_name(variable).starts_with("vector<")) return String(".") + "xyzw"[index];
  return "[" + decimal(index) + "]";
}

class NameCollector {
 public:
  NameCollector(const LlvmTables& tables, Function& function) : tables_(tables), function_(function) {
    is_named_.assign(function.local_types.size(), false);
  }

  void add_variable(const llvm::Metadata* location, const llvm::Metadata* variable,
                    const llvm::Metadata* expression) {
    constexpr unsigned kName = 1;
    const auto* value = llvm::dyn_cast_or_null<llvm::ValueAsMetadata>(location);
    const auto* local = llvm::dyn_cast_or_null<llvm::DILocalVariable>(variable);
    if (value == nullptr || local == nullptr || string_of(*local, kName).empty()) return;
    const auto* part = llvm::dyn_cast_or_null<llvm::DIExpression>(expression);
    add(value->getValue(), String(string_of(*local, kName)) + part_of(*local, part));
  }

  /// A value keeps the first name that it is given.
  void add(const llvm::Value* value, String name) {
    const ValueId id = tables_.find_value(value);
    if (id == kNone || (id & kLocalTag) == 0) return;
    const uint32_t local = id & ~kLocalTag;
    if (local >= is_named_.size() || is_named_[local]) return;
    is_named_[local] = true;
    function_.names.push_back({id, std::move(name)});
  }

  // The compiler made up names such as ".i0".
  void add_own_name(const llvm::Value& value) {
    if (value.hasName() && !value.getName().starts_with(".")) add(&value, value.getName().str());
  }

 private:
  const LlvmTables& tables_;
  Function& function_;
  Vector<bool> is_named_;
};

}  // namespace

String path_of(const llvm::DIFile& file) {
  const std::string_view name = string_of(file, 0), folder = string_of(file, 1);
  const bool is_absolute = name.starts_with('/') || name.starts_with('\\') || name.find(':') == 1;
  if (folder.empty() || is_absolute) return String(name);
  String path(folder);
  if (path.back() != '/' && path.back() != '\\') path += '/';
  return path.append(name);
}

SourcePosition source_position(const llvm::DILocation* location, LlvmTables& tables) {
  if (location == nullptr || location->getLine() == 0) return {};
  SourcePosition position{location->getLine(), location->getColumn(), kNone};
  const llvm::DIFile* file = file_of(location->getRawScope());
  if (file == nullptr) return position;
  position.file = tables.note_number(file);
  if (position.file == kNone) {
    Vector<SourceFile>& files = tables.module().source_files;
    String name = path_of(*file);
    const auto known =
        std::find_if(files.begin(), files.end(), [&](const SourceFile& f) { return f.name == name; });
    position.file = static_cast<uint32_t>(known - files.begin());
    if (known == files.end()) files.push_back({std::move(name), {}});
    tables.define_note(file, position.file);
  }
  return position;
}

void collect_names(const llvm::Function& source, const LlvmTables& tables, Function& function) {
  NameCollector names(tables, function);
  for (const llvm::BasicBlock& block : source) {
    for (const llvm::Instruction& instruction : block) {
      if (const auto* call = llvm::dyn_cast<llvm::DbgVariableIntrinsic>(&instruction)) {
        names.add_variable(call->getRawLocation(), call->getRawVariable(), call->getRawExpression());
      }
      for (const llvm::DbgRecord& record : instruction.getDbgRecordRange()) {
        const auto* variable = llvm::dyn_cast<llvm::DbgVariableRecord>(&record);
        if (variable == nullptr) continue;
        names.add_variable(variable->getRawLocation(), variable->getRawVariable(),
                           variable->getRawExpression());
      }
    }
  }
  for (const llvm::Argument& argument : source.args()) names.add_own_name(argument);
  for (const llvm::BasicBlock& block : source) {
    for (const llvm::Instruction& instruction : block) names.add_own_name(instruction);
  }
}

void attach_source_texts(const llvm::Module& source, Module& module) {
  const llvm::NamedMDNode* contents = source.getNamedMetadata("dx.source.contents");
  if (contents == nullptr) return;
  for (const llvm::MDNode* entry : contents->operands()) {
    const String name = with_slashes(string_of(*entry, 0));
    for (SourceFile& file : module.source_files) {
      if (file.text.empty() && with_slashes(file.name) == name) file.text = string_of(*entry, 1);
    }
  }
}

}  // namespace trellis::dxil
