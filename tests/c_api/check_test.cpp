// The checks for questionable programs, through the C interface.
#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "tests/c_api/shared_program.hpp"
#include "trellis/trellis.hpp"

namespace trellis::test_c_api {
namespace {

const char* const kBad = "uniformity/barrier_condition_uav_load";
const char* const kGood = "uniformity/tree_reduction_correct";

class CheckFunction : public ::testing::Test {
 protected:
  TrellisResult check(const char* shader) {
    program = read_shader(translator, shader);
    return trellis_program_check(translator.get(), program.get(), &options, &count, &report);
  }

  const Translator translator = make_translator();
  Program program;
  TrellisCheckOptions options = TRELLIS_CHECK_OPTIONS_INIT;
  uint32_t count = 99;
  const char* report = nullptr;
};

TEST_F(CheckFunction, ReportsWhatItFinds) {
  options.file = "a.dxil";
  ASSERT_EQ(check(kBad), TRELLIS_SUCCESS) << error_text(translator);
  EXPECT_GE(count, 1u);
  EXPECT_EQ(std::string(report).find("a.dxil: barrier-divergence: "), 0u) << report;
}

TEST_F(CheckFunction, ReportsNothingForCorrectPrograms) {
  ASSERT_EQ(check(kGood), TRELLIS_SUCCESS) << error_text(translator);
  EXPECT_EQ(count, 0u);
  EXPECT_STREQ(report, "");
}

TEST_F(CheckFunction, TrustsWhatTheOptionsSay) {
  options.checks = TRELLIS_CHECK_UNIFORMITY;
  options.trust_uavs = 1;
  ASSERT_EQ(check(kBad), TRELLIS_SUCCESS) << error_text(translator);
  EXPECT_EQ(count, 0u) << report;
}

TEST_F(CheckFunction, WritesEachFormat) {
  options.format = TRELLIS_REPORT_JSON;
  ASSERT_EQ(check(kBad), TRELLIS_SUCCESS);
  EXPECT_NE(std::strstr(report, "\"checks\":[\"uniformity\",\"convergence\"]"), nullptr) << report;
  options.format = TRELLIS_REPORT_SARIF;
  options.checks = TRELLIS_CHECK_CONVERGENCE;
  ASSERT_EQ(check(kGood), TRELLIS_SUCCESS);
  EXPECT_NE(std::strstr(report, "\"version\":\"2.1.0\""), nullptr) << report;
}

TEST_F(CheckFunction, LooksAtAllEntryPointsOfALibrary) {
  ASSERT_EQ(check("raytracing/library_full_pipeline"), TRELLIS_SUCCESS) << error_text(translator);
}

TEST_F(CheckFunction, RefusesWrongArguments) {
  const auto refused = [&](const char* field) {
    EXPECT_EQ(check(kBad), TRELLIS_ERROR_INVALID_ARGUMENT);
    EXPECT_STREQ(trellis_translator_error(translator.get())->part, field);
    EXPECT_EQ(report, nullptr);
    EXPECT_EQ(count, 0u);
    options = TRELLIS_CHECK_OPTIONS_INIT;
  };
  options.checks = 0;
  refused("options.checks");
  options.checks = 4;
  refused("options.checks");
  options.format = 3;
  refused("options.format");
  options.struct_size = 2;
  refused("options.struct_size");
  EXPECT_EQ(trellis_program_check(translator.get(), program.get(), nullptr, nullptr, nullptr),
            TRELLIS_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(trellis_program_check(translator.get(), nullptr, nullptr, nullptr, &report),
            TRELLIS_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(trellis_program_check(nullptr, program.get(), nullptr, &count, &report),
            TRELLIS_ERROR_INVALID_ARGUMENT);
}

}  // namespace
}  // namespace trellis::test_c_api
