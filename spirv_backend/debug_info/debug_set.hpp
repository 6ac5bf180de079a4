// NonSemantic.Shader.DebugInfo.100 in a module: what stands outside functions, written when first asked for.
// All operands are ids: numbers are constants, texts are strings of the module.
#pragma once

#include <initializer_list>
#include <optional>

#include "spirv_backend/debug_info/text_lines.hpp"
#include "spirv_backend/emitter/module_context.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {

/// Numbers of the set's instructions.
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

/// What has been written; 0: not yet. Rows are as in Module::source_files and DebugInfo.
struct DebugIds {
  Id set = 0, none = 0, unit = 0, expression = 0;
  Vector<Id> sources, types, scopes, inlinings, variables;
  Map<String, Id> strings;
  Vector<std::optional<TextLines>> lines;  ///< As `sources`.
};

/// A place in a file that the file's text has.
struct DebugPosition {
  Id source = 0;
  uint32_t line = 0, column = 0;  ///< 0: not known.
};

class DebugSet {
 public:
  explicit DebugSet(ModuleContext& context);

  /// The set itself.
  Id set();
  Id text(const String& text);
  Id number(uint32_t value) { return builder_.constant_u32(value); }
  Id none();
  Id empty_expression();
  Id unit();
  /// A file; of kNone, the main one.
  Id source(uint32_t file);
  /// A place in such a file. dxc names lines that are in another file: those of a built-in type that an
  /// include is the first to use, and what #line says.
  DebugPosition position(uint32_t file, uint32_t line, uint32_t column = 0);
  Id scope(uint32_t scope);
  Id inlining(uint32_t inlining);
  Id variable(uint32_t variable);
  /// debug_set_types.cpp. Without a type: none().
  Id type(uint32_t type);
  /// Of a function, also where it is not known.
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
