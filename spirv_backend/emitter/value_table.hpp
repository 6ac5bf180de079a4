// What the local values of a function have become in the output.
#pragma once

#include "dxil_frontend/program/shader.hpp"
#include "spirv_backend/module/module_builder.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {

/// The tables are indexed by local value: a ValueId less that of the function's first one.
struct ValueTable {
  explicit ValueTable(const dxil::Function& function);

  bool is_local(dxil::ValueId value) const { return value >= first_local; }
  uint32_t local(dxil::ValueId value) const { return value - first_local; }
  /// The id of a local value.
  Id& id(dxil::ValueId value) { return ids[local(value)]; }
  /// The instruction whose result a value is; null for arguments and module-level values.
  const dxil::Instruction* definition(dxil::ValueId value) const {
    return is_local(value) ? definitions[local(value)] : nullptr;
  }
  /// The value that a local one is an alias of; dxil::kNone if it is none.
  dxil::ValueId alias_target(dxil::ValueId value) const {
    return alias_targets.empty() ? dxil::kNone : alias_targets[local(value)];
  }

  dxil::ValueId first_local;
  Vector<Id> ids;  ///< 0: not emitted (yet), or an alias.
  Vector<const dxil::Instruction*> definitions;
  Vector<dxil::ValueId> alias_targets;  ///< Empty if there are no aliases. Targets are no aliases themselves.
  dxil::ValueId missing = dxil::kNone;  ///< A use that had no definition: told when the function is done.
};

}  // namespace trellis::spirv
