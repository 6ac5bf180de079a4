// Tests --check uniformity and --nonuniform as a user calls them.
#include <gtest/gtest.h>

#include "tests/tools/program.hpp"

namespace trellis::tools_test {
namespace {

class Uniformity : public InFolder {};

const std::string kBad = "uniformity/barrier_condition_uav_load", kGood = "uniformity/tree_reduction_correct";

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST_F(Uniformity, ReportsOnStandardOutput) {
  const RunResult ran = trellis({"--check", "uniformity", shader(kBad).string()});
  EXPECT_EQ(ran.exit_code, 0) << ran.errors;
  EXPECT_TRUE(ran.output.starts_with(shader(kBad).string() + ": barrier-divergence: ")) << ran.output;
  for (const char* part : {"\n  where  ", "\n  why    ", "UAV u0", "\n  do     "}) {
    EXPECT_TRUE(has(ran.output, part)) << part << "\n" << ran.output;
  }
  EXPECT_EQ(ran.errors, "");
  EXPECT_TRUE(files().empty()) << "nothing is translated";
}

// The branch that decides whether the barrier runs is not the one by which threads return.
TEST_F(Uniformity, NamesTheReturnThatOthersLeaveBy) {
  const std::string file = (shader("x/y").parent_path().parent_path().parent_path() /
                            "tests/uniformity/data/return_in_inner_loop.dxil")
                               .string();
  const RunResult ran = trellis({"--check", "uniformity", file});
  EXPECT_TRUE(
      has(ran.output,
          "\n  why    others leave by the return here and never reach it (line 23)\n         whether block "))
      << ran.output;
  EXPECT_TRUE(has(ran.output, "(line 25)")) << "and the branch that decides: " << ran.output;
  const RunResult plain = trellis({"--check", "uniformity", shader(kBad).string()});
  EXPECT_FALSE(has(plain.output, "others leave")) << "the branch itself says it: " << plain.output;
}

// The jump of the return has the position of the function's end; the condition of the return is shown
// instead.
TEST_F(Uniformity, NamesNotTheEndOfTheFunction) {
  const std::string file = (shader("x/y").parent_path().parent_path().parent_path() /
                            "tests/uniformity/data/return_alone_in_inner_loop.dxil")
                               .string();
  const RunResult ran = trellis({"--check", "uniformity", file});
  EXPECT_TRUE(has(ran.output, "\n  why    others leave by the return here and never reach it (line 15)\n"))
      << ran.output;
}

TEST_F(Uniformity, ExitCodeOnRequest) {
  EXPECT_EQ(trellis({"--check", "uniformity", shader(kBad).string(), "--error-on-findings"}).exit_code, 5);
  const RunResult good = trellis({"--check", "uniformity", shader(kGood).string(), "--error-on-findings"});
  EXPECT_EQ(good.exit_code, 0);
  EXPECT_EQ(good.output, "");
  EXPECT_EQ(trellis({"--check", "uniformity", shader(kBad).string(), "--error-on-findings", "--trust-uavs"})
                .exit_code,
            0);
}

TEST_F(Uniformity, SeveralInputsMakeOneReport) {
  const std::vector<std::string> inputs = {shader(kBad).string(), shader(kGood).string()};
  const RunResult json = trellis({"--check", "uniformity", inputs[0], inputs[1], "--format", "json"});
  EXPECT_EQ(json.exit_code, 0) << json.errors;
  EXPECT_TRUE(json.output.starts_with("{\"checks\":[\"uniformity\"],\"inputs\":[")) << json.output;
  EXPECT_TRUE(has(json.output, inputs[0]) && has(json.output, inputs[1]));
  const RunResult sarif = trellis({"--check", "uniformity", inputs[0], inputs[1], "--format", "sarif"});
  EXPECT_TRUE(has(sarif.output, "\"version\":\"2.1.0\"")) << sarif.output;
  EXPECT_TRUE(has(sarif.output, "\"ruleId\":\"barrier-divergence\""));
}

TEST_F(Uniformity, ReportsToFiles) {
  EXPECT_EQ(trellis({"--check", "uniformity", shader(kBad).string(), "--format", "sarif", "--report",
                     path("a.sarif")})
                .exit_code,
            0);
  EXPECT_TRUE(has(read("a.sarif"), "\"results\":["));
}

TEST_F(Uniformity, BadInputAndBadUsage) {
  write("no.dxil", "nothing of the kind");
  const RunResult bad = trellis({"--check", "uniformity", path("no.dxil"), shader(kBad).string()});
  EXPECT_EQ(bad.exit_code, 1);
  EXPECT_TRUE(has(bad.output, "barrier-divergence")) << "the other input is reported";
  EXPECT_EQ(trellis({"--check", "beauty", shader(kBad).string()}).exit_code, 2);
  EXPECT_EQ(trellis({"--error-on-findings", shader(kBad).string(), "-o", path("x.spv")}).exit_code, 2);
}

TEST_F(Uniformity, NonUniformFollowsTheOption) {
  const auto marks = [](const std::string& label, const std::string& which) {
    const RunResult ran =
        trellis({shader(label).string(), "--emit", "spvasm", "--validate", "--nonuniform", which});
    EXPECT_EQ(ran.exit_code, 0) << ran.errors;
    return has(ran.output, "OpCapability ShaderNonUniform");
  };
  const std::string chosen = "resources/heap_handle_select_branch",
                    uniform = "uniformity/resource_index_uniform_sources",
                    marked = "uniformity/resource_index_divergent_marked";
  EXPECT_TRUE(marks(chosen, "inferred"));
  EXPECT_TRUE(marks(marked, "inferred"));
  EXPECT_TRUE(marks(marked, "declared"));
  EXPECT_FALSE(marks(uniform, "inferred"));
  EXPECT_FALSE(marks(uniform, "inferred-or-declared"));
  EXPECT_TRUE(marks(uniform, "always"));
}

}  // namespace
}  // namespace trellis::tools_test
