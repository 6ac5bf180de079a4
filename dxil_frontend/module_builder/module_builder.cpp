#include "dxil_frontend/module_builder/module_builder.hpp"

#include <algorithm>
#include <iterator>

namespace trellis::dxil {

namespace {

/// Whether it is an intrinsic that matters only to an optimizer.
bool is_no_operation(std::string_view name) {
  static constexpr std::string_view kPrefixes[] = {
      "llvm.dbg.",          "llvm.lifetime.",  "llvm.assume",      "llvm.invariant.",
      "llvm.donothing",     "llvm.sideeffect", "llvm.annotation.", "llvm.experimental.noalias.scope.decl",
      "llvm.var.annotation"};
  return std::any_of(std::begin(kPrefixes), std::end(kPrefixes),
                     [name](std::string_view prefix) { return name.starts_with(prefix); });
}

constexpr std::string_view kOperationPrefix = "dx.op.";

}  // namespace

void ModuleBuilder::fail(ErrorCode code, String message) {
  if (!error_) error_ = Diagnostic{code, std::move(message), {}};
}

void ModuleBuilder::start(Module& module, size_t function_count) {
  module_ = &module;
  error_.reset();
  module.types.reserve(32);
  module.values.reserve(128);
  module.constants.reserve(128);
  module.functions.reserve(4);
  module.dx_op_callees.reserve(function_count);
}

bool ModuleBuilder::is_list_for_linkers(std::string_view name) {
  return name == "llvm.used" || name == "llvm.compiler.used" || name == "llvm.global_ctors";
}

CalleeKind ModuleBuilder::kind_of(std::string_view name) {
  if (name.starts_with(kOperationPrefix)) return CalleeKind::kDxOp;
  if (!name.starts_with("llvm.")) return CalleeKind::kUser;
  return is_no_operation(name) ? CalleeKind::kNoOperation : CalleeKind::kIntrinsic;
}

Callee ModuleBuilder::add_function(TypeId type) {
  Callee callee;
  callee.index = static_cast<uint32_t>(module_->functions.size());
  callee.value = static_cast<uint32_t>(module_->values.size());
  module_->values.push_back({ValueKind::kFunction, type, callee.index});
  module_->functions.emplace_back();
  return callee;
}

Callee ModuleBuilder::add_named(CalleeKind kind, std::string_view name) {
  Callee callee;
  callee.kind = kind;
  if (kind == CalleeKind::kDxOp) {
    DxOpCallee operation;
    operation.name = name;
    const size_t dot = name.find('.', kOperationPrefix.size());
    if (dot != std::string_view::npos) operation.overload = name.substr(dot + 1);
    callee.index = static_cast<uint32_t>(module_->dx_op_callees.size());
    module_->dx_op_callees.push_back(std::move(operation));
  } else if (kind == CalleeKind::kIntrinsic) {
    callee.index = static_cast<uint32_t>(module_->strings.size());
    module_->strings.emplace_back(name);
  }
  return callee;
}

}  // namespace trellis::dxil
