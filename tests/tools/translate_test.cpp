// Tests good input: one file, several, folders, standard input and output, and every kind of output.
#include <gtest/gtest.h>

#include <cstring>

#include "tests/tools/program.hpp"

namespace trellis::tools_test {
namespace {

using Translate = InFolder;

const char* const kShader = "control_flow/break_continue_mixed";
const char* const kOther = "control_flow/gcd_three_forms";

bool is_spirv(const std::string& bytes) {
  uint32_t magic = 0;
  if (bytes.size() < 20 || bytes.size() % 4 != 0) return false;
  std::memcpy(&magic, bytes.data(), sizeof magic);
  return magic == 0x07230203;
}

uint32_t version_word(const std::string& bytes) {
  uint32_t version = 0;
  std::memcpy(&version, bytes.data() + 4, sizeof version);
  return version;
}

TEST_F(Translate, OneFileToOneModule) {
  const RunResult run = trellis({shader(kShader), "-o", path("a.spv"), "--validate"});
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_EQ(run.errors, "");
  EXPECT_EQ(run.output, "");
  EXPECT_TRUE(is_spirv(read("a.spv")));
  EXPECT_EQ(files(), std::vector<std::string>{"a.spv"});
}

TEST_F(Translate, SameBytesEveryTime) {
  ASSERT_EQ(trellis({shader(kShader), "-o", path("a.spv")}).exit_code, 0);
  ASSERT_EQ(trellis({shader(kShader), "-o", path("b.spv"), "--no-isolation"}).exit_code, 0);
  ASSERT_EQ(trellis({shader(kOther), shader(kShader), "-o", path("c"), "--jobs", "1"}).exit_code, 0);
  EXPECT_EQ(read("a.spv"), read("b.spv"));
  EXPECT_EQ(read("a.spv"), read("c/break_continue_mixed.spv"));
}

TEST_F(Translate, TargetsGiveTheirSpirvVersions) {
  const std::pair<const char*, uint32_t> targets[] = {
      {"vulkan1.1", 0x00010300}, {"vulkan1.2", 0x00010500}, {"vulkan1.3", 0x00010600}};
  for (const auto& [target, version] : targets) {
    const RunResult run = trellis({shader(kShader), "-o", path("a.spv"), "--target", target, "--validate"});
    ASSERT_EQ(run.exit_code, 0) << target << ": " << run.errors;
    EXPECT_EQ(version_word(read("a.spv")), version) << target;
  }
}

TEST_F(Translate, StandardInputToStandardOutput) {
  ASSERT_EQ(trellis({shader(kShader), "-o", path("a.spv")}).exit_code, 0);
  const std::string bytes = file_bytes(shader(kShader));
  EXPECT_EQ(trellis({"-", "-o", "-"}, bytes).output, read("a.spv"));
  EXPECT_EQ(trellis({"-"}, bytes).output, read("a.spv"));
  EXPECT_EQ(trellis({"-", "-o", path("b.spv")}, bytes).exit_code, 0);
  EXPECT_EQ(read("b.spv"), read("a.spv"));
  EXPECT_EQ(trellis({shader(kShader), "-o", "-"}).output, read("a.spv"));
}

TEST_F(Translate, OutputMayBeAFolderOrADevice) {
  std::filesystem::create_directory(path("out"));
  EXPECT_EQ(trellis({shader(kShader), "-o", path("out")}).exit_code, 0);
  EXPECT_TRUE(is_spirv(read("out/break_continue_mixed.spv")));
  EXPECT_EQ(trellis({shader(kShader), "-o", path("new/folder/a.spv")}).exit_code, 0);
  EXPECT_TRUE(is_spirv(read("new/folder/a.spv")));
  EXPECT_EQ(trellis({shader(kShader), "-o", "/dev/null"}).exit_code, 0);
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

TEST_F(Translate, SeveralFilesGoToAFolder) {
  const RunResult run = trellis({shader(kShader), shader(kOther), "-o", path("out"), "--jobs", "2"});
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_TRUE(is_one_line(run.errors, "trellis: 2 of 2 done", " KB out"));
  EXPECT_EQ(files(), (std::vector<std::string>{"out/break_continue_mixed.spv", "out/gcd_three_forms.spv"}));
}

TEST_F(Translate, FoldersKeepTheirShape) {
  write("in/a.dxil", file_bytes(shader(kShader)));
  write("in/deep/er/b.cso", file_bytes(shader(kOther)));
  write("in/deep/notes.txt", "no shader");
  const RunResult run = trellis({path("in"), "-o", path("out")});
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_EQ(files(), (std::vector<std::string>{"in/a.dxil", "in/deep/er/b.cso", "in/deep/notes.txt",
                                               "out/a.spv", "out/deep/er/b.spv"}));
}

TEST_F(Translate, AssemblyGoesToStandardOutputWithoutColours) {
  const RunResult run = trellis({shader(kShader), "--emit", "spvasm"});
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_NE(run.output.find("OpEntryPoint GLCompute"), std::string::npos);
  EXPECT_EQ(run.output.find('\x1b'), std::string::npos);
  ASSERT_EQ(trellis({shader(kShader), "--emit", "spvasm", "-o", path("a.spvasm")}).exit_code, 0);
  EXPECT_EQ(read("a.spvasm"), run.output);
}

TEST_F(Translate, GlslComesFromSpirvCross) {
  const RunResult run = trellis({shader(kShader), "--emit", "glsl"});
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_NE(run.output.find("#version"), std::string::npos);
  EXPECT_NE(run.output.find("void main()"), std::string::npos);
}

TEST_F(Translate, GlslWithoutSpirvCrossSaysWhatIsMissing) {
  const std::string path_before = std::getenv("PATH");
  ::setenv("PATH", folder_.c_str(), 1);
  const RunResult run = trellis({shader(kShader), "--emit", "glsl"});
  ::setenv("PATH", path_before.c_str(), 1);
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_TRUE(is_one_line(run.errors, "trellis: " + shader(kShader).string() + ": error: ",
                          "spirv-cross, which is not installed"));
}

TEST_F(Translate, LlvmTextIsTheModuleInside) {
  const RunResult run = trellis({shader(kShader), "--emit", "llvm"});
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_NE(run.output.find("@dx.op."), std::string::npos);
}

TEST_F(Translate, EntriesAreListed) {
  EXPECT_EQ(trellis({shader(kShader), "--list-entries"}).output, "main compute\n");
  const RunResult many = trellis({shader(kShader), shader(kOther), "--list-entries"});
  EXPECT_EQ(many.exit_code, 0) << many.errors;
  EXPECT_EQ(many.output,
            shader(kShader).string() + ": main compute\n" + shader(kOther).string() + ": main compute\n");
}

TEST_F(Translate, ReflectionIsJson) {
  const RunResult run = trellis({shader(kShader), "--reflect"});
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_EQ(run.output.front(), '{');
  EXPECT_NE(run.output.find("\"main\""), std::string::npos);
}

TEST_F(Translate, EntryIsPickedByName) {
  EXPECT_EQ(trellis({shader(kShader), "-o", path("a.spv"), "--entry", "main"}).exit_code, 0);
  const RunResult run = trellis({shader(kShader), "-o", path("b.spv"), "--entry", "other"});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_TRUE(
      is_one_line(run.errors, "trellis: ", "no entry point is named 'other'; entry points are: main"));
  EXPECT_FALSE(exists("b.spv"));
}

TEST_F(Translate, ShiftsMoveBindings) {
  const RunResult plain = trellis({shader(kShader), "--emit", "spvasm"});
  EXPECT_NE(plain.output.find(" Binding 2000\n"), std::string::npos) << plain.output;
  const RunResult shifted =
      trellis({shader(kShader), "--emit", "spvasm", "--u-shift", "70", "0", "--t-shift", "7", "all"});
  EXPECT_EQ(shifted.exit_code, 0) << shifted.errors;
  EXPECT_NE(shifted.output.find(" Binding 70\n"), std::string::npos);
  EXPECT_EQ(shifted.output.find(" Binding 2000\n"), std::string::npos);
  const RunResult placed = trellis({shader(kShader), "--emit", "spvasm", "--space-set", "0", "9"});
  EXPECT_NE(placed.output.find(" DescriptorSet 9\n"), std::string::npos);
  EXPECT_EQ(placed.output.find(" DescriptorSet 0\n"), std::string::npos);
  const RunResult dense =
      trellis({shader(kShader), "--emit", "spvasm", "--space-set", "7", "0", "--dense-sets"});
  EXPECT_NE(dense.output.find(" DescriptorSet 1\n"), std::string::npos) << "set 0 is of space 7";
  const RunResult first = trellis({"--u-shift", "70", "0", shader(kShader), "--emit", "spvasm"});
  EXPECT_EQ(first.output.find(" Binding 2000\n"), std::string::npos) << first.errors;
}

TEST_F(Translate, VertexInputsAndPositionsFollowTheOptions) {
  const std::string vertex = shader("stages/vs_packed_registers");
  const RunResult run = trellis({vertex, "--emit", "spvasm", "--validate", "--vertex-input", "TEXCOORD1", "9",
                                 "--vertex-input", "POSITION", "20", "--invert-y"});
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_NE(run.output.find("OpDecorate %in_TEXCOORD1 Location 9\n"), std::string::npos);
  EXPECT_NE(run.output.find("OpDecorate %in_POSITION Location 20\n"), std::string::npos);
  EXPECT_NE(run.output.find("OpFNegate"), std::string::npos);
  const RunResult plain = trellis({vertex, "--emit", "spvasm"});
  EXPECT_EQ(plain.output.find("OpFNegate"), std::string::npos);
}

TEST_F(Translate, EntryPointNamesAndBindingsFollowTheOptions) {
  const std::string compute = shader("resources/append_consume_partition");
  const RunResult run = trellis({compute, "--emit", "spvasm", "--validate", "--entry-name", "go",
                                 "--shared-bindings", "--b-shift", "0", "all", "--u-shift", "0", "all"});
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_NE(run.output.find("OpEntryPoint GLCompute %main \"go\""), std::string::npos) << run.output;
  const RunResult refused =
      trellis({compute, "--emit", "spvasm", "--b-shift", "0", "all", "--u-shift", "0", "all"});
  EXPECT_EQ(refused.exit_code, 2) << refused.errors;
  EXPECT_NE(refused.errors.find("binding collision"), std::string::npos) << refused.errors;
  EXPECT_NE(refused.errors.find("--shared-bindings"), std::string::npos) << refused.errors;
}

TEST_F(Translate, ViewsAreDrawnByInstances) {
  const std::string vertex = shader("stages/vs_view_id_stereo");
  const RunResult run =
      trellis({vertex, "--emit", "spvasm", "--validate", "--views", "id:7=2", "--view-method", "instances",
               "--view-mask", "id:8=3", "--view-location", "1", "2", "id:9=6", "--view-index-location", "12",
               "--last-before-rasterizer"});
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  for (const char* line : {"OpDecorate %view_count SpecId 7\n", "OpDecorate %view_mask SpecId 8\n",
                           "OpDecorate %view_layer1 SpecId 9\n", "%view_layer1 = OpSpecConstant %uint 6\n",
                           "OpDecorate %out_view Location 12\n", "BuiltIn ViewportIndex\n"}) {
    EXPECT_NE(run.output.find(line), std::string::npos) << line << run.output;
  }
  const RunResult multiview = trellis({vertex, "--emit", "spvasm", "--validate", "--views", "2"});
  EXPECT_EQ(multiview.exit_code, 0) << multiview.errors;
  EXPECT_NE(multiview.output.find("BuiltIn ViewIndex\n"), std::string::npos);
  const RunResult packed = trellis({vertex, "--emit", "spvasm", "--validate", "--packed-views", "3",
                                    "--packed-viewports", "5", "--last-before-rasterizer"});
  EXPECT_EQ(packed.exit_code, 0) << packed.errors;
  for (const char* line : {"OpDecorate %packed_views SpecId 3\n", "OpDecorate %packed_viewports SpecId 5\n",
                           "BuiltIn ViewportIndex\n"}) {
    EXPECT_NE(packed.output.find(line), std::string::npos) << line << packed.output;
  }
  const RunResult refused = trellis({vertex, "--emit", "spvasm", "--views", "9"});
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_NE(refused.errors.find("there are 9 views"), std::string::npos) << refused.errors;
}

TEST_F(Translate, ModulesFollowTheOptionsOfTheDevice) {
  const std::string discards = shader("stages/ps_discard_then_uav_writes");
  const auto text = [&discards](std::vector<std::string> options) {
    options.insert(options.begin(), {discards, "--emit", "spvasm", "--validate"});
    const RunResult run = trellis(options);
    EXPECT_EQ(run.exit_code, 0) << run.errors;
    return run.output;
  };
  const auto has = [](const std::string& all, const char* part) {
    return all.find(part) != std::string::npos;
  };
  EXPECT_TRUE(has(text({}), "OpDemoteToHelperInvocation"));
  EXPECT_TRUE(has(text({"--no-demote"}), "OpKill"));
  EXPECT_TRUE(has(text({"--extensions", "none", "--target", "vulkan1.2"}), "OpKill"));
  EXPECT_TRUE(has(text({"--memory-model", "vulkan"}), "OpMemoryModel Logical Vulkan"));
  EXPECT_FALSE(has(text({}), "NoContraction"));
  EXPECT_TRUE(
      has(text({"--precise", "all", "--bounded-arrays", "--float-controls", "never"}), "NoContraction"));

  const RunResult refused =
      trellis({shader("raytracing/rayquery_closest_compute"), "--emit", "spvasm", "--extensions", "none"});
  EXPECT_EQ(refused.exit_code, 3);
  EXPECT_TRUE(has(refused.errors, "needs SPV_")) << refused.errors;
  const RunResult unknown = trellis(
      {discards, "--emit", "spvasm", "--extensions", "SPV_KHR_float_controls,SPV_KHR_float_controls9"});
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_TRUE(has(unknown.errors, "named 'SPV_KHR_float_controls9'")) << unknown.errors;
  const RunResult lanes =
      trellis({shader("ops/wave_size_fixed_attribute"), "--emit", "spvasm", "--subgroup-sizes", "4", "16"});
  EXPECT_EQ(lanes.exit_code, 3);
  EXPECT_TRUE(has(lanes.errors, "waves of 32 lanes")) << lanes.errors;
}

TEST_F(Translate, MinPrecisionIsWhatTheOptionSays) {
  const auto text = [](std::vector<std::string> options) {
    options.insert(options.begin(), {shader("ops/min_precision_floats"), "--emit", "spvasm", "--validate"});
    const RunResult run = trellis(options);
    EXPECT_EQ(run.exit_code, 0) << run.errors;
    return std::pair(run.output.find("RelaxedPrecision") != std::string::npos,
                     run.output.find("Capability Float16") != std::string::npos);
  };
  EXPECT_EQ(text({}), std::pair(true, false));
  EXPECT_EQ(text({"--min-precision", "full"}), std::pair(false, false));
  EXPECT_EQ(text({"--full-min-precision"}), std::pair(false, false));
  EXPECT_EQ(text({"--min-precision", "native"}), std::pair(false, true));
  const RunResult both = trellis({shader("ops/min_precision_floats"), "-o", path("a.spv"), "--min-precision",
                                  "native", "--full-min-precision"});
  EXPECT_EQ(both.exit_code, 2);
}

TEST_F(Translate, FloatModesFollowTheDevice) {
  const std::string flushes = shader("ops/float_denorm_flush_flag");  // Keeps 16-bit denormals.
  const auto modes = [&flushes](std::vector<std::string> options) {
    options.insert(options.begin(), {flushes, "--emit", "spvasm", "--validate", "--float-controls"});
    const RunResult run = trellis(options);
    EXPECT_EQ(run.exit_code, 0) << run.errors;
    std::string found;
    for (const char* mode : {"DenormFlushToZero 32", "DenormPreserve 16", "DenormPreserve 64"}) {
      if (run.output.find(mode) != std::string::npos) found += std::string(mode) + ";";
    }
    return found;
  };
  EXPECT_EQ(modes({"requested"}), "DenormFlushToZero 32;");
  EXPECT_EQ(modes({"never"}), "");
  EXPECT_EQ(modes({"supported"}), "");
  EXPECT_EQ(modes({"supported", "--preserves-denorms", "16,64", "--flushes-denorms", "32"}),
            "DenormFlushToZero 32;DenormPreserve 16;");
  EXPECT_EQ(modes({"supported", "--preserves-denorms", "16,64", "--denorm-independence", "32"}),
            "DenormPreserve 16;DenormPreserve 64;");
  EXPECT_EQ(modes({"supported", "--preserves-denorms", "16", "--denorm-independence", "none"}), "");

  const RunResult special = trellis({shader("ops/float_infinity_arithmetic"), "--emit", "spvasm",
                                     "--float-controls", "supported", "--keeps-special-values", "32"});
  EXPECT_NE(special.output.find("SignedZeroInfNanPreserve 32"), std::string::npos) << special.errors;
  const RunResult unused = trellis({flushes, "-o", path("a.spv"), "--keeps-special-values", "32"});
  EXPECT_EQ(unused.exit_code, 2);
  EXPECT_NE(unused.errors.find("--keeps-special-values requires --float-controls supported"),
            std::string::npos)
      << unused.errors;
  const RunResult width = trellis({flushes, "-o", path("a.spv"), "--flushes-denorms", "8"});
  EXPECT_EQ(width.exit_code, 2);
}

TEST_F(Translate, TimesNameEveryStage) {
  const RunResult run = trellis({shader(kShader), "-o", path("a.spv"), "--time", "--validate"});
  EXPECT_EQ(run.exit_code, 0);
  for (const char* stage : {"container", "decoding", "structurizer", "checkers", "emission", "module check",
                            "validator", "total"}) {
    EXPECT_NE(run.errors.find(stage), std::string::npos) << stage;
  }
  EXPECT_EQ(run.errors.find("LLVM's reader"), std::string::npos) << "it did not run";
  const RunResult other = trellis({shader(kShader), "-o", path("a.spv"), "--time", "--reader", "llvm"});
  EXPECT_NE(other.errors.find("LLVM's reader"), std::string::npos) << other.errors;
  // The time was passed on from the process that translates.
  const size_t line = run.errors.find("module check");
  ASSERT_NE(line, std::string::npos);
  EXPECT_GT(std::stod(run.errors.substr(line + std::string_view("module check").size())), 0.0) << run.errors;
}

TEST_F(Translate, ProgressBarOnlyOnATerminal) {
  const std::vector<std::string> arguments = {shader(kShader), shader(kOther), "-o", path("out")};
  EXPECT_EQ(trellis(arguments).errors.find('\r'), std::string::npos);
  const RunResult run = trellis_on_terminal(arguments);
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_NE(run.output.find("] 2/2"), std::string::npos) << run.output;
}

TEST_F(Translate, ModulesAreNotForTerminals) {
  const RunResult run = trellis_on_terminal({shader(kShader), "-o", "-"});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_NE(run.output.find("refusing to write a SPIR-V module to the terminal"), std::string::npos)
      << run.output;
}

TEST_F(Translate, WarningsAreLinesOnStandardError) {
  const std::string input = shader("ops/float_denorm_preserve_flag");
  const RunResult quiet = trellis({input, "-o", path("quiet.spv")});
  EXPECT_EQ(quiet.exit_code, 0);
  EXPECT_EQ(quiet.errors, "");
  for (const std::string isolation : {"", "--no-isolation"}) {
    std::vector<std::string> arguments = {input, "-o", path("a.spv"), "--float-controls", "never"};
    if (!isolation.empty()) arguments.push_back(isolation);
    const RunResult run = trellis(arguments);
    EXPECT_EQ(run.exit_code, 0);
    EXPECT_EQ(run.output, "");
    EXPECT_TRUE(is_one_line(run.errors, "trellis: " + input + ": warning: entry point main requires ",
                            "32-bit denormals to be preserved (fp32-denorm-mode)"));
    EXPECT_TRUE(is_spirv(read("a.spv")));
  }
}

TEST_F(Translate, ARootSignatureThatIsLeftOutIsAWarning) {
  std::string bytes = file_bytes(shader("resources/rootsig_constants_cbv_and_table"));
  const size_t part = bytes.find("RTS0");
  ASSERT_NE(part, std::string::npos);
  bytes[part + 8] = 7;             // The version follows the part's name and size.
  bytes.replace(4, 16, 16, '\0');  // Removes the digest.
  write("new.dxil", bytes);
  const RunResult run = trellis({path("new.dxil"), "-o", path("a.spv")});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_TRUE(is_one_line(run.errors,
                          "trellis: " + path("new.dxil") + ": warning: the root signature is ignored: ",
                          "root signature version 7; "));
  EXPECT_TRUE(is_spirv(read("a.spv")));
}

}  // namespace
}  // namespace trellis::tools_test
