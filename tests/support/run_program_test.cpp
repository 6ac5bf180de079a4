// Running other programs: input and output, exit codes, time limits, missing programs.
#include "support/run_program.hpp"

#include <gtest/gtest.h>

#include <chrono>

namespace trellis {
namespace {

TEST(RunProgram, PassesInputAndOutput) {
  const std::string input(1 << 20, 'x');  // More than fits in a pipe.
  const auto ran = run_program({"cat"}, input, 30);
  ASSERT_TRUE(ran && ran->found && ran->finished);
  EXPECT_EQ(ran->exit_status, 0);
  EXPECT_EQ(ran->output, input);
  EXPECT_EQ(ran->errors, "");
}

TEST(RunProgram, ReturnsErrorsAndExitStatus) {
  const auto ran = run_program({"ls", "/no/such/folder"}, {}, 30);
  ASSERT_TRUE(ran && ran->finished);
  EXPECT_NE(ran->exit_status, 0);
  EXPECT_NE(ran->errors.find("/no/such/folder"), std::string::npos);
}

TEST(RunProgram, MissingProgramIsNotAnError) {
  const auto ran = run_program({"no-such-program-anywhere"}, {}, 30);
  ASSERT_TRUE(ran);
  EXPECT_FALSE(ran->found);
}

TEST(RunProgram, ProgramNeedNotReadItsInput) {
  const auto ran = run_program({"true"}, std::string(1 << 20, 'x'), 30);
  ASSERT_TRUE(ran && ran->finished);
  EXPECT_EQ(ran->exit_status, 0);
}

TEST(RunProgram, ArgumentsAreNotInterpretedByAShell) {
  const auto ran = run_program({"printf", "%s", "$(id); `id`"}, {}, 30);
  ASSERT_TRUE(ran);
  EXPECT_EQ(ran->output, "$(id); `id`");
}

TEST(RunProgram, ProgramEndsAtTheTimeLimit) {
  const auto start = std::chrono::steady_clock::now();
  const auto ran = run_program({"sleep", "60"}, {}, 0.2);
  ASSERT_TRUE(ran);
  EXPECT_TRUE(ran->found);
  EXPECT_FALSE(ran->finished);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
}

}  // namespace
}  // namespace trellis
