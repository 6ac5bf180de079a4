// Compares check_structure with spirv-val on results of structurize() that were changed at random.
#include "tests/structurizer/check/agreement.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace trellis::structurizer::testing {
namespace {

struct Verdicts {
  uint32_t accepted = 0, refused = 0, ours_alone = 0;
  std::map<std::string, uint32_t> messages;
};

void compare(const Example& example, uint64_t seed, Verdicts& verdicts) {
  const Agreement agreement = compare_verdicts(example);
  EXPECT_EQ(agreement.fault, "") << "seed " << seed;
  if (agreement.ours_is_stricter) {
    ++verdicts.ours_alone;
  } else {
    ++(agreement.ours ? verdicts.accepted : verdicts.refused);
  }
  if (!agreement.ours) ++verdicts.messages[agreement.our_message.substr(0, 24)];
}

TEST(Agreement, OnChangedShapes) {
  Verdicts verdicts;
  for (uint64_t seed = 1; seed <= 12000 && !HasFailure(); ++seed) {
    Random random(seed);
    compare(changed_shape(random), seed, verdicts);
  }
  EXPECT_GT(verdicts.accepted, 1000u);
  EXPECT_GT(verdicts.refused, 4000u);
  EXPECT_LT(verdicts.ours_alone, 2000u);
  EXPECT_GT(verdicts.messages.size(), 25u) << "too few different faults";
}

TEST(Agreement, OnSmallShapes) {
  // Every graph of three blocks after an entry block, each with many random choices of headers and merge
  // blocks.
  Verdicts verdicts;
  uint64_t number = 0;
  for_each_graph(3, 2, [&](const Lists& lists) {
    for (uint32_t choice = 0; choice < 24 && !HasFailure(); ++choice) {
      Random random(++number);
      std::vector<ShapeBlock> shape = {{{1}}};
      for (const auto& list : lists) {
        shape.push_back({list});
        for (BlockId& target : shape.back().to) ++target;
      }
      for (BlockId block = 1; block < 4; ++block) {
        const size_t ways = shape[block].to.size();
        if (ways == 0 || random.one_in(ways == 2 ? 4 : 2)) continue;
        shape[block].merge = 1 + random.below(3);
        if (ways == 1 || random.one_in(2)) shape[block].continue_target = 1 + random.below(3);
      }
      compare(shape_of(shape), number, verdicts);
    }
  });
  EXPECT_GT(verdicts.accepted, 20u);
  EXPECT_GT(verdicts.refused, 5000u);
}

TEST(Agreement, OnChangedValues) {
  Verdicts verdicts;
  for (uint64_t seed = 1; seed <= 3000 && !HasFailure(); ++seed) {
    Random random(seed);
    compare(changed_value(random), seed, verdicts);
  }
  EXPECT_GT(verdicts.accepted, 300u);
  EXPECT_GT(verdicts.refused, 300u);
}

TEST(Agreement, WithRunsOfChangedResults) {
  uint32_t accepted_count = 0;
  constexpr uint32_t kCount = 6000;
  for (uint64_t seed = 1; seed <= kCount && !HasFailure(); ++seed) {
    Random random(seed);
    bool accepted = false;
    const Example example = changed_meaning(random, 6 + random.below(24));
    EXPECT_EQ(find_missed_fault(example, seed, accepted), "");
    accepted_count += accepted ? 1 : 0;
  }
  EXPECT_GT(accepted_count, kCount / 10);  // Some changes have no effect.
  EXPECT_LT(accepted_count, kCount * 8 / 10);
}

}  // namespace
}  // namespace trellis::structurizer::testing
