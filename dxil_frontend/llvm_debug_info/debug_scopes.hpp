// Scopes and inlined calls of the source, from DISubprogram, DILexicalBlock and DILocation.
#pragma once

#include "dxil_frontend/llvm_debug_info/debug_files.hpp"
#include "dxil_frontend/llvm_debug_info/debug_types.hpp"
#include "dxil_frontend/llvm_debug_info/left_out.hpp"
#include "dxil_frontend/program/debug_info.hpp"

namespace llvm {
class DILocation;
class Metadata;
}  // namespace llvm

namespace trellis::dxil {

class DebugScopes {
 public:
  DebugScopes(DebugInfo& info, DebugFiles& files, DebugTypes& types, LeftOut& left_out)
      : info_(info), files_(files), types_(types), left_out_(left_out) {}

  /// Into DebugInfo::scopes; kNone if it is none.
  uint32_t scope(const llvm::Metadata* scope);
  /// The scope of a location and the calls it is inlined at. Without a scope if one of them cannot be read.
  DebugPlace place(const llvm::Metadata* location);
  /// Into DebugInfo::places.
  uint32_t place_number(const llvm::Metadata* location);

 private:
  uint32_t inlining(const llvm::Metadata* location);
  uint32_t add_function(const llvm::Metadata& scope);

  DebugInfo& info_;
  DebugFiles& files_;
  DebugTypes& types_;
  LeftOut& left_out_;
  PointerMap scopes_, inlinings_, places_;
  Vector<const llvm::Metadata*> chain_;  // Scratch.
};

}  // namespace trellis::dxil
