// IDs must be defined once, have the right kind, and be visible at each use.
#include <gtest/gtest.h>

#include "tests/spirv_backend/check/good_modules.hpp"
#include "tests/vulkan/modules/spirv_tools.hpp"

namespace trellis::module_check_testing {
namespace {

TEST(ModuleCheck, AcceptsValidModules) {
  for (const std::string_view text : {kComputeText, kPixelText}) {
    const auto words = words_of(std::string(text));
    EXPECT_EQ(complaint(words), "");
    const auto valid = vulkan::validate(words);
    EXPECT_TRUE(valid) << (valid ? String() : valid.error().message);
  }
}

TEST(ModuleCheck, RefusesIdsThatAreNotDefined) {
  expect_refused(
      kComputeText,
      {{"%sum = OpIAdd %u32 %word %u3", "%sum = OpIAdd %u32 %nothing %u3", "is not defined before it"},
       // Defined, but later in the block.
       {"%sum = OpIAdd %u32 %word %u3", "%sum = OpIAdd %u32 %shifted %u3", "is not defined before it"},
       {"%u32 %u0 %entry %next %latch", "%u32 %u0 %entry %nothing %latch", "is not defined"},
       {"OpBranch %condition", "OpBranch %nowhere", "is not a label of the function"},
       {"OpLoopMerge %after %latch", "OpLoopMerge %nowhere %latch", "is not a label of the function"},
       {"OpFunctionCall %u32 %add %counter", "OpFunctionCall %u32 %nothing %counter", "is not a function"},
       {"GLCompute %main \"main\"", "GLCompute %nothing \"main\"", "is not a function"},
       {"%v2u = OpTypeVector %u32 2", "%v2u = OpTypeVector %nothing 2", "is not defined before it"},
       {"OpName %main", "OpName %nothing", "is not defined"}});
}

TEST(ModuleCheck, RefusesIdsDefinedTwice) {
  expect_refused(kComputeText,
                 {{"%low = OpCompositeExtract", "%sum = OpCompositeExtract", "is defined twice"},
                  {"%u8 = OpConstant %u32 8", "%u3 = OpConstant %u32 8", "is defined twice"},
                  {"%default = OpLabel", "%one = OpLabel", "is defined twice"},
                  {"%right = OpFunctionParameter", "%left = OpFunctionParameter", "is defined twice"}});
}

TEST(ModuleCheck, RefusesIdsOfOtherFunctions) {
  expect_refused(
      kComputeText,
      {{"%added = OpIAdd %u32 %left %right", "%added = OpIAdd %u32 %left %sum",
        "belongs to another function"},
       {"%added = OpIAdd %u32 %left %right", "%added = OpLoad %u32 %local", "belongs to another function"},
       {"OpReturnValue %added", "OpBranch %after", "is not a label of the function"},
       // This one is defined in a later function.
       {"%sum = OpIAdd %u32 %word %u3", "%sum = OpIAdd %u32 %left %u3", "is not defined before it"}});
}

TEST(ModuleCheck, RefusesUsesThatTheDefinitionDoesNotDominate) {
  expect_refused(kComputeText,
                 {{"OpStore %place %merged", "OpStore %place %in_one", "does not dominate this one"},
                  {"%dot = OpDot %f32 %twof %twof", "%dot = OpIAdd %u32 %called %u1", "does not dominate"},
                  // A phi reads its operand at the end of the predecessor.
                  {"%in_one %one %called %default", "%called %one %in_one %default",
                   "does not dominate the predecessor"}});
}

TEST(ModuleCheck, RefusesIdsOfAnotherKind) {
  expect_refused(
      kComputeText,
      {{"%sum = OpIAdd %u32 %word %u3", "%sum = OpIAdd %u32 %u32 %u3", "is not a value"},
       {"%sum = OpIAdd %u32 %word %u3", "%sum = OpIAdd %u32 %entry %u3", "is not a value"},
       {"%sum = OpIAdd %u32 %word %u3", "%sum = OpIAdd %u1 %word %u3", "is not a type"},
       {"%root = OpExtInst %f32 %glsl Sqrt %product\n", "", "is not defined before it"},
       {"OpLine %file 3 1", "OpLine %u1 3 1", "is not a string"},
       {"%lanes = OpGroupNonUniformIAdd %u32 %u3", "%lanes = OpGroupNonUniformIAdd %u32 %sum",
        "is not a constant"},
       {"OpFunctionCall %u32 %add %counter", "OpFunctionCall %u32 %u1 %counter", "is not a function"},
       {"OpBranch %condition", "OpBranch %u1", "is not a label of the function"}});
}

TEST(ModuleCheck, NamesTheInstruction) {
  const std::string said =
      complaint(words_of(damaged(kComputeText, "%sum = OpIAdd %u32 %word", "%sum = OpIAdd %u32 %f1")));
  EXPECT_EQ(said.rfind("module check: instruction 6", 0), 0u) << said;
  EXPECT_NE(said.find("(OpIAdd %"), std::string::npos) << said;
  EXPECT_NE(said.find("operand %"), std::string::npos) << said;
}

}  // namespace
}  // namespace trellis::module_check_testing
