// The long-running form of the structurizer's tests.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "structurizer/check/check.hpp"
#include "structurizer/structurize.hpp"
#include "tests/structurizer/check/agreement.hpp"
#include "tests/structurizer/graph_generators.hpp"
#include "tests/structurizer/properties.hpp"

namespace {

using namespace trellis::structurizer;
using namespace trellis::structurizer::testing;

constexpr uint32_t kMaxGrowth = 110;  // Limit on the exponent of the growth, in hundredths.

constexpr const char* kUsage =
    "usage: trellis-structurizer-campaign exhaustive BLOCKS DEGREE\n"
    "       trellis-structurizer-campaign random SEED COUNT SIZE\n"
    "       trellis-structurizer-campaign agreement SEED COUNT\n"
    "       trellis-structurizer-campaign growth [MOST]\n"
    "\n"
    "exhaustive: every graph of exactly BLOCKS blocks with up to DEGREE (1 to 3) distinct successors a "
    "block\n"
    "random:     COUNT random graphs and programs of up to SIZE blocks, with values, from seeds SEED, SEED + "
    "1, ..\n"
    "agreement:  COUNT changed results, judged by check_structure and by spirv-val, and as many judged by\n"
    "            check_paths and by runs\n"
    "growth:     time against blocks and edges, for families of graphs that are hard on structurizers; fails "
    "if it\n"
    "            grows with more than that power (in hundredths; 110)\n"
    "Each graph goes through the three checkers, spirv-val, and runs of the graph against runs of the "
    "result.\n"
    "Stops at the first fault, prints the graph and its seed, and exits with 1.\n";

bool read_number(const char* text, uint32_t& number) {
  const std::string_view view(text);
  const auto [end, error] = std::from_chars(view.data(), view.data() + view.size(), number);
  return error == std::errc() && end == view.data() + view.size();
}

int report(const std::string& fault, uint64_t count) {
  if (!fault.empty()) {
    std::printf("graph %llu: %s\n", static_cast<unsigned long long>(count), fault.c_str());
    return 1;
  }
  std::printf("%llu graphs hold\n", static_cast<unsigned long long>(count));
  return 0;
}

int run_exhaustive(uint32_t blocks, uint32_t degree) {
  uint64_t count = 0;
  std::string fault;
  for_each_graph(blocks, degree, [&](const Lists& lists) {
    if (!fault.empty()) return;
    Flow flow = flow_of(lists);
    Random random(++count);
    if (count % 2 == 0) add_random_values(flow, random);
    fault = find_fault(flow, count, {.runs = 2, .run_length = 30, .validate = count % 16 == 0});
    if (count % 1000000 == 0) std::printf("%llu ..\n", static_cast<unsigned long long>(count));
  });
  return report(fault, count);
}

int run_random(uint32_t seed, uint32_t count, uint32_t size) {
  for (uint32_t i = 0; i < count; ++i) {
    Random random(uint64_t{seed} + i);
    Flow flow = flow_of(random.one_in(2) ? random_graph(random, size) : random_program(random, size));
    add_random_values(flow, random);
    const std::string fault = find_fault(flow, uint64_t{seed} + i, {.runs = 4, .run_length = 200});
    if (!fault.empty()) return report(fault, i);
  }
  return report({}, count);
}

int run_agreement(uint32_t seed, uint32_t count) {
  uint32_t accepted = 0, stricter = 0, unnoticed = 0;
  for (uint32_t i = 0; i < count; ++i) {
    Random random(uint64_t{seed} + i);
    const Agreement agreement = compare_verdicts(i % 4 == 0 ? changed_value(random) : changed_shape(random));
    if (!agreement.fault.empty()) return report(agreement.fault, i);
    bool holds = false;
    const Example changed = changed_meaning(random, 6 + random.below(30));
    const std::string missed = find_missed_fault(changed, uint64_t{seed} + i, holds);
    if (!missed.empty()) return report(missed, i);
    unnoticed += holds ? 1 : 0;
    accepted += agreement.ours ? 1 : 0;
    stricter += agreement.ours_is_stricter ? 1 : 0;
  }
  std::printf("%u accepted by both, %u refused by us alone, %u changes without effect\n", accepted, stricter,
              unnoticed);
  return report({}, count);
}

/// Returns the CPU time in seconds of the fastest of a few runs.
template <typename Work>
double quickest(Work work) {
  double best = 1e9;
  for (int run = 0; run < 9; ++run) {
    const std::clock_t start = std::clock();
    work();
    best = std::min(best, static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
  }
  return best;
}

/// Returns the exponent with which the time grows with the size: the slope of a regression line through the
/// logarithms.
double growth_of(const std::vector<std::pair<double, double>>& size_and_time) {
  double x = 0, y = 0, xx = 0, xy = 0;
  for (const auto& [size, time] : size_and_time) {
    const double a = std::log(size), b = std::log(std::max(time, 1e-6));
    x += a, y += b, xx += a * a, xy += a * b;
  }
  const auto count = static_cast<double>(size_and_time.size());
  return (count * xy - x * y) / (count * xx - x * x);
}

struct Growth {
  uint32_t blocks = 0;
  double made = 0, make_growth = 0, checked = 0, check_growth = 0;
  bool holds = true;

  bool is_within(double most) const { return make_growth <= most && check_growth <= most; }
};

/// Which blocks have wave operations.
enum class Votes { kAtTheEnd, kEverywhere };

Growth measure_growth(const GraphFamily& family, Votes votes) {
  Growth growth;
  std::vector<std::pair<double, double>> made, checked;
  for (const uint32_t quarters : {1u, 2u, 4u, 8u}) {
    Flow flow = flow_of(family.make(family.full_size * quarters / 4));
    if (votes == Votes::kAtTheEnd) flow.flags.back() |= kConvergent;
    if (votes == Votes::kEverywhere) {
      for (auto& flags : flow.flags) flags |= kConvergent | kCoConvergent;
    }
    growth.blocks = flow.graph.block_count();
    const double size = growth.blocks + static_cast<double>(flow.graph.edge_count());
    Structured function;
    made.emplace_back(size, quickest([&] { function = structurize(flow); }));
    checked.emplace_back(size, quickest([&] {
                           growth.holds = growth.holds && check_paths_and_structure(flow, function).ok();
                           check_convergence(flow, function);
                         }));
  }
  growth.made = made.back().second;
  growth.checked = checked.back().second;
  growth.make_growth = growth_of(made);
  growth.check_growth = growth_of(checked);
  return growth;
}

/// Other load on the machine makes a measurement too large, but never too small for long, so take the best of
/// several.
Growth least_growth(const GraphFamily& family, Votes votes, double most) {
  constexpr int kTries = 8;
  Growth growth = measure_growth(family, votes);
  for (int i = 1; i < kTries && !growth.is_within(most); ++i) growth = measure_growth(family, votes);
  return growth;
}

int run_growth(uint32_t most_in_hundredths) {
  const double most = most_in_hundredths / 100.0;
  bool grows_too_fast = false;
  for (const Votes votes : {Votes::kAtTheEnd, Votes::kEverywhere}) {
    std::printf("%-20s %10s %12s %8s %12s %8s\n",
                votes == Votes::kAtTheEnd ? "one vote at the end" : "votes in all blocks", "blocks",
                "structurize", "growth", "checks", "growth");
    for (const GraphFamily& family : graph_families()) {
      const Growth growth = least_growth(family, votes, most);
      if (!growth.holds) return report(std::string(family.name) + " fails a check", growth.blocks);
      std::printf("%-20s %10u %9.2f ms %8.2f %9.2f ms %8.2f\n", family.name, growth.blocks, growth.made * 1e3,
                  growth.make_growth, growth.checked * 1e3, growth.check_growth);
      grows_too_fast = grows_too_fast || !growth.is_within(most);
    }
  }
  std::printf("%s faster than the power %.2f\n", grows_too_fast ? "some grow" : "none grows", most);
  return grows_too_fast ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view mode = argc > 1 ? argv[1] : "";
  uint32_t a = 0, b = 0, c = 0;
  if (mode == "exhaustive" && argc == 4 && read_number(argv[2], a) && read_number(argv[3], b) && a > 0) {
    return run_exhaustive(a, b);
  }
  if (mode == "random" && argc == 5 && read_number(argv[2], a) && read_number(argv[3], b) &&
      read_number(argv[4], c)) {
    return run_random(a, b, c);
  }
  if (mode == "agreement" && argc == 4 && read_number(argv[2], a) && read_number(argv[3], b)) {
    return run_agreement(a, b);
  }
  if (mode == "growth" && argc == 2) return run_growth(kMaxGrowth);
  if (mode == "growth" && argc == 3 && read_number(argv[2], a)) return run_growth(a);
  std::fputs(kUsage, stderr);
  return 2;
}
