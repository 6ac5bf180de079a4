// Min-precision integers live in 32-bit registers whose high half holds anything: an operation that looks at
// more than the low 16 bits extends its operands first.
#pragma once

#include "spirv_backend/function_emitter.hpp"

namespace trellis::spirv {

/// Operand n; if it is a min-precision integer, sign- or zero-extended from 16 bits.
inline Id extended_operand(FunctionEmitter& e, const dxil::Instruction& i, uint32_t n, bool is_signed) {
  const NumericType type = e.operand_type(i, n);
  if (!type.is_int() || !e.is_min_precision(e.operand_type_id(i, n))) return e.operand(i, n);
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

}  // namespace trellis::spirv
