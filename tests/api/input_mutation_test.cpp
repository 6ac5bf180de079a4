// Damaged files must be refused, or give a module that our own checks take. trellis-input-campaign is the
// long form.
#include "tests/api/input_mutation.hpp"

#include <gtest/gtest.h>

#include <set>

namespace trellis::api_testing {
namespace {

std::string describe(const InputReport& report) {
  std::string text;
  for (const InputFailure& failure : report.failures) {
    text += "\ntrial " + std::to_string(failure.trial) + " (" + failure.sample + "): " + failure.outcome;
  }
  return text;
}

void run(const std::string& folder, std::size_t step, std::size_t count) {
  const std::vector<InputSample> samples = input_samples(folder, step);
  ASSERT_GE(samples.size(), 30u);
  InputTrials trials;
  trials.count = count;
  InputReport report = run_input_trials(samples, trials);
  EXPECT_TRUE(report.failures.empty()) << describe(report);
  // Both must happen often, or the trials show nothing.
  EXPECT_GT(report.outcomes["bad input"], count / 10);
  EXPECT_GT(report.outcomes["translated"], count / 20);
}

TEST(DamagedInput, WholeContainersAndPdbFilesBringNothingDown) { run("containers", 7, 1000); }

TEST(DamagedInput, OfTheSecondProducerBringsNothingDown) { run("mesa", 11, 600); }

TEST(DamagedInput, IsTheSameForTheSameSeed) {
  const std::vector<InputSample> samples = input_samples("containers", 50);
  ASSERT_FALSE(samples.empty());
  std::set<std::vector<uint8_t>> results;
  for (uint64_t seed = 0; seed < 40; ++seed) {
    EXPECT_EQ(damage(samples[0].bytes, seed), damage(samples[0].bytes, seed));
    results.insert(damage(samples[0].bytes, seed));
  }
  EXPECT_GE(results.size(), 30u) << "a word may be moved onto its like";
}

}  // namespace
}  // namespace trellis::api_testing
