// Determines where a debugger may show a variable.
#pragma once

#include "dxil_frontend/program/ir.hpp"

namespace trellis::dxil {

class BindingViews {
 public:
  BindingViews(const DebugInfo& info, const Function& function);

  /// Whether the block, before the instruction `until`, has code in the variable's scope that is not before
  /// the variable's declaration in the source.
  bool sees(BlockId block, const DebugBinding& binding, uint32_t until) const;
  /// Returns the number of scopes in each block, summed over all blocks.
  uint64_t count() const { return count_; }

 private:
  /// The code of one scope in one block.
  struct View {
    DebugPlace place;
    uint32_t first = 0;  ///< Index of its first instruction.
    uint32_t last_line = 0;
  };

  bool is_inside(uint32_t scope, uint32_t outer) const;

  const DebugInfo& info_;
  Vector<Vector<View>> views_;  ///< Indexed by block.
  uint64_t count_ = 0;
};

}  // namespace trellis::dxil
