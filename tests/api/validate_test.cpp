// The validator and the disassembler on words that are no module, and on a small one.
#include "api/validate.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace trellis {
namespace {

// A compute shader that does nothing.
std::vector<uint32_t> smallest_module() {
  constexpr uint32_t kMain = 0x6E69616D;  // "main"
  return {0x07230203,
          0x00010300,
          0,
          5,
          0,
          (2u << 16) | 17,
          1,  // OpCapability Shader
          (3u << 16) | 14,
          0,
          1,  // OpMemoryModel Logical GLSL450
          (5u << 16) | 15,
          5,
          3,
          kMain,
          0,  // OpEntryPoint GLCompute %3 "main"
          (6u << 16) | 16,
          3,
          17,
          1,
          1,
          1,  // OpExecutionMode %3 LocalSize 1 1 1
          (2u << 16) | 19,
          1,  // %1 = OpTypeVoid
          (3u << 16) | 33,
          2,
          1,  // %2 = OpTypeFunction %1
          (5u << 16) | 54,
          1,
          3,
          0,
          2,  // %3 = OpFunction %1 None %2
          (2u << 16) | 248,
          4,  // %4 = OpLabel
          (1u << 16) | 253,
          (1u << 16) | 56};  // OpReturn, OpFunctionEnd
}

TEST(Validate, SmallestModuleIsValid) {
  const auto valid = validate_module(smallest_module(), Target::kVulkan1_3);
  EXPECT_TRUE(valid) << valid.error().to_string();
}

TEST(Validate, FaultsAreNamedInOneLine) {
  std::vector<uint32_t> module = smallest_module();
  module.resize(7);  // No memory model.
  const auto valid = validate_module(module, Target::kVulkan1_3);
  ASSERT_FALSE(valid);
  EXPECT_EQ(valid.error().code, ErrorCode::kInternalCheck);
  EXPECT_NE(valid.error().message.find("OpMemoryModel"), std::string::npos) << valid.error().message;
  EXPECT_EQ(valid.error().message.find('\n'), std::string::npos);
}

TEST(Validate, VersionMustFitTheTarget) {
  std::vector<uint32_t> module = smallest_module();
  module[1] = 0x00010600;
  EXPECT_FALSE(validate_module(module, Target::kVulkan1_1));
  EXPECT_TRUE(validate_module(module, Target::kVulkan1_3));
}

TEST(Validate, WordsThatAreNoModule) {
  for (const size_t size : {0, 1, 4, 5}) {
    const std::vector<uint32_t> words(size, 0xDEADBEEF);
    EXPECT_FALSE(validate_module(words, Target::kVulkan1_3));
    EXPECT_FALSE(assembly_text(words));
  }
}

TEST(Validate, AssemblyIsText) {
  const auto text = assembly_text(smallest_module());
  ASSERT_TRUE(text);
  EXPECT_NE(text->find("OpMemoryModel Logical GLSL450"), std::string::npos);
}

TEST(Validate, SaysItsVersion) {
  const String version = validator_version();
  EXPECT_TRUE(version.starts_with("SPIRV-Tools v20")) << version;
#ifndef TRELLIS_OLD_SPIRV_TOOLS
  EXPECT_GE(version, "SPIRV-Tools v2025.1");
#endif
}

}  // namespace
}  // namespace trellis
