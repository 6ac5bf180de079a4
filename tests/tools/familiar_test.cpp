// Tests what users know from other compilers: option spellings, suffixes, stages in file names, compiler
// messages.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/tools/program.hpp"
#include "tools/arguments/entry_pairs.hpp"
#include "tools/arguments/familiar_words.hpp"
#include "tools/outputs/c_header.hpp"
#include "tools/programs/compiler_messages.hpp"
#include "tools/programs/profiles.hpp"

namespace trellis::tools_test {
namespace {

using tools::compiler_messages;
using Words = std::vector<std::string>;

/// Returns the words left for Trellis, and those for dxc.
std::pair<Words, Words> split(const std::vector<const char*>& given) {
  std::vector<const char*> words = given;
  const Words for_dxc = tools::take_words_for_dxc(words);
  tools::respell(words);
  return {Words(words.begin(), words.end()), for_dxc};
}

TEST(FamiliarWords, DxcsOptionsGoToDxcWithAProfile) {
  const auto [left, for_dxc] = split({"trellis",  "a.hlsl",
                                      "-T",       "ps_6_6",
                                      "-I",       "include",
                                      "-Ishared", "-D",
                                      "A=1",      "-DB",
                                      "-HV",      "2021",
                                      "-Zi",      "-Qembed_debug",
                                      "-Od",      "-O3",
                                      "-WX",      "-enable-16bit-types",
                                      "-E",       "main",
                                      "-o",       "a.spv",
                                      "--",       "-Fd",
                                      "a.pdb",    "-O1"});
  EXPECT_EQ(left, (Words{"trellis", "a.hlsl", "-T", "ps_6_6", "-E", "main", "-o", "a.spv"}));
  EXPECT_EQ(for_dxc,
            (Words{"-I", "include", "-Ishared", "-D", "A=1", "-DB", "-HV", "2021", "-Zi", "-Qembed_debug",
                   "-Od", "-O3", "-WX", "-enable-16bit-types", "-Fd", "a.pdb", "-O1"}));
}

TEST(FamiliarWords, NothingIsTakenWithoutAProfile) {
  const auto [left, for_dxc] = split({"trellis", "a.dxil", "-Iinclude", "--", "-Zi"});
  EXPECT_EQ(left, (Words{"trellis", "a.dxil", "-Iinclude", "--", "-Zi"}));
  EXPECT_TRUE(for_dxc.empty());
}

TEST(FamiliarWords, AnOptionWithoutItsValueIsTaken) {
  EXPECT_EQ(split({"trellis", "-T", "ps_6_6", "-I"}).second, (Words{"-I"}));
  EXPECT_EQ(split({"trellis", "-T", "ps_6_6", "-D", "--", "A"}).second, (Words{"-D", "A"}));
}

TEST(FamiliarWords, LevelsOfOptimization) {
  EXPECT_EQ(split({"trellis", "a", "-O", "-o", "b"}).first,
            (Words{"trellis", "a", "--optimize=performance", "-o", "b"}));
  EXPECT_EQ(split({"trellis", "a", "-O"}).first.back(), "--optimize=performance");
  EXPECT_EQ(split({"trellis", "a", "-O3"}).first.back(), "--optimize=performance");
  EXPECT_EQ(split({"trellis", "a", "-Os"}).first.back(), "--optimize=size");
  EXPECT_EQ(split({"trellis", "-O0", "a"}).first, (Words{"trellis", "a"}));
  EXPECT_EQ(split({"trellis", "-O", "size", "a"}).first, (Words{"trellis", "-O", "size", "a"}));
}

TEST(Profiles, AStageFromTheName) {
  EXPECT_EQ(tools::profile_for("6_6", "shaders/sky.ps.hlsl"), "ps_6_6");
  EXPECT_EQ(tools::profile_for("6_8", "sky.frag.hlsl"), "ps_6_8");
  EXPECT_EQ(tools::profile_for("6_8", "rays.lib.hlsl"), "lib_6_8");
  EXPECT_EQ(tools::profile_for("6_8", "sky.hlsl"), "");
  EXPECT_EQ(tools::profile_for("vs_6_0", "sky.ps.hlsl"), "vs_6_0") << "an explicit stage wins";
}

TEST(CompilerMessages, OneByOne) {
  const auto found = compiler_messages(
      "a.hlsl:4:10: warning: implicit truncation [-Wconversion]\n  float3 d = c;\n         ^\n"
      "C:\\x\\b.hlsl:7:1: error: no: such thing\nIn file included from a.hlsl:1:\n"
      "error: validation errors\n");
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0].file, "a.hlsl");
  EXPECT_EQ(found[0].line, 4u);
  EXPECT_EQ(found[0].column, 10u);
  EXPECT_FALSE(found[0].is_error);
  EXPECT_EQ(found[0].message, "implicit truncation [-Wconversion]");
  EXPECT_NE(found[0].text.find("^"), std::string::npos);
  EXPECT_EQ(found[1].file, "C:\\x\\b.hlsl");
  EXPECT_EQ(found[1].line, 7u);
  EXPECT_TRUE(found[1].is_error);
  EXPECT_EQ(found[1].message, "no: such thing");
  EXPECT_EQ(found[2].file, "");
  EXPECT_EQ(found[2].line, 0u);
  EXPECT_EQ(found[2].message, "validation errors");
}

TEST(CompilerMessages, WithoutAny) {
  EXPECT_TRUE(compiler_messages("").empty());
  const auto found = compiler_messages("terminate called\nabort");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].message, "terminate called");
  EXPECT_EQ(found[0].text, "terminate called\nabort");
}

TEST(EntryPairs, EachPairMakesOneCall) {
  std::vector<tools::EntryCall> calls;
  EXPECT_EQ(tools::split_entries({"trellis", "a.hlsl", "-T", "vs_6_6", "-Evsmain", "-o", "a.spv",
                                  "--profile=ps_6_6", "-E", "psmain", "--", "-E"},
                                 calls),
            "");
  ASSERT_EQ(calls.size(), 2u);
  EXPECT_EQ(calls[0].words,
            (Words{"trellis", "a.hlsl", "-o", "a.spv", "--profile=vs_6_6", "--entry=vsmain", "--", "-E"}));
  EXPECT_EQ(calls[0].name, "vsmain");
  EXPECT_EQ(calls[1].words,
            (Words{"trellis", "a.hlsl", "-o", "a.spv", "--profile=ps_6_6", "--entry=psmain", "--", "-E"}));
  calls.clear();
  EXPECT_EQ(tools::split_entries({"trellis", "a.hlsl", "-T", "cs_6_6", "-E", "a", "-E", "b"}, calls), "");
  ASSERT_EQ(calls.size(), 2u);
  EXPECT_EQ(calls[1].words, (Words{"trellis", "a.hlsl", "--profile=cs_6_6", "--entry=b"}));
  calls.clear();
  EXPECT_EQ(tools::split_entries({"trellis", "a.hlsl", "-T", "cs_6_6", "-E", "main"}, calls), "");
  EXPECT_TRUE(calls.empty()) << "one is an ordinary call";
  EXPECT_NE(tools::split_entries({"trellis", "-T", "a", "-T", "b", "-E", "1", "-E", "2", "-E", "3"}, calls),
            "");
}

TEST(CompilerMessages, IgnoredAttributesOfVulkan) {
  EXPECT_TRUE(tools::ignores_vulkan_attributes(
      "a.hlsl:1:3: warning: 'binding' attribute ignored [-Wignored-attributes]\n[[vk::binding(3,1)]] "
      "Texture2D<float4> t;\n  ^\n"));
  EXPECT_FALSE(
      tools::ignores_vulkan_attributes("a.hlsl:1:3: warning: 'unroll' attribute ignored\n[unroll] for (;;)\n "
                                       " ^\nb.hlsl:2: note: [[vk::binding]]\n"));
  EXPECT_FALSE(tools::ignores_vulkan_attributes("' attribute ignored"));
}

TEST(CHeaders, Identifiers) {
  EXPECT_EQ(tools::identifier_from("out/sky.ps.h"), "sky_ps");
  EXPECT_EQ(tools::identifier_from("out/2d-blur.h"), "shader_2d_blur");
  EXPECT_EQ(tools::identifier_from("switch.h"), "switch_");
  for (const char* good : {"a", "_a", "sky_ps2"}) EXPECT_TRUE(tools::is_identifier(good)) << good;
  for (const char* bad : {"", "2a", "a-b", "a b", "while", "\xc3\xa4"})
    EXPECT_FALSE(tools::is_identifier(bad)) << bad;
}

class Suffixes : public InFolder {
 protected:
  const std::string good_ = shader("control_flow/break_continue_mixed").string();
};

TEST_F(Suffixes, DetermineTheKindOfOutput) {
  ASSERT_EQ(trellis({good_, "-o", path("a.spvasm")}).exit_code, 0);
  EXPECT_EQ(read("a.spvasm").rfind("; SPIR-V", 0), 0u);
  ASSERT_EQ(trellis({good_, "-o", path("a.json")}).exit_code, 0);
  EXPECT_EQ(read("a.json").front(), '{');
  ASSERT_EQ(trellis({good_, "-o", path("a.ll")}).exit_code, 0);
  EXPECT_NE(read("a.ll").find("define void"), std::string::npos);
  ASSERT_EQ(trellis({good_, "-o", path("a.anything")}).exit_code, 0);
  EXPECT_EQ(read("a.anything").substr(0, 4), "\x03\x02\x23\x07");
  // --emit overrides the suffix.
  ASSERT_EQ(trellis({good_, "-o", path("b.json"), "--emit", "spv"}).exit_code, 0);
  EXPECT_EQ(read("b.json").substr(0, 4), "\x03\x02\x23\x07");
}

TEST_F(Suffixes, OfUnsupportedFormatsAreErrors) {
  for (const char* name : {"a.wgsl", "a.png", "a.c", "a.DXIL"}) {
    const RunResult run = trellis({good_, "-o", path(name)});
    EXPECT_EQ(run.exit_code, 2) << name;
    EXPECT_NE(run.errors.find("does not write"), std::string::npos) << run.errors;
  }
  RunResult run = trellis({good_, "--check", "uniformity", "-o", path("a.json")});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_NE(run.errors.find("--report FILE"), std::string::npos) << run.errors;
  for (const char* name : {"a.png", "a.md", "a.spv"}) {
    run = trellis({"cfg", good_, "-o", path(name)});
    EXPECT_EQ(run.exit_code, 2) << name;
    EXPECT_NE(run.errors.find("does not write"), std::string::npos) << run.errors;
  }
  EXPECT_TRUE(files().empty());
}

TEST_F(Suffixes, EveryPassIsWrittenAsText) {
  const RunResult whole = trellis({"cfg", good_}), last = trellis({"cfg", good_, "--pass", "bool-selectors"});
  EXPECT_EQ(last.exit_code, 0) << last.errors;
  EXPECT_EQ(whole.output, last.output);
  const RunResult reducible = trellis({"cfg", good_, "--pass", "reducible"});
  EXPECT_EQ(reducible.exit_code, 0) << reducible.errors;
  EXPECT_NE(reducible.output.find("->"), std::string::npos);
  const RunResult wrong = trellis({"cfg", good_, "--pass", "fold"});
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_NE(wrong.errors.find("no pass is named 'fold'; the passes are input, "), std::string::npos)
      << wrong.errors;
}

TEST_F(Suffixes, FamiliarMistakesGetAnAnswer) {
  const auto expect = [&](const std::vector<std::string>& words, const std::string& part) {
    const RunResult run = trellis(words);
    EXPECT_EQ(run.exit_code, 2) << run.errors;
    EXPECT_NE(run.errors.find(part), std::string::npos) << run.errors;
  };
  expect({good_, "-o", path("a.spv"), "-I", "include"}, "unknown option -I (dxc's options need -T PROFILE");
  expect({good_, "-Fo", path("a.spv")}, "-Fo (use -o FILE)");
  expect({good_, "-o", path("a.spv"), "-x"}, "unknown option -x\n");
  expect({"--debug-info", "full", good_, "-o", path("a.spv")}, "did you mean --debug-info=full?");
  expect({"--t-shift", "0", good_, "-o", path("a.spv")}, "is not a register space");
  expect({good_, "-o", path("a.spv"), "-o", path("b.spv")}, "--output is given more than once");
  expect({good_, "-o"}, "--output needs a value");
  expect({good_, "-o", path("a.spv"), "--emit", "wasm"}, "'wasm' is not one of ");
  expect({shader("raytracing/ambient_occlusion_hemisphere").string(), "-o", path("a.spv")},
         "choose one with --entry NAME");
  EXPECT_EQ(trellis({"version"}).output, trellis({"--version"}).output);
  EXPECT_EQ(trellis({"-V"}).output, trellis({"--version"}).output);
}

}  // namespace
}  // namespace trellis::tools_test
