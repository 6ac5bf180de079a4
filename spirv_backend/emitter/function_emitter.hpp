// Emits one function: the interface that lowerings of instructions and operations use.
//
// A lowering is a function `Result<void> f(FunctionEmitter&, const dxil::Instruction&)`. It reads operands
// with operand(), emits with op() / ext(), and ends with one of define(), set_result() or set_component().
// Example:
//
//   Result<void> lower_isnan(FunctionEmitter& e, const dxil::Instruction& i) {
//     e.define(i, Op::OpIsNan, e.operand(i, 0));
//     return {};
//   }
//
// Types. i1 is bool; integers are OpTypeInt N 0 (the opcode determines signedness); i8 occurs only as an
// immediate. Under min precision (half and i16 without shader flag bit 23), half and i16 values are 32-bit
// floats and integers in SPIR-V, and value_type() reports 32 bits: `define` decorates such results
// RelaxedPrecision. Write lowerings in terms of value_type(), not dxil::Type::bits.
//
// Ids. Almost every call can allocate new ids, including operand() and u32() (constants are created on first
// use). C++ does not specify the evaluation order of arguments, so make one such call per statement: the
// output must not depend on the compiler.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "dxil_frontend/program/shader.hpp"
#include "spirv_backend/analysis/value_bounds.hpp"
#include "spirv_backend/emitter/contractions.hpp"
#include "spirv_backend/emitter/function_state.hpp"
#include "spirv_backend/emitter/module_context.hpp"
#include "spirv_backend/emitter/value_table.hpp"
#include "spirv_backend/module/code_writer.hpp"
#include "spirv_backend/plan/plan.hpp"
#include "support/containers.hpp"
#include "support/result.hpp"

namespace trellis::spirv {

using dxil::kNone;
using dxil::TypeId;
using dxil::ValueId;
using spv::Op;

class FunctionEmitter {
 public:
  FunctionEmitter(ModuleContext& context, const FunctionPlan& plan);

  // --- Context.
  ModuleContext& context() { return context_; }
  const ModuleContext& context() const { return context_; }
  ModuleBuilder& module() { return builder_; }
  const dxil::EntryPoint& entry_point() const { return *context_.plan.entry_point; }
  const dxil::Module& program() const { return program_; }
  const dxil::Function& function() const { return function_; }
  const FunctionPlan& plan() const { return plan_; }
  /// The code written so far. Swap it with another state to write the following code into another function.
  FunctionState& state() { return state_; }
  /// The function's body, for helpers that write to a CodeWriter.
  CodeWriter& code() { return state_.body; }
  ValueTable& values() { return values_; }
  const ValueTable& values() const { return values_; }

  // --- Operands of an instruction (for operations: without the opcode, as in dxil::Instruction).
  ValueId operand_value(const dxil::Instruction& i, uint32_t n) const {
    return function_.operands[i.first_operand + n];
  }
  TypeId operand_type_id(const dxil::Instruction& i, uint32_t n) const {
    return program_.type_of(function_, operand_value(i, n));
  }
  /// SPIR-V id of operand n, usable at the current position.
  Id operand(const dxil::Instruction& i, uint32_t n) { return use(operand_value(i, n)); }
  NumericType operand_type(const dxil::Instruction& i, uint32_t n) const {
    return value_type(operand_type_id(i, n));
  }
  /// Returns the bits of a scalar constant (null and undef: 0); empty if the operand is not a constant.
  std::optional<uint64_t> constant_operand(const dxil::Instruction& i, uint32_t n) const {
    return program_.scalar_bits(operand_value(i, n));
  }
  bool operand_is_undef(const dxil::Instruction& i, uint32_t n) const {
    return program_.is_undef(operand_value(i, n));
  }
  /// Returns the id of a program value (constant, argument, result) for use in the current block.
  Id use(ValueId value);
  /// Returns what a pointer or handle refers to.
  const Reference& reference(ValueId value) const;
  /// Returns the index of a reference as a 32-bit value (plan.hpp): in units of the object, or in descriptors
  /// of the range.
  Id reference_index(ValueId value);

  // --- Types.
  /// Returns the SPIR-V scalar or vector type of a DXIL type; {kInt, 0 bits} if it is neither scalar nor
  /// vector.
  NumericType value_type(TypeId type) const { return context_.numeric_type(type); }
  NumericType result_type(const dxil::Instruction& i) const { return value_type(i.type); }
  /// For results that are structs (ResRet, operations with two results): the type of field n.
  NumericType field_type(const dxil::Instruction& i, uint32_t n) const;
  Id type(NumericType numeric) { return builder_.type(numeric); }
  /// Returns true if the result must not be contracted: LLVM arithmetic without `fast`, or operations marked
  /// dx.precise.
  bool is_precise(const dxil::Instruction& i) const;
  /// The sums of the function that are written as Fma.
  const Contractions& contractions() const { return contractions_; }

  // --- Emission at the current position.
  /// Emits an instruction with a result and returns its id.
  template <Word... Operands>
  Id op(Op opcode, Id result_type_id, Operands... operands) {
    return state_.body.op(opcode, result_type_id, operands...);
  }
  template <Word... Operands>
  Id op(Op opcode, NumericType result, Operands... operands) {
    return state_.body.op(opcode, result, operands...);
  }
  Id op_list(Op opcode, Id result_type_id, std::span<const uint32_t> operands) {
    return state_.body.op_list(opcode, result_type_id, operands);
  }
  /// Like op(), but returns the id of an equal instruction if one that is available here was written by
  /// op_once(). The result must depend on the operands only (not on memory, nor on which lanes are active),
  /// and must not be decorated, because it may have other uses.
  template <Word... Operands>
  Id op_once(Op opcode, Id result_type_id, Operands... operands) {
    const uint32_t words[] = {to_word(operands)...};
    return state_.reusable.once(state_.body, opcode, result_type_id, words);
  }
  template <Word... Operands>
  Id op_once(Op opcode, NumericType result, Operands... operands) {
    return op_once(opcode, type(result), operands...);
  }
  Id op_list_once(Op opcode, Id result_type_id, std::span<const uint32_t> operands) {
    return state_.reusable.once(state_.body, opcode, result_type_id, operands);
  }
  /// The same for results that are decorated NonUniform, which this does.
  Id non_uniform_once(Op opcode, Id result_type_id, std::span<const uint32_t> operands);
  /// Emits an instruction without a result.
  template <Word... Operands>
  void op_void(Op opcode, Operands... operands) {
    state_.body.op_void(opcode, operands...);
  }
  /// Emits a GLSL.std.450 instruction.
  template <Word... Operands>
  Id ext(GLSLstd450 instruction, NumericType result, Operands... operands) {
    return state_.body.ext(instruction, result, operands...);
  }
  Id constant(NumericType numeric, uint64_t bits) { return builder_.constant(numeric, bits); }
  Id u32(uint32_t value) { return builder_.constant_u32(value); }

  // --- Results.
  /// Emits `opcode` with the instruction's result type and makes it the instruction's result. Adds
  /// RelaxedPrecision for min-precision results.
  template <Word... Operands>
  Id define(const dxil::Instruction& i, Op opcode, Operands... operands) {
    const Id id = op(opcode, result_type(i), operands...);
    finish_definition(i, id);
    return id;
  }
  /// The same, but may reuse an equal instruction (see op_once()).
  template <Word... Operands>
  Id define_once(const dxil::Instruction& i, Op opcode, Operands... operands) {
    if (context_.is_min_precision(i.type)) return define(i, opcode, operands...);
    const Id id = op_once(opcode, result_type(i), operands...);
    set_result(i, id);
    return id;
  }
  template <Word... Operands>
  Id define_ext(const dxil::Instruction& i, GLSLstd450 instruction, Operands... operands) {
    const Id id = ext(instruction, result_type(i), operands...);
    finish_definition(i, id);
    return id;
  }
  /// Makes an existing id the result. Adds no decorations.
  void set_result(const dxil::Instruction& i, Id id) {
    if (i.result != kNone) values_.id(i.result) = id;
  }
  /// Sets field n of an instruction whose result is a struct (ResRet, twoi32, i32c, ...). Structs do not
  /// exist in the output: each extractvalue of the field becomes this id. Unused fields need not be set: see
  /// component_used.
  void set_component(const dxil::Instruction& i, uint32_t field, Id id);
  /// Returns true if an extractvalue reads the field.
  bool component_used(const dxil::Instruction& i, uint32_t field) const;

  // --- Errors: kUnsupported and kBadInput with function, block, instruction and operation filled in.
  [[gnu::cold]] Diagnostic unsupported(const dxil::Instruction& i, String message) const;
  [[gnu::cold]] Diagnostic bad_input(const dxil::Instruction& i, String message) const;

 private:
  Id use_other(ValueId value);
  void finish_definition(const dxil::Instruction& i, Id id);
  void propagate_precise();

  ModuleContext& context_;
  ModuleBuilder& builder_;
  const FunctionPlan& plan_;
  const dxil::Module& program_;
  const dxil::Function& function_;
  ValueTable values_;
  Vector<bool> feeds_precise_;  // Indexed by local value, if precision is propagated.
  Contractions contractions_;
  FunctionState state_;
};

/// Lowers one instruction or operation.
using Lowering = Result<void> (*)(FunctionEmitter&, const dxil::Instruction&);

/// Declares a Function variable in the function's entry block.
inline Id function_variable(FunctionEmitter& e, Id pointee) {
  const Id pointer = e.module().type_pointer(spv::StorageClass::Function, pointee);
  return e.state().variables.op(Op::OpVariable, pointer, spv::StorageClass::Function);
}

/// Emits OpBitcast, or returns the value itself if the types are equal.
inline Id bitcast(FunctionEmitter& e, NumericType to, NumericType from, Id value) {
  return to == from ? value : e.op(Op::OpBitcast, to, value);
}

inline Id extract(FunctionEmitter& e, NumericType component, Id composite, uint32_t index) {
  return e.op(Op::OpCompositeExtract, component, composite, index);
}

/// The range of a scalar value.
inline IntegerBounds integer_bounds(const FunctionEmitter& e, ValueId value) {
  return e.plan().bounds.integer(e.program(), e.function(), value);
}
inline FloatBounds number_bounds(const FunctionEmitter& e, ValueId value) {
  return e.plan().bounds.number(e.program(), e.function(), value);
}

/// Decorates a min-precision value with RelaxedPrecision, unless the options require full precision.
inline void relaxed_precision(FunctionEmitter& e, Id id) {
  if (e.context().plan.options.device.min_precision != MinPrecision::kRelaxed) return;
  e.module().decorate(id, spv::Decoration::RelaxedPrecision);
}

/// Like FunctionEmitter::define(), for float arithmetic that contraction could change (add, sub, mul, dot,
/// ...): also adds NoContraction if the instruction is precise.
template <Word... Operands>
Id define_arithmetic(FunctionEmitter& e, const dxil::Instruction& i, Op opcode, Operands... operands) {
  const Id id = e.define(i, opcode, operands...);
  if (e.is_precise(i)) e.module().decorate(id, spv::Decoration::NoContraction);
  return id;
}

}  // namespace trellis::spirv
