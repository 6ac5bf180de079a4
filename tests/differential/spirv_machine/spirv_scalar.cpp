#include "tests/differential/spirv_machine/spirv_scalar.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <spirv/unified1/GLSL.std.450.h>

namespace trellis::differential {

using spv::Op;

namespace {

float float_of(uint64_t bits) { return std::bit_cast<float>(static_cast<uint32_t>(bits)); }
uint64_t bits_of(float number) { return std::bit_cast<uint32_t>(number); }

uint64_t reversed(uint64_t bits, uint32_t width) {
  uint64_t result = 0;
  for (uint32_t bit = 0; bit < width; ++bit) result |= ((bits >> bit) & 1) << (width - 1 - bit);
  return result;
}

std::optional<uint64_t> integer_result(Op op, uint64_t a, uint64_t b, uint32_t width) {
  const int64_t x = signed_of_width(a, width), y = signed_of_width(b, width);
  // The most negative number divided by -1 overflows.
  const bool overflows = y == 0 || y == -1;
  // clang-format off
  switch (op) {
    case Op::OpSNegate: return 0 - a;
    case Op::OpIAdd: return a + b;
    case Op::OpISub: return a - b;
    case Op::OpIMul: return a * b;
    case Op::OpUDiv: return b == 0 ? ~uint64_t{0} : a / b;
    case Op::OpUMod: return b == 0 ? ~uint64_t{0} : a % b;
    case Op::OpSDiv: return overflows ? 0 - a : static_cast<uint64_t>(x / y);
    case Op::OpSRem: return overflows ? 0 : static_cast<uint64_t>(x % y);
    case Op::OpSMod: return overflows ? 0 : static_cast<uint64_t>(((x % y) + y) % y);
    case Op::OpNot: return ~a;
    case Op::OpBitwiseAnd: case Op::OpLogicalAnd: return a & b;
    case Op::OpBitwiseOr: case Op::OpLogicalOr: return a | b;
    case Op::OpBitwiseXor: return a ^ b;
    case Op::OpShiftLeftLogical: return b >= width ? 0 : a << b;
    case Op::OpShiftRightLogical: return b >= width ? 0 : a >> b;
    case Op::OpShiftRightArithmetic: return static_cast<uint64_t>(x >> std::min<uint64_t>(b, width - 1));
    case Op::OpBitReverse: return reversed(a, width);
    case Op::OpBitCount: return static_cast<uint64_t>(std::popcount(a));
    case Op::OpUConvert: case Op::OpCopyObject: case Op::OpCopyLogical: return a;
    case Op::OpSConvert: return static_cast<uint64_t>(x);
    case Op::OpLogicalNot: return a ^ 1;
    case Op::OpIEqual: case Op::OpLogicalEqual: return a == b;
    case Op::OpINotEqual: case Op::OpLogicalNotEqual: return a != b;
    case Op::OpUGreaterThan: return a > b;
    case Op::OpUGreaterThanEqual: return a >= b;
    case Op::OpULessThan: return a < b;
    case Op::OpULessThanEqual: return a <= b;
    case Op::OpSGreaterThan: return x > y;
    case Op::OpSGreaterThanEqual: return x >= y;
    case Op::OpSLessThan: return x < y;
    case Op::OpSLessThanEqual: return x <= y;
    default: return std::nullopt;
  }
  // clang-format on
}

std::optional<uint64_t> float_result(Op op, const ScalarOperands& operands) {
  if (operands.width != 32) return std::nullopt;
  const uint64_t a = operands.values[0];
  const float x = float_of(a), y = float_of(operands.values[1]);
  const bool is_unordered = std::isnan(x) || std::isnan(y);
  // clang-format off
  switch (op) {
    case Op::OpFNegate: return bits_of(-x);
    case Op::OpFAdd: return bits_of(x + y);
    case Op::OpFSub: return bits_of(x - y);
    case Op::OpFMul: return bits_of(x * y);
    case Op::OpFDiv: return bits_of(x / y);
    case Op::OpConvertFToU: return x >= 4294967296.0f ? ~uint64_t{0} : x > 0 ? static_cast<uint64_t>(x) : 0;
    case Op::OpConvertFToS: return std::isnan(x) ? 0 : static_cast<uint64_t>(static_cast<int64_t>(std::clamp(x, -2147483648.0f, 2147483520.0f)));
    case Op::OpConvertUToF: return bits_of(static_cast<float>(a));
    case Op::OpConvertSToF: return bits_of(static_cast<float>(signed_of_width(a, 32)));
    case Op::OpIsNan: return std::isnan(x);
    case Op::OpIsInf: return std::isinf(x);
    case Op::OpFOrdEqual: return x == y;
    case Op::OpFUnordEqual: return is_unordered || x == y;
    case Op::OpFOrdNotEqual: return !is_unordered && x != y;
    case Op::OpFUnordNotEqual: return x != y;
    case Op::OpFOrdLessThan: return x < y;
    case Op::OpFUnordLessThan: return !(x >= y);
    case Op::OpFOrdLessThanEqual: return x <= y;
    case Op::OpFUnordLessThanEqual: return !(x > y);
    case Op::OpFOrdGreaterThan: return x > y;
    case Op::OpFUnordGreaterThan: return !(x <= y);
    case Op::OpFOrdGreaterThanEqual: return x >= y;
    case Op::OpFUnordGreaterThanEqual: return !(x < y);
    default: return std::nullopt;
  }
  // clang-format on
}

std::optional<uint64_t> bit_field(Op op, const ScalarOperands& operands) {
  const auto& [base, second, third, fourth] = operands.values;
  if (op == Op::OpBitFieldInsert) {
    const uint64_t mask = fourth >= 64 ? ~uint64_t{0} : (uint64_t{1} << fourth) - 1;
    return third >= 64 ? base : (base & ~(mask << third)) | ((second & mask) << third);
  }
  if (op != Op::OpBitFieldUExtract && op != Op::OpBitFieldSExtract) return std::nullopt;
  if (third == 0 || second >= operands.width) return 0;
  const uint64_t field = cut_to_width(base >> second, static_cast<uint32_t>(third));
  if (op == Op::OpBitFieldUExtract) return field;
  return static_cast<uint64_t>(signed_of_width(field, static_cast<uint32_t>(third)));
}

}  // namespace

uint64_t cut_to_width(uint64_t bits, uint32_t width) {
  return width >= 64 ? bits : bits & ((uint64_t{1} << width) - 1);
}

int64_t signed_of_width(uint64_t bits, uint32_t width) {
  if (width == 0 || width >= 64) return static_cast<int64_t>(bits);
  const uint64_t sign = uint64_t{1} << (width - 1);
  return static_cast<int64_t>(bits ^ sign) - static_cast<int64_t>(sign);
}

std::optional<uint64_t> scalar_result(Op op, const ScalarOperands& operands) {
  auto result = integer_result(op, operands.values[0], operands.values[1], operands.width);
  if (!result) result = float_result(op, operands);
  if (!result) result = bit_field(op, operands);
  if (!result) return std::nullopt;
  return cut_to_width(*result, operands.result_width);
}

std::optional<uint64_t> extended_result(uint32_t number, const ScalarOperands& operands) {
  const uint64_t a = operands.values[0], b = operands.values[1];
  const int64_t x = signed_of_width(a, operands.width), y = signed_of_width(b, operands.width);
  const auto cut = [&](uint64_t bits) { return cut_to_width(bits, operands.result_width); };
  // clang-format off
  switch (number) {
    case GLSLstd450UMin: return std::min(a, b);
    case GLSLstd450UMax: return std::max(a, b);
    case GLSLstd450SMin: return cut(static_cast<uint64_t>(std::min(x, y)));
    case GLSLstd450SMax: return cut(static_cast<uint64_t>(std::max(x, y)));
    case GLSLstd450UClamp: return std::min(std::max(a, b), operands.values[2]);
    case GLSLstd450SAbs: return cut(static_cast<uint64_t>(x < 0 ? -x : x));
    case GLSLstd450FindILsb: return a == 0 ? cut(~uint64_t{0}) : static_cast<uint64_t>(std::countr_zero(a));
    case GLSLstd450FindUMsb: return a == 0 ? cut(~uint64_t{0}) : static_cast<uint64_t>(63 - std::countl_zero(a));
    case GLSLstd450FindSMsb: {
      const uint64_t magnitude = cut_to_width(x < 0 ? ~a : a, operands.width);
      return magnitude == 0 ? cut(~uint64_t{0}) : static_cast<uint64_t>(63 - std::countl_zero(magnitude));
    }
    default: break;
  }
  if (operands.width != 32) return std::nullopt;
  switch (number) {
    case GLSLstd450FAbs: return bits_of(std::fabs(float_of(a)));
    case GLSLstd450FMin: case GLSLstd450NMin: return bits_of(std::fmin(float_of(a), float_of(b)));
    case GLSLstd450FMax: case GLSLstd450NMax: return bits_of(std::fmax(float_of(a), float_of(b)));
    case GLSLstd450Floor: return bits_of(std::floor(float_of(a)));
    case GLSLstd450Sqrt: return bits_of(std::sqrt(float_of(a)));
    default: return std::nullopt;
  }
  // clang-format on
}

std::optional<uint64_t> combined(Op op, uint64_t a, uint64_t b, uint32_t width) {
  const int64_t x = signed_of_width(a, width), y = signed_of_width(b, width);
  // clang-format off
  switch (op) {
    case Op::OpGroupNonUniformIAdd: case Op::OpAtomicIAdd: return cut_to_width(a + b, width);
    case Op::OpAtomicISub: return cut_to_width(a - b, width);
    case Op::OpGroupNonUniformIMul: return cut_to_width(a * b, width);
    case Op::OpGroupNonUniformUMin: case Op::OpAtomicUMin: return std::min(a, b);
    case Op::OpGroupNonUniformUMax: case Op::OpAtomicUMax: return std::max(a, b);
    case Op::OpGroupNonUniformSMin: case Op::OpAtomicSMin: return cut_to_width(static_cast<uint64_t>(std::min(x, y)), width);
    case Op::OpGroupNonUniformSMax: case Op::OpAtomicSMax: return cut_to_width(static_cast<uint64_t>(std::max(x, y)), width);
    case Op::OpGroupNonUniformBitwiseAnd: case Op::OpGroupNonUniformLogicalAnd: case Op::OpAtomicAnd: return a & b;
    case Op::OpGroupNonUniformBitwiseOr: case Op::OpGroupNonUniformLogicalOr: case Op::OpAtomicOr: return a | b;
    case Op::OpGroupNonUniformBitwiseXor: case Op::OpGroupNonUniformLogicalXor: case Op::OpAtomicXor: return a ^ b;
    case Op::OpAtomicExchange: return b;
    default: return std::nullopt;
  }
  // clang-format on
}

}  // namespace trellis::differential
