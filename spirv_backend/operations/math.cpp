// Floating-point operations.
#include <array>
#include <optional>

#include "spirv_backend/analysis/special_tests.hpp"
#include "spirv_backend/operations/common.hpp"
#include "spirv_backend/operations/lowerings.hpp"

namespace trellis::spirv {

namespace {

using dxil::Instruction;

// Clamping with NClamp turns NaN into 0, as Direct3D requires; FClamp would leave it undefined.
Result<void> lower_saturate(FunctionEmitter& e, const Instruction& i) {
  const NumericType type = e.result_type(i);
  const Id zero = float_constant(e, type, 0), one = float_constant(e, type, 1);
  e.define_ext(i, GLSLstd450NClamp, e.operand(i, 0), zero, one);
  return {};
}

/// Returns the fraction, or the greatest number below 1 if it is 1.
Id below_one(FunctionEmitter& e, const Instruction& i, Id fraction) {
  const NumericType type = e.result_type(i);
  const uint64_t epsilon = type.bits == 16 ? 0x1000 : type.bits == 32 ? 0x33800000 : 0x3CA0000000000000;
  const uint64_t below = type.bits == 16 ? 0x3BFF : type.bits == 32 ? 0x3F7FFFFF : 0x3FEFFFFFFFFFFFFF;
  const bool is_scalar = type.count == 1;
  if (is_scalar && number_bounds(e, e.operand_value(i, 0)).is_finite())
    return e.ext(GLSLstd450NMin, type, fraction, e.constant(type, below));
  // The minimum would hide NaN. The whole part of the fraction is 1, 0 or NaN, and each step is exact. This
  // takes two instructions on AMD's GPUs, and a comparison with a selection takes four.
  const Id whole = e.ext(GLSLstd450Floor, type, fraction);
  return e.ext(GLSLstd450Fma, type, whole, e.constant(type, epsilon | uint64_t{1} << (type.bits - 1)),
               fraction);
}

// Direct3D's result is less than 1, but x - floor(x) of a tiny negative x rounds to 1. NaN stays NaN.
Result<void> lower_frc(FunctionEmitter& e, const Instruction& i) {
  const NumericType type = e.result_type(i);
  Id fraction = e.ext(GLSLstd450Fract, type, e.operand(i, 0));
  const bool is_positive = type.count == 1 && number_bounds(e, e.operand_value(i, 0)).low >= 0;
  if (!is_positive && !e.context().plan.options.device.promises(kFractionsBelowOne))
    fraction = below_one(e, i, fraction);
  if (e.context().is_min_precision(i.type)) relaxed_precision(e, fraction);
  e.set_result(i, fraction);
  return {};
}

uint64_t exponent_mask(uint32_t bits) {
  return bits == 16 ? 0x7C00 : bits == 32 ? 0x7F800000 : 0x7FF0000000000000;
}

// Returns the exponent field of operand 0, not shifted: OpIsFinite and OpIsNormal exist only for kernels.
Id exponent_field(FunctionEmitter& e, const Instruction& i, NumericType integer) {
  const Id bits = e.op(Op::OpBitcast, integer, e.operand(i, 0));
  return e.op(Op::OpBitwiseAnd, integer, bits, e.constant(integer, exponent_mask(integer.bits)));
}

/// Returns true if the test's result is a constant.
bool set_decided(FunctionEmitter& e, const Instruction& i) {
  const std::optional<bool> decided = decided_test(e.program(), e.function(), e.plan().bounds, i);
  if (decided) e.set_result(i, e.constant(e.result_type(i), *decided ? 1 : 0));
  return decided.has_value();
}

/// Compares the bits without the sign with those of infinity: NaNs are greater.
void compare_with_infinity(FunctionEmitter& e, const Instruction& i, Op compare) {
  const NumericType integer = e.operand_type(i, 0).with_base(BaseType::kInt);
  const uint64_t sign = uint64_t{1} << (integer.bits - 1);
  const Id bits = e.op(Op::OpBitcast, integer, e.operand(i, 0));
  const Id magnitude = e.op(Op::OpBitwiseAnd, integer, bits, e.constant(integer, sign - 1));
  e.define(i, compare, magnitude, e.constant(integer, exponent_mask(integer.bits)));
}

/// Without SignedZeroInfNanPreserve, drivers may answer OpIsNan and OpIsInf without looking. Where the module
/// does not need the mode, the tested values come from memory, and their bits tell.
template <Op kTest, Op kCompare>
Result<void> lower_special_test(FunctionEmitter& e, const Instruction& i) {
  if (set_decided(e, i)) return {};
  const ModulePlan& plan = e.context().plan;
  if (plan.tests_special_floats || plan.options.device.promises(kSpecialsKept))
    return lower_unary<kTest>(e, i);
  compare_with_infinity(e, i, kCompare);
  return {};
}

Result<void> lower_is_finite(FunctionEmitter& e, const Instruction& i) {
  if (set_decided(e, i)) return {};
  const NumericType integer = e.operand_type(i, 0).with_base(BaseType::kInt);
  const Id exponent = exponent_field(e, i, integer);
  e.define(i, Op::OpINotEqual, exponent, e.constant(integer, exponent_mask(integer.bits)));
  return {};
}

Result<void> lower_is_normal(FunctionEmitter& e, const Instruction& i) {
  const NumericType integer = e.operand_type(i, 0).with_base(BaseType::kInt);
  const uint64_t mask = exponent_mask(integer.bits), lowest = mask & (~mask + 1);
  // 0 wraps around to a large number, so one comparison excludes both ends.
  const Id exponent = exponent_field(e, i, integer);
  const Id shifted = e.op(Op::OpISub, integer, exponent, e.constant(integer, lowest));
  e.define(i, Op::OpULessThan, shifted, e.constant(integer, mask - lowest));
  return {};
}

Result<void> lower_rsqrt(FunctionEmitter& e, const Instruction& i) {
  if (!e.context().plan.options.device.works_around(kFiniteRoots)) {
    return lower_ext_unary<GLSLstd450InverseSqrt>(e, i);
  }
  const NumericType type = e.result_type(i);
  const uint64_t greatest = type.bits == 16 ? 0x7BFF : type.bits == 32 ? 0x7F7FFFFF : 0x7FEFFFFFFFFFFFFF;
  const Id root = e.ext(GLSLstd450InverseSqrt, type, e.operand(i, 0));
  e.define_ext(i, GLSLstd450NClamp, root, float_constant(e, type, 0), e.constant(type, greatest));
  return {};
}

Result<void> lower_fma(FunctionEmitter& e, const Instruction& i) {
  const Id a = e.operand(i, 0), b = e.operand(i, 1), c = e.operand(i, 2);
  e.module().decorate(e.define_ext(i, GLSLstd450Fma, a, b, c), spv::Decoration::NoContraction);
  return {};
}

Result<void> lower_absolute(FunctionEmitter& e, const Instruction& i) {
  if (e.contractions().is_absorbed(i)) return {};
  return lower_ext_unary<GLSLstd450FAbs>(e, i);
}

// One operation or two, as the driver likes: Fma without NoContraction. A precise result is that of two.
// Some programs, however, need a precise multiply-add to be one operation on every device (kFusedPrecise).
Result<void> lower_fmad(FunctionEmitter& e, const Instruction& i) {
  if (e.is_precise(i) && e.context().plan.options.device.works_around(kFusedPrecise)) return lower_fma(e, i);
  const Id a = e.operand(i, 0), b = e.operand(i, 1), c = e.operand(i, 2);
  if (!e.is_precise(i)) {
    e.define_ext(i, GLSLstd450Fma, a, b, c);
    return {};
  }
  const Id product = emit_arithmetic(e, i, Op::OpFMul, a, b);
  define_arithmetic(e, i, Op::OpFAdd, product, c);
  return {};
}

struct DotTerms {
  std::array<Id, 4> a = {}, b = {};
  uint32_t count = 0;
};

// Returns a.x * b.x + a.y * b.y + ..., evaluated from the left.
Id sum_of_products(FunctionEmitter& e, const Instruction& i, const DotTerms& terms) {
  Id sum = 0;
  for (uint32_t n = 0; n < terms.count; ++n) {
    const Id product = emit_arithmetic(e, i, Op::OpFMul, terms.a[n], terms.b[n]);
    sum = n == 0 ? product : emit_arithmetic(e, i, Op::OpFAdd, sum, product);
  }
  return sum;
}

template <uint8_t kCount>
Result<void> lower_dot(FunctionEmitter& e, const Instruction& i) {
  DotTerms terms;
  terms.count = kCount;
  for (uint32_t n = 0; n < kCount; ++n) {
    terms.a[n] = e.operand(i, n);
    terms.b[n] = e.operand(i, kCount + n);
  }
  // OpDot may be evaluated in any order, so it is not used if the result is precise.
  if (e.is_precise(i)) {
    e.set_result(i, sum_of_products(e, i, terms));
    return {};
  }
  const Id vector = e.type(e.result_type(i).with_count(kCount));
  const Id a = e.op_list_once(Op::OpCompositeConstruct, vector, std::span(terms.a).first(kCount));
  const Id b = e.op_list_once(Op::OpCompositeConstruct, vector, std::span(terms.b).first(kCount));
  e.define(i, Op::OpDot, a, b);
  return {};
}

// FDot has vector operands, unlike Dot2 to Dot4.
Result<void> lower_vector_dot(FunctionEmitter& e, const Instruction& i) {
  const Id a = e.operand(i, 0), b = e.operand(i, 1);
  if (e.operand_type(i, 0).count == 1) {  // DXIL vectors of one component are scalars here.
    define_arithmetic(e, i, Op::OpFMul, a, b);
    return {};
  }
  if (!e.is_precise(i)) {
    e.define(i, Op::OpDot, a, b);
    return {};
  }
  DotTerms terms;
  terms.count = e.operand_type(i, 0).count;
  for (uint32_t n = 0; n < terms.count; ++n) {
    terms.a[n] = extract(e, e.result_type(i), a, n);
    terms.b[n] = extract(e, e.result_type(i), b, n);
  }
  e.set_result(i, sum_of_products(e, i, terms));
  return {};
}

// Computes acc + ax * bx + ay * by in 32 bits.
Result<void> lower_dot2_add_half(FunctionEmitter& e, const Instruction& i) {
  std::array<Id, 4> wide = {};  // ax, ay, bx, by
  for (uint32_t n = 0; n < 4; ++n) {
    const Id half = e.operand(i, 1 + n);
    wide[n] = e.operand_type(i, 1 + n) == kF32 ? half : e.op(Op::OpFConvert, kF32, half);
  }
  const Id x = emit_arithmetic(e, i, Op::OpFMul, wide[0], wide[2]);
  const Id y = emit_arithmetic(e, i, Op::OpFMul, wide[1], wide[3]);
  const Id sum = emit_arithmetic(e, i, Op::OpFAdd, x, y);
  define_arithmetic(e, i, Op::OpFAdd, e.operand(i, 0), sum);
  return {};
}

constexpr LoweringEntry kMathLowerings[] = {
    {dxil::Op::kFAbs, lower_absolute},
    {dxil::Op::kSaturate, lower_saturate},
    {dxil::Op::kIsNaN, lower_special_test<Op::OpIsNan, Op::OpUGreaterThan>},
    {dxil::Op::kIsInf, lower_special_test<Op::OpIsInf, Op::OpIEqual>},
    {dxil::Op::kIsFinite, lower_is_finite},
    {dxil::Op::kIsNormal, lower_is_normal},
    {dxil::Op::kCos, lower_ext_unary<GLSLstd450Cos>},
    {dxil::Op::kSin, lower_ext_unary<GLSLstd450Sin>},
    {dxil::Op::kTan, lower_ext_unary<GLSLstd450Tan>},
    {dxil::Op::kAcos, lower_ext_unary<GLSLstd450Acos>},
    {dxil::Op::kAsin, lower_ext_unary<GLSLstd450Asin>},
    {dxil::Op::kAtan, lower_ext_unary<GLSLstd450Atan>},
    {dxil::Op::kHcos, lower_ext_unary<GLSLstd450Cosh>},
    {dxil::Op::kHsin, lower_ext_unary<GLSLstd450Sinh>},
    {dxil::Op::kHtan, lower_ext_unary<GLSLstd450Tanh>},
    {dxil::Op::kExp, lower_ext_unary<GLSLstd450Exp2>},
    {dxil::Op::kFrc, lower_frc},
    {dxil::Op::kLog, lower_ext_unary<GLSLstd450Log2>},
    {dxil::Op::kSqrt, lower_ext_unary<GLSLstd450Sqrt>},
    {dxil::Op::kRsqrt, lower_rsqrt},
    {dxil::Op::kRound_ne, lower_ext_unary<GLSLstd450RoundEven>},
    {dxil::Op::kRound_ni, lower_ext_unary<GLSLstd450Floor>},
    {dxil::Op::kRound_pi, lower_ext_unary<GLSLstd450Ceil>},
    {dxil::Op::kRound_z, lower_ext_unary<GLSLstd450Trunc>},
    {dxil::Op::kFMax, lower_ext_binary<GLSLstd450NMax>},
    {dxil::Op::kFMin, lower_ext_binary<GLSLstd450NMin>},
    {dxil::Op::kFMad, lower_fmad},
    {dxil::Op::kFma, lower_fma},
    {dxil::Op::kDot2, lower_dot<2>},
    {dxil::Op::kDot3, lower_dot<3>},
    {dxil::Op::kDot4, lower_dot<4>},
    {dxil::Op::kDot2AddHalf, lower_dot2_add_half},
    {dxil::Op::kFDot, lower_vector_dot},
};

}  // namespace

std::span<const LoweringEntry> math_lowerings() { return kMathLowerings; }

}  // namespace trellis::spirv
