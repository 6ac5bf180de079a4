// A module's debug information, from its records.
#pragma once

#include <span>

#include "dxil_frontend/debug_info/debug_source.hpp"
#include "dxil_frontend/debug_info/function_debug.hpp"
#include "dxil_frontend/record_reader/record_tables.hpp"
#include "dxil_frontend/record_reader/recorded_nodes.hpp"

namespace trellis::dxil {

class RecordedDebugSource final : public DebugSource {
 public:
  /// `tables`: those used to decode the module. All arguments must outlive this object.
  RecordedDebugSource(const RecordedNodes& plain, std::span<const uint8_t> bitcode, RecordTables& tables);

  DebugNode kind(MetadataItem item) const override;
  MetadataItem link(MetadataItem node, DebugLink link) const override;
  uint64_t number(MetadataItem node, DebugNumber number) const override;
  Vector<uint64_t> expression(MetadataItem node) const override;
  std::optional<uint64_t> constant(MetadataItem global) const override;
  MetadataItem named_type(MetadataItem item) const override;
  DebugValue value(MetadataItem item) const override;

  /// Collects the debug information of a function as a whole and, if `with_names`, the names of its arguments
  /// and results.
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
  Map<uint32_t, MetadataItem> scopes_;  ///< By function: subprograms of old bitcode.
};

/// Reads calls of llvm.dbg.value and llvm.dbg.declare.
class StatementReader {
 public:
  /// `bitcode`: contains the texts. All arguments must outlive this object.
  StatementReader(const RecordedCode& code, std::span<const uint8_t> bitcode, RecordTables& tables);

  void enter(const RecordedFunction& function) { function_ = &function; }
  /// Returns nothing for other calls, and for obsolete forms without information. `arguments`: the operands
  /// after the callee; `next_value`: the number that a result of the call would have.
  std::optional<DebugStatement> read(uint32_t callee, std::span<const uint64_t> arguments,
                                     uint32_t next_value);

 private:
  MetadataItem item(uint64_t operand, uint32_t next_value) const;
  MetadataItem same_variable(MetadataItem variable);
  MetadataItem first_equal(MetadataItem variable);
  bool skips_deref(const DebugStatement& statement) const;

  const RecordedCode& code_;
  std::span<const uint8_t> bitcode_;
  RecordTables& tables_;
  const RecordedFunction* function_ = nullptr;
  bool has_old_expressions_ = false;
  HashMap<MetadataItem, MetadataItem> same_variables_;                ///< The results of same_variable().
  Map<std::pair<Vector<uint64_t>, String>, MetadataItem> variables_;  ///< By fields and name.
};

}  // namespace trellis::dxil
