// Graphs at full size: structurize() takes under a second for each, and its results hold.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>
#include <ostream>

#include "structurizer/check/check.hpp"
#include "structurizer/structurize.hpp"
#include "tests/structurizer/graph_generators.hpp"
#include "tests/structurizer/properties.hpp"

namespace trellis::structurizer::testing {

/// GoogleTest prints parameters with this.
void PrintTo(const GraphFamily& family, std::ostream* out) { *out << family.name; }

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

class Families : public ::testing::TestWithParam<GraphFamily> {};

void expect_quick(const Flow& flow, const char* name, const char* what) {
  auto start = Clock::now();
  const Structured function = structurize(flow);
  const double made = seconds_since(start);
  start = Clock::now();
  const auto paths = check_paths(flow, function);
  const double paths_took = seconds_since(start);
  start = Clock::now();
  const auto structure = check_structure(flow, function);
  const double structure_took = seconds_since(start);
  start = Clock::now();
  check_convergence(flow, function);
  const double convergence_took = seconds_since(start);
  std::printf(
      "%-20s %-9s %8u blocks: structurize %6.1f ms, paths %6.1f, structure %6.1f, convergence %6.1f\n", name,
      what, flow.graph.block_count(), made * 1e3, paths_took * 1e3, structure_took * 1e3,
      convergence_took * 1e3);
  EXPECT_TRUE(paths) << paths.error().to_string();
  EXPECT_TRUE(structure) << structure.error().to_string();
  EXPECT_LT(made, 1.0);
  EXPECT_LT(paths_took, 1.0);
  EXPECT_LT(structure_took, 1.0);
  EXPECT_LT(convergence_took, 1.0);
}

TEST_P(Families, FullSize) {
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
