// Small graphs that break other structurizers.
#include <gtest/gtest.h>

#include "cfg/text_reader.hpp"
#include "structurizer/structurize.hpp"
#include "tests/structurizer/graph_generators.hpp"
#include "tests/structurizer/properties.hpp"

namespace trellis::structurizer::testing {
namespace {

struct Shape {
  const char* name;
  const char* text;  ///< `b x a`: x branches to a; `c x a b`: x branches conditionally to a or b.
};

constexpr Shape kShapes[] = {
    {"two loops that end up with one merge block", "b e h; b h i; c i j h; c j ret i"},
    {"if (!a || !b) x; before a loop", "c e n1 n4; c n1 n4 n6; b n4 n6; c n6 n9 n11; c n9 n10 n6; b n10 n11"},
    {"a loop phi that is lost on entry", "b e n1; c n1 n2 n8; c n2 n8 n9; c n8 n9 n11; c n9 n11 n9"},
    {"a loop with two ways back in", "b e n1; b n1 n2; c n2 n1 n8; c n8 n9 n11; c n9 n10 n2; b n10 n11"},
    {"a loop left by two ways that meet", "b e h; c h a x; c a h y; b x z; b y z"},
    {"a loop whose exits return", "b e h; c h a x; c a h y"},
    {"an inner loop that leaves both", "b e h; c h i x; c i j h; c j i x"},
    {"a header that is entered from two sides", "c e a b; c a b x; c b a x"},
    {"an endless loop in an arm", "c e a x; b a a"},
    {"an endless loop of several blocks", "b e a; c a b c; b b d; b c d; b d a"},
    {"a loop that is the entry", "c e e x"},
    {"both ways to one block", "c e a a; c a b b"},
    {"a diamond with a side exit", "c e a b; c a m x; c b m x; b m x"},
    {"crossing arms", "c e a b; c a c d; c b c d; b c m; b d m"},
};

Flow flow_from(const Shape& shape) {
  auto named = cfg::read_branch_text(shape.text);
  EXPECT_TRUE(named) << shape.name << ": " << named.error().to_string();
  Flow flow;
  if (!named) return flow_of({{}});
  flow.graph = std::move(named->graph);
  flow.flags.assign(flow.graph.block_count(), 0);
  return flow;
}

TEST(Shapes, PassTheCheckers) {
  for (const Shape& shape : kShapes) {
    EXPECT_EQ(find_fault(flow_from(shape), 1, {.runs = 20, .run_length = 60}), "") << shape.name;
  }
}

TEST(Shapes, PassTheCheckersWithValues) {
  for (const Shape& shape : kShapes) {
    for (uint64_t seed = 1; seed <= 60 && !HasFailure(); ++seed) {
      Flow flow = flow_from(shape);
      Random random(seed);
      add_random_values(flow, random);
      EXPECT_EQ(find_fault(flow, seed), "") << shape.name;
    }
  }
}

TEST(Shapes, AreTheSameTwice) {
  for (const Shape& shape : kShapes) {
    Flow flow = flow_from(shape);
    Random random(7);
    add_random_values(flow, random);
    EXPECT_EQ(describe(structurize(flow)), describe(structurize(flow))) << shape.name;
  }
}

}  // namespace
}  // namespace trellis::structurizer::testing
