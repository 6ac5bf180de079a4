// The long-running form of the mutation test:
//
// trellis-bitcode-campaign [--count N] [--seed S] [--samples N] [--workers N] [--reader] [--unchecked]
//                          [--reflection] [--steps N] [--write TRIAL FILE]
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "tests/dxil_frontend/bitcode/mutation_trial.hpp"
#include "tests/support/files.hpp"

int main(int argument_count, char** arguments) {
  using namespace trellis::container_testing;
  TrialOptions options;
  options.count = 10000;
  std::size_t sample_count = 50;
  std::size_t written_trial = 0;
  const char* written_file = nullptr;
  for (int i = 1; i < argument_count; ++i) {
    const std::string name = arguments[i];
    const auto number = [&] {
      return i + 1 < argument_count ? std::strtoull(arguments[++i], nullptr, 0) : 0;
    };
    if (name == "--count") {
      options.count = number();
    } else if (name == "--seed") {
      options.first_seed = number();
    } else if (name == "--steps") {
      options.steps = number();
    } else if (name == "--samples") {
      sample_count = number();
    } else if (name == "--workers") {
      options.workers = number();
    } else if (name == "--unchecked") {
      options.check = false;
    } else if (name == "--reflection") {
      options.reflection = true;
    } else if (name == "--reader") {
      options.whole_reader = true;
    } else if (name == "--write" && i + 2 < argument_count) {
      written_trial = number();
      written_file = arguments[++i];
    } else {
      std::fprintf(stderr, "unknown argument %s\n", arguments[i]);
      return 2;
    }
  }
  const std::vector<Sample> samples =
      options.reflection ? reflection_samples(sample_count) : corpus_samples(sample_count);
  if (samples.empty()) {
    std::fprintf(stderr, "the corpus cannot be read\n");
    return 1;
  }
  if (written_file != nullptr) {
    const auto written =
        trellis::test_support::write_binary_file(written_file, trial_input(samples, options, written_trial));
    return written ? 0 : 1;
  }
  const TrialReport report = run_trials(samples, options);
  for (const TrialFailure& failure : report.failures) {
    std::printf("trial %zu (%s): %s\n", failure.trial, failure.sample.c_str(), failure.outcome.c_str());
  }
  std::printf(
      "%zu trials on %zu programs: %zu refused by the check, %zu read by LLVM, %zu refused by LLVM, %zu "
      "fatal\n",
      options.count, samples.size(), report.refused, report.read, report.llvm_refused,
      report.failures.size());
  return report.failures.empty() ? 0 : 1;
}
