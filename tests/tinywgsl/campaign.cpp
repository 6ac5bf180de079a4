// The soundness campaign: trellis-tinywgsl-campaign [--short] [--keep-locals] [--no-deviations] [--dxil]
// Enumerates programs, analyses each, and executes it with 1, 2 and 3 threads. The exit code is 1 if an
// accepted program diverges, or if an unsound change to the analysis is not detected. With --dxil, also runs
// the analysis of DXIL's control flow, and only prints the comparison.
#include <chrono>
#include <cstdio>
#include <string_view>

#include "tests/tinywgsl/agreement.hpp"
#include "tests/tinywgsl/soundness.hpp"

namespace {

using namespace trellis::tinywgsl;

void print(const char* name, const Counts& counts) {
  std::printf("%-20s %8lu %9lu %9lu %10lu %8lu %10lu %8lu %7lu %7lu\n", name, counts.programs,
              counts.accepted, counts.rejected, counts.divergent, counts.unsound, counts.imprecise,
              counts.unknown, counts.raced, counts.hanging);
}

/// Returns false if an unsound deviation is not detected.
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

int compare_with_dxil(bool long_form) {
  bool is_sound = true;
  for (const LocalsAs locals : {LocalsAs::kMemory, LocalsAs::kPhis}) {
    Agreement agreement;
    for (const Family& family : families(long_form)) compare_family(family, locals, agreement);
    std::printf("local variables %s: %s", locals == LocalsAs::kMemory ? "in memory" : "as phis",
                to_string(agreement).c_str());
    for (const std::string& text : agreement.unsound)
      std::printf("accepted and divergent: %s\n", text.c_str());
    for (const std::string& text : agreement.less_precise) std::printf("less precise: %s\n", text.c_str());
    for (const std::string& text : agreement.failures) std::printf("not analysed: %s\n", text.c_str());
    is_sound = is_sound && agreement.unsound.empty() && agreement.failures.empty();
  }
  return is_sound ? 0 : 1;
}

}  // namespace

int main(int argument_count, char** arguments) {
  SoundnessOptions options;
  bool long_form = true, with_dxil = false;
  for (int i = 1; i < argument_count; ++i) {
    const std::string_view argument = arguments[i];
    if (argument == "--short") {
      long_form = false;
    } else if (argument == "--keep-locals") {
      options.choices.call_locals = CallLocals::kKept;
    } else if (argument == "--no-deviations") {
      options.with_deviations = false;
    } else if (argument == "--dxil") {
      with_dxil = true;
    } else {
      std::fprintf(stderr, "unknown option %s\n", arguments[i]);
      return 2;
    }
  }
  if (with_dxil) return compare_with_dxil(long_form);
  const auto start = std::chrono::steady_clock::now();
  std::printf("%-20s %8s %9s %9s %10s %8s %10s %8s %7s %7s\n", "family", "programs", "accepted", "rejected",
              "divergent", "unsound", "imprecise", "unknown", "races", "hangs");
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
