// Tests `trellis tinywgsl`: verdicts, explanations, executions, and messages about bad input.
#include <gtest/gtest.h>

#include "tests/tools/program.hpp"

namespace trellis::tools_test {
namespace {

using TinyWgslCommand = InFolder;

constexpr const char* kUniform = "@workgroup_size(2) fn main(lid) { x = lid barrier }\n";
constexpr const char* kDivergent =
    "@workgroup_size(2) fn main(lid) { if (lid == 0) {barrier} else {} barrier }\n";
constexpr const char* kImprecise =
    "@workgroup_size(2) fn main(lid) { if (lid < 2) {barrier} else {} barrier }\n";
/// Accepted, but diverges if a function's variables outlive its calls.
constexpr const char* kKeeps =
    "fn f(p) { if (z == 1) {barrier} else {} z = p return 0 }\n"
    "@workgroup_size(2) fn main(lid) { x = f(lid) x = f(lid) barrier }\n";

RunResult tinywgsl(std::vector<std::string> arguments, const std::string& input = {}) {
  arguments.insert(arguments.begin(), "tinywgsl");
  return trellis(arguments, input);
}

TEST_F(TinyWgslCommand, AcceptsAndRuns) {
  write("a.tw", kUniform);
  const RunResult run = tinywgsl({path("a.tw")});
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_EQ(run.output,
            "accepted: no barrier can be reached in divergent control flow\n\n"
            "2 threads: no execution has barrier divergence (2 states, 2 steps)\n");
  EXPECT_EQ(run.errors, "");
}

TEST_F(TinyWgslCommand, RejectsAndShowsBothControlStacks) {
  const RunResult run = tinywgsl({"-"}, kDivergent);
  EXPECT_EQ(run.exit_code, 5) << run.errors;
  EXPECT_EQ(run.output,
            "rejected: a barrier may be reached in divergent control flow\n"
            "\n"
            "in function main, the barrier at 1:50 must be in uniform control flow\n"
            "  but depends on the value of 'lid == 0' at 1:39\n"
            "  which depends on lid at 1:39, which differs from thread to thread\n"
            "\n"
            "2 threads: barrier divergence (1 state, 2 steps)\n"
            "  thread 0 waits at the barrier at 1:50; its control stack, innermost first:\n"
            "    (empty)\n"
            "  thread 1 waits at the barrier at 1:67; its control stack, innermost first:\n"
            "    (empty)\n");
}

TEST_F(TinyWgslCommand, ExitCodesOfAnalysisAndExecution) {
  EXPECT_EQ(tinywgsl({"-", "--run"}, kImprecise).exit_code, 0);
  EXPECT_EQ(tinywgsl({"-", "--analyse"}, kImprecise).exit_code, 5);
  EXPECT_EQ(tinywgsl({"-"}, kImprecise).exit_code, 5);
  EXPECT_EQ(tinywgsl({"-", "--run", "--threads", "3"}, kImprecise).exit_code, 5);
  EXPECT_EQ(tinywgsl({"-", "--run"}, kDivergent).exit_code, 5);
  EXPECT_EQ(tinywgsl({"-", "--run", "--threads", "1"}, kDivergent).exit_code, 0);
  EXPECT_EQ(tinywgsl({"-"}, kKeeps).exit_code, 0);
  const RunResult unsound = tinywgsl({"-", "--keep-locals"}, kKeeps);
  EXPECT_EQ(unsound.exit_code, 4);
  EXPECT_TRUE(is_one_line(unsound.errors, "trellis: -: error: ", "accepts a shader that diverges"));
}

TEST_F(TinyWgslCommand, InitialValuesAndBudget) {
  const std::string reads = "@workgroup_size(2) fn main(lid) { if (A[lid] == 7) {barrier} else {} barrier }";
  EXPECT_EQ(tinywgsl({"-", "--run"}, reads).exit_code, 0);
  EXPECT_EQ(tinywgsl({"-", "--run", "--initial", "0,7"}, reads).exit_code, 5);
  const RunResult ended = tinywgsl({"-", "--run", "--states", "1"}, reads);
  EXPECT_EQ(ended.exit_code, 3);
  EXPECT_TRUE(has_text(ended.output, "the limit on states was reached before all executions were explored"))
      << ended.output;
}

TEST_F(TinyWgslCommand, BadInput) {
  const RunResult missing = tinywgsl({path("none")});
  EXPECT_EQ(missing.exit_code, 1);
  EXPECT_TRUE(is_one_line(missing.errors, "trellis: " + path("none") + ": error: ", "cannot open"));
  const auto error_of = [](const std::string& text) {
    const RunResult run = tinywgsl({"-"}, text);
    EXPECT_EQ(run.exit_code, 1) << text;
    EXPECT_EQ(run.output, "");
    return run.errors;
  };
  EXPECT_TRUE(is_one_line(error_of(""), "trellis: -: error: ", "line 1, column 1: expected"));
  EXPECT_TRUE(is_one_line(error_of("fn f(p) { x = f(p) return x }"),
                          "trellis: -: error: ", "recursion is not allowed"));
  EXPECT_TRUE(is_one_line(error_of("@workgroup_size(2) fn main(lid) { x = y barrier }"),
                          "trellis: -: error: ", "unknown name 'y'"));
  std::string deep = "@workgroup_size(2) fn main(lid) { ";
  for (int i = 0; i < 100000; ++i) deep += "loop {";
  EXPECT_TRUE(is_one_line(error_of(deep), "trellis: -: error: ", "nest deeper than 64 levels"));
  EXPECT_TRUE(is_one_line(error_of(std::string(2'000'000, ' ')), "trellis: -: error: ", "longer than"));
}

TEST_F(TinyWgslCommand, BadUsage) {
  for (const char* threads : {"0", "257", "-1", "many"}) {
    const RunResult run = tinywgsl({"-", "--threads", threads}, kUniform);
    EXPECT_EQ(run.exit_code, 2) << threads;
    EXPECT_TRUE(has_text(run.errors, "--threads")) << run.errors;
  }
  EXPECT_EQ(tinywgsl({}).exit_code, 2);
  EXPECT_EQ(tinywgsl({"-", "--no-such-option"}, kUniform).exit_code, 2);
  EXPECT_EQ(tinywgsl({"-", "--initial", "x"}, kUniform).exit_code, 2);
  const RunResult help = tinywgsl({"--help"});
  EXPECT_EQ(help.exit_code, 0);
  EXPECT_TRUE(has_text(help.output, "Exit codes"));
}

}  // namespace
}  // namespace trellis::tools_test
