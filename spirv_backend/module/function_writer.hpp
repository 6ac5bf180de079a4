// A function that the module adds, for operations without an instruction in SPIR-V, or for code that cannot
// be in the program's functions.
#pragma once

#include <span>

#include "spirv_backend/module/code_writer.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {

/// Writes one function: the constructor writes OpFunction and the parameters, finish() adds the function to
/// the module.
class FunctionWriter : public CodeWriter {
 public:
  /// `function` is the function's id; `result` and `parameters` are type ids.
  FunctionWriter(ModuleBuilder& module, Id function, Id result, std::span<const Id> parameters = {})
      : CodeWriter(module), function_(function) {
    begin(result, module.type_function(result, parameters), parameters);
  }
  /// The same with a new function id, allocated after the types.
  FunctionWriter(ModuleBuilder& module, Id result, std::span<const Id> parameters) : CodeWriter(module) {
    const Id type = module.type_function(result, parameters);
    function_ = new_id();
    begin(result, type, parameters);
  }
  /// The same with a new function id, allocated before the types.
  FunctionWriter(ModuleBuilder& module, NumericType result, std::span<const NumericType> parameters)
      : CodeWriter(module), function_(new_id()) {
    Vector<Id> types;
    for (const NumericType parameter : parameters) types.push_back(type(parameter));
    const Id result_id = type(result);
    begin(result_id, module.type_function(result_id, types), types);
  }

  // Unlike in the program's code, the result's id is allocated before the type's: this has always been the
  // order in these functions, and another one would renumber modules.
  using CodeWriter::op;
  template <Word... Operands>
  Id op(spv::Op opcode, NumericType result, Operands... operands) {
    const Id id = new_id();
    define(id, opcode, result, operands...);
    return id;
  }
  template <Word... Operands>
  Id ext(GLSLstd450 instruction, NumericType result, Operands... operands) {
    const Id set = module().glsl_std_450();
    return op(spv::Op::OpExtInst, result, set, instruction, operands...);
  }

  Id parameter(size_t n) const { return first_parameter_ + static_cast<Id>(n); }

  /// Calls a function that has no parameters and no result.
  void call(Id function) { op(spv::Op::OpFunctionCall, module().type_void(), function); }

  /// Ends the function, adds it to the module and returns its id.
  Id finish() {
    op_void(spv::Op::OpFunctionEnd);
    module().functions().append(words());
    return function_;
  }

 private:
  void begin(Id result, Id type, std::span<const Id> parameters) {
    define(function_, spv::Op::OpFunction, result, spv::FunctionControlMask::MaskNone, type);
    first_parameter_ = module().new_ids(static_cast<uint32_t>(parameters.size()));
    for (size_t n = 0; n < parameters.size(); ++n) {
      define(parameter(n), spv::Op::OpFunctionParameter, parameters[n]);
    }
  }

  Id function_, first_parameter_ = 0;
};

/// Returns a key of ModuleBuilder::shared_function, from an opcode and a type.
inline uint32_t key_of(spv::Op opcode, NumericType type) {
  const uint32_t width = type.bits == 64 ? 3 : type.bits / 16u;
  return static_cast<uint32_t>(opcode) << 16 | static_cast<uint32_t>(type.base) << 12 | width << 8 |
         type.count;
}

}  // namespace trellis::spirv
