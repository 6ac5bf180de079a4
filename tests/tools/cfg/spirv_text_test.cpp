// SPIR-V as text without SPIRV-Tools, compared with its text.
#include "tools/cfg/page/spirv_text.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "api/modules/validate.hpp"
#include "tests/tools/program.hpp"

namespace trellis::tools_test {
namespace {

class SpirvText : public InFolder {
 protected:
  std::vector<uint32_t> module_of(const std::string& name) {
    EXPECT_EQ(trellis({shader(name), "-o", path("x.spv")}).exit_code, 0);
    const std::string bytes = read("x.spv");
    std::vector<uint32_t> words(bytes.size() / 4);
    std::memcpy(words.data(), bytes.data(), words.size() * 4);
    return words;
  }
};

/// Those of instructions, from the first function on.
std::vector<std::string> function_lines(std::string_view text) {
  std::vector<std::string> lines;
  bool is_in_functions = false;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string line(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    is_in_functions |= line.find("OpFunction ") != std::string::npos;
    if (is_in_functions) lines.push_back(line);
  }
  return lines;
}

TEST_F(SpirvText, FunctionsReadAsSpirvToolsWritesThem) {
  for (const char* name : {"stages/ps_gather_channels", "resources/heap_and_bindings_mixed",
                           "control_flow/break_continue_mixed", "control_flow/tokenizer_state_machine"}) {
    const std::vector<uint32_t> words = module_of(name);
    const auto theirs = assembly_text(words);
    ASSERT_TRUE(theirs);
    std::string ours;
    for (const std::string& line : tools::spirv_lines(words)) ours += line + "\n";
    EXPECT_GT(function_lines(*theirs).size(), 30u);
    EXPECT_EQ(function_lines(ours), function_lines(*theirs)) << name;
  }
}

TEST_F(SpirvText, InvalidModulesAreRead) {
  EXPECT_TRUE(tools::spirv_lines({}).empty());
  const std::vector<uint32_t> words = module_of("control_flow/break_continue_mixed");
  const size_t count = tools::spirv_lines(words).size();
  // Cut anywhere: the instructions that are left, or nothing.
  for (size_t size = 0; size < words.size(); ++size)
    EXPECT_LT(tools::spirv_lines({words.data(), size}).size(), count);
  std::mt19937 random(7);
  for (int n = 0; n < 3000; ++n) {
    std::vector<uint32_t> damaged = words;
    for (int m = 0; m < 4; ++m) damaged[random() % damaged.size()] ^= 1u << random() % 32;
    tools::spirv_lines(damaged);
  }
}

TEST_F(SpirvText, WhatIsNotKnownIsANumber) {
  // An unknown opcode; a name twice; a name that would be a number; an ID out of bounds.
  const std::vector<uint32_t> words = {0x07230203,
                                       0x10000,
                                       0,
                                       9,
                                       0,
                                       2u << 16 | 60000,
                                       7,
                                       3u << 16 | 5,
                                       1,
                                       'a',
                                       3u << 16 | 5,
                                       2,
                                       'a',
                                       3u << 16 | 5,
                                       3,
                                       '5',
                                       2u << 16 | 248,
                                       1,
                                       2u << 16 | 248,
                                       2,
                                       2u << 16 | 249,
                                       3,
                                       2u << 16 | 249,
                                       77};
  const std::vector<std::string> lines = tools::spirv_lines(words);
  ASSERT_EQ(lines.size(), 8u);
  EXPECT_EQ(lines[0], "               Op60000 7");
  EXPECT_EQ(lines[4], "          %a = OpLabel");
  EXPECT_EQ(lines[5], "        %a_0 = OpLabel");
  EXPECT_EQ(lines[6], "               OpBranch %3");
  EXPECT_EQ(lines[7], "               OpBranch %77");
}

}  // namespace
}  // namespace trellis::tools_test
