// What a function's local variables hold, as far as straight-line code tells. Unoptimized code puts what an
// intrinsic gives into a variable and takes it out again before it hands it to the next step.
#pragma once

#include <cstdint>

#include "dxil_frontend/program/ir.hpp"
#include "support/containers.hpp"

namespace trellis::lower {

/// The function's instructions in runs: of a block, and of the blocks that only it leads to, one after the
/// other.
Vector<Vector<uint32_t>> instruction_runs(const dxil::Function& function);

class LocalValues {
 public:
  LocalValues(const dxil::Module& module, const dxil::Function& function,
              const Vector<Vector<uint32_t>>& runs);

  /// The value itself, or what was stored before it was loaded.
  dxil::ValueId resolve(dxil::ValueId value) const {
    const dxil::ValueId known = value < first_local_ ? dxil::kNone : forwarded_[value - first_local_];
    return known == dxil::kNone ? value : known;
  }
  /// Whether the result of the load is known from the store before it.
  bool is_forwarded(dxil::ValueId value) const {
    return value >= first_local_ && forwarded_[value - first_local_] != dxil::kNone;
  }
  /// A variable that is loaded and stored as a whole, and nothing else. Between a store and the end of its
  /// run, no load needs the memory.
  bool is_plain_variable(dxil::ValueId pointer) const {
    return pointer >= first_local_ && is_plain_[pointer - first_local_] != 0;
  }

 private:
  void find_plain(const dxil::Module& module, const dxil::Function& function);

  dxil::ValueId first_local_;
  Vector<dxil::ValueId> forwarded_;  // By local.
  Vector<uint8_t> is_plain_;         // By local.
};

}  // namespace trellis::lower
