// Tests which inserted blocks of a graph are taken for divergent, from what is known of the program's blocks.
#include "tools/cfg/page/inserted_divergence.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace trellis::tools_test {
namespace {

using cfg::BlockId;
using cfg::kNone;
using uniformity::kEveryScope;
using uniformity::kNoScope;
using uniformity::Scopes;

constexpr Scopes kGroupOnly = bit(uniformity::Scope::kGroup);

struct MarkedGraph {
  Vector<Vector<BlockId>> lists;
  /// By block: the program block that it is, or kNone for inserted blocks. Program blocks have their own
  /// numbers.
  std::vector<BlockId> program;
  /// By program block.
  Vector<Scopes> blocks, branches;
};

std::vector<Scopes> divergence_of(const MarkedGraph& g) {
  BlockTexts texts;
  texts.divergence = g.blocks;
  texts.branches = g.branches;
  return tools::divergence_of_blocks(cfg::Graph::from_lists(g.lists), g.program, texts);
}

// 0 branches to 1 and 2, which meet in an inserted merge block.
MarkedGraph diamond(Scopes branch) {
  return {.lists = {{1, 2}, {4}, {4}, {}, {3}},
          .program = {0, 1, 2, 3, kNone},
          .blocks = {kNoScope, branch, branch, kNoScope},
          .branches = {branch, kNoScope, kNoScope, kNoScope}};
}

TEST(InsertedDivergence, LanesAreTogetherAgainInAMergeBlock) {
  EXPECT_EQ(divergence_of(diamond(kEveryScope))[4], kNoScope);
}

TEST(InsertedDivergence, ProgramBlocksKeepTheirs) {
  const std::vector<Scopes> expected = {kNoScope, kGroupOnly, kGroupOnly, kNoScope, kNoScope};
  EXPECT_EQ(divergence_of(diamond(kGroupOnly)), expected);
}

TEST(InsertedDivergence, ABlockBeforeADivergentOneIsDivergent) {
  MarkedGraph g = diamond(kGroupOnly);
  g.lists = {{4, 2}, {3}, {3}, {}, {1}};  // The inserted block is between 0 and 1.
  EXPECT_EQ(divergence_of(g)[4], kGroupOnly);
}

TEST(InsertedDivergence, ABlockOnAnEdgeIsRunByTheLanesThatTakeIt) {
  MarkedGraph g;
  g.lists = {{2, 1}, {}, {1}};
  g.program = {0, 1, kNone};
  g.blocks = {kNoScope, kNoScope};
  g.branches = {kEveryScope, kNoScope};
  EXPECT_EQ(divergence_of(g)[2], kEveryScope);
  g.branches[0] = kNoScope;
  EXPECT_EQ(divergence_of(g)[2], kNoScope);
}

// A test may examine what any branch of the program has set.
TEST(InsertedDivergence, BlocksAfterATestMayBeDivergent) {
  MarkedGraph g = diamond(kGroupOnly);
  g.lists = {{1, 2}, {4}, {4}, {}, {5, 3}, {3}};
  g.program.push_back(kNone);
  EXPECT_EQ(divergence_of(g)[4], kNoScope);
  EXPECT_EQ(divergence_of(g)[5], kGroupOnly);
}

// 0 enters a loop with an inserted header, which lanes leave in different iterations to an inserted merge
// block.
TEST(InsertedDivergence, ALoopIsDivergentAndWhatFollowsIsNot) {
  MarkedGraph g;
  g.lists = {{3}, {3, 4}, {}, {1}, {2}};
  g.program = {0, 1, 2, kNone, kNone};
  g.blocks = {kNoScope, kEveryScope, kNoScope};
  g.branches = {kNoScope, kEveryScope, kNoScope};
  const std::vector<Scopes> found = divergence_of(g);
  EXPECT_EQ(found[3], kEveryScope);
  EXPECT_EQ(found[4], kNoScope);
}

TEST(InsertedDivergence, BlocksThatAreNotReachedAreNotDivergent) {
  MarkedGraph g = diamond(kEveryScope);
  g.lists.push_back({3});
  g.program.push_back(kNone);
  EXPECT_EQ(divergence_of(g)[5], kNoScope);
}

}  // namespace
}  // namespace trellis::tools_test
