// Full-size graphs: structurize() takes less than a second for each, and the results pass the checks.
#include <gtest/gtest.h>

#include <cstdio>
#include <ostream>

#include "structurizer/check/check.hpp"
#include "structurizer/structurize.hpp"
#include "tests/structurizer/graph_generators.hpp"
#include "tests/structurizer/properties.hpp"
#include "tests/support/stopwatch.hpp"

namespace trellis::structurizer::testing {

/// GoogleTest prints parameters with this instead of as bytes.
void PrintTo(const GraphFamily& family, std::ostream* out);
void PrintTo(const GraphFamily& family, std::ostream* out) { *out << family.name; }

namespace {

using test_support::Stopwatch;

/// Limit on the time of each step, in seconds.
constexpr double kLimit = 1.0 * test_support::kSanitizerFactor;

class Families : public ::testing::TestWithParam<GraphFamily> {};

/// Runs a step and returns its result; `took` becomes its time in seconds.
template <typename Step>
auto timed(double& took, Step step) {
  const Stopwatch time;
  auto result = step();
  took = time.seconds();
  return result;
}

void expect_quick(const Flow& flow, const char* name, const char* what) {
  double made = 0, paths_took = 0, structure_took = 0, convergence_took = 0;
  const Structured function = timed(made, [&] { return structurize(flow); });
  const auto paths = timed(paths_took, [&] { return check_paths(flow, function); });
  const auto structure = timed(structure_took, [&] { return check_structure(flow, function); });
  timed(convergence_took, [&] { return check_convergence(flow, function); });
  std::printf(
      "%-20s %-9s %8u blocks: structurize %6.1f ms, paths %6.1f, structure %6.1f, convergence %6.1f\n", name,
      what, flow.graph.block_count(), made * 1e3, paths_took * 1e3, structure_took * 1e3,
      convergence_took * 1e3);
  EXPECT_TRUE(paths) << paths.error().to_string();
  EXPECT_TRUE(structure) << structure.error().to_string();
  EXPECT_LT(made, kLimit);
  EXPECT_LT(paths_took, kLimit);
  EXPECT_LT(structure_took, kLimit);
  EXPECT_LT(convergence_took, kLimit);
}

TEST_P(Families, OfFullSizeAreStructurizedQuickly) {
  const GraphFamily& family = GetParam();
  Flow bare = flow_of(family.make(family.full_size));
  bare.flags.back() |= kConvergent;
  expect_quick(bare, family.name, "");
  Flow flow = flow_of(family.make(family.value_size));
  Random random(1);
  add_random_values(flow, random);
  expect_quick(flow, family.name, "+ values");
}

TEST_P(Families, SmallSizes) {
  const GraphFamily& family = GetParam();
  for (uint32_t n = 2; n <= family.small_size && !HasFailure(); n = n + 1 + n / 4) {
    Random random(n);
    Flow flow = flow_of(family.make(n));
    EXPECT_EQ(find_fault(flow, n), "");
    add_random_values(flow, random);
    EXPECT_EQ(find_fault(flow, n, {.runs = 6, .run_length = 4 * n}), "");
  }
}

INSTANTIATE_TEST_SUITE_P(Structurize, Families, ::testing::ValuesIn(graph_families()),
                         [](const auto& family) { return std::string(family.param.name); });

}  // namespace
}  // namespace trellis::structurizer::testing
