// Built-in Input variables, which a function loads once, in its prologue.
#pragma once

#include "spirv_backend/module/module_builder.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {

class FunctionEmitter;

/// The built-ins that a function has loaded.
struct LoadedBuiltins {
  struct Value {
    spv::BuiltIn builtin;
    uint32_t component;  ///< dxil::kNone: the whole vector.
    Id id;
  };
  Vector<Value> values;
};

/// Returns the value of a built-in.
Id load_builtin(FunctionEmitter& e, spv::BuiltIn builtin, NumericType type);
/// Returns one component of a vector built-in.
Id load_builtin_component(FunctionEmitter& e, spv::BuiltIn builtin, NumericType vector, uint32_t component);

}  // namespace trellis::spirv
