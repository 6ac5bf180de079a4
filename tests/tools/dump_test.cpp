// Tests --dump-cfg: numbered files for every pass, in DOT and, if dot is installed, as pictures; and
// --dump-program: numbered files for every lowering pass that changes the program, as text.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/tools/program.hpp"

namespace trellis::tools_test {
namespace {

using Dump = InFolder;

TEST_F(Dump, NumberedFilesAfterEveryPass) {
  const RunResult run = trellis({shader("control_flow/break_continue_mixed"), "--dump-cfg", path("cfg")});
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  const std::vector<std::string> names = files();
  std::vector<std::string> dots;
  std::copy_if(names.begin(), names.end(), std::back_inserter(dots),
               [](const std::string& name) { return name.ends_with(".dot"); });
  ASSERT_GE(dots.size(), 4u);
  EXPECT_EQ(dots.front(), "cfg/main/01-input.dot");
  for (size_t i = 0; i < dots.size(); ++i) {
    const std::string number = (i + 1 < 10 ? "0" : "") + std::to_string(i + 1);
    EXPECT_EQ(dots[i].substr(0, 11), "cfg/main/" + number) << dots[i];
    const std::string svg = dots[i].substr(0, dots[i].size() - 3) + "svg";
    EXPECT_NE(read(svg).find("<svg"), std::string::npos) << svg;
  }
  const std::string last = read(dots.back());
  EXPECT_EQ(last.rfind("digraph", 0), 0u);
  for (const char* part :
       {"block of the program", "merge block", "continue block", "back edge", "loop header"}) {
    EXPECT_NE(last.find(part), std::string::npos) << part;
  }
}

TEST_F(Dump, WithoutDotThereAreStillDotFiles) {
  const std::string path_before = std::getenv("PATH");
  ::setenv("PATH", folder_.c_str(), 1);
  const RunResult run = trellis({shader("control_flow/break_continue_mixed"), "--dump-cfg", path("cfg")});
  ::setenv("PATH", path_before.c_str(), 1);
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_TRUE(is_one_line(run.errors, "trellis: ", "dot is not installed"));
  EXPECT_TRUE(exists("cfg/main/01-input.dot"));
  EXPECT_FALSE(exists("cfg/main/01-input.svg"));
}

TEST_F(Dump, ManyInputsHaveAFolderEach) {
  const RunResult run =
      trellis({shader("control_flow/break_continue_mixed"), shader("control_flow/gcd_three_forms"), "-o",
               path("out"), "--dump-cfg", path("cfg")});
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_TRUE(exists("cfg/break_continue_mixed/main/01-input.dot"));
  EXPECT_TRUE(exists("cfg/gcd_three_forms/main/01-input.dot"));
}

TEST_F(Dump, FolderThatCannotBeMade) {
  write("file", "x");
  const RunResult run = trellis({shader("control_flow/gcd_three_forms"), "--dump-cfg", path("file/cfg")});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_TRUE(is_one_line(run.errors, "trellis: ", "cannot create the folder"));
}

TEST_F(Dump, TheProgramAfterEveryPassThatChangesIt) {
  const RunResult run = trellis({shader("sm69/lv_bit_operations"), "--dump-program", path("passes")});
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_EQ(files(),
            (std::vector<std::string>{"passes/main/01-input.txt", "passes/main/02-long-vectors.txt"}));
  const std::string input = read("passes/main/01-input.txt"), split = read("passes/main/02-long-vectors.txt");
  EXPECT_EQ(input.rfind("; before all passes\n; entry point main, a compute shader\n", 0), 0u) << input;
  EXPECT_EQ(split.rfind("; after the pass long-vectors\n", 0), 0u) << split;
  EXPECT_NE(input.find(":<5 x "), std::string::npos) << input;
  EXPECT_EQ(split.find(":<5 x "), std::string::npos) << split;
}

TEST_F(Dump, ProgramsOfManyInputsHaveAFolderEach) {
  const RunResult run =
      trellis({shader("control_flow/break_continue_mixed"), shader("control_flow/gcd_three_forms"), "-o",
               path("out"), "--dump-program", path("passes")});
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_TRUE(exists("passes/break_continue_mixed/main/01-input.txt"));
  EXPECT_TRUE(exists("passes/gcd_three_forms/main/01-input.txt"));
}

TEST_F(Dump, FolderForProgramsThatCannotBeMade) {
  write("file", "x");
  const RunResult run =
      trellis({shader("control_flow/gcd_three_forms"), "--dump-program", path("file/passes")});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_TRUE(is_one_line(run.errors, "trellis: ", "cannot create the folder"));
}

}  // namespace
}  // namespace trellis::tools_test
