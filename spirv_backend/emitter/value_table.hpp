// The ids of a function's local values in the output.
#pragma once

#include "dxil_frontend/program/shader.hpp"
#include "spirv_backend/module/module_builder.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {

/// The tables are indexed by local value: ValueId - first_local.
struct ValueTable {
  explicit ValueTable(const dxil::Function& function);

  bool is_local(dxil::ValueId value) const { return value >= first_local; }
  uint32_t local(dxil::ValueId value) const { return value - first_local; }
  /// The id of a local value; can be assigned.
  Id& id(dxil::ValueId value) { return ids[local(value)]; }
  /// Returns the instruction that defines a value; null for arguments and module-level values.
  const dxil::Instruction* definition(dxil::ValueId value) const {
    return is_local(value) ? definitions[local(value)] : nullptr;
  }
  /// Returns the value that a local value aliases; dxil::kNone if it is not an alias.
  dxil::ValueId alias_target(dxil::ValueId value) const {
    return alias_targets.empty() ? dxil::kNone : alias_targets[local(value)];
  }

  dxil::ValueId first_local;
  Vector<Id> ids;  ///< 0: not emitted (yet), or an alias.
  Vector<const dxil::Instruction*> definitions;
  Vector<dxil::ValueId> alias_targets;  ///< Empty if there are no aliases. A target is never itself an alias.
  dxil::ValueId missing = dxil::kNone;  ///< A use without a definition; reported at the end of the function.
};

}  // namespace trellis::spirv
