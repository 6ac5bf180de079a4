// Integer and bit operations, and operations that split doubles.
#include <algorithm>
#include <optional>

#include "spirv_backend/emitter/high_bits.hpp"
#include "spirv_backend/emitter/vector_parts.hpp"
#include "spirv_backend/operations/common.hpp"
#include "spirv_backend/operations/lowerings.hpp"

namespace trellis::spirv {

namespace {

using dxil::Instruction;

/// Returns the declared width of operand n, which min precision does not change: bit operations count in it.
uint32_t declared_bits(FunctionEmitter& e, const Instruction& i, uint32_t n) {
  const dxil::Type* type = &e.program().types[e.operand_type_id(i, n)];
  if (type->kind == dxil::TypeKind::kVector) type = &e.program().types[type->element];
  return type->bits;
}

/// Returns operand 0, declared 16 bits wide, extended to 32 bits. A min-precision value has an arbitrary
/// upper half.
Id widen_operand(FunctionEmitter& e, const Instruction& i, bool is_signed) {
  const NumericType from = e.operand_type(i, 0), to = from.with_bits(32);
  const Id value = e.operand(i, 0);
  if (from.bits == 16) return e.op(is_signed ? Op::OpSConvert : Op::OpUConvert, to, value);
  const Id offset = e.u32(0), count = e.u32(16);
  return e.op(is_signed ? Op::OpBitFieldSExtract : Op::OpBitFieldUExtract, to, value, offset, count);
}

struct Halves {
  Id low = 0, high = 0;
};

/// Splits a 64-bit integer (or a vector of them) into 32-bit halves.
Halves split(FunctionEmitter& e, NumericType type, Id value) {
  const NumericType half = type.with_bits(32);
  const Id shifted = e.op(Op::OpShiftRightLogical, type, value, e.constant(type, 32));
  const Id low = e.op(Op::OpUConvert, half, value), high = e.op(Op::OpUConvert, half, shifted);
  return {low, high};
}

// Vulkan has the bit operations only for 32 bits: operations on other widths are composed of these.

Result<void> lower_bit_reverse(FunctionEmitter& e, const Instruction& i) {
  const NumericType type = e.result_type(i), word = type.with_bits(32);
  const uint32_t bits = declared_bits(e, i, 0);
  if (bits == 64) {
    const Halves halves = split(e, type, e.operand(i, 0));
    const Id new_low = e.op(Op::OpBitReverse, word, halves.high);
    const Id new_high = e.op(Op::OpBitReverse, word, halves.low);
    const Id low = e.op(Op::OpUConvert, type, new_low), high = e.op(Op::OpUConvert, type, new_high);
    const Id shifted = e.op(Op::OpShiftLeftLogical, type, high, e.constant(type, 32));
    e.define(i, Op::OpBitwiseOr, shifted, low);
  } else if (bits == 16) {
    const Id wide = type.bits == 32 ? e.operand(i, 0) : widen_operand(e, i, false);
    const Id reversed = e.op(Op::OpBitReverse, word, wide);
    const Id moved = e.op(Op::OpShiftRightLogical, word, reversed, e.constant(word, 16));
    if (type.bits == 32) {
      e.set_result(i, moved);
    } else {
      e.define(i, Op::OpUConvert, moved);
    }
  } else {
    e.define(i, Op::OpBitReverse, e.operand(i, 0));
  }
  return {};
}

Result<void> lower_count_bits(FunctionEmitter& e, const Instruction& i) {
  const uint32_t bits = declared_bits(e, i, 0);
  if (bits == 64) {
    const NumericType word = e.result_type(i);
    const Halves halves = split(e, e.operand_type(i, 0), e.operand(i, 0));
    const Id low = e.op(Op::OpBitCount, word, halves.low), high = e.op(Op::OpBitCount, word, halves.high);
    e.define(i, Op::OpIAdd, low, high);
  } else {
    e.define(i, Op::OpBitCount, bits == 16 ? widen_operand(e, i, false) : e.operand(i, 0));
  }
  return {};
}

Result<void> lower_first_bit_low(FunctionEmitter& e, const Instruction& i) {
  const uint32_t bits = declared_bits(e, i, 0);
  if (bits == 64) {
    const NumericType word = e.result_type(i);
    const Halves halves = split(e, e.operand_type(i, 0), e.operand(i, 0));
    const Id low = e.ext(GLSLstd450FindILsb, word, halves.low);
    const Id high = e.ext(GLSLstd450FindILsb, word, halves.high);
    // Adding 32 with OR leaves -1 ("none") unchanged, and as an unsigned number -1 is the greatest.
    const Id high_place = e.op(Op::OpBitwiseOr, word, high, e.constant(word, 32));
    e.define_ext(i, GLSLstd450UMin, low, high_place);
  } else {
    e.define_ext(i, GLSLstd450FindILsb, bits == 16 ? widen_operand(e, i, false) : e.operand(i, 0));
  }
  return {};
}

/// Defines the result as the position counted from the top of a `bits`-bit number, where `place` is counted
/// from the bottom; -1 stays -1.
void define_from_top(FunctionEmitter& e, const Instruction& i, uint32_t bits, Id place) {
  const NumericType word = e.result_type(i);
  const Id none = e.op(Op::OpSLessThan, word.with_base(BaseType::kBool), place, e.constant(word, 0));
  const Id from_top = e.op(Op::OpISub, word, e.constant(word, bits - 1), place);
  e.define(i, Op::OpSelect, none, e.constant(word, UINT32_MAX), from_top);
  note_high_bit(e, i, bits, place);
}

/// The same for the highest set bit in the lower `bits` bits of a word. It is the lowest set bit of the
/// reversed word, which takes GPUs two instructions. -1 stays -1. `place` is the position from the bottom,
/// for code that inverts the count again.
void define_word_from_top(FunctionEmitter& e, const Instruction& i, uint32_t bits, Id value, Id place) {
  const NumericType word = e.result_type(i);
  if (bits == 16) value = e.op(Op::OpShiftLeftLogical, word, value, e.constant(word, 16));
  e.define_ext(i, GLSLstd450FindILsb, e.op(Op::OpBitReverse, word, value));
  note_high_bit(e, i, bits, place);
}

/// Returns the position of the highest set bit of 64 bits, from the bottom; -1 if none is set.
Id find_high_bit(FunctionEmitter& e, NumericType type, Id value) {
  const NumericType word = type.with_bits(32);
  const Halves halves = split(e, type, value);
  const Id low = e.ext(GLSLstd450FindUMsb, word, halves.low);
  const Id high = e.ext(GLSLstd450FindUMsb, word, halves.high);
  // -1 (no bit is set) stays -1.
  const Id high_place = e.op(Op::OpBitwiseOr, word, high, e.constant(word, 32));
  return e.ext(GLSLstd450SMax, word, low, high_place);
}

Result<void> lower_first_bit_high(FunctionEmitter& e, const Instruction& i) {
  const NumericType type = e.operand_type(i, 0);
  const uint32_t bits = declared_bits(e, i, 0);
  if (bits == 64) {
    define_from_top(e, i, bits, find_high_bit(e, type, e.operand(i, 0)));
    return {};
  }
  const Id value = bits == 16 ? widen_operand(e, i, false) : e.operand(i, 0);
  const Id place = e.ext(GLSLstd450FindUMsb, e.result_type(i), value);
  define_word_from_top(e, i, bits, value, place);
  return {};
}

Result<void> lower_first_bit_signed_high(FunctionEmitter& e, const Instruction& i) {
  const NumericType type = e.operand_type(i, 0);
  const uint32_t bits = declared_bits(e, i, 0);
  if (bits == 64) {
    // The highest bit that differs from the sign is the highest one set after an exclusive or with the sign.
    const Id value = e.operand(i, 0);
    const Id sign = e.op(Op::OpShiftRightArithmetic, type, value, e.constant(type, 63));
    define_from_top(e, i, bits, find_high_bit(e, type, e.op(Op::OpBitwiseXor, type, value, sign)));
    return {};
  }
  const Id value = bits == 16 ? widen_operand(e, i, true) : e.operand(i, 0);
  const NumericType word = e.result_type(i);
  const Id place = e.ext(GLSLstd450FindSMsb, word, value);
  const Id sign = e.op(Op::OpShiftRightArithmetic, word, value, e.constant(word, 31));
  define_word_from_top(e, i, bits, e.op(Op::OpBitwiseXor, word, value, sign), place);
  return {};
}

/// Returns the struct type with two members that SPIR-V's extended arithmetic returns.
Id pair_type(FunctionEmitter& e, NumericType type) {
  const Id member = e.type(type), members[2] = {member, member};
  return e.module().type_struct(members);
}

// DXIL's fields are {high, low}, SPIR-V's {low, high}.
template <Op kExtended>
Result<void> lower_wide_multiply(FunctionEmitter& e, const Instruction& i) {
  const NumericType type = e.operand_type(i, 0);
  const Id a = e.operand(i, 0), b = e.operand(i, 1);
  if (!e.component_used(i, 0)) {
    set_if_used(e, i, 1, [&] { return e.op(Op::OpIMul, type, a, b); });
    return {};
  }
  const Id product = e.op(kExtended, pair_type(e, type), a, b);
  e.set_component(i, 0, extract(e, type, product, 1));
  set_if_used(e, i, 1, [&] { return extract(e, type, product, 0); });
  return {};
}

// Division by zero gives all ones for quotient and remainder; SPIR-V leaves it undefined.
Result<void> lower_unsigned_divide(FunctionEmitter& e, const Instruction& i) {
  const NumericType type = e.operand_type(i, 0);
  const Id a = e.operand(i, 0), b = e.operand(i, 1);
  Id divides_by_zero = 0;
  if (e.constant_operand(i, 1).value_or(0) == 0) {
    divides_by_zero = e.op(Op::OpIEqual, type.with_base(BaseType::kBool), b, e.constant(type, 0));
  }
  const auto guarded = [&](Op opcode) {
    const Id value = e.op(opcode, type, a, b);
    if (divides_by_zero == 0) return value;
    return e.op(Op::OpSelect, type, divides_by_zero, e.constant(type, UINT32_MAX), value);
  };
  set_if_used(e, i, 0, [&] { return guarded(Op::OpUDiv); });
  set_if_used(e, i, 1, [&] { return guarded(Op::OpUMod); });
  return {};
}

template <Op kPlain, Op kWithCarry>
Result<void> lower_carry(FunctionEmitter& e, const Instruction& i) {
  const NumericType type = e.operand_type(i, 0);
  const Id a = e.operand(i, 0), b = e.operand(i, 1);
  if (!e.component_used(i, 1)) {
    set_if_used(e, i, 0, [&] { return e.op(kPlain, type, a, b); });
    return {};
  }
  const Id both = e.op(kWithCarry, pair_type(e, type), a, b);
  set_if_used(e, i, 0, [&] { return extract(e, type, both, 0); });
  const Id carry = extract(e, type, both, 1);
  e.set_component(i, 1, e.op(Op::OpINotEqual, type.with_base(BaseType::kBool), carry, e.constant(type, 0)));
  return {};
}

Result<void> lower_integer_mad(FunctionEmitter& e, const Instruction& i) {
  const Id a = e.operand(i, 0), b = e.operand(i, 1), c = e.operand(i, 2);
  const Id product = emit_arithmetic(e, i, Op::OpIMul, a, b);
  e.define(i, Op::OpIAdd, product, c);
  return {};
}

struct BitField {
  Id offset = 0, count = 0;
};

/// Returns the field given by width (operand 0) and offset (operand 1). Only the low five bits of each are
/// used, and bits past the word do not exist; SPIR-V leaves offset + count > 32 undefined.
BitField bit_field(FunctionEmitter& e, const Instruction& i) {
  const auto width = e.constant_operand(i, 0), offset = e.constant_operand(i, 1);
  BitField field;
  const auto five_bits = [&](uint32_t n) {
    const Id value = e.operand(i, n), mask = e.u32(31);
    return e.op(Op::OpBitwiseAnd, kU32, value, mask);
  };
  field.offset = offset ? e.u32(*offset & 31) : five_bits(1);
  if (width && offset) {
    const uint32_t rest = 32 - static_cast<uint32_t>(*offset & 31);
    field.count = e.u32(std::min(static_cast<uint32_t>(*width & 31), rest));
    return field;
  }
  const Id masked = width ? e.u32(*width & 31) : five_bits(0);
  if (offset && *offset % 32 <= 1) {  // Any width, at most 31, fits.
    field.count = masked;
    return field;
  }
  const Id rest = offset ? e.u32(32 - static_cast<uint32_t>(*offset & 31))
                         : e.op(Op::OpISub, kU32, e.u32(32), field.offset);
  field.count = e.ext(GLSLstd450UMin, kU32, masked, rest);
  return field;
}

template <Op kExtract>
Result<void> lower_bit_field_extract(FunctionEmitter& e, const Instruction& i) {
  const BitField field = bit_field(e, i);
  e.define(i, kExtract, e.operand(i, 2), field.offset, field.count);
  return {};
}

Result<void> lower_bit_field_insert(FunctionEmitter& e, const Instruction& i) {
  const BitField field = bit_field(e, i);
  const Id value = e.operand(i, 2), replaced = e.operand(i, 3);
  e.define(i, Op::OpBitFieldInsert, replaced, value, field.offset, field.count);
  return {};
}

Result<void> lower_make_double(FunctionEmitter& e, const Instruction& i) {
  const Id low = e.operand(i, 0), high = e.operand(i, 1);
  const Id words = e.op(Op::OpCompositeConstruct, kTwoWords, low, high);
  e.define(i, Op::OpBitcast, words);
  return {};
}

Result<void> lower_split_double(FunctionEmitter& e, const Instruction& i) {
  const Id words = e.op(Op::OpBitcast, kTwoWords, e.operand(i, 0));
  set_if_used(e, i, 0, [&] { return extract(e, kU32, words, 0); });
  set_if_used(e, i, 1, [&] { return extract(e, kU32, words, 1); });
  return {};
}

/// Combines the components of a vector with And or Or.
template <Op kBools, Op kBits>
Result<void> lower_vector_reduce(FunctionEmitter& e, const Instruction& i) {
  const NumericType type = e.operand_type(i, 0), component = type.scalar();
  const Id vector = e.operand(i, 0);
  if (type.count == 1) {  // DXIL vectors of one component are scalars here.
    e.set_result(i, vector);
    return {};
  }
  if (type.is_bool()) {
    e.define(i, kBools, vector);
    return {};
  }
  Id all = extract(e, component, vector, 0);
  for (uint32_t n = 1; n < type.count; ++n)
    all = e.op(kBits, component, all, extract(e, component, vector, n));
  e.set_result(i, all);
  return {};
}

/// Returns the operand of which the other one is the negation, as dxc writes an absolute value: x and 0 - x.
std::optional<uint32_t> absolute_operand(const FunctionEmitter& e, const Instruction& i) {
  for (uint32_t n = 0; n < 2; ++n) {
    const Instruction* const other = e.values().definition(e.operand_value(i, 1 - n));
    if (other == nullptr || other->opcode != dxil::Opcode::kSub) continue;
    const dxil::ValueId minuend = e.operand_value(*other, 0);
    if (splat_bits(e, minuend) == 0u && !e.operand_is_undef(*other, 0) &&
        e.operand_value(*other, 1) == e.operand_value(i, n)) {
      return n;
    }
  }
  return std::nullopt;
}

// NVIDIA's compiler for Hopper loses the negation in a maximum of such a maximum and another number.
Result<void> lower_signed_maximum(FunctionEmitter& e, const Instruction& i) {
  const std::optional<uint32_t> absolute = absolute_operand(e, i);
  if (!absolute) return lower_ext_binary<GLSLstd450SMax>(e, i);
  e.define_ext(i, GLSLstd450SAbs, e.operand(i, *absolute));
  return {};
}

constexpr LoweringEntry kIntegerLowerings[] = {
    {dxil::Op::kBfrev, lower_bit_reverse},
    {dxil::Op::kCountbits, lower_count_bits},
    {dxil::Op::kFirstbitLo, lower_first_bit_low},
    {dxil::Op::kFirstbitHi, lower_first_bit_high},
    {dxil::Op::kFirstbitSHi, lower_first_bit_signed_high},
    {dxil::Op::kIMax, lower_signed_maximum},
    {dxil::Op::kIMin, lower_ext_binary<GLSLstd450SMin>},
    {dxil::Op::kUMax, lower_ext_binary<GLSLstd450UMax>},
    {dxil::Op::kUMin, lower_ext_binary<GLSLstd450UMin>},
    {dxil::Op::kIMul, lower_wide_multiply<Op::OpSMulExtended>},
    {dxil::Op::kUMul, lower_wide_multiply<Op::OpUMulExtended>},
    {dxil::Op::kUDiv, lower_unsigned_divide},
    {dxil::Op::kUAddc, lower_carry<Op::OpIAdd, Op::OpIAddCarry>},
    {dxil::Op::kUSubb, lower_carry<Op::OpISub, Op::OpISubBorrow>},
    {dxil::Op::kIMad, lower_integer_mad},
    {dxil::Op::kUMad, lower_integer_mad},
    {dxil::Op::kIbfe, lower_bit_field_extract<Op::OpBitFieldSExtract>},
    {dxil::Op::kUbfe, lower_bit_field_extract<Op::OpBitFieldUExtract>},
    {dxil::Op::kBfi, lower_bit_field_insert},
    {dxil::Op::kMakeDouble, lower_make_double},
    {dxil::Op::kSplitDouble, lower_split_double},
    {dxil::Op::kVectorReduceAnd, lower_vector_reduce<Op::OpAll, Op::OpBitwiseAnd>},
    {dxil::Op::kVectorReduceOr, lower_vector_reduce<Op::OpAny, Op::OpBitwiseOr>},
};

}  // namespace

std::span<const LoweringEntry> integer_lowerings() { return kIntegerLowerings; }

}  // namespace trellis::spirv
