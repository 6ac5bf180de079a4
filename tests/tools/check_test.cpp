// Tests --check, --maximal-reconvergence and --debug-info on the command line.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "tests/dxil_frontend/readers/assembly.hpp"
#include "tests/tools/program.hpp"

namespace trellis::tools_test {
namespace {

using Check = InFolder;
using Json = nlohmann::json;

/// Returns a loop with two entries, in which nothing determines which lanes vote together.
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

TEST_F(Check, CleanShadersHaveNoFindings) {
  const RunResult run =
      trellis({shader("reconvergence/votes_01005"), "--check", "convergence", "--error-on-findings"});
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_EQ(run.output, "");
  EXPECT_EQ(run.errors, "");
  EXPECT_TRUE(files().empty());
}

TEST_F(Check, FindingsNameOperationAndBlock) {
  write("two.dxil", two_entries());
  const RunResult run = trellis({path("two.dxil"), "--check", "convergence", "--error-on-findings"});
  EXPECT_EQ(run.exit_code, 5);
  EXPECT_NE(run.errors.find("WaveAnyTrue (waveAnyTrue), in block 3 of function main"), std::string::npos);
  EXPECT_TRUE(run.output.starts_with(path("two.dxil") + ": convergence-loss: ")) << run.output;
  EXPECT_NE(run.output.find("  where  function main, block 3: WaveAnyTrue (waveAnyTrue)\n"),
            std::string::npos)
      << run.output;
  EXPECT_NE(run.output.find("  why    the branches of block "), std::string::npos) << run.output;
}

TEST_F(Check, ModulesGoToTheOutputAndReportsDoNot) {
  const std::string input = shader("uniformity/barrier_condition_uav_load");
  ASSERT_EQ(trellis({input, "-o", path("plain.spv")}).exit_code, 0);
  const std::string report = trellis({input, "--check", "uniformity"}).output;
  EXPECT_NE(report.find(": barrier-divergence: "), std::string::npos) << report;
  const RunResult shown = trellis({input, "--check", "uniformity", "-o", path("shown.spv")});
  EXPECT_EQ(shown.exit_code, 0) << shown.errors;
  EXPECT_EQ(shown.output, report);
  EXPECT_EQ(read("shown.spv"), read("plain.spv"));
  const RunResult kept =
      trellis({input, "--check", "uniformity", "-o", path("kept.spv"), "--report", path("new/report.txt")});
  EXPECT_EQ(kept.exit_code, 0) << kept.errors;
  EXPECT_EQ(kept.output, "");
  EXPECT_EQ(read("new/report.txt"), report);
  EXPECT_EQ(read("kept.spv"), read("plain.spv"));
  EXPECT_EQ(trellis({input, "--check", "uniformity", "--report", path("alone.txt")}).exit_code, 0);
  EXPECT_EQ(read("alone.txt"), report);
  EXPECT_EQ(files(),
            (std::vector<std::string>{"alone.txt", "kept.spv", "new/report.txt", "plain.spv", "shown.spv"}));
}

TEST_F(Check, SeveralKindsMakeOneReportInEachForm) {
  write("two.dxil", two_entries());
  const std::string barrier = shader("uniformity/barrier_condition_uav_load");
  const auto report = [&](const std::string& form) {
    const RunResult run =
        trellis({path("two.dxil"), barrier, "--check", "uniformity,convergence", "--format", form});
    EXPECT_EQ(run.exit_code, 0) << run.errors;
    EXPECT_NE(run.errors.find("2 of 2 done, 2 with findings"), std::string::npos) << run.errors;
    return run.output;
  };
  const std::string text = report("text");
  EXPECT_NE(text.find(path("two.dxil") + ": convergence-loss: "), std::string::npos) << text;
  EXPECT_NE(text.find(barrier + ": barrier-divergence: "), std::string::npos) << text;
  EXPECT_EQ(trellis({path("two.dxil"), barrier, "--check", "uniformity", "--check", "convergence"}).output,
            text);
  const Json json = Json::parse(report("json"));
  EXPECT_EQ(json["checks"], Json::parse(R"(["uniformity", "convergence"])"));
  ASSERT_EQ(json["inputs"].size(), 2u);
  EXPECT_EQ(json["inputs"][0]["findings"].back()["check"], "convergence");
  EXPECT_EQ(json["inputs"][0]["findings"].back()["rule"], "convergence-loss");
  EXPECT_EQ(json["inputs"][1]["findings"][0]["check"], "uniformity");
  std::set<std::string> grades;
  for (const Json& operation : json["inputs"][0]["operations"]) {
    EXPECT_TRUE(operation["where"].contains("block")) << operation;
    grades.insert(operation["grade"]);
  }
  EXPECT_TRUE(grades.contains("none")) << json["inputs"][0]["operations"];
  EXPECT_EQ(json["inputs"][1]["operations"][0]["grade"], "declared");
  const Json sarif = Json::parse(report("sarif"));
  std::set<std::string> rules;
  for (const Json& result : sarif["runs"][0]["results"]) rules.insert(result["ruleId"]);
  EXPECT_TRUE(rules.contains("convergence-loss") && rules.contains("barrier-divergence")) << sarif;
}

TEST_F(Check, ConflictingOptionsAreBadUsage) {
  const std::string input = shader("control_flow/gcd_three_forms");
  const auto refused = [&](std::vector<std::string> options, const std::string& part) {
    options.insert(options.begin(), input);
    const RunResult run = trellis(options);
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_NE(run.errors.find(part), std::string::npos) << run.errors;
    EXPECT_TRUE(files().empty());
  };
  refused({"--check", "uniformity", "-o", "-"}, "add --report FILE");
  refused({"--check", "uniformity", "--emit", "spvasm"}, "add --report FILE");
  refused({"--check", "uniformity", "-o", path("a"), "--report", path("a")}, "both be written to");
  refused({"--check", "uniformity", "--report", input}, "is the input itself");
  refused({"--report", path("r.txt"), "-o", path("a.spv")}, "--report requires --check");
  refused({"--check", "convergence", "--reflect"}, "cannot be combined with --list-entries");
  refused({"--check", "convergence", "--emit", "llvm"}, "cannot be combined with --list-entries");
  refused({"--check", "convergence", "--format", "markdown"}, "text, json and sarif");
  refused({"--check", "convergence", "--trust-uavs"}, "requires --check uniformity");
  refused({"--format", "json", "-o", path("a.spv")}, "--format requires");
}

TEST_F(Check, AReportThatCannotBeWritten) {
  write("file", "x");
  const RunResult run = trellis(
      {shader("control_flow/gcd_three_forms"), "--check", "uniformity", "--report", path("file/report")});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_TRUE(is_one_line(run.errors, "trellis: error: ", "file"));
}

TEST_F(Check, WithAnOutputTheModuleIsWrittenToo) {
  write("two.dxil", two_entries());
  const RunResult run = trellis({path("two.dxil"), "--check", "convergence", "-o", path("two.spv")});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_NE(run.output.find("WaveAnyTrue"), std::string::npos);
  EXPECT_NE(run.errors.find("WaveAnyTrue (waveAnyTrue), in block 3 of function main"), std::string::npos);
  ASSERT_EQ(trellis({path("two.dxil"), "-o", path("plain.spv")}).exit_code, 0);
  EXPECT_EQ(read("two.spv"), read("plain.spv"));
}

TEST_F(Check, FindingsNameTheirInput) {
  write("two.dxil", two_entries());
  const std::string clean = shader("control_flow/gcd_three_forms");
  const RunResult run = trellis({clean, path("two.dxil"), "--check", "convergence", "--error-on-findings"});
  EXPECT_EQ(run.exit_code, 5);
  EXPECT_TRUE(run.output.starts_with(path("two.dxil") + ": convergence-loss: ")) << run.output;
  EXPECT_EQ(run.output.find(clean), std::string::npos) << run.output;
  EXPECT_NE(run.errors.find("2 of 2 done, 1 with findings"), std::string::npos) << run.errors;
}

TEST_F(Check, UnknownKindsAreBadUsage) {
  const std::string input = shader("control_flow/gcd_three_forms");
  EXPECT_EQ(trellis({input, "--check", "everything"}).exit_code, 2);
  EXPECT_EQ(trellis({input, "--check", "convergence,everything"}).exit_code, 2);
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
