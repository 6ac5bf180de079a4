// Writes a function a module needs of its own, for what has no instruction in SPIR-V.
#pragma once

#include <array>
#include <span>

#include "spirv_backend/module/module_builder.hpp"

namespace trellis::spirv {

/// Writes one function; its instructions go to words() until finish() adds them to the module.
class FunctionWriter {
 public:
  FunctionWriter(ModuleBuilder& module, NumericType result, std::span<const NumericType> parameters)
      : module_(module), function_(module.new_id()) {
    std::array<Id, kMostParameters> types = {};
    for (size_t n = 0; n < parameters.size(); ++n) types[n] = module.type(parameters[n]);
    const Id function_type =
        module.type_function(module.type(result), std::span(types).first(parameters.size()));
    append(words_, spv::Op::OpFunction, module.type(result), function_, spv::FunctionControlMask::MaskNone,
           function_type);
    for (size_t n = 0; n < parameters.size(); ++n) {
      parameters_[n] = module.new_id();
      append(words_, spv::Op::OpFunctionParameter, types[n], parameters_[n]);
    }
  }

  ModuleBuilder& module() { return module_; }
  Id parameter(size_t n) const { return parameters_[n]; }
  Id new_id() { return module_.new_id(); }
  void label(Id id) { append(words_, spv::Op::OpLabel, id); }
  template <Word... Operands>
  Id op(spv::Op opcode, NumericType type, Operands... operands) {
    const Id id = new_id();
    define(id, opcode, type, operands...);
    return id;
  }
  template <Word... Operands>
  Id op_typed(spv::Op opcode, Id type, Operands... operands) {
    const Id id = new_id();
    append(words_, opcode, type, id, operands...);
    return id;
  }
  template <Word... Operands>
  void define(Id id, spv::Op opcode, NumericType type, Operands... operands) {
    append(words_, opcode, module_.type(type), id, operands...);
  }
  /// An instruction of GLSL.std.450.
  template <Word... Operands>
  Id ext(GLSLstd450 instruction, NumericType type, Operands... operands) {
    const Id set = module_.glsl_std_450();
    return op(spv::Op::OpExtInst, type, set, instruction, operands...);
  }
  template <Word... Operands>
  void op_void(spv::Op opcode, Operands... operands) {
    append(words_, opcode, operands...);
  }

  Id finish() {
    append(words_, spv::Op::OpFunctionEnd);
    module_.functions().insert(module_.functions().end(), words_.begin(), words_.end());
    return function_;
  }

 private:
  static constexpr size_t kMostParameters = 6;

  ModuleBuilder& module_;
  Id function_;
  std::array<Id, kMostParameters> parameters_ = {};
  Words words_;
};

/// A key of ModuleBuilder::shared_function: an opcode and a type.
inline uint32_t key_of(spv::Op opcode, NumericType type) {
  return static_cast<uint32_t>(opcode) << 16 | static_cast<uint32_t>(type.base) << 12 |
         static_cast<uint32_t>(type.count) << 8 | type.bits;
}

}  // namespace trellis::spirv
