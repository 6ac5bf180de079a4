// If the device promises Direct3D's behavior, exactly the instructions that would enforce it are left out.
#include <gtest/gtest.h>

#include "tests/spirv_backend/device/option_program.hpp"

namespace trellis::test_options {
namespace {

using spv::Op;

class SemanticsTest : public OptionTest {};

TranslateOptions promise(uint8_t semantics) {
  TranslateOptions options;
  options.device.semantics = semantics;
  return options;
}

constexpr uint8_t kAll = spirv::kAllSemantics;

struct Promised {
  uint8_t bit;
  const char* shader;
  Op left_out;
};

constexpr Promised kPromises[] = {
    {spirv::kConversionsSaturate, "ops/conversions_seen_in_part", Op::OpExtInst},
    {spirv::kConversionsSaturate, "ops/wave_reductions_64bit", Op::OpIsNan},
    {spirv::kShiftsWrap, "ops/uav_append_consume", Op::OpBitwiseAnd},
    {spirv::kFractionsBelowOne, "ops/half_native_compare_round_classify", Op::OpExtInst},
    {spirv::kDivisionsByZero, "ops/uint_div_rem_variable_and_const", Op::OpSelect},
    {spirv::kSpecialsKept, "ops/float_infinity_arithmetic", Op::OpExecutionMode},
};

TEST(DeviceSemantics, EachLeavesOutItsOwnInstructions) {
  for (const Promised& each : kPromises) {
    const auto without = translate(each.shader, promise(0));
    const auto with = translate(each.shader, promise(each.bit));
    const auto others = translate(each.shader, promise(kAll & ~each.bit));
    ASSERT_TRUE(without && with && others) << each.shader;
    EXPECT_LT(count_of(*with, each.left_out), count_of(*without, each.left_out)) << each.shader;
    EXPECT_EQ(count_of(*others, each.left_out), count_of(*without, each.left_out)) << each.shader;
    EXPECT_LT(with->spirv.size(), without->spirv.size()) << each.shader;
  }
}

// For numbers in range, every device keeps the promises.
TEST_F(SemanticsTest, ResultsInRangeAreTheSame) {
  for (const char* shader : {"ops/float_to_int_in_range", "ops/float_add_sub_mul_exact",
                             "ops/float_dot_and_geometry", "ops/uint_div_rem_variable_and_const"}) {
    expect_right(shader, promise(kAll));
  }
}

}  // namespace
}  // namespace trellis::test_options
