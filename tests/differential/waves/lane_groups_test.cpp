// Runs the adversary on handwritten functions. The expected results follow from the text of the SPIR-V
// specification.
#include "tests/differential/waves/lane_groups.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <functional>
#include <utility>
#include <vector>

namespace trellis::differential {
namespace {

/// Returns the index of the target that a lane takes when it runs the block for the `time`-th time, counted
/// from 0.
using Choose = std::function<uint32_t(uint32_t lane, uint32_t time)>;

struct HandBlock {
  std::vector<BlockId> targets = {};  ///< Empty: the block returns.
  BlockId merge_block = kNone, continue_target = kNone;
  Choose choose = nullptr;  ///< Null: all lanes take the first target.
  BlockId calls = kNone;    ///< The entry of a called function; the caller continues at targets[0].
};

using Steps = std::vector<std::pair<BlockId, uint64_t>>;  ///< The blocks that ran, each with its lanes.

Steps run(const std::vector<HandBlock>& blocks, Promise promise, std::vector<uint64_t> subgroups = {}) {
  constexpr uint32_t kLanes = 8;
  Steps steps;
  std::vector<std::vector<uint32_t>> times(blocks.size(), std::vector<uint32_t>(kLanes, 0));
  LaneGroups<uint64_t> groups(promise, std::move(subgroups));
  groups.start(0, 255);
  while (groups.next() && steps.size() < 1000) {
    const auto group = groups.current();
    const HandBlock& block = blocks[group.block];
    steps.emplace_back(group.block, group.lanes);
    if (block.merge_block != kNone) {
      groups.open({group.block, block.merge_block, block.continue_target, block.targets});
    }
    std::vector<uint64_t> going(block.targets.size(), 0);
    for (uint32_t lane = 0; lane < kLanes && !going.empty(); ++lane) {
      if ((group.lanes >> lane & 1) == 0) continue;
      const uint32_t time = times[group.block][lane]++;
      going[block.choose ? block.choose(lane, time) : 0] |= uint64_t{1} << lane;
    }
    if (block.calls != kNone) {
      groups.call(block.targets[0]);
      groups.go(group.block, block.calls, group.lanes);
    } else if (block.targets.empty()) {
      groups.leave_function(group.lanes);
    } else {
      for (size_t i = 0; i < going.size(); ++i) groups.go(group.block, block.targets[i], going[i]);
    }
    groups.finish();
  }
  return steps;
}

/// Returns the lanes of each run of a block.
std::vector<uint64_t> runs_of(const Steps& steps, BlockId block) {
  std::vector<uint64_t> lanes;
  for (const auto& [at, by] : steps) {
    if (at == block) lanes.push_back(by);
  }
  return lanes;
}

using Lanes = std::vector<uint64_t>;

const Choose kByBit0 = [](uint32_t lane, uint32_t) { return lane & 1; };
const Choose kByBit1 = [](uint32_t lane, uint32_t) { return lane >> 1 & 1; };
constexpr uint64_t kEven = 0x55, kOdd = 0xAA;

TEST(LaneGroups, AreTogetherAtAMergeBlock) {
  const std::vector<HandBlock> declared = {
      {.targets = {1, 2}, .merge_block = 3, .choose = kByBit0}, {.targets = {3}}, {.targets = {3}}, {}};
  for (const Promise promise : {Promise::kUniform, Promise::kDeclared, Promise::kMaximal}) {
    const Steps steps = run(declared, promise);
    EXPECT_EQ(runs_of(steps, 1), Lanes{kEven});
    EXPECT_EQ(runs_of(steps, 2), Lanes{kOdd});
    EXPECT_EQ(runs_of(steps, 3), Lanes{255});
  }
}

TEST(LaneGroups, StayApartWithoutAMergeBlock) {
  const std::vector<HandBlock> bare = {
      {.targets = {1, 2}, .choose = kByBit0}, {.targets = {3}}, {.targets = {3}}, {}};
  for (const Promise promise : {Promise::kUniform, Promise::kDeclared, Promise::kMaximal}) {
    EXPECT_EQ(runs_of(run(bare, promise), 3), (Lanes{kEven, kOdd}));
  }
}

TEST(LaneGroups, StayApartUntilAnEnclosingMergeBlock) {
  // if (..) { two paths that meet without a merge } end
  const std::vector<HandBlock> blocks = {{.targets = {1}, .merge_block = 5},
                                         {.targets = {2, 3}, .choose = kByBit0},
                                         {.targets = {4}},
                                         {.targets = {4}},
                                         {.targets = {5}},
                                         {}};
  const Steps steps = run(blocks, Promise::kDeclared);
  EXPECT_EQ(runs_of(steps, 4), (Lanes{kEven, kOdd}));
  EXPECT_EQ(runs_of(steps, 5), Lanes{255});
}

/// The tree reduction: some lanes branch directly to the continue target, and every lane runs two iterations.
std::vector<HandBlock> loop_with_join_at_continue_target() {
  return {{.targets = {1}},
          {.targets = {2, 3}, .merge_block = 4, .continue_target = 3, .choose = kByBit0},
          {.targets = {3}},
          {.targets = {1, 4}, .choose = [](uint32_t, uint32_t time) { return time == 1 ? 1u : 0u; }},
          {}};
}

TEST(LaneGroups, AreNotTogetherAtAContinueTargetNorInTheNextIteration) {
  const Steps steps = run(loop_with_join_at_continue_target(), Promise::kDeclared);
  EXPECT_EQ(runs_of(steps, 1), (Lanes{255, kEven, kOdd}));
  EXPECT_EQ(runs_of(steps, 3).size(), 4u);
  EXPECT_EQ(runs_of(steps, 4), Lanes{255});
}

TEST(LaneGroups, AreTogetherThereIfReconvergenceIsMaximal) {
  const Steps steps = run(loop_with_join_at_continue_target(), Promise::kMaximal);
  EXPECT_EQ(runs_of(steps, 1), (Lanes{255, 255}));
  EXPECT_EQ(runs_of(steps, 3), (Lanes{255, 255}));
  EXPECT_EQ(runs_of(steps, 4), Lanes{255});
}

TEST(LaneGroups, AreTogetherInTheNextIterationAfterAMergeBlockInTheLoop) {
  const std::vector<HandBlock> blocks = {
      {.targets = {1}},
      {.targets = {2}, .merge_block = 6, .continue_target = 5},
      {.targets = {3, 4}, .merge_block = 4, .choose = kByBit0},
      {.targets = {4}},
      {.targets = {5, 6}, .choose = [](uint32_t, uint32_t time) { return time == 1 ? 1u : 0u; }},
      {.targets = {1}},
      {}};
  const Steps steps = run(blocks, Promise::kDeclared);
  EXPECT_EQ(runs_of(steps, 1), (Lanes{255, 255}));
  EXPECT_EQ(runs_of(steps, 6), Lanes{255});
}

TEST(LaneGroups, ThatLeaveALoopInDifferentIterationsAreTogetherAfterIt) {
  const std::vector<HandBlock> blocks = {
      {.targets = {1}},
      {.targets = {1, 2},
       .merge_block = 2,
       .continue_target = 1,
       .choose = [](uint32_t lane, uint32_t time) { return time == lane % 3 ? 1u : 0u; }},
      {}};
  const Steps steps = run(blocks, Promise::kDeclared);
  EXPECT_EQ(runs_of(steps, 1), (Lanes{255, 0xB6, 0x24}));
  EXPECT_EQ(runs_of(steps, 2), Lanes{255});
}

TEST(LaneGroups, ThatFallThroughAreApartFromThoseThatChoseTheCase) {
  const std::vector<HandBlock> blocks = {
      {.targets = {1, 2, 3}, .merge_block = 4, .choose = [](uint32_t lane, uint32_t) { return lane % 3; }},
      {.targets = {4}},
      {.targets = {3}},
      {.targets = {4}},
      {}};
  for (const Promise promise : {Promise::kDeclared, Promise::kMaximal}) {
    const Steps steps = run(blocks, promise);
    EXPECT_EQ(runs_of(steps, 3), (Lanes{0x92, 0x24}));
    EXPECT_EQ(runs_of(steps, 4), Lanes{255});
  }
}

TEST(LaneGroups, ThatReturnAreNotWaitedForButLoseUniformity) {
  const std::vector<HandBlock> blocks = {
      {.targets = {1, 2, 3}, .merge_block = 4, .choose = [](uint32_t lane, uint32_t) { return lane % 3; }},
      {},
      {.targets = {4}},
      {.targets = {4}},
      {}};
  EXPECT_EQ(runs_of(run(blocks, Promise::kDeclared), 4), Lanes{0xB6});
  EXPECT_EQ(runs_of(run(blocks, Promise::kUniform), 4), (Lanes{0x92, 0x24}));
}

TEST(LaneGroups, ThatBreakOutOfNestedConstructsWaitAfterTheLoop) {
  // loop { if (bit 0) { if (bit 1) break; x } y }: in the second iteration, all remaining lanes leave.
  const std::vector<HandBlock> blocks = {
      {.targets = {1}},
      {.targets = {2}, .merge_block = 8, .continue_target = 7},
      {.targets = {5, 3}, .merge_block = 5, .choose = kByBit0},
      {.targets = {4, 6}, .merge_block = 4, .choose = kByBit1},
      {.targets = {5}},
      {.targets = {7, 8}, .choose = [](uint32_t, uint32_t time) { return time == 1 ? 1u : 0u; }},
      {.targets = {8}},
      {.targets = {1}},
      {}};
  const Steps steps = run(blocks, Promise::kDeclared);
  EXPECT_EQ(runs_of(steps, 4), (Lanes{0x22, 0x22}));
  EXPECT_EQ(runs_of(steps, 5), (Lanes{0x77, 0x77}));
  EXPECT_EQ(runs_of(steps, 8), Lanes{255});
}

TEST(LaneGroups, ThatContinueFromANestedConstructAreApartInTheNextIteration) {
  // loop { if (bit 0) { continue; } y }
  const std::vector<HandBlock> blocks = {
      {.targets = {1}},
      {.targets = {2}, .merge_block = 6, .continue_target = 5},
      {.targets = {4, 3}, .merge_block = 4, .choose = kByBit0},
      {.targets = {5}},
      {.targets = {5}},
      {.targets = {1, 6}, .choose = [](uint32_t, uint32_t time) { return time == 1 ? 1u : 0u; }},
      {}};
  EXPECT_EQ(runs_of(run(blocks, Promise::kDeclared), 2), (Lanes{255, kEven, kOdd}));
  EXPECT_EQ(runs_of(run(blocks, Promise::kMaximal), 2), (Lanes{255, 255}));
}

TEST(LaneGroups, ThatReturnAtDifferentPlacesAreApartAfterTheCallUnlessMaximal) {
  const std::vector<HandBlock> blocks = {
      {.targets = {1}, .calls = 2}, {}, {.targets = {3, 4}, .merge_block = 5, .choose = kByBit0}, {}, {}, {}};
  EXPECT_EQ(runs_of(run(blocks, Promise::kDeclared), 1), (Lanes{kEven, kOdd}));
  EXPECT_EQ(runs_of(run(blocks, Promise::kMaximal), 1), Lanes{255});
}

TEST(LaneGroups, ThatReturnFromOnePlaceAreTogetherAfterTheCall) {
  const std::vector<HandBlock> blocks = {{.targets = {1}, .calls = 2},
                                         {},
                                         {.targets = {3, 4}, .merge_block = 5, .choose = kByBit0},
                                         {.targets = {5}},
                                         {.targets = {5}},
                                         {}};
  EXPECT_EQ(runs_of(run(blocks, Promise::kDeclared), 1), Lanes{255});
}

TEST(LaneGroups, OfASubgroupAreTogetherIfItEnteredAsAWhole) {
  // if (bit 2) { if (bit 0) x else y; z }: SPIR-V guarantees nothing at z, because lanes 0 to 3 are
  // elsewhere.
  const std::vector<HandBlock> blocks = {
      {.targets = {5, 1}, .merge_block = 5, .choose = [](uint32_t lane, uint32_t) { return lane >> 2; }},
      {.targets = {2, 3}, .merge_block = 4, .choose = kByBit0},
      {.targets = {4}},
      {.targets = {4}},
      {.targets = {5}},
      {}};
  EXPECT_EQ(runs_of(run(blocks, Promise::kUniform), 4), (Lanes{0x50, 0xA0}));
  EXPECT_EQ(runs_of(run(blocks, Promise::kSubgroupUniform), 4), (Lanes{0x50, 0xA0}));
  EXPECT_EQ(runs_of(run(blocks, Promise::kSubgroupUniform, {0x0F, 0xF0}), 4), Lanes{0xF0});
  EXPECT_EQ(runs_of(run(blocks, Promise::kUniform, {0x0F, 0xF0}), 5), Lanes{255});
}

}  // namespace
}  // namespace trellis::differential
