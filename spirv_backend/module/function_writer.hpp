// A function that a module has of its own, for what has no instruction in SPIR-V or no place in the program's
// functions.
#pragma once

#include <span>

#include "spirv_backend/module/code_writer.hpp"
#include "support/containers.hpp"

namespace trellis::spirv {

/// Writes one function: begun by the constructor, with OpFunction and the parameters, and added to the module
/// by finish().
class FunctionWriter : public CodeWriter {
 public:
  /// `function`: the id it gets; `result` and `parameters`: ids of types.
  FunctionWriter(ModuleBuilder& module, Id function, Id result, std::span<const Id> parameters = {})
      : CodeWriter(module), function_(function) {
    begin(result, module.type_function(result, parameters), parameters);
  }
  /// The same with a new id, made after the types.
  FunctionWriter(ModuleBuilder& module, Id result, std::span<const Id> parameters) : CodeWriter(module) {
    const Id type = module.type_function(result, parameters);
    function_ = new_id();
    begin(result, type, parameters);
  }
  /// The same with a new id, made before the types.
  FunctionWriter(ModuleBuilder& module, NumericType result, std::span<const NumericType> parameters)
      : CodeWriter(module), function_(new_id()) {
    Vector<Id> types;
    for (const NumericType parameter : parameters) types.push_back(type(parameter));
    const Id result_id = type(result);
    begin(result_id, module.type_function(result_id, types), types);
  }

  // Unlike in code of the program, the result's id is made before the type's: in these functions ids have
  // always been given in this order, and changing it would renumber modules.
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

  /// Calls a function without parameters and result.
  void call(Id function) { op(spv::Op::OpFunctionCall, module().type_void(), function); }

  /// Ends the function; returns its id.
  Id finish() {
    op_void(spv::Op::OpFunctionEnd);
    module().functions().insert(module().functions().end(), words().begin(), words().end());
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

/// A key of ModuleBuilder::shared_function: an opcode and a type.
inline uint32_t key_of(spv::Op opcode, NumericType type) {
  const uint32_t width = type.bits == 64 ? 3 : type.bits / 16u;
  return static_cast<uint32_t>(opcode) << 16 | static_cast<uint32_t>(type.base) << 12 | width << 8 |
         type.count;
}

}  // namespace trellis::spirv
