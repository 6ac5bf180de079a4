// What rewrites of a program have in common.
#pragma once

#include <utility>

#include "dxil_frontend/program/ir.hpp"
#include "support/containers.hpp"

namespace trellis::lower {

/// New constants, behind the module's own. The ids of locals have to move up by their number (move_locals())
/// before anything refers to one of them.
class ConstantPool {
 public:
  explicit ConstantPool(dxil::Module& module)
      : module_(module), first_new_(static_cast<uint32_t>(module.values.size())) {}

  /// The scalar of that type and bit pattern, made when first asked for.
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

/// Makes room for new values of the module: the function's own ids become larger.
void move_locals(dxil::Function& function, uint32_t by);

}  // namespace trellis::lower
