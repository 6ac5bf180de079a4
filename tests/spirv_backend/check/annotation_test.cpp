// Decorations and names: their targets must exist and be of a suitable kind.
#include <gtest/gtest.h>

#include "tests/spirv_backend/check/good_modules.hpp"

namespace trellis::module_check_testing {
namespace {

TEST(ModuleCheckAnnotations, Targets) {
  expect_refused(
      kComputeText,
      {{"OpDecorate %block Block", "OpDecorate %nothing Block", "is not defined"},
       {"OpDecorate %block Block", "OpDecorate %pair Block\nOpDecorate %buffer Block", "is not for"},
       {"OpDecorate %words ArrayStride 4", "OpDecorate %u32 ArrayStride 4", "is not for"},
       {"OpDecorate %buffer Binding 0", "OpDecorate %block Binding 0", "is not for"},
       {"OpDecorate %product NoContraction", "OpDecorate %f1 NoContraction", "is not for"},
       {"OpDecorate %product NoContraction", "OpDecorate %main NoContraction", "is not for"},
       {"OpMemberDecorate %block 0 Offset 0", "OpMemberDecorate %block 1 Offset 0", "has no member 1"},
       {"OpMemberDecorate %block 0 Offset 0", "OpMemberDecorate %array 0 Offset 0", "is not a struct"},
       {"OpMemberName %block 0", "OpMemberName %block 1", "has no member 1"},
       {"OpMemberName %block 0", "OpMemberName %u32 0", "is not a struct"},
       {"OpDecorate %product NoContraction", "OpDecorate %product SaturatedConversion",
        "is not one that Trellis emits"}});
}

TEST(ModuleCheckAnnotations, MissingDecorations) {
  expect_refused(kComputeText,
                 {{"OpDecorate %buffer DescriptorSet 0\n", "", "has no descriptor set or no binding"},
                  {"OpDecorate %buffer Binding 0\n", "", "has no descriptor set or no binding"}});
  expect_refused(kPixelText,
                 {{"OpDecorate %sampler Binding 1\n", "", "has no descriptor set or no binding"}});
}

}  // namespace
}  // namespace trellis::module_check_testing
