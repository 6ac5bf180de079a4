// From what the input says for debuggers to Module::debug, Module::source_files, and what functions have:
// positions, names, bindings. What is not as it should be is left out, and counted.
#pragma once

#include <optional>

#include "dxil_frontend/debug_info/debug_files.hpp"
#include "dxil_frontend/debug_info/debug_scopes.hpp"
#include "dxil_frontend/debug_info/debug_types.hpp"
#include "dxil_frontend/debug_info/function_debug.hpp"
#include "dxil_frontend/debug_info/left_out.hpp"
#include "support/result.hpp"

namespace trellis::dxil {

enum class DebugDepth : uint8_t {
  kPositions,   ///< Where instructions come from, for messages.
  kEverything,  ///< All else, too.
};

class DebugReader {
 public:
  /// Fills in `module`, which is being decoded. Both must outlive this.
  DebugReader(const DebugSource& source, Module& module, DebugDepth depth)
      : source_(source),
        module_(module),
        depth_(depth),
        files_(source, module),
        types_(source, module.debug, files_, left_out_),
        scopes_(source, module.debug, files_, types_, left_out_) {}

  bool reads_everything() const { return depth_ == DebugDepth::kEverything; }
  /// What is said of the whole module, before its functions.
  void read_module();
  /// Of a function that has just been decoded. Ids of locals carry kLocalTag.
  void read_function(const FunctionDebug& said, Function& function);
  /// Of the finished module.
  void finish();

  /// What was left out, in one line; nothing if all was read.
  std::optional<Diagnostic> complaint() const;

 private:
  void read_positions(const FunctionDebug& said, Function& function);
  void read_places(const FunctionDebug& said, Function& function);
  void add_binding(const DebugStatement& statement, Function& function);
  std::optional<DebugBinding> read_binding(const DebugStatement& statement, const Function& function);
  Vector<uint64_t> expression_of(const DebugStatement& statement) const;
  uint32_t variable(MetadataItem node);
  void add_global(MetadataItem node);

  const DebugSource& source_;
  Module& module_;
  const DebugDepth depth_;
  LeftOut left_out_;
  DebugFiles files_;
  DebugTypes types_;
  DebugScopes scopes_;
  ItemMap variables_;
};

}  // namespace trellis::dxil
