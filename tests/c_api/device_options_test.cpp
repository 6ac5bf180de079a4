// How a C caller describes the device: the effect on translations, and the errors for invalid values.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/c_api/shared_program.hpp"

namespace trellis::test_c_api {
namespace {

class DeviceOptions : public testing::Test {
 protected:
  Module made(const Program& program) {
    TrellisTranslateOptions options = TRELLIS_TRANSLATE_OPTIONS_INIT;
    options.validate = 1;
    options.device = &device;
    return translate(translator, program, &options);
  }
  /// Translates the program, which must fail, and returns the error's field.
  std::string failing_field(const Program& program) {
    EXPECT_EQ(made(program), nullptr);
    const TrellisError* error = trellis_translator_error(translator.get());
    EXPECT_EQ(error->result, TRELLIS_ERROR_INVALID_ARGUMENT) << error->text;
    return error->part;
  }
  static std::vector<std::string> extensions_of(const Module& module) {
    uint32_t count = 0;
    const char* const* names = trellis_module_extensions(module.get(), &count);
    return {names, names + count};
  }

  Translator translator = make_translator();
  TrellisDeviceOptions device = TRELLIS_DEVICE_OPTIONS_INIT;
};

TEST_F(DeviceOptions, KnownExtensions) {
  uint32_t count = 0;
  const char* const* names = trellis_known_extensions(&count);
  EXPECT_EQ(names, trellis_known_extensions(nullptr));
  EXPECT_GT(count, 20u);
  for (uint32_t n = 0; n < count; ++n) EXPECT_EQ(std::string(names[n]).rfind("SPV_", 0), 0u) << names[n];
  // A list of all known extensions is equivalent to no list.
  const Program program = read_shader(translator, "raytracing/rayquery_pixel_shadow_pcf");
  device.extensions = names;
  device.extension_count = count;
  const Module module = made(program);
  ASSERT_NE(module, nullptr) << error_text(translator);
  const std::vector<std::string> used = extensions_of(module);
  EXPECT_NE(std::find(used.begin(), used.end(), "SPV_KHR_ray_query"), used.end());
}

TEST_F(DeviceOptions, WhatIsNotThereIsNotUsed) {
  const Program query = read_shader(translator, "raytracing/rayquery_pixel_shadow_pcf");
  const char* const nothing = nullptr;
  device.extensions = &nothing;  // An empty list.
  EXPECT_EQ(made(query), nullptr);
  const TrellisError* error = trellis_translator_error(translator.get());
  EXPECT_EQ(error->result, TRELLIS_ERROR_UNSUPPORTED);
  EXPECT_NE(std::string(error->message).find("SPV_KHR_ray_query"), std::string::npos) << error->message;
  EXPECT_NE(std::string(error->operation), "");

  const Program discards = read_shader(translator, "stages/ps_discard_then_uav_writes");
  const auto demotes = [&] {
    const Module module = made(discards);
    EXPECT_NE(module, nullptr) << error_text(translator);
    uint32_t count = 0;
    const uint32_t* capabilities = trellis_module_capabilities(module.get(), &count);
    constexpr uint32_t kDemoteToHelperInvocation = 5379;
    return std::find(capabilities, capabilities + count, kDemoteToHelperInvocation) != capabilities + count;
  };
  EXPECT_TRUE(demotes());
  device.no_demote = 1;
  EXPECT_FALSE(demotes());

  const uint32_t no_capability = 0;
  device = TRELLIS_DEVICE_OPTIONS_INIT;
  device.capabilities = &no_capability;
  EXPECT_EQ(made(read_shader(translator, "ops/int64_div_rem")), nullptr);
  error = trellis_translator_error(translator.get());
  EXPECT_EQ(error->result, TRELLIS_ERROR_UNSUPPORTED);
  EXPECT_NE(std::string(error->message).find("Int64"), std::string::npos) << error->message;
}

TEST_F(DeviceOptions, SubgroupSizesAreReported) {
  const auto needs_of = [](const Module& module) {
    TrellisPipelineNeeds needs = TRELLIS_PIPELINE_NEEDS_INIT;
    EXPECT_EQ(trellis_module_pipeline_needs(module.get(), 0, &needs), TRELLIS_SUCCESS);
    return needs.required_subgroup_size;
  };
  const Program fixed = read_shader(translator, "ops/wave_size_fixed_attribute");
  EXPECT_EQ(needs_of(made(fixed)), 32u);
  device.required_subgroup_size = 16;
  EXPECT_EQ(made(fixed), nullptr);
  EXPECT_EQ(trellis_translator_error(translator.get())->result, TRELLIS_ERROR_UNSUPPORTED);
  EXPECT_EQ(needs_of(made(read_shader(translator, "ops/wave_lane_index_count_first"))), 16u);
  EXPECT_EQ(trellis_module_pipeline_needs(nullptr, 0, nullptr), TRELLIS_ERROR_INVALID_ARGUMENT);
  const Module module = translate(translator, fixed);
  EXPECT_EQ(trellis_module_pipeline_needs(module.get(), 0, nullptr), TRELLIS_ERROR_INVALID_ARGUMENT);
  TrellisPipelineNeeds needs = TRELLIS_PIPELINE_NEEDS_INIT;
  EXPECT_EQ(trellis_module_pipeline_needs(module.get(), 1, &needs), TRELLIS_ERROR_INVALID_ARGUMENT);
}

TEST_F(DeviceOptions, Garbage) {
  const Program program = read_shader(translator, "programs/bitonic_sort_pairs");
  device.struct_size = 0;
  EXPECT_EQ(failing_field(program), "options.device.struct_size");
  device = TRELLIS_DEVICE_OPTIONS_INIT;
  device.extension_count = 1;
  EXPECT_EQ(failing_field(program), "options.device->extensions");
  const char* names[] = {"SPV_KHR_ray_query", nullptr, "SPV_KHR_nobody"};
  device.extensions = names;
  device.extension_count = 2;
  EXPECT_EQ(failing_field(program), "options.device->extensions[1]");
  names[1] = names[2];
  EXPECT_EQ(failing_field(program), "options.device->extensions[1]");
  device.extension_count = UINT32_MAX;
  EXPECT_EQ(failing_field(program), "options.device->extension_count");
  device = TRELLIS_DEVICE_OPTIONS_INIT;
  device.capability_count = 1;
  EXPECT_EQ(failing_field(program), "options.device->capabilities");
  device = TRELLIS_DEVICE_OPTIONS_INIT;
  device.minimum_subgroup_size = 3;
  EXPECT_EQ(failing_field(program), "options.device->minimum_subgroup_size");
  device.minimum_subgroup_size = 64;
  device.maximum_subgroup_size = 32;
  EXPECT_EQ(failing_field(program), "options.device->minimum_subgroup_size");
  device.maximum_subgroup_size = 256;
  EXPECT_EQ(failing_field(program), "options.device->maximum_subgroup_size");
  device = TRELLIS_DEVICE_OPTIONS_INIT;
  device.required_subgroup_size = 12;
  EXPECT_EQ(failing_field(program), "options.device->required_subgroup_size");
}

TEST_F(DeviceOptions, NumbersThatMeanNothing) {
  const Program program = read_shader(translator, "programs/bitonic_sort_pairs");
  const struct {
    const char* field;
    uint32_t TrellisDeviceOptions::*member;
  } fields[] = {
      {"float_policy", &TrellisDeviceOptions::float_policy},
      {"preserves_denorms", &TrellisDeviceOptions::preserves_denorms},
      {"flushes_denorms", &TrellisDeviceOptions::flushes_denorms},
      {"keeps_special_values", &TrellisDeviceOptions::keeps_special_values},
      {"denorm_independence", &TrellisDeviceOptions::denorm_independence},
      {"memory_model", &TrellisDeviceOptions::memory_model},
      {"precise", &TrellisDeviceOptions::precise},
      {"min_precision", &TrellisDeviceOptions::min_precision},
  };
  for (const auto& field : fields) {
    device = TRELLIS_DEVICE_OPTIONS_INIT;
    device.*field.member = 99;
    EXPECT_EQ(failing_field(program), std::string("options.device->") + field.field);
  }
}

TEST_F(DeviceOptions, PoliciesReachTheModule) {
  const Program program = read_shader(translator, "programs/bitonic_sort_pairs");
  device.memory_model = TRELLIS_MEMORY_MODEL_VULKAN;
  device.float_policy = TRELLIS_FLOAT_NOTHING;
  device.precise = TRELLIS_PRECISE_ALL;
  device.full_min_precision = device.bounded_arrays = 1;
  const Module module = made(program);
  ASSERT_NE(module, nullptr) << error_text(translator);
  uint32_t count = 0;
  const uint32_t* capabilities = trellis_module_capabilities(module.get(), &count);
  constexpr uint32_t kVulkanMemoryModel = 5345;
  EXPECT_NE(std::find(capabilities, capabilities + count, kVulkanMemoryModel), capabilities + count);
}

TEST_F(DeviceOptions, MinPrecisionIsOfOneKind) {
  const Program program = read_shader(translator, "ops/min_precision_floats");
  device.min_precision = TRELLIS_MIN_PRECISION_NATIVE;
  const Module module = made(program);
  ASSERT_NE(module, nullptr) << error_text(translator);
  uint32_t count = 0;
  const uint32_t* capabilities = trellis_module_capabilities(module.get(), &count);
  constexpr uint32_t kFloat16 = 9;
  EXPECT_NE(std::find(capabilities, capabilities + count, kFloat16), capabilities + count);
  device.full_min_precision = 1;
  EXPECT_EQ(failing_field(program), "options.device->full_min_precision");
  device.min_precision = TRELLIS_MIN_PRECISION_FULL;
  EXPECT_NE(made(program), nullptr) << error_text(translator);
}

TEST_F(DeviceOptions, ScalarsOfATranslation) {
  const Program program = read_shader(translator, "programs/bitonic_sort_pairs");
  TrellisTranslateOptions options = TRELLIS_TRANSLATE_OPTIONS_INIT;
  options.non_uniform = 99;
  EXPECT_EQ(translate(translator, program, &options), nullptr);
  EXPECT_STREQ(trellis_translator_error(translator.get())->part, "options.non_uniform");
  options.non_uniform = TRELLIS_NON_UNIFORM_ALWAYS;
  options.maximal_reconvergence = 1;
  const Module module = translate(translator, program, &options);
  ASSERT_NE(module, nullptr) << error_text(translator);
  EXPECT_EQ(extensions_of(module), std::vector<std::string>{"SPV_KHR_maximal_reconvergence"});
}

}  // namespace
}  // namespace trellis::test_c_api
