// --check, --maximal-reconvergence and --debug-info on the command line.
#include <gtest/gtest.h>

#include "tests/dxil_frontend/decode/assembly.hpp"
#include "tests/tools/program.hpp"

namespace trellis::tools_test {
namespace {

using Check = InFolder;

/// A loop with two entries, where nothing says which lanes vote together.
std::string two_entries() {
  const auto bitcode = dxil::test::assemble(R"(
declare i32 @dx.op.threadId.i32(i32, i32)
declare i1 @dx.op.waveAnyTrue(i32, i1)
define void @main() {
  %id = call i32 @dx.op.threadId.i32(i32 93, i32 0)
  %a = icmp ult i32 %id, 3
  br i1 %a, label %one, label %two
one:
  br label %three
two:
  %b = icmp ugt i32 %id, 9
  br i1 %b, label %three, label %one
three:
  %any = call i1 @dx.op.waveAnyTrue(i32 113, i1 %a)
  br i1 %any, label %end, label %two
end:
  ret void
}
)" + dxil::test::compute_metadata());
  return bitcode ? String(bitcode->begin(), bitcode->end()) : bitcode.error().to_string();
}

TEST_F(Check, CleanShadersGiveALine) {
  const RunResult run = trellis({shader("reconvergence/votes_01005"), "--check", "convergence"});
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_EQ(run.output, "convergence: ok\n");
  EXPECT_EQ(run.errors, "");
  EXPECT_TRUE(files().empty());
}

TEST_F(Check, FindingsNameOperationAndBlock) {
  write("two.dxil", two_entries());
  const RunResult run = trellis({path("two.dxil"), "--check", "convergence", "--error-on-findings"});
  EXPECT_EQ(run.exit_code, 5);
  EXPECT_EQ(run.output, "convergence: 1 finding\n");
  EXPECT_TRUE(
      is_one_line(run.errors, "trellis: " + path("two.dxil") + ": warning: convergence: ",
                  "WaveAnyTrue (waveAnyTrue), in block 3 of function main, may run in smaller groups"));
}

TEST_F(Check, WithAnOutputTheModuleIsWrittenToo) {
  write("two.dxil", two_entries());
  const RunResult run = trellis({path("two.dxil"), "--check", "convergence", "-o", path("two.spv")});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_NE(run.errors.find("WaveAnyTrue"), std::string::npos);
  EXPECT_EQ(run.output, "");
  ASSERT_EQ(trellis({path("two.dxil"), "-o", path("plain.spv")}).exit_code, 0);
  EXPECT_EQ(read("two.spv"), read("plain.spv"));
}

TEST_F(Check, SeveralInputsAreToldApart) {
  write("two.dxil", two_entries());
  const std::string clean = shader("control_flow/gcd_three_forms");
  const RunResult run = trellis({clean, path("two.dxil"), "--check", "convergence", "--error-on-findings"});
  EXPECT_EQ(run.exit_code, 5);
  EXPECT_EQ(run.output, clean + ": convergence: ok\n" + path("two.dxil") + ": convergence: 1 finding\n");
  EXPECT_NE(run.errors.find("2 of 2 done, 1 with findings"), std::string::npos) << run.errors;
}

TEST_F(Check, UnknownKindsAreBadUsage) {
  const std::string input = shader("control_flow/gcd_three_forms");
  EXPECT_EQ(trellis({input, "--check", "everything"}).exit_code, 2);
  EXPECT_EQ(trellis({input, "--check", "convergence", "--check", "uniformity"}).exit_code, 2);
  EXPECT_EQ(trellis({input, "--error-on-findings", "-o", path("a.spv")}).exit_code, 2);
}

TEST_F(Check, ABrokenPromiseIsRefused) {
  write("two.dxil", two_entries());
  const RunResult run = trellis({path("two.dxil"), "--maximal-reconvergence", "-o", path("two.spv")});
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_TRUE(is_one_line(run.errors, "trellis: " + path("two.dxil") + ": error: maximal reconvergence ",
                          "WaveAnyTrue (waveAnyTrue), in block 3"));
  EXPECT_FALSE(exists("two.spv"));
}

TEST_F(Check, DebugInfoIsCarriedOverOnRequest) {
  const std::string debug = shader("variants/sha1_hmac_chain.debug");
  const RunResult with = trellis({debug, "--debug-info", "--validate", "--emit", "spvasm"});
  EXPECT_EQ(with.exit_code, 0) << with.errors;
  EXPECT_NE(with.output.find("OpLine "), std::string::npos);
  EXPECT_NE(with.output.find("OpName %words \"words\""), std::string::npos);
  const RunResult without = trellis({debug, "--emit", "spvasm"});
  EXPECT_EQ(without.output.find("OpLine "), std::string::npos);
  EXPECT_EQ(without.output.find("\"words\""), std::string::npos);
}

}  // namespace
}  // namespace trellis::tools_test
