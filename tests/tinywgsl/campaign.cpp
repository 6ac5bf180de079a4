// The soundness campaign: trellis-tinywgsl-campaign [--short] [--keep-locals] [--no-deviations]
//
// Enumerates programs, analyses each, and executes it with 1, 2 and 3 threads. The exit code is 1 if one that
// is accepted diverges, or if an unsound change to the analysis goes unnoticed.
#include <chrono>
#include <cstdio>
#include <string_view>

#include "tests/tinywgsl/soundness.hpp"

namespace {

using namespace trellis::tinywgsl;

void print(const char* name, const Counts& counts) {
  std::printf("%-20s %8lu %9lu %9lu %10lu %8lu %10lu %8lu %7lu\n", name, counts.programs, counts.accepted,
              counts.rejected, counts.divergent, counts.unsound, counts.imprecise, counts.unknown,
              counts.raced);
}

/// False if an unsound deviation is not noticed.
bool print_deviations(const Counts& total) {
  bool all_noticed = true;
  std::printf("\n%-30s %12s %10s  first\n", "deviation", "unsound for", "imprecise");
  for (uint8_t i = 0; i < kDeviations; ++i) {
    std::printf("%-30s %12lu %10lu  %s\n", to_string(static_cast<Deviation>(i)), total.unsound_with[i],
                total.imprecise_with[i], total.example[i].c_str());
    if (i < kUnsoundDeviations ? total.unsound_with[i] == 0 : total.unsound_with[i] != 0) all_noticed = false;
  }
  return all_noticed;
}

}  // namespace

int main(int argument_count, char** arguments) {
  SoundnessOptions options;
  bool long_form = true;
  for (int i = 1; i < argument_count; ++i) {
    const std::string_view argument = arguments[i];
    if (argument == "--short") {
      long_form = false;
    } else if (argument == "--keep-locals") {
      options.call_locals = CallLocals::kKept;
    } else if (argument == "--no-deviations") {
      options.with_deviations = false;
    } else {
      std::fprintf(stderr, "unknown option %s\n", arguments[i]);
      return 2;
    }
  }
  const auto start = std::chrono::steady_clock::now();
  std::printf("%-20s %8s %9s %9s %10s %8s %10s %8s %7s\n", "family", "programs", "accepted", "rejected",
              "divergent", "unsound", "imprecise", "unknown", "races");
  Counts total;
  for (const Family& family : families(long_form)) {
    const Counts counts = measure(family, options);
    print(family.name.c_str(), counts);
    std::fflush(stdout);
    total.add(counts);
  }
  print("all", total);
  const bool all_noticed = !options.with_deviations || print_deviations(total);
  for (const std::string& failure : total.failures) std::printf("%s\n", failure.c_str());
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  std::printf("%.1f s\n", seconds.count());
  return total.failures.empty() && all_noticed ? 0 : 1;
}
