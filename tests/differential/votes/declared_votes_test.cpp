// Runs random programs in waves that reconverge only at declared merge blocks; the votes must be those of the
// source. What holds here needs no execution mode.
#include <gtest/gtest.h>

#include <string>

#include "tests/differential/votes/vote_case.hpp"

namespace trellis::differential {
namespace {

TEST(DeclaredVotes, OfRandomProgramsAreThoseOfTheSource) {
  uint32_t failed = 0;
  std::string first;
  for (uint64_t seed = 1; seed <= 4000; ++seed) {
    const VoteCase item = random_vote_case(seed, 40);
    if (graph_of(item).empty()) continue;
    const std::string difference =
        find_vote_difference(item, {.runs = 4, .seed = seed, .promise = Promise::kDeclared});
    if (difference.empty()) continue;
    if (failed++ == 0)
      first = "seed " + std::to_string(seed) + ": " + difference + "\n" + to_text(item.program);
  }
  EXPECT_EQ(failed, 0u) << first;
}

}  // namespace
}  // namespace trellis::differential
