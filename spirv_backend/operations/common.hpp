// Shared by several groups of operation lowerings.
#pragma once

#include "spirv_backend/emitter/function_emitter.hpp"

namespace trellis::spirv {

/// Emits an intermediate value of the instruction's result type with the decorations of its result:
/// NoContraction if it must not be contracted, RelaxedPrecision for min precision.
template <Word... Operands>
Id emit_arithmetic(FunctionEmitter& e, const dxil::Instruction& i, Op opcode, Operands... operands) {
  const Id id = e.op(opcode, e.result_type(i), operands...);
  if (e.result_type(i).is_float() && e.is_precise(i)) e.module().decorate(id, spv::Decoration::NoContraction);
  if (e.context().is_min_precision(i.type)) relaxed_precision(e, id);
  return id;
}

/// Lowers to a GLSL.std.450 instruction with operands 0, 1, ...
template <GLSLstd450 kInstruction>
Result<void> lower_ext_unary(FunctionEmitter& e, const dxil::Instruction& i) {
  e.define_ext(i, kInstruction, e.operand(i, 0));
  return {};
}
template <GLSLstd450 kInstruction>
Result<void> lower_ext_binary(FunctionEmitter& e, const dxil::Instruction& i) {
  const Id a = e.operand(i, 0), b = e.operand(i, 1);
  e.define_ext(i, kInstruction, a, b);
  return {};
}

/// Lowers to an instruction with operand 0.
template <Op kOpcode>
Result<void> lower_unary(FunctionEmitter& e, const dxil::Instruction& i) {
  e.define(i, kOpcode, e.operand(i, 0));
  return {};
}

/// Returns true if the operation has operand n and it is not undefined.
inline bool is_given(FunctionEmitter& e, const dxil::Instruction& i, uint32_t n) {
  return n < i.operand_count && !e.operand_is_undef(i, n);
}

inline constexpr NumericType kTwoWords{BaseType::kInt, 32, 2}, kThreeWords{BaseType::kInt, 32, 3},
    kVector2{BaseType::kFloat, 32, 2}, kVector3{BaseType::kFloat, 32, 3};

/// Returns operands first to first + 2, 32-bit floats, as a vector.
inline Id vector3_operand(FunctionEmitter& e, const dxil::Instruction& i, uint32_t first) {
  const Id x = e.operand(i, first), y = e.operand(i, first + 1), z = e.operand(i, first + 2);
  return e.op_once(Op::OpCompositeConstruct, kVector3, x, y, z);
}

/// Sets field n of a struct result to what `make` emits, if the field is read.
template <class Make>
void set_if_used(FunctionEmitter& e, const dxil::Instruction& i, uint32_t field, Make make) {
  if (e.component_used(i, field)) e.set_component(i, field, make());
}

/// Returns a constant of a floating-point type with all components equal to `value`.
inline Id float_constant(FunctionEmitter& e, NumericType type, double value) {
  if (type.bits == 64) return e.constant(type, std::bit_cast<uint64_t>(value));
  const uint32_t bits = std::bit_cast<uint32_t>(static_cast<float>(value));
  if (type.bits == 32) return e.constant(type, bits);
  // Half: callers only pass 0 and normal values, so rebiasing the exponent suffices.
  const uint32_t magnitude = bits & 0x7FFFFFFF;
  const uint32_t half = magnitude == 0 ? 0 : (magnitude - (112u << 23)) >> 13;
  return e.constant(type, half | (bits >> 16 & 0x8000));
}

}  // namespace trellis::spirv
