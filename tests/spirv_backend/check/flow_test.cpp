// Basic blocks: where they begin and end, their successors, and the phis in them.
#include <gtest/gtest.h>

#include "tests/spirv_backend/check/good_modules.hpp"

namespace trellis::module_check_testing {
namespace {

TEST(ModuleCheckFlow, Blocks) {
  expect_refused(
      kComputeText,
      {{"OpBranch %latch\n", "", "begins inside another block"},
       {"%after = OpLabel\n", "", "is outside all blocks"},
       {"OpReturn\nOpFunctionEnd", "OpFunctionEnd", "the last block has no terminator"},
       {"OpBranch %latch", "OpBranch %entry", "branches to the first block"},
       {"OpLoopMerge %after %latch None", "OpLoopMerge %after %latch None\n%between = OpIAdd %u32 %u1 %u1",
        "between a merge"},
       {"OpBranchConditional %goes_on", "OpBranchConditional %counter", "is not bool"},
       {"OpBranchConditional %goes_on %body %after", "OpBranchConditional %goes_on %body %body", "twice"}});
}

TEST(ModuleCheckFlow, OrderOfBlocks) {
  // Moves the block of a case before the block with its switch.
  std::string text = damaged(kComputeText, "%default = OpLabel\nOpBranch %joined\n", "");
  text =
      damaged(text, "%condition = OpLabel\n", "%default = OpLabel\nOpBranch %joined\n%condition = OpLabel\n");
  EXPECT_NE(complaint(words_of(text)).find("comes before its dominator"), std::string::npos);
}

TEST(ModuleCheckFlow, Phis) {
  expect_refused(
      kComputeText,
      {{"%u32 %u0 %entry %next %latch", "%u32 %u0 %entry", "1 values for 2 predecessors"},
       {"%u32 %u0 %entry %next %latch", "%u32 %u0 %entry %next %body", "is not a predecessor"},
       {"%u32 %u0 %entry %next %latch", "%u32 %u0 %entry %next %entry", "twice"},
       {"%u32 %u0 %entry %next %latch", "%u32 %f1 %entry %next %latch", "is not of the result's type"},
       {"%u32 %u0 %entry %next %latch", "%u32 %u0 %entry %u32 %latch", "is not a value"},
       {"%dot = OpDot %f32 %twof %twof",
        "%dot = OpDot %f32 %twof %twof\n%late = OpPhi %u32 %counter %condition",
        "comes after other instructions"},
       {"%added = OpIAdd %u32 %left %right", "%added = OpPhi %u32", "is in a block without predecessors"}});
}

}  // namespace
}  // namespace trellis::module_check_testing
