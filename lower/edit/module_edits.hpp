// Helpers that several passes share.
#pragma once

#include <utility>

#include "dxil_frontend/program/ir.hpp"
#include "support/containers.hpp"

namespace trellis::lower {

/// Adds constants after the module's own values. Locals have to move up by added() (move_locals()) before
/// anything refers to a new constant.
class ConstantPool {
 public:
  explicit ConstantPool(dxil::Module& module)
      : module_(module), first_new_(static_cast<uint32_t>(module.values.size())) {}

  /// Returns the scalar of that type and bit pattern. Adds it on the first call.
  dxil::ValueId get(dxil::TypeId type, uint64_t bits);

  uint32_t added() const { return static_cast<uint32_t>(module_.values.size()) - first_new_; }

 private:
  struct Known {
    std::pair<dxil::TypeId, uint64_t> key;
    dxil::ValueId value;
  };
  dxil::Module& module_;
  uint32_t first_new_;
  Vector<Known> known_;
};

/// Raises the ids of the function's locals by `by`, to make room for new module-level values.
void move_locals(dxil::Function& function, uint32_t by);

}  // namespace trellis::lower
