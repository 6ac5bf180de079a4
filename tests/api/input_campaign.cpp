// The long form of the damaged-input test: trellis-input-campaign FOLDER [--count N] [--seed S] [--workers N]
// [--write TRIAL FILE]. FOLDER is a folder of the corpus, such as "containers", or "libraries": all
// libraries, with most of the damage in RDAT.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "tests/api/library_mutation.hpp"
#include "tests/support/files.hpp"

int main(int argument_count, char** arguments) {
  using namespace trellis::api_testing;
  InputTrials trials;
  trials.count = 10000;
  std::string folder;
  std::size_t written_trial = 0;
  const char* written_file = nullptr;
  for (int i = 1; i < argument_count; ++i) {
    const std::string name = arguments[i];
    const auto number = [&] {
      return i + 1 < argument_count ? std::strtoull(arguments[++i], nullptr, 0) : 0;
    };
    if (name == "--count") {
      trials.count = number();
    } else if (name == "--seed") {
      trials.first_seed = number();
    } else if (name == "--workers") {
      trials.workers = number();
    } else if (name == "--write" && i + 2 < argument_count) {
      written_trial = number();
      written_file = arguments[++i];
    } else if (folder.empty() && name[0] != '-') {
      folder = name;
    } else {
      std::fprintf(stderr, "unknown argument %s\n", arguments[i]);
      return 2;
    }
  }
  const bool is_libraries = folder == "libraries";
  if (is_libraries) trials.damage = damage_library;
  const std::vector<InputSample> samples = is_libraries ? library_samples() : input_samples(folder);
  if (samples.empty()) {
    std::fprintf(stderr, "the corpus has no folder %s with shaders\n", folder.c_str());
    return 1;
  }
  if (written_file != nullptr) {
    const auto& sample = samples[written_trial % samples.size()];
    const auto written = trellis::test_support::write_binary_file(
        written_file, trials.damage(sample.bytes, trials.first_seed + written_trial));
    return written ? 0 : 1;
  }
  const InputReport report = run_input_trials(samples, trials);
  for (const InputFailure& failure : report.failures) {
    std::printf("trial %zu (%s): %s\n", failure.trial, failure.sample.c_str(), failure.outcome.c_str());
  }
  std::printf("%zu trials on %zu files:", trials.count, samples.size());
  for (const auto& [outcome, count] : report.outcomes) std::printf(" %zu %s,", count, outcome.c_str());
  std::printf(" %zu failures\n", report.failures.size());
  return report.failures.empty() ? 0 : 1;
}
