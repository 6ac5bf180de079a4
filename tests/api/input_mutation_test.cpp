// A damaged file must either be refused or give a module that passes the internal checks.
// trellis-input-campaign is the long form of this test.
#include <gtest/gtest.h>

#include <set>

#include "api/translator.hpp"
#include "dxil_frontend/program/library_data.hpp"
#include "tests/api/library_mutation.hpp"

namespace trellis::api_testing {
namespace {

std::string describe(const InputReport& report) {
  std::string text;
  for (const InputFailure& failure : report.failures) {
    text += "\ntrial " + std::to_string(failure.trial) + " (" + failure.sample + "): " + failure.outcome;
  }
  return text;
}

void run(const std::vector<InputSample>& samples, std::size_t count, InputTrials trials = {}) {
  ASSERT_GE(samples.size(), 30u);
  trials.count = count;
  InputReport report = run_input_trials(samples, trials);
  EXPECT_TRUE(report.failures.empty()) << describe(report);
  // Both outcomes must be frequent, or the trials would prove little.
  EXPECT_GT(report.outcomes["bad input"], count / 10);
  EXPECT_GT(report.outcomes["translated"], count / 20);
}

TEST(DamagedInput, WholeContainersAndPdbFilesBringNothingDown) { run(input_samples("containers", 7), 1000); }

TEST(DamagedInput, FilesFromMesaBringNothingDown) { run(input_samples("mesa", 11), 600); }

TEST(DamagedInput, LibrariesThatLieAboutThemselvesBringNothingDown) {
  InputTrials trials;
  trials.damage = damage_library;
  run(library_samples(), 600, trials);
}

// If the undamaged samples were refused, the trials would never reach the code after the reader.
TEST(DamagedInput, LibrariesOfTheTrialsAreWhole) {
  std::size_t with_subobjects = 0;
  for (const InputSample& sample : library_samples()) {
    ReadOptions reading;
    reading.verify_digest = false;
    const auto program = Translator().read(sample.bytes, reading);
    ASSERT_TRUE(program) << sample.label << ": " << program.error().to_string();
    ASSERT_NE(program->shader.library_data, nullptr) << sample.label;
    with_subobjects += program->shader.library_data->subobjects.size() == 9 ? 1 : 0;
  }
  EXPECT_GE(with_subobjects, 20u);
}

TEST(DamagedInput, IsTheSameForTheSameSeed) {
  const std::vector<InputSample> samples = library_samples();
  ASSERT_FALSE(samples.empty());
  for (const auto damaged : {damage, damage_library}) {
    std::set<std::vector<uint8_t>> results;
    for (uint64_t seed = 0; seed < 40; ++seed) {
      EXPECT_EQ(damaged(samples[0].bytes, seed), damaged(samples[0].bytes, seed));
      results.insert(damaged(samples[0].bytes, seed));
    }
    EXPECT_GE(results.size(), 30u) << "a word may be moved onto its like";
  }
}

}  // namespace
}  // namespace trellis::api_testing
