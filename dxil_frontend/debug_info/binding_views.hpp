// Where debuggers may look at a variable.
#pragma once

#include "dxil_frontend/program/ir.hpp"

namespace trellis::dxil {

class BindingViews {
 public:
  BindingViews(const DebugInfo& info, const Function& function);

  /// Whether code of the block, before the instruction, is in the variable's scope and not before its
  /// declaration.
  bool sees(BlockId block, const DebugBinding& binding, uint32_t until) const;
  /// Scopes of blocks, all in all.
  uint64_t count() const { return count_; }

 private:
  /// Code of one scope in one block.
  struct View {
    DebugPlace place;
    uint32_t first = 0;  ///< An instruction.
    uint32_t last_line = 0;
  };

  bool is_inside(uint32_t scope, uint32_t outer) const;

  const DebugInfo& info_;
  Vector<Vector<View>> views_;  ///< By block.
  uint64_t count_ = 0;
};

}  // namespace trellis::dxil
