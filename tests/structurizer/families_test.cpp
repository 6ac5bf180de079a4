// Graphs at full size: structurize() takes under a second for each, and its results hold.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>

#include "structurizer/check.hpp"
#include "structurizer/structurize.hpp"
#include "tests/structurizer/graph_generators.hpp"
#include "tests/structurizer/properties.hpp"

namespace trellis::structurizer::testing {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

struct Family {
  const char* name;
  Lists (*make)(uint32_t);
  uint32_t full_size;   ///< Structurized and checked in under a second each.
  uint32_t value_size;  ///< The same with values. Where phis have as many operands as there are cases, less.
  uint32_t small_size;  ///< Up to this size, with values, through every check, spirv-val included.
};

std::ostream& operator<<(std::ostream& out, const Family& family) { return out << family.name; }

class Families : public ::testing::TestWithParam<Family> {};

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
  const Family& family = GetParam();
  Flow bare = flow_of(family.make(family.full_size));
  bare.flags.back() |= kConvergent;
  expect_quick(bare, family.name, "");
  Flow flow = flow_of(family.make(family.value_size));
  Random random(1);
  add_random_values(flow, random);
  expect_quick(flow, family.name, "+ values");
}

TEST_P(Families, SmallSizes) {
  const Family& family = GetParam();
  for (uint32_t n = 2; n <= family.small_size && !HasFailure(); n = n + 1 + n / 4) {
    Random random(n);
    Flow flow = flow_of(family.make(n));
    EXPECT_EQ(find_fault(flow, n), "");
    add_random_values(flow, random);
    EXPECT_EQ(find_fault(flow, n, {.runs = 6, .run_length = 4 * n}), "");
  }
}

INSTANTIATE_TEST_SUITE_P(
    Structurize, Families,
    ::testing::Values(Family{"chain", chain, 100000, 100000, 40},
                      Family{"nested_ifs", nested_ifs, 10000, 10000, 40},
                      Family{"ifs_in_row", ifs_in_row, 10000, 10000, 40},
                      Family{"wide_switch", wide_switch, 10000, 10000, 40},
                      Family{"loops_in_row", loops_in_row, 10000, 10000, 40},
                      Family{"shared_exit", shared_exit, 10000, 10000, 40},
                      Family{"nested_loops", nested_loops, 10000, 10000, 30},
                      Family{"deep_breaks", deep_breaks, 1000, 1000, 30},
                      Family{"switch_shared_tails", switch_shared_tails, 10000, 1000, 30},
                      Family{"switch_fall_through", switch_fall_through, 10000, 1000, 30},
                      Family{"complete_dag", complete_dag, 150, 100, 20},
                      Family{"irreducible_grid", irreducible_grid, 10000, 3000, 60}),
    [](const auto& family) { return std::string(family.param.name); });

}  // namespace
}  // namespace trellis::structurizer::testing
