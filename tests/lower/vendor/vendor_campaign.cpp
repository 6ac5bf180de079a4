// The long form of the test with mutated programs: trellis-vendor-campaign [FIRST_SEED [COUNT]].
#include <cstdio>
#include <cstdlib>

#include "tests/lower/vendor/vendor_mutation.hpp"

int main(int argument_count, char** arguments) {
  using namespace trellis::vendor_testing;
  const uint64_t first = argument_count > 1 ? std::strtoull(arguments[1], nullptr, 0) : 1;
  const std::size_t count = argument_count > 2 ? std::strtoull(arguments[2], nullptr, 0) : 50000;
  const std::vector<VendorSample> samples = vendor_samples();
  if (samples.empty()) {
    std::fprintf(stderr, "the corpus has no shaders with intrinsics\n");
    return 1;
  }
  const MutationReport report = run_mutations(samples, first, count);
  for (const std::string& failure : report.failures) std::printf("%s\n", failure.c_str());
  std::printf("%zu trials on %zu shaders:", count, samples.size());
  for (const auto& [outcome, times] : report.outcomes) std::printf(" %zu %s,", times, outcome.c_str());
  std::printf(" %zu failures\n", report.failures.size());
  return report.failures.empty() ? 0 : 1;
}
