// A function without result that the module has of its own, apart from the program's.
#pragma once

#include <span>

#include "spirv_backend/module/module_builder.hpp"

namespace trellis::spirv {

class PlainFunction {
 public:
  PlainFunction(ModuleBuilder& builder, Id id, std::span<const Id> parameters = {}) : builder_(builder) {
    const Id result = builder.type_void();
    const Id type = builder.type_function(result, parameters);
    append(words_, spv::Op::OpFunction, result, id, spv::FunctionControlMask::MaskNone, type);
    first_parameter_ = builder.new_ids(static_cast<uint32_t>(parameters.size()));
    for (uint32_t n = 0; n < parameters.size(); ++n) {
      append(words_, spv::Op::OpFunctionParameter, parameters[n], first_parameter_ + n);
    }
  }

  Id parameter(uint32_t n) const { return first_parameter_ + n; }

  void label(Id id) { append(words_, spv::Op::OpLabel, id); }
  template <Word... Operands>
  Id op(spv::Op opcode, Id type, Operands... operands) {
    const Id id = builder_.new_id();
    append(words_, opcode, type, id, operands...);
    return id;
  }
  Id op_list(spv::Op opcode, Id type, std::span<const uint32_t> operands) {
    const Id id = builder_.new_id();
    const uint32_t fixed[] = {type, id};
    append_list(words_, opcode, fixed, operands);
    return id;
  }
  template <Word... Operands>
  void op_void(spv::Op opcode, Operands... operands) {
    append(words_, opcode, operands...);
  }
  /// The code so far, for what appends to it.
  Words& words() { return words_; }
  void call(Id function) { op(spv::Op::OpFunctionCall, builder_.type_void(), function); }
  void finish() {
    append(words_, spv::Op::OpFunctionEnd);
    builder_.functions().insert(builder_.functions().end(), words_.begin(), words_.end());
  }

 private:
  ModuleBuilder& builder_;
  Id first_parameter_ = 0;
  Words words_;
};

}  // namespace trellis::spirv
