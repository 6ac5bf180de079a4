// Structurizes every kind of graph on this system, and checks the results with the two checkers that need no
// other library.
#include <gtest/gtest.h>

#include "structurizer/check/check.hpp"
#include "structurizer/structurize.hpp"
#include "tests/structurizer/graph_generators.hpp"

namespace trellis::structurizer::testing {
namespace {

void expect_sound(const Flow& flow) {
  const Result<void> checked = check_paths_and_structure(flow, structurize(flow));
  EXPECT_TRUE(checked) << checked.error().to_string() << "\n" << describe(flow);
}

TEST(PortableStructurizer, RandomGraphsAndProgramsPassTheCheckers) {
  for (uint64_t seed = 1; seed <= 400; ++seed) {
    Random random(seed);
    Flow flow = flow_of(seed % 2 == 0 ? random_graph(random, 24) : random_program(random, 60));
    add_random_values(flow, random);
    expect_sound(flow);
  }
}

TEST(PortableStructurizer, FamiliesPassTheCheckers) {
  for (const GraphFamily& family : graph_families()) {
    SCOPED_TRACE(family.name);
    Random random(1);
    Flow flow = flow_of(family.make(family.small_size));
    add_random_values(flow, random);
    expect_sound(flow);
  }
}

}  // namespace
}  // namespace trellis::structurizer::testing
