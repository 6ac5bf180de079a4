// Subgroup sizes: what the shader requests, what the device supports, and what the pipeline is created with.
#include "spirv_backend/plan/stage/subgroup_size.hpp"

#include <gtest/gtest.h>

#include "tests/spirv_backend/device/option_program.hpp"

namespace trellis::test_options {
namespace {

constexpr const char* kFixed = "ops/wave_size_fixed_attribute";

dxil::EntryPoint asking_for(uint32_t minimum, uint32_t maximum, uint32_t preferred) {
  dxil::EntryPoint entry;
  entry.name = "main";
  entry.wave_size = dxil::WaveSize{minimum, maximum, preferred};
  return entry;
}

uint32_t required(const dxil::EntryPoint& entry, const spirv::SubgroupSizes& device) {
  const auto lanes = spirv::required_subgroup_size(entry, device);
  EXPECT_TRUE(lanes) << lanes.error().to_string();
  return lanes ? *lanes : UINT32_MAX;
}

bool is_refused(const dxil::EntryPoint& entry, const spirv::SubgroupSizes& device, ErrorCode code) {
  const auto lanes = spirv::required_subgroup_size(entry, device);
  return !lanes && lanes.error().code == code;
}

TEST(SubgroupSize, IsTheShadersOrTheCallers) {
  const dxil::EntryPoint any;
  EXPECT_EQ(required(any, {}), 0u);
  EXPECT_EQ(required(any, {.minimum = 8, .maximum = 64}), 0u);
  EXPECT_EQ(required(any, {.required = 16}), 16u);
  const dxil::EntryPoint fixed = asking_for(32, 0, 0);
  EXPECT_EQ(required(fixed, {}), 32u);
  EXPECT_EQ(required(fixed, {.minimum = 8, .maximum = 32}), 32u);
  EXPECT_EQ(required(fixed, {.required = 32}), 32u);
}

TEST(SubgroupSize, OfARangeIsThePreferredThenTheSmallest) {
  EXPECT_EQ(required(asking_for(16, 64, 32), {}), 32u);
  EXPECT_EQ(required(asking_for(16, 64, 32), {.minimum = 64, .maximum = 64}), 64u);
  EXPECT_EQ(required(asking_for(16, 64, 0), {.minimum = 32, .maximum = 128}), 32u);
  EXPECT_EQ(required(asking_for(16, 64, 0), {}), 16u);
  EXPECT_EQ(required(asking_for(16, 64, 16), {.required = 64}), 64u);
}

TEST(SubgroupSize, ImpossibleSizesAreRefused) {
  EXPECT_TRUE(is_refused(asking_for(32, 0, 0), {.minimum = 4, .maximum = 16}, ErrorCode::kUnsupported));
  EXPECT_TRUE(is_refused(asking_for(32, 0, 0), {.minimum = 64}, ErrorCode::kUnsupported));
  EXPECT_TRUE(is_refused(asking_for(32, 0, 0), {.required = 16}, ErrorCode::kUnsupported));
  EXPECT_TRUE(is_refused({}, {.minimum = 3}, ErrorCode::kBadInput));
  EXPECT_TRUE(is_refused({}, {.maximum = 256}, ErrorCode::kBadInput));
  EXPECT_TRUE(is_refused({}, {.minimum = 64, .maximum = 32}, ErrorCode::kBadInput));
  EXPECT_TRUE(is_refused({}, {.minimum = 8, .maximum = 32, .required = 64}, ErrorCode::kBadInput));
}

TEST(SubgroupSize, IsReportedAndRefusedByTranslations) {
  const auto free = translate(kFixed, {});
  ASSERT_TRUE(free) << free.error().to_string();
  EXPECT_EQ(free->required_subgroup_sizes.at(0), 32u);
  TranslateOptions options;
  options.device.subgroups = {8, 16, 0};
  const std::string text = refusal(kFixed, options);
  EXPECT_NE(text.find("requires waves of 32 lanes"), std::string::npos) << text;
  EXPECT_NE(text.find("8 to 16"), std::string::npos) << text;
}

class SubgroupSizeTest : public OptionTest {};

// Requires the device's own subgroup size, in shaders that query the number of lanes.
TEST_F(SubgroupSizeTest, IsAConstantIfItIsForced) {
  TranslateOptions options;
  options.device.subgroups.required = properties().subgroup_size;
  const std::string label = "ops/wave_lane_index_count_first";
  const auto builtin = translate(label, {});
  ASSERT_TRUE(builtin) << builtin.error().to_string();
  EXPECT_EQ(builtin->required_subgroup_sizes.at(0), 0u);
  const auto constant = translate(label, options);
  ASSERT_TRUE(constant) << constant.error().to_string();
  EXPECT_EQ(constant->required_subgroup_sizes.at(0), properties().subgroup_size);
  EXPECT_LT(count_of(*constant, spv::Op::OpLoad), count_of(*builtin, spv::Op::OpLoad));
  expect_right(label, options);
}

}  // namespace
}  // namespace trellis::test_options
