// Breaks structured functions by mutations: the checkers must reject every harmful mutant.
#include "tests/differential/mutation.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "structurizer/structurize.hpp"

namespace trellis::differential {
namespace {

using namespace structurizer::testing;

TEST(Mutations, AreCaughtByTheCheckers) {
  constexpr uint32_t kGraphs = 500;
  const auto mutations = all_mutations();
  ASSERT_GE(mutations.size(), 20u);
  std::vector<MutationCount> counts(mutations.size());
  for (uint32_t seed = 1; seed <= kGraphs; ++seed) {
    Random random(seed);
    structurizer::Flow flow =
        flow_of(random.one_in(2) ? random_graph(random, 14) : random_program(random, 18));
    add_random_values(flow, random);
    const structurizer::Structured function = structurizer::structurize(flow);
    for (size_t m = 0; m < mutations.size(); ++m) {
      try_mutation(mutations[m], flow, function, random, counts[m]);
    }
  }
  for (size_t m = 0; m < mutations.size(); ++m) {
    const MutationCount& count = counts[m];
    EXPECT_EQ(count.missed, 0u) << mutations[m].name << ": " << count.example;
    // Harmless mutants must be the exception, or the mutation proves nothing.
    EXPECT_GE(count.caught, 5u) << mutations[m].name;
    EXPECT_GE(2 * count.caught, count.applied) << mutations[m].name;
  }
}

}  // namespace
}  // namespace trellis::differential
