// Built-in Input variables, which a function loads once, at its head.
#pragma once

#include "spirv_backend/module/module_builder.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {

class FunctionEmitter;

/// The built-ins that a function has loaded.
struct LoadedBuiltins {
  struct Value {
    spv::BuiltIn builtin;
    uint32_t component;  ///< dxil::kNone: the whole.
    Id id;
  };
  Vector<Value> values;
};

/// The value of a built-in.
Id load_builtin(FunctionEmitter& e, spv::BuiltIn builtin, NumericType type);
/// One component of a built-in that is a vector.
Id load_builtin_component(FunctionEmitter& e, spv::BuiltIn builtin, NumericType vector, uint32_t component);

}  // namespace trellis::spirv
