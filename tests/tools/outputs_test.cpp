// Tests outputs other than modules (C headers, Metal, preprocessed source), and what is removed from modules.
#include <cstdlib>

#include "support/run_program.hpp"
#include "tests/tools/program.hpp"

namespace trellis::tools_test {
namespace {

bool mentions(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

class Outputs : public InFolder {
 protected:
  bool has(const char* program) const {
    const auto ran = run_program({program, "--help"}, {}, 30);
    return ran && ran->found;
  }
  const std::string good_ = shader("control_flow/break_continue_mixed").string();
  const std::string named_ = shader("containers/ps_decal_box.reflection").string();
};

// Compiles the header with the C compiler and compares the bytes with the module.
TEST_F(Outputs, AHeaderHasTheModulesWords) {
  ASSERT_EQ(trellis({good_, "-o", path("a.spv")}).exit_code, 0);
  const RunResult run = trellis({good_, "-o", path("break.ps.h")});
  ASSERT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_TRUE(mentions(read("break.ps.h"), "static const uint32_t break_ps["))
      << read("break.ps.h").substr(0, 300);
  ASSERT_EQ(trellis({good_, "--emit", "header", "--name", "my_shader", "-o", path("other.txt")}).exit_code,
            0);
  EXPECT_TRUE(mentions(read("other.txt"), " my_shader["));
  if (!has("cc")) GTEST_SKIP() << "there is no C compiler";
  write("main.c",
        "#include <stdio.h>\n#include \"break.ps.h\"\n#include \"other.txt\"\n"
        "int main(void) { return fwrite(break_ps, 1, sizeof break_ps, stdout) != sizeof my_shader; }\n");
  const auto compiled =
      run_program({"cc", "-Wall", "-Werror", "-o", String(path("main")), String(path("main.c"))}, {}, 60);
  ASSERT_TRUE(compiled && compiled->exit_status == 0) << compiled->errors;
  const auto ran = run_program({String(path("main"))}, {}, 60);
  ASSERT_TRUE(ran && ran->exit_status == 0);
  EXPECT_EQ(std::string(ran->output), read("a.spv"));
}

TEST_F(Outputs, ArrayNamesMustBeIdentifiers) {
  for (const char* wrong : {"2d", "a-b", "for", ""}) {
    EXPECT_EQ(trellis({good_, "-o", path("a.h"), "--name", wrong}).exit_code, 2) << wrong;
  }
  EXPECT_EQ(trellis({good_, "-o", path("a.spv"), "--name", "a"}).exit_code, 2) << "of no header";
}

TEST_F(Outputs, EachEntryHasAnArrayOfItsOwn) {
  const std::string library = shader("raytracing/ambient_occlusion_hemisphere").string();
  const RunResult run = trellis({library, "--each-entry", "-o", path("scene.h"), "--name", "scene"});
  ASSERT_EQ(run.exit_code, 0) << run.errors;
  std::vector<std::string> names;
  for (const std::string& file : files()) {
    const std::string text = read(file);
    names.push_back(text.substr(text.find("scene_"), text.find('[') - text.find("scene_")));
  }
  ASSERT_GT(names.size(), 1u);
  EXPECT_NE(names[0], names[1]);
}

TEST_F(Outputs, StrippedModulesHaveNoNamesOrSources) {
  const RunResult run = trellis({named_, "--emit", "spvasm", "--strip", "--validate"});
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  for (const char* word : {"OpName", "OpMemberName", "OpSource", "OpString", "albedoAtlas"})
    EXPECT_FALSE(mentions(run.output, word)) << word;
  EXPECT_TRUE(mentions(trellis({named_, "--emit", "spvasm"}).output, "OpName"))
      << "or the test could not fail";
  EXPECT_EQ(trellis({named_, "-o", path("a.spv"), "--strip", "--debug-info"}).exit_code, 2);
  EXPECT_EQ(trellis({named_, "--reflect", "--strip"}).exit_code, 2);
}

TEST_F(Outputs, SuffixesOfMetalGiveMsl) {
  if (!has("spirv-cross")) GTEST_SKIP() << "spirv-cross is not installed";
  for (const char* name : {"a.metal", "a.msl"}) {
    const RunResult run = trellis({good_, "-o", path(name)});
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    EXPECT_TRUE(mentions(read(name), "#include <metal_stdlib>"));
  }
  EXPECT_EQ(trellis({good_, "--emit", "msl"}).output, read("a.metal"));
}

TEST_F(Outputs, EntryPointsAsInHlsl) {
  const std::string library = shader("raytracing/ambient_occlusion_hemisphere").string();
  const RunResult mangled = trellis({library, "--all-entries", "--emit", "spvasm"});
  EXPECT_TRUE(mentions(mangled.output, "@@YA")) << mangled.output.substr(0, 2000);
  const RunResult plain =
      trellis({library, "--all-entries", "--emit", "spvasm", "--hlsl-names", "--validate"});
  ASSERT_EQ(plain.exit_code, 0) << plain.errors;
  for (size_t at = plain.output.find("OpEntryPoint"); at != std::string::npos;
       at = plain.output.find("OpEntryPoint", at + 1)) {
    EXPECT_FALSE(mentions(plain.output.substr(at, plain.output.find('\n', at) - at), "@@YA"));
  }
}

TEST_F(Outputs, UsageErrorsHaveTheRequestedFormat) {
  const RunResult json =
      trellis({good_, "-o", path("a.spv"), "--error-format", "json", "--strip", "--debug-info"});
  EXPECT_EQ(json.exit_code, 2);
  EXPECT_EQ(json.errors.front(), '{') << json.errors;
  EXPECT_TRUE(mentions(json.errors, "\"kind\":\"usage\"")) << json.errors;
  const RunResult sarif = trellis({"--error-format=sarif", "--no-such-option"});
  EXPECT_EQ(sarif.exit_code, 2);
  EXPECT_TRUE(mentions(sarif.errors, "\"version\":\"2.1.0\"")) << sarif.errors;
}

TEST_F(Outputs, TimesOfStagesThatDidNotRunAreNotListed) {
  const RunResult run = trellis({good_, "-o", path("a.spv"), "--time"});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_TRUE(mentions(run.errors, "total"));
  EXPECT_FALSE(mentions(run.errors, "validate")) << run.errors;
}

}  // namespace
}  // namespace trellis::tools_test
