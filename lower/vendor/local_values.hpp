// Forwards stores to local variables to loads in straight-line code. Unoptimized code stores an intrinsic's
// result in a variable and loads it again before it passes it to the next step.
#pragma once

#include <cstdint>

#include "dxil_frontend/program/ir.hpp"
#include "support/containers.hpp"

namespace trellis::lower {

/// Returns the function's instructions in runs: those of a block, then those of its only successor if that
/// has no other predecessor, and so on.
Vector<Vector<uint32_t>> instruction_runs(const dxil::Function& function);

class LocalValues {
 public:
  LocalValues(const dxil::Module& module, const dxil::Function& function,
              const Vector<Vector<uint32_t>>& runs);

  /// Returns the value that was stored if this is a load of it, otherwise the value itself.
  dxil::ValueId resolve(dxil::ValueId value) const {
    const dxil::ValueId known = value < first_local_ ? dxil::kNone : forwarded_[value - first_local_];
    return known == dxil::kNone ? value : known;
  }
  /// Whether the load's result is known from an earlier store.
  bool is_forwarded(dxil::ValueId value) const {
    return value >= first_local_ && forwarded_[value - first_local_] != dxil::kNone;
  }
  /// Whether the variable is only loaded and stored, and always as a whole. In a run, loads
  /// after a store do not need the memory.
  bool is_plain_variable(dxil::ValueId pointer) const {
    return pointer >= first_local_ && is_plain_[pointer - first_local_] != 0;
  }

 private:
  void find_plain(const dxil::Module& module, const dxil::Function& function);

  dxil::ValueId first_local_;
  Vector<dxil::ValueId> forwarded_;  // Indexed by local.
  Vector<uint8_t> is_plain_;         // Indexed by local.
};

}  // namespace trellis::lower
