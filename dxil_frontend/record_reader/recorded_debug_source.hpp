// The debug information of a module, from its records.
#pragma once

#include <span>

#include "dxil_frontend/debug_info/debug_source.hpp"
#include "dxil_frontend/debug_info/function_debug.hpp"
#include "dxil_frontend/record_reader/record_tables.hpp"
#include "dxil_frontend/record_reader/recorded_nodes.hpp"

namespace trellis::dxil {

class RecordedDebugSource final : public DebugSource {
 public:
  /// `tables`: those that the module is decoded with. All must outlive this.
  RecordedDebugSource(const RecordedNodes& plain, std::span<const uint8_t> bitcode, RecordTables& tables);

  DebugNode kind(MetadataItem item) const override;
  MetadataItem link(MetadataItem node, DebugLink link) const override;
  uint64_t number(MetadataItem node, DebugNumber number) const override;
  Vector<uint64_t> expression(MetadataItem node) const override;
  std::optional<uint64_t> constant(MetadataItem global) const override;
  MetadataItem named_type(MetadataItem item) const override;
  DebugValue value(MetadataItem item) const override;

  /// What is said of a function as a whole. `with_names`: and the names of its arguments and results.
  void collect_function(uint32_t value, bool with_names, FunctionDebug& said) const;

 private:
  std::span<const uint64_t> fields(MetadataItem node) const {
    return code_.metadata.fields_of(nodes_.record(node));
  }
  MetadataItem global_variable(MetadataItem item) const;
  Map<uint32_t, String> names_of(const RecordedFunction& function) const;
  void find_named_types();
  void find_functions();

  const RecordedNodes& nodes_;
  const RecordedCode& code_;
  std::span<const uint8_t> bitcode_;
  RecordTables& tables_;
  Map<String, MetadataItem> named_types_;
  Map<uint32_t, MetadataItem> scopes_;  ///< By function: as nodes of the source name it, in old bitcode.
};

/// What calls of llvm.dbg.value and llvm.dbg.declare say.
class StatementReader {
 public:
  /// Both must outlive this.
  StatementReader(const RecordedCode& code, RecordTables& tables);

  void enter(const RecordedFunction& function) { function_ = &function; }
  /// Nothing if it is another call, or of a form that says nothing any more. `arguments`: its operands behind
  /// the function; `next_value`: the number that a result of the call would have.
  std::optional<DebugStatement> read(uint32_t callee, std::span<const uint64_t> arguments,
                                     uint32_t next_value);

 private:
  MetadataItem item(uint64_t operand, uint32_t next_value) const;
  bool skips_deref(const DebugStatement& statement) const;

  const RecordedCode& code_;
  RecordTables& tables_;
  const RecordedFunction* function_ = nullptr;
  bool has_old_expressions_ = false;
};

}  // namespace trellis::dxil
