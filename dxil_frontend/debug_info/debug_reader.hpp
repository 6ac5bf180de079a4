// Reads debug information into Module::debug, Module::source_files, and the positions, names and bindings of
// functions. Invalid parts are left out and counted.
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
  kPositions,   ///< Source positions of instructions, for messages.
  kEverything,  ///< All debug information.
};

class DebugReader {
 public:
  /// Fills in `module` while it is being decoded. Both arguments must outlive this object.
  DebugReader(const DebugSource& source, Module& module, DebugDepth depth)
      : source_(source),
        module_(module),
        depth_(depth),
        files_(source, module),
        types_(source, module.debug, files_, left_out_),
        scopes_(source, module.debug, files_, types_, left_out_) {}

  bool reads_everything() const { return depth_ == DebugDepth::kEverything; }
  /// Reads the debug information of the module itself. Called before its functions are decoded.
  void read_module();
  /// Reads the debug information of a function right after it has been decoded. Ids of locals have kLocalTag.
  void read_function(const FunctionDebug& said, Function& function);
  /// Completes the debug information of the finished module.
  void finish();

  /// Returns a one-line description of what was left out; nothing if everything was read.
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
