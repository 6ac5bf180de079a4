// NonSemantic.Shader.DebugInfo.100 in a module: the instructions outside functions, written on first use. All
// operands are ids: numbers are constants, texts are OpStrings.
#pragma once

#include <initializer_list>
#include <optional>

#include "spirv_backend/debug_info/text_lines.hpp"
#include "spirv_backend/emitter/module_context.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {

/// The numbers of the set's instructions.
enum class DebugOp : uint32_t {
  kNone = 0,
  kCompilationUnit = 1,
  kTypeBasic = 2,
  kTypeArray = 5,
  kTypeVector = 6,
  kTypeFunction = 8,
  kTypeComposite = 10,
  kTypeMember = 11,
  kGlobalVariable = 18,
  kFunction = 20,
  kLexicalBlock = 21,
  kScope = 23,
  kNoScope = 24,
  kInlinedAt = 25,
  kLocalVariable = 26,
  kDeclare = 28,
  kValue = 29,
  kExpression = 31,
  kSource = 35,
  kFunctionDefinition = 101,
  kSourceContinued = 102,
  kLine = 103,
  kNoLine = 104,
  kEntryPoint = 107,
  kTypeMatrix = 108,
};

/// The ids written so far; 0: not yet. Indexed as Module::source_files and DebugInfo.
struct DebugIds {
  Id set = 0, none = 0, unit = 0, expression = 0;
  Vector<Id> sources, types, scopes, inlinings, variables;
  Map<String, Id> strings;
  Vector<std::optional<TextLines>> lines;  ///< Parallel to `sources`.
};

/// A position that the text of its file contains.
struct DebugPosition {
  Id source = 0;
  uint32_t line = 0, column = 0;  ///< 0: unknown.
};

class DebugSet {
 public:
  explicit DebugSet(ModuleContext& context);

  /// The id of the set's import.
  Id set();
  Id text(const String& text);
  Id number(uint32_t value) { return builder_.constant_u32(value); }
  Id none();
  Id empty_expression();
  Id unit();
  /// Returns the id of a file's DebugSource; kNone stands for the main file.
  Id source(uint32_t file);
  /// Returns the position, with line and column 0 if the text does not have them. dxc can give such
  /// positions: a built-in type first used by an include gets the main file with the include's line.
  DebugPosition position(uint32_t file, uint32_t line, uint32_t column = 0);
  Id scope(uint32_t scope);
  Id inlining(uint32_t inlining);
  Id variable(uint32_t variable);
  /// In debug_set_types.cpp. Returns none() for kNone.
  Id type(uint32_t type);
  /// Returns the type of a function, even if it is unknown.
  Id function_type(uint32_t type);

  Id add(DebugOp op, std::initializer_list<Id> operands) {
    return builder_.global_instruction(set(), to_word(op), {operands.begin(), operands.size()});
  }
  Id add(DebugOp op, const Vector<Id>& operands) {
    return builder_.global_instruction(set(), to_word(op), operands);
  }

 private:
  Id make_scope(uint32_t scope);
  Id make_type(const dxil::DebugType& type);
  Id make_struct(const dxil::DebugType& type);
  Id main_source();
  uint32_t main_file() const;
  std::string_view text_of(uint32_t file) const;
  const TextLines& lines_of(uint32_t file);

  ModuleContext& context_;
  ModuleBuilder& builder_;
  const dxil::DebugInfo& info_;
  DebugIds& ids_;
};

}  // namespace trellis::spirv
