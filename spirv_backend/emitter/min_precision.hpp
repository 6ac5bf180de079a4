// Min-precision integers live in 32-bit registers whose high half holds anything: an operation that looks at
// more than the low 16 bits extends its operands first. Or they live in 16-bit ones, as floats then do, and
// are converted where they are kept in memory.
#pragma once

#include "spirv_backend/emitter/function_emitter.hpp"
#include "spirv_backend/emitter/module_context.hpp"

namespace trellis::spirv {

/// Operand n; if it is a min-precision integer, sign- or zero-extended from 16 bits.
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
  if (!is_signed) return e.op(Op::OpBitwiseAnd, type, value, e.constant(type, 0xFFFF));
  const Id offset = e.u32(0), count = e.u32(16);
  return e.op(Op::OpBitFieldSExtract, type, value, offset, count);
}

/// How values of the type lie in memory: min precision has 32 bits there, whatever the values have.
inline NumericType memory_type(FunctionEmitter& e, NumericType type) {
  if (type.bits == 16 && !e.context().plan.entry_point->native_16bit()) type.bits = 32;
  return type;
}

/// From that to the value's own type.
inline Id from_memory(FunctionEmitter& e, NumericType type, Id stored) {
  if (memory_type(e, type) == type) return stored;
  return e.op(type.is_float() ? Op::OpFConvert : Op::OpUConvert, type, stored);
}

/// And back. Integers are taken for signed ones: their type does not tell.
inline Id to_memory(FunctionEmitter& e, NumericType type, Id value) {
  const NumericType stored = memory_type(e, type);
  if (stored == type) return value;
  return e.op(type.is_float() ? Op::OpFConvert : Op::OpSConvert, stored, value);
}

}  // namespace trellis::spirv
