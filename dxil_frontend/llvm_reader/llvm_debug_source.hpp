// The debug information that LLVM has read. LLVM's accessors cast operands unchecked, and its reader does not
// check their kinds.
#pragma once

#include "dxil_frontend/debug_info/debug_source.hpp"
#include "dxil_frontend/debug_info/function_debug.hpp"
#include "dxil_frontend/llvm_reader/llvm_metadata.hpp"
#include "dxil_frontend/llvm_reader/llvm_tables.hpp"

namespace llvm {
class DILocation;
class Function;
class Instruction;
class Metadata;
}  // namespace llvm

namespace trellis::dxil {

class LlvmDebugSource final : public DebugSource {
 public:
  /// `tables`: those used to decode the module. Both arguments must outlive this object.
  LlvmDebugSource(const LlvmMetadata& plain, const LlvmTables& tables)
      : DebugSource(plain), tables_(tables) {}

  DebugNode kind(MetadataItem item) const override;
  MetadataItem link(MetadataItem node, DebugLink link) const override;
  uint64_t number(MetadataItem node, DebugNumber number) const override;
  Vector<uint64_t> expression(MetadataItem node) const override;
  std::optional<uint64_t> constant(MetadataItem global) const override;
  DebugValue value(MetadataItem item) const override;

 private:
  const LlvmTables& tables_;
};

DebugLocation debug_location(const llvm::DILocation* location);

/// Collects the debug statements about variables right before an instruction, or made by it.
void collect_statements(const llvm::Instruction& source, uint32_t before, Vector<DebugStatement>& statements);

/// Collects the debug information of the function as a whole and, if `with_names`, the names of its arguments
/// and results.
void collect_function(const llvm::Function& source, const LlvmTables& tables, bool with_names,
                      FunctionDebug& said);

}  // namespace trellis::dxil
