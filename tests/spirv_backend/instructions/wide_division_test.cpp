// The division of 64-bit integers uses float arithmetic, and must not depend on how accurately a device
// rounds. An interpreter runs its code here, with float instructions whose results are as wrong as Vulkan
// allows, in either direction.
#include "spirv_backend/instructions/wide_division.hpp"

#include <gtest/gtest.h>
#include <spirv/unified1/GLSL.std.450.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <map>
#include <random>
#include <vector>

#include "tests/spirv_backend/operations/values.hpp"

namespace trellis::spirv {
namespace {

using spv::Op;

/// Interprets straight-line code of one function, with 32-bit and 64-bit integers and 32-bit floats.
class Interpreter {
 public:
  /// Returns the error of the next float result, as a fraction from -1 to 1 of the maximum that Vulkan
  /// allows. Called for each instruction.
  using Error = std::function<double()>;

  Interpreter(ModuleBuilder& module, NumericType type) : code_(module.functions()) {
    for (const NumericType known : {type, type.with_bits(32)}) types_[module.type(known)] = known.bits;
    number_ = module.type(NumericType{BaseType::kFloat, 32, 1});
    types_[number_] = 32;
    for (const float value : {0x1p32f, 0x1p-32f, 1 - 0x1p-20f})
      values_[module.constant_f32(value)] = std::bit_cast<uint32_t>(value);
    for (const uint64_t value : {0, 1, 32}) values_[module.constant(type, value)] = value;
  }

  /// Returns the quotient and the remainder.
  std::pair<uint64_t, uint64_t> run(const std::vector<uint64_t>& arguments, Error error) {
    error_ = std::move(error);
    size_t argument = 0;
    std::vector<uint32_t> pair;
    for (size_t at = 0; at < code_.size(); at += code_[at] >> 16) {
      const auto op = static_cast<Op>(code_[at] & 0xFFFF);
      const uint32_t* words = code_.data() + at;
      if (op == Op::OpFunctionParameter) values_[words[2]] = arguments.at(argument++);
      if (op == Op::OpCompositeConstruct) pair = {words[3], words[4]};
      const bool has_value = op != Op::OpFunction && op != Op::OpFunctionParameter && op != Op::OpLabel &&
                             op != Op::OpCompositeConstruct && op != Op::OpReturnValue &&
                             op != Op::OpFunctionEnd;
      if (has_value) values_[words[2]] = value(op, words);
    }
    return {values_.at(pair.at(0)), values_.at(pair.at(1))};
  }

 private:
  /// Returns `exact` with an error of up to `ulps`; if that is 1, one of the two adjacent floats.
  uint64_t rounded(double exact, double ulps) {
    if (exact == 0) return 0;
    const double error = error_();
    const double ulp = std::ldexp(1.0, std::ilogb(exact) - 23);
    const double moved = exact + error * (ulps - 1) * ulp;
    const auto near = static_cast<float>(moved);
    const bool is_exact = ulps == 1 && near == moved;
    float result = near;
    if (!is_exact && error > 0 && near < moved) result = std::nextafter(near, INFINITY);
    if (!is_exact && error < 0 && near > moved) result = std::nextafter(near, 0.0f);
    return std::bit_cast<uint32_t>(result);
  }

  uint64_t value(Op op, const uint32_t* words) {
    const auto operand = [&](int n) { return values_.at(words[3 + n]); };
    const auto number = [&](int n) {
      return double{std::bit_cast<float>(static_cast<uint32_t>(operand(n)))};
    };
    const auto fitted = [&](uint64_t result) {
      return types_.count(words[1]) != 0 && types_.at(words[1]) == 32 ? result & UINT32_MAX : result;
    };
    switch (op) {
      case Op::OpUConvert:
        return fitted(operand(0));
      case Op::OpShiftRightLogical:
        return operand(0) >> operand(1);
      case Op::OpShiftLeftLogical:
        return operand(0) << operand(1);
      case Op::OpBitwiseOr:
        return operand(0) | operand(1);
      case Op::OpIAdd:
        return operand(0) + operand(1);
      case Op::OpISub:
        return operand(0) - operand(1);
      case Op::OpIMul:
        return operand(0) * operand(1);
      case Op::OpUGreaterThanEqual:
        return operand(0) >= operand(1);
      case Op::OpSelect:
        return operand(0) != 0 ? operand(1) : operand(2);
      case Op::OpConvertUToF:
        return rounded(static_cast<double>(operand(0)), 1);
      case Op::OpFAdd:
        return rounded(number(0) + number(1), 1);
      case Op::OpFSub:
        return rounded(number(0) - number(1), 1);
      case Op::OpFMul:
        return rounded(number(0) * number(1), 1);
      case Op::OpFDiv:
        return rounded(number(0) / number(1), 2.5);
      case Op::OpConvertFToU:
        EXPECT_GE(number(0), 0);
        EXPECT_LT(number(0), 0x1p32);
        return static_cast<uint64_t>(number(0));
      case Op::OpExtInst:
        EXPECT_EQ(words[4], static_cast<uint32_t>(GLSLstd450Trunc));
        return std::bit_cast<uint32_t>(std::trunc(std::bit_cast<float>(static_cast<uint32_t>(operand(2)))));
      default:
        ADD_FAILURE() << "instruction " << to_word(op);
        return 0;
    }
  }

  const Words code_;
  std::map<Id, uint64_t> values_;
  std::map<Id, uint32_t> types_;
  Id number_ = 0;
  Error error_;
};

/// Returns pairs of all magnitudes, and multiples of divisors with their neighbors.
std::vector<std::pair<uint64_t, uint64_t>> pairs_to_divide(size_t count) {
  std::mt19937_64 random(7);
  const auto draw = [&] {
    const uint64_t value = random() >> random() % 64;
    return random() % 4 == 0 ? UINT64_MAX << random() % 64 : value;
  };
  std::vector<std::pair<uint64_t, uint64_t>> pairs = {
      {UINT64_MAX, 1}, {UINT64_MAX, UINT64_MAX}, {UINT64_MAX - 1, UINT64_MAX}, {0, 1}, {0, UINT64_MAX}};
  while (pairs.size() < count) {
    const uint64_t divisor = std::max<uint64_t>(draw(), 1), dividend = draw();
    pairs.emplace_back(dividend, divisor);
    const uint64_t multiple = dividend / divisor * divisor;
    pairs.emplace_back(multiple, divisor);
    if (multiple != 0) pairs.emplace_back(multiple - 1, divisor);
  }
  return pairs;
}

void check_rounding(const Interpreter::Error& error, size_t count) {
  ModuleBuilder module(Target::kVulkan1_3);
  wide_division(module, kU64);
  Interpreter interpreter(module, kU64);
  for (const auto& [a, b] : pairs_to_divide(count)) {
    const auto got = interpreter.run({a, b}, error);
    ASSERT_EQ(got, std::pair(a / b, a % b)) << std::hex << a << " by " << b;
  }
}

TEST(WideDivision, IsExactIfFloatsAreRoundedWell) {
  check_rounding([] { return 0.0; }, 20000);
}
TEST(WideDivision, IsExactIfFloatsAreTooLarge) {
  check_rounding([] { return 1.0; }, 20000);
}
TEST(WideDivision, IsExactIfFloatsAreTooSmall) {
  check_rounding([] { return -1.0; }, 20000);
}
TEST(WideDivision, IsExactIfFloatsAreOffAtRandom) {
  std::mt19937 random(3);
  check_rounding([&] { return std::uniform_real_distribution(-1.0, 1.0)(random); }, 50000);
}
TEST(WideDivision, IsExactIfErrorsAddUp) {
  // Makes dividends too large and divisors too small, and the other way around: the sign alternates every
  // `period` instructions.
  for (const double first : {-1.0, 1.0}) {
    for (const uint32_t period : {1, 3, 4, 6}) {
      uint32_t n = 0;
      check_rounding([&] { return n++ / period % 2 == 0 ? first : -first; }, 5000);
    }
  }
}

TEST(WideDivision, ByConstantIsExact) {
  ModuleBuilder module(Target::kVulkan1_3);
  wide_division_by_constant(module, kU64);
  Interpreter interpreter(module, kU64);
  for (const auto& [a, b] : pairs_to_divide(50000)) {
    if (std::has_single_bit(b)) continue;
    const auto got = interpreter.run({a, b, wide_reciprocal(b)}, [] { return 0.0; });
    ASSERT_EQ(got, std::pair(a / b, a % b)) << std::hex << a << " by " << b;
  }
}

}  // namespace
}  // namespace trellis::spirv
