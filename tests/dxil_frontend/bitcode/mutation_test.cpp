// The bitcode check must reject damaged bitcode, or LLVM must survive it. trellis-bitcode-campaign is the
// long-running form.
#include <gtest/gtest.h>

#include "dxil_frontend/bitcode/bitcode_check.hpp"
#include "tests/dxil_frontend/bitcode/mutation_trial.hpp"

namespace trellis::container_testing {
namespace {

std::string describe(const std::vector<TrialFailure>& failures) {
  std::string text;
  for (const TrialFailure& failure : failures) {
    text += "\ntrial " + std::to_string(failure.trial) + " (" + failure.sample + "): " + failure.outcome;
  }
  return text;
}

TEST(DamagedBitcode, NeverReachesLlvmInAFormThatKillsIt) {
  const std::vector<Sample> samples = corpus_samples(50);
  ASSERT_GE(samples.size(), 50u);
  TrialOptions options;
  options.count = 1500;
  const TrialReport report = run_trials(samples, options);
  EXPECT_TRUE(report.failures.empty()) << describe(report.failures);
  // Both outcomes must be frequent, or the trials prove little.
  EXPECT_GT(report.refused, options.count / 4);
  EXPECT_GT(report.read, options.count / 20);
}

TEST(DamagedBitcode, NeverReachesTheReaderInAFormThatKillsItAfterManyAcceptedSteps) {
  const std::vector<Sample> samples = corpus_samples(50);
  ASSERT_GE(samples.size(), 50u);
  TrialOptions options;
  options.first_seed = 1 << 20;
  options.count = 60;
  options.steps = 30;
  options.whole_reader = true;
  const TrialReport report = run_trials(samples, options);
  EXPECT_TRUE(report.failures.empty()) << describe(report.failures);
  EXPECT_EQ(report.refused, 0u);
}

TEST(DamagedBitcode, OfReflectionReadsTheSameFromRecordsAndWithLlvm) {
  const std::vector<Sample> samples = reflection_samples(50);
  ASSERT_GE(samples.size(), 50u);
  TrialOptions options;
  options.count = 3000;
  options.reflection = true;
  TrialReport report = run_trials(samples, options);
  EXPECT_TRUE(report.failures.empty()) << describe(report.failures);
  EXPECT_GT(report.refused, options.count / 4);
  EXPECT_GT(report.read, options.count / 10);
  // Repeatedly damages bitcode that the check accepts.
  options.count = 200;
  options.steps = 20;
  report = run_trials(samples, options);
  EXPECT_TRUE(report.failures.empty()) << describe(report.failures);
  EXPECT_GT(report.read, options.count / 4);
}

TEST(DamagedBitcode, IsTheSameForTheSameSeed) {
  const std::vector<uint8_t> bytes(64, 0x5a);
  EXPECT_EQ(mutate(bytes, 7), mutate(bytes, 7));
  EXPECT_NE(mutate(bytes, 7), mutate(bytes, 8));
}

}  // namespace
}  // namespace trellis::container_testing
