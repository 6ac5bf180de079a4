#include "dxil_frontend/module_builder/finish_module.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "dxil_frontend/module_builder/pointer_phis.hpp"
#include "dxil_frontend/program/verify/verifier.hpp"
#include "support/containers.hpp"

namespace trellis::dxil {

namespace {

// Replaces local numbers by ids that follow the module-level ones.
void finish_ids(Module& module) {
  const auto first_local = static_cast<uint32_t>(module.values.size());
  // Without a branch, several ids are replaced at a time.
  const auto finish = [first_local](ValueId& id) {
    const bool is_local = (id & kLocalTag) != 0 && id != kNone;
    id = is_local ? (id & ~kLocalTag) + first_local : id;
  };
  for (Function& function : module.functions) {
    function.first_local = first_local;
    for (ValueId& id : function.operands) finish(id);
    for (Instruction& instruction : function.instructions) finish(instruction.result);
    for (ValueName& name : function.names) finish(name.value);
    for (DebugBinding& binding : function.bindings) finish(binding.value);
  }
}

// Pointers have no pointee: only the name of an operation's function identifies the types of payloads and
// records.
void find_overload_types(ModuleBuilder& builder) {
  Module& module = builder.module();
  Vector<std::pair<std::string_view, TypeId>> structs;  // Sorted by name; names are unique.
  for (TypeId id = 0; id < module.types.size(); ++id) {
    if (!module.types[id].name.empty()) structs.emplace_back(module.types[id].name, id);
  }
  std::sort(structs.begin(), structs.end());
  Vector<uint32_t> unseen;
  for (uint32_t i = 0; i < module.dx_op_callees.size(); ++i) {
    DxOpCallee& callee = module.dx_op_callees[i];
    if (callee.overload.size() < 4) continue;  // A scalar type such as f32 or i64.
    const auto found = std::lower_bound(structs.begin(), structs.end(),
                                        std::pair(std::string_view(callee.overload), TypeId{0}));
    if (found != structs.end() && found->first == callee.overload) {
      callee.overload_type = found->second;
    } else if (builder.has_struct(callee.overload)) {
      unseen.push_back(i);
    }
  }
  for (const uint32_t i : unseen) {
    const TypeId type = builder.struct_named(module.dx_op_callees[i].overload);
    module.dx_op_callees[i].overload_type = type;
  }
}

}  // namespace

Result<void> finish_module(ModuleBuilder& builder, bool any_pointer_phis) {
  Module& module = builder.module();
  find_overload_types(builder);
  if (builder.failed()) return std::move(builder.error());
  finish_ids(module);
  TRELLIS_RETURN_IF_ERROR(check_types(module));
  for (Function& function : module.functions) {
    if (function.blocks.empty()) continue;
    TRELLIS_RETURN_IF_ERROR(check_function(module, function));
    if (any_pointer_phis && has_pointer_phis(module, function)) {
      TRELLIS_RETURN_IF_ERROR(lower_pointer_phis(module, function));
    }
  }
  return check_no_recursion(module);
}

}  // namespace trellis::dxil
