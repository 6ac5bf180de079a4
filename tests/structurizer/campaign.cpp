// The long form of the structurizer's tests.
#include <charconv>
#include <cstdio>
#include <string>
#include <string_view>

#include "tests/structurizer/agreement.hpp"
#include "tests/structurizer/graph_generators.hpp"
#include "tests/structurizer/properties.hpp"

namespace {

using namespace trellis::structurizer;
using namespace trellis::structurizer::testing;

constexpr const char* kUsage =
    "usage: trellis-structurizer-campaign exhaustive BLOCKS DEGREE\n"
    "       trellis-structurizer-campaign random SEED COUNT SIZE\n"
    "       trellis-structurizer-campaign agreement SEED COUNT\n"
    "\n"
    "exhaustive: every graph of exactly BLOCKS blocks with up to DEGREE (1 to 3) distinct successors a "
    "block\n"
    "random:     COUNT random graphs and programs of up to SIZE blocks, with values, from seeds SEED, SEED + "
    "1, ..\n"
    "agreement:  COUNT changed results, judged by check_structure and by spirv-val, and as many judged by\n"
    "            check_paths and by runs\n"
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
  std::fputs(kUsage, stderr);
  return 2;
}
