// Packed bytes and halves, and bit casts.
#include <array>

#include "spirv_backend/operations/common.hpp"
#include "spirv_backend/operations/lowerings.hpp"

namespace trellis::spirv {

namespace {

using dxil::Instruction;

constexpr NumericType kTwoFloats{BaseType::kFloat, 32, 2};

/// Convert a float to half bits in the low 16 bits of a word, and back.
Id to_half_bits(FunctionEmitter& e, Id value) {
  const Id pair = e.op(Op::OpCompositeConstruct, kTwoFloats, value, e.constant(kF32, 0));
  return e.ext(GLSLstd450PackHalf2x16, kU32, pair);
}
Id from_half_bits(FunctionEmitter& e, Id bits) {
  return extract(e, kF32, e.ext(GLSLstd450UnpackHalf2x16, kTwoFloats, bits), 0);
}

Result<void> lower_f32_to_f16(FunctionEmitter& e, const Instruction& i) {
  e.set_result(i, to_half_bits(e, e.operand(i, 0)));
  return {};
}

Result<void> lower_f16_to_f32(FunctionEmitter& e, const Instruction& i) {
  e.set_result(i, from_half_bits(e, e.operand(i, 0)));
  return {};
}

// The bitcast operations. A min-precision half is a 32-bit float here, so its bits must be computed.
Result<void> lower_bitcast(FunctionEmitter& e, const Instruction& i) {
  const NumericType from = e.operand_type(i, 0);
  const Id value = e.operand(i, 0);
  if (e.context().is_min_precision(i.type)) {
    e.set_result(i, from.is_float() ? to_half_bits(e, value) : from_half_bits(e, value));
    return {};
  }
  e.define(i, Op::OpBitcast, value);
  return {};
}

// Conversions from double to integer saturate; NaN gives 0.
template <bool kSigned>
Result<void> lower_double_to_int(FunctionEmitter& e, const Instruction& i) {
  if (e.context().plan.options.device.promises(kConversionsSaturate)) {
    e.define(i, kSigned ? Op::OpConvertFToS : Op::OpConvertFToU, e.operand(i, 0));
    return {};
  }
  const Id least = e.module().constant_f64(kSigned ? -2147483648.0 : 0.0);
  const Id most = e.module().constant_f64(kSigned ? 2147483647.0 : 4294967295.0);
  const Id value = e.operand(i, 0);
  const Id clamped = e.ext(GLSLstd450NClamp, kF64, value, least, most);  // NaN becomes `least`.
  if (!kSigned) {
    e.define(i, Op::OpConvertFToU, clamped);
    return {};
  }
  const Id converted = e.op(Op::OpConvertFToS, kU32, clamped);
  const Id is_nan = e.op(Op::OpIsNan, kBool, value);
  e.define(i, Op::OpSelect, is_nan, e.u32(0), converted);
  return {};
}

/// Returns byte n of a word, zero-extended.
Id byte_of(FunctionEmitter& e, Id word, uint32_t n) {
  const Id offset = e.u32(8 * n), count = e.u32(8);
  return e.op(Op::OpBitFieldUExtract, kU32, word, offset, count);
}

// Sums |reference - source| over the bytes in which the reference is not 0. Mesa's compiler recognizes
// exactly these instructions in this order and turns them into AMD's instruction.
Result<void> lower_msad(FunctionEmitter& e, const Instruction& i) {
  const Id reference = e.operand(i, 0), source = e.operand(i, 1), zero = e.u32(0);
  Id sum = 0;
  for (uint32_t n = 0; n < 4; ++n) {
    const Id a = byte_of(e, reference, n), b = byte_of(e, source, n);
    const Id is_masked = e.op(Op::OpIEqual, kBool, a, zero);
    const Id difference = e.op(Op::OpISub, kU32, a, b);
    const Id distance = e.ext(GLSLstd450SAbs, kU32, difference);
    const Id term = e.op(Op::OpSelect, kU32, is_masked, zero, distance);
    sum = n == 0 ? term : e.op(Op::OpIAdd, kU32, sum, term);
  }
  e.define(i, Op::OpIAdd, sum, e.operand(i, 2));
  return {};
}

/// Returns sum + dot(a, b), byte by byte.
template <Op kExtract>
Id dot_of_bytes(FunctionEmitter& e, Id sum, Id a, Id b) {
  const Id count = e.u32(8);
  for (uint32_t n = 0; n < 4; ++n) {
    const Id offset = e.u32(8 * n);
    const Id left = e.op(kExtract, kU32, a, offset, count);
    const Id right = e.op(kExtract, kU32, b, offset, count);
    const Id product = e.op(Op::OpIMul, kU32, left, right);
    sum = e.op(Op::OpIAdd, kU32, sum, product);
  }
  return sum;
}

// Returns acc + dot(a, b) over four bytes; sums wrap.
template <Op kDot, Op kExtract>
Result<void> lower_packed_dot(FunctionEmitter& e, const Instruction& i) {
  ModuleBuilder& module = e.module();
  if (!module.allows(Extension::kIntegerDotProduct) || !module.allows(spv::Capability::DotProduct) ||
      !module.allows(spv::Capability::DotProductInput4x8BitPacked)) {
    const Id sum = e.operand(i, 0), a = e.operand(i, 1), b = e.operand(i, 2);
    e.set_result(i, dot_of_bytes<kExtract>(e, sum, a, b));
    return {};
  }
  module.extension("SPV_KHR_integer_dot_product", kSpirv16);
  module.capability(spv::Capability::DotProduct);
  module.capability(spv::Capability::DotProductInput4x8BitPacked);
  const Id sum = e.operand(i, 0), a = e.operand(i, 1), b = e.operand(i, 2);
  const Id dot = e.op(kDot, kU32, a, b, spv::PackedVectorFormat::PackedVectorFormat4x8Bit);
  e.define(i, Op::OpIAdd, sum, dot);
  return {};
}

enum PackMode : uint64_t { kTruncate = 0, kClampUnsigned = 1, kClampSigned = 2 };

Result<void> lower_pack(FunctionEmitter& e, const Instruction& i) {
  const auto mode = e.constant_operand(i, 0);
  if (!mode || *mode > kClampSigned) return e.bad_input(i, "the pack mode is not 0, 1 or 2");
  Id packed = 0;
  for (uint32_t n = 0; n < 4; ++n) {
    Id value = e.operand(i, 1 + n);
    if (e.operand_type(i, 1 + n).bits == 16) value = e.op(Op::OpSConvert, kU32, value);
    // Both clamps interpret the input as signed.
    if (*mode != kTruncate) {
      const bool to_signed = *mode == kClampSigned;
      const Id least = e.u32(to_signed ? static_cast<uint32_t>(-128) : 0),
               most = e.u32(to_signed ? 127 : 255);
      value = e.ext(GLSLstd450SClamp, kU32, value, least, most);
    }
    const Id offset = e.u32(8 * n), count = e.u32(8);
    packed = n == 0 ? value : e.op(Op::OpBitFieldInsert, kU32, packed, value, offset, count);
  }
  e.set_result(i, packed);
  return {};
}

Result<void> lower_unpack(FunctionEmitter& e, const Instruction& i) {
  const auto mode = e.constant_operand(i, 0);
  if (!mode || *mode > 1) return e.bad_input(i, "the unpack mode is not 0 or 1");
  const Op extract = *mode == 1 ? Op::OpBitFieldSExtract : Op::OpBitFieldUExtract;
  const Id packed = e.operand(i, 1);
  for (uint32_t n = 0; n < 4; ++n) {
    set_if_used(e, i, n, [&] {
      const Id offset = e.u32(8 * n), count = e.u32(8);
      const Id value = e.op(extract, kU32, packed, offset, count);
      const NumericType field = e.field_type(i, n);
      return field.bits == 16 ? e.op(Op::OpUConvert, field, value) : value;
    });
  }
  return {};
}

constexpr LoweringEntry kPackedLowerings[] = {
    {dxil::Op::kMsad, lower_msad},
    {dxil::Op::kBitcastI16toF16, lower_bitcast},
    {dxil::Op::kBitcastF16toI16, lower_bitcast},
    {dxil::Op::kBitcastI32toF32, lower_bitcast},
    {dxil::Op::kBitcastF32toI32, lower_bitcast},
    {dxil::Op::kBitcastI64toF64, lower_bitcast},
    {dxil::Op::kBitcastF64toI64, lower_bitcast},
    {dxil::Op::kLegacyF32ToF16, lower_f32_to_f16},
    {dxil::Op::kLegacyF16ToF32, lower_f16_to_f32},
    {dxil::Op::kLegacyDoubleToFloat, lower_unary<Op::OpFConvert>},
    {dxil::Op::kLegacyDoubleToSInt32, lower_double_to_int<true>},
    {dxil::Op::kLegacyDoubleToUInt32, lower_double_to_int<false>},
    {dxil::Op::kDot4AddI8Packed, lower_packed_dot<Op::OpSDot, Op::OpBitFieldSExtract>},
    {dxil::Op::kDot4AddU8Packed, lower_packed_dot<Op::OpUDot, Op::OpBitFieldUExtract>},
    {dxil::Op::kUnpack4x8, lower_unpack},
    {dxil::Op::kPack4x8, lower_pack},
};

}  // namespace

std::span<const LoweringEntry> packed_lowerings() { return kPackedLowerings; }

}  // namespace trellis::spirv
