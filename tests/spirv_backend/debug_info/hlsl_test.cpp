// Tests the oracle itself: for shaders of the corpus, it computes the expected buffers.
#include <gtest/gtest.h>

#include <cstring>

#include "tests/spirv_backend/debug_info/hlsl_machine.hpp"
#include "tests/spirv_backend/debug_info/source_case.hpp"

namespace trellis::test_backend {
namespace {

class HlslOracle : public testing::TestWithParam<const char*> {};

TEST_P(HlslOracle, GivesTheExpectedBuffers) {
  SourceCase source = read_case(GetParam());
  ASSERT_EQ(source.program.fault, "");
  std::string fault;
  const hlsl::Tracing tracing;
  for (uint32_t group = 0; group < source.groups; ++group) {
    hlsl::run_group(source.program, {group, 0, 0}, source.buffers, tracing, fault);
    ASSERT_EQ(fault, "");
  }
  for (const auto& [name, words] : source.expected) EXPECT_EQ(source.buffers[name], words) << name;
  EXPECT_FALSE(source.expected.empty());
}

INSTANTIATE_TEST_SUITE_P(Variants, HlslOracle, testing::ValuesIn(kWalkedShaders),
                         [](const auto& instance) { return std::string(instance.param); });

TEST(HlslCompiler, SaysWhatItCannotRead) {
  EXPECT_EQ(hlsl::compile("void main() { float f; }").fault, "line 1: no variable: float");
  EXPECT_EQ(hlsl::compile("void main() {\n  uint a = b;\n}").fault, "line 2: no variable: b");
  EXPECT_EQ(hlsl::compile("uint f() { return 1; }").fault, "line 1: no main");
}

}  // namespace
}  // namespace trellis::test_backend
