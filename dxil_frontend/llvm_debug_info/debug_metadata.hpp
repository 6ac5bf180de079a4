// Debug information of a module: what Module::debug and Function::bindings hold. LLVM's reader checks nothing
// of it. What is not as it should be is left out, and counted.
#pragma once

#include <optional>

#include "dxil_frontend/llvm_debug_info/debug_files.hpp"
#include "dxil_frontend/llvm_debug_info/debug_scopes.hpp"
#include "dxil_frontend/llvm_debug_info/debug_types.hpp"
#include "dxil_frontend/llvm_debug_info/left_out.hpp"
#include "dxil_frontend/llvm_reader/debug_sink.hpp"

namespace llvm {
class DbgVariableRecord;
class DbgVariableIntrinsic;
class DIExpression;
class Value;
}  // namespace llvm

namespace trellis::dxil {

class DebugMetadata final : public DebugSink {
 public:
  /// Fills in `module`, which is being decoded.
  explicit DebugMetadata(Module& module)
      : module_(module),
        files_(module),
        types_(module.debug, files_, left_out_),
        scopes_(module.debug, files_, types_, left_out_) {}

  void function_decoded(const llvm::Function& source, const LlvmTables& tables,
                        std::span<const InstructionOrigin> origins, Function& function) override;
  /// What is said of the whole module, before its functions.
  void read_module(const llvm::Module& source);

  /// What was left out, in one line; nothing if all was read.
  std::optional<Diagnostic> complaint() const;

 private:
  /// What LLVM says of a variable, as a record or a call.
  struct Statement {
    const llvm::Metadata* value = nullptr;
    const llvm::Metadata* variable = nullptr;
    const llvm::Metadata* expression = nullptr;
    const llvm::Metadata* location = nullptr;
    bool is_memory = false;
  };

  void read_instruction(const InstructionOrigin& origin, const LlvmTables& tables, Function& function);
  void add_binding(const Statement& statement, const LlvmTables& tables, uint32_t before,
                   Function& function);
  bool find_value(const Statement& statement, const LlvmTables& tables, DebugBinding& binding);
  uint32_t variable(const llvm::Metadata* node);
  void add_global(const llvm::Metadata* node);

  Module& module_;
  LeftOut left_out_;
  DebugFiles files_;
  DebugTypes types_;
  DebugScopes scopes_;
  PointerMap variables_;
};

}  // namespace trellis::dxil
