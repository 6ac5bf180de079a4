// Min-precision integers are either in 32-bit registers whose high half is arbitrary, so that an operation
// that depends on more than the low 16 bits must extend its operands first; or in 16-bit registers, like
// min-precision floats then, which are converted for memory.
#pragma once

#include "spirv_backend/emitter/function_emitter.hpp"
#include "spirv_backend/emitter/module_context.hpp"

namespace trellis::spirv {

/// Returns true if the register of a min-precision integer is known to hold a number from 0 to 0x7FFF.
inline bool is_small_number(const FunctionEmitter& e, ValueId value) {
  const dxil::Instruction* definition = e.values().definition(value);
  if (definition == nullptr) return false;
  switch (definition->opcode) {
    case dxil::Opcode::kAnd:  // dxc makes constants the second operand.
      return e.constant_operand(*definition, 1).value_or(0xFFFF) <= 0x7FFF;
    case dxil::Opcode::kLShr: {
      const uint64_t amount = e.constant_operand(*definition, 1).value_or(0);
      return amount > 0 && amount < 16;
    }
    case dxil::Opcode::kZExt:
      return e.operand_type(*definition, 0).is_bool();
    default:
      return false;
  }
}

/// Returns operand n, sign- or zero-extended from 16 bits if it is a min-precision integer.
inline Id extended_operand(FunctionEmitter& e, const dxil::Instruction& i, uint32_t n, bool is_signed) {
  const NumericType type = e.operand_type(i, n);
  if (!type.is_int() || !e.context().is_min_precision(e.operand_type_id(i, n))) return e.operand(i, n);
  if (const std::optional<uint64_t> bits = e.constant_operand(i, n)) {
    const auto narrow = static_cast<uint16_t>(*bits);
    const uint32_t wide =
        is_signed ? static_cast<uint32_t>(static_cast<int32_t>(static_cast<int16_t>(narrow))) : narrow;
    return e.constant(type, wide);
  }
  const Id value = e.operand(i, n);
  if (is_small_number(e, e.operand_value(i, n))) return value;
  if (!is_signed) return e.op(Op::OpBitwiseAnd, type, value, e.constant(type, 0xFFFF));
  const Id offset = e.u32(0), count = e.u32(16);
  return e.op(Op::OpBitFieldSExtract, type, value, offset, count);
}

/// Returns operand n as an argument of a function. Min-precision floats pass through integers: NVIDIA's
/// compiler (580.159) refuses modules in which an argument is decorated RelaxedPrecision.
inline Id argument_operand(FunctionEmitter& e, const dxil::Instruction& i, uint32_t n) {
  const NumericType type = e.operand_type(i, n);
  const Id value = e.operand(i, n);
  if (type.with_count(1) != kF32 || !e.context().is_min_precision(e.operand_type_id(i, n))) return value;
  const Id bits = e.op(spv::Op::OpBitcast, kU32.with_count(type.count), value);
  return e.op(spv::Op::OpBitcast, type, bits);
}

/// Returns the type that values have in memory: min precision always has 32 bits there.
inline NumericType memory_type(FunctionEmitter& e, NumericType type) {
  if (type.bits == 16 && !e.context().plan.entry_point->native_16bit()) type.bits = 32;
  return type;
}

/// Converts a value from memory_type to its own type.
inline Id from_memory(FunctionEmitter& e, NumericType type, Id stored) {
  if (memory_type(e, type) == type) return stored;
  return e.op(type.is_float() ? Op::OpFConvert : Op::OpUConvert, type, stored);
}

/// Converts a value to memory_type. Integers are sign-extended, because their type does not tell whether they
/// are signed.
inline Id to_memory(FunctionEmitter& e, NumericType type, Id value) {
  const NumericType stored = memory_type(e, type);
  if (stored == type) return value;
  return e.op(type.is_float() ? Op::OpFConvert : Op::OpSConvert, stored, value);
}

}  // namespace trellis::spirv
