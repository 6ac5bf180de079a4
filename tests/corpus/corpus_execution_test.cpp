// Translates and validates every compute shader of the corpus that uses only buffers. If its header says so,
// runs it on a Vulkan device and compares the buffers with the expected ones byte for byte.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "api/translator.hpp"
#include "tests/corpus/corpus_cases.hpp"
#include "tests/support/files.hpp"
#include "tests/vulkan/cases/case_runner.hpp"
#include "tests/vulkan/modules/spirv_tools.hpp"
#include "tests/vulkan/runner.hpp"

namespace trellis {
namespace {

using test_corpus::all_cases;
using test_corpus::CorpusCase;
using test_corpus::executed_cases;
using test_corpus::options_of;
using test_corpus::slow_cases;
using test_support::Execution;

std::string case_name(const ::testing::TestParamInfo<CorpusCase>& info) {
  std::string name = info.param.shader.folder + "_" + info.param.shader.name;
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0 && c != '_'; }, '_');
  return name;
}

Result<Vector<uint32_t>> translate(Translator& translator, const CorpusCase& item) {
  const auto dxil = test_support::read_binary_file(item.shader.dxil);
  if (!dxil) return dxil.error();
  auto translation = translator.translate(*dxil, options_of(item));
  if (!translation) return translation.error();
  return std::move(translation->spirv);
}

// Without the exact counts, a shader could drop out of the corpus unnoticed.
TEST(CorpusCases, AreAllThere) {
  EXPECT_EQ(all_cases().size(), 688u);
  EXPECT_EQ(executed_cases().size(), 632u);
  EXPECT_EQ(slow_cases().size(), 6u);
}

class CorpusTranslation : public ::testing::TestWithParam<CorpusCase> {
 protected:
  Translator translator_;
};

// One test for each shader, as each is a process: the module is valid, invocations meet where the program has
// them meet, and the same words come out again, from this translator and from another one.
TEST_P(CorpusTranslation, IsValidAndConvergentAndTheSameEveryTime) {
  const auto dxil = test_support::read_binary_file(GetParam().shader.dxil);
  ASSERT_TRUE(dxil) << dxil.error().to_string();
  const auto translation = translator_.translate(*dxil, options_of(GetParam()));
  ASSERT_TRUE(translation) << translation.error().to_string();
  const auto valid = vulkan::validate(translation->spirv);
  EXPECT_TRUE(valid) << valid.error().to_string();
  for (const ConvergenceNote& note : translation->convergence) {
    ADD_FAILURE() << note.function << ": the branch of block " << note.loss.branch
                  << " no longer meets at block " << note.loss.reconvergence << ", which block "
                  << note.loss.operation << " needs";
  }
  const auto again = translate(translator_, GetParam());
  ASSERT_TRUE(again) << again.error().to_string();
  EXPECT_EQ(translation->spirv, *again);
  Translator fresh;
  const auto elsewhere = translate(fresh, GetParam());
  ASSERT_TRUE(elsewhere) << elsewhere.error().to_string();
  EXPECT_EQ(translation->spirv, *elsewhere);
}

INSTANTIATE_TEST_SUITE_P(Corpus, CorpusTranslation, ::testing::ValuesIn(all_cases()), case_name);

/// All cases of a process share one device. If there is none, they fail with the reason.
class CorpusExecution : public ::testing::TestWithParam<CorpusCase> {
 protected:
  static void SetUpTestSuite() {
    auto runner = vulkan::Runner::create();
    if (runner) {
      runner_ = std::move(*runner);
    } else {
      reason_ = runner.error().to_string();
    }
  }
  static void TearDownTestSuite() { runner_.reset(); }

  void SetUp() override { ASSERT_NE(runner_, nullptr) << "this test needs a Vulkan device: " << reason_; }

  Translator translator_;
  static std::unique_ptr<vulkan::Runner> runner_;
  static std::string reason_;
};

std::unique_ptr<vulkan::Runner> CorpusExecution::runner_;
std::string CorpusExecution::reason_;

TEST_P(CorpusExecution, LeavesTheExpectedBuffers) {
  const auto words = translate(translator_, GetParam());
  ASSERT_TRUE(words) << words.error().to_string();
  // Drivers do not validate modules: an invalid one can do anything, including a crash.
  const auto valid = vulkan::validate(*words);
  ASSERT_TRUE(valid) << valid.error().to_string();
  const double seconds = GetParam().execution == Execution::kSlow ? 3600.0 : 120.0;
  const auto verdict = vulkan::run_case(*runner_, GetParam().shader.hlsl, *words, seconds);
  EXPECT_TRUE(verdict.passed) << verdict.text;
}

INSTANTIATE_TEST_SUITE_P(Corpus, CorpusExecution, ::testing::ValuesIn(executed_cases()), case_name);
INSTANTIATE_TEST_SUITE_P(DISABLED_Slow, CorpusExecution, ::testing::ValuesIn(slow_cases()), case_name);

}  // namespace
}  // namespace trellis
