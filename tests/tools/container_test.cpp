// Tests whole containers on the command line: their parts, names, and PDB files.
#include "dxil_frontend/container/container.hpp"

#include <gtest/gtest.h>

#include "tests/dxil_frontend/container/byte_builder.hpp"
#include "tests/tools/program.hpp"

namespace trellis::tools_test {
namespace {

class Containers : public InFolder {
 protected:
  static std::string container(const std::string& name) {
    return (shader("containers/x").parent_path() / name).string();
  }
  const std::string reflection_ = container("ps_decal_box.reflection.dxil");
};

std::string bytes_text(const std::vector<uint8_t>& bytes) { return {bytes.begin(), bytes.end()}; }

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST_F(Containers, PartsAreListed) {
  const RunResult run = trellis({reflection_, "--list-parts"});
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_TRUE(has(run.output, "container 1.0, digest verified\n")) << run.output;
  EXPECT_TRUE(has(run.output, "output signature, 3 rows: SV_Target, SV_Target1, SV_Target2\n")) << run.output;
  EXPECT_TRUE(has(run.output, "\nSTAT ")) << run.output;
  EXPECT_EQ(std::count(run.output.begin(), run.output.end(), '\n'), 8);
}

TEST_F(Containers, PartsOfSeveralFilesAreListed) {
  const std::string pdb = container("ps_decal_box.pdb");
  const RunResult run = trellis({reflection_, pdb, "--list-parts"});
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_TRUE(has(run.output, reflection_ + ": DXIL ")) << run.output;
  EXPECT_TRUE(has(run.output, pdb + ": MSF ")) << run.output;
  EXPECT_TRUE(has(run.output, "ps_decal_box.hlsl (4174 bytes); options: -E main, -T ps_6_0")) << run.output;
  EXPECT_TRUE(has(run.output, "compiler version 1.10 (1.9.0.0)")) << run.output;
}

TEST_F(Containers, DamagedPartsAreListedToo) {
  write("in.dxil", bytes_text(container_testing::make_container({{"VERS", {1, 2}}, {"PRIV", {3}}})));
  const RunResult run = trellis({path("in.dxil"), "--list-parts"});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_TRUE(has(run.output, "damaged: part ends before the header")) << run.output;
  EXPECT_TRUE(has(run.output, "private data")) << run.output;
  EXPECT_TRUE(is_one_line(run.errors, "trellis: " + path("in.dxil") + ": error: ", "damaged: VERS"));
}

TEST_F(Containers, ListingPartsExcludesOtherOutput) {
  EXPECT_EQ(trellis({reflection_, "--list-parts", "--reflect"}).exit_code, 2);
  EXPECT_EQ(trellis({reflection_, "--list-parts", "--emit", "spvasm"}).exit_code, 2);
}

TEST_F(Containers, NamesAreInTheModuleAndTheReflection) {
  const RunResult assembly = trellis({reflection_, "--emit", "spvasm"});
  EXPECT_EQ(assembly.exit_code, 0) << assembly.errors;
  EXPECT_TRUE(has(assembly.output, "\"albedoAtlas\"")) << assembly.output;
  const RunResult json = trellis({reflection_, "--reflect"});
  EXPECT_TRUE(has(json.output, "\"name\": \"albedoAtlas\"")) << json.output;
  EXPECT_TRUE(has(json.output, "\"name\": \"invViewProj\"")) << json.output;
  EXPECT_TRUE(has(json.output, "\"struct\": \"Decal\"")) << json.output;
}

TEST_F(Containers, NamesNeedNotBeRead) {
  const RunResult run = trellis({reflection_, "--emit", "spvasm", "--no-names"});
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_FALSE(has(run.output, "albedoAtlas")) << run.output;
  const RunResult bound = trellis({reflection_, "-o", path("out.spv"), "--no-names", "--bind", "C=0.1"});
  EXPECT_EQ(bound.exit_code, 2);
  EXPECT_TRUE(has(bound.errors, "the program has no names of resources")) << bound.errors;
}

TEST_F(Containers, ResourcesAreBoundByName) {
  const RunResult run =
      trellis({reflection_, "--emit", "spvasm", "--bind", "albedoAtlas=6.61", "--bind", "C=7.71"});
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  for (const char* line : {"%albedoAtlas DescriptorSet 6", "%albedoAtlas Binding 61", "%C DescriptorSet 7",
                           "%C Binding 71", "%normalAtlas Binding 1003"}) {
    EXPECT_TRUE(has(run.output, line)) << line << "\n" << run.output;
  }
}

TEST_F(Containers, ConstantBuffersMayBePushConstants) {
  RunResult run = trellis({reflection_, "--emit", "spvasm", "--validate", "--bind", "C=push:32"});
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_TRUE(has(run.output, "PushConstant")) << run.output;
  run = trellis({reflection_, "--bind", "C=push", "--layout", "-"});
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_TRUE(has(run.output, "\"push_constant_ranges\": [\n    {")) << run.output;
  run = trellis({reflection_, "--emit", "spvasm", "--bind", "albedoAtlas=push"});
  EXPECT_EQ(run.exit_code, 2) << run.errors;
  EXPECT_TRUE(has(run.errors, "only constant buffers can be root constants")) << run.errors;
  run = trellis({reflection_, "--emit", "spvasm", "--bind", "C.counter=push"});
  EXPECT_EQ(run.exit_code, 2) << run.errors;
}

TEST_F(Containers, UnknownNamesAreErrorsThatListTheKnownOnes) {
  const RunResult run = trellis({reflection_, "-o", path("out.spv"), "--bind", "albedo=0.1"});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_TRUE(
      is_one_line(run.errors, "trellis: ", "no resource is named 'albedo'; there are: decals, clusterList"));
  EXPECT_FALSE(exists("out.spv"));
}

TEST_F(Containers, MalformedBindingsAreErrors) {
  for (const char* wrong :
       {"albedoAtlas", "=1.2", "albedoAtlas=1", "albedoAtlas=1.", "albedoAtlas=a.1", "albedoAtlas=1.2.3",
        "albedoAtlas=-1.2", "C=push.1", "C=push:", "C=push:x", "C=pushed"}) {
    const RunResult run = trellis({reflection_, "-o", path("out.spv"), "--bind", wrong});
    EXPECT_EQ(run.exit_code, 2) << wrong;
    EXPECT_TRUE(has(run.errors, "is not of the form NAME=SET.BINDING")) << run.errors;
  }
  const RunResult twice = trellis({reflection_, "-o", path("out.spv"), "--bind", "C=0.1", "--bind", "C=0.2"});
  EXPECT_EQ(twice.exit_code, 2);
  EXPECT_TRUE(has(twice.errors, "--bind: 'C' is given twice")) << twice.errors;
  const RunResult counters = trellis({reflection_, "-o", path("out.spv"), "--bind", "C=0.1", "--bind",
                                      "C.counter=0.2", "--bind", "C.counter=0.3"});
  EXPECT_EQ(counters.exit_code, 2);
  EXPECT_TRUE(has(counters.errors, "--bind: 'C.counter' is given twice")) << counters.errors;
}

TEST_F(Containers, PdbFilesAreTranslated) {
  ASSERT_EQ(trellis({container("ps_decal_box.full.pdb"), "-o", path("pdb.spv")}).exit_code, 0);
  ASSERT_EQ(trellis({reflection_, "-o", path("dxil.spv")}).exit_code, 0);
  EXPECT_EQ(read("pdb.spv"), read("dxil.spv"));
}

TEST_F(Containers, PdbFilesWithoutAProgramSayWhatTheyHold) {
  const RunResult run = trellis({container("ps_decal_box.pdb"), "-o", path("out.spv")});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_TRUE(is_one_line(run.errors, "trellis: ", "parts ILDN, HASH, SRCI, STAT, VERS"));
  EXPECT_TRUE(has(run.errors, "contains no program")) << run.errors;
}

/// Returns the parts of the shader in a file, so that tests can add others.
std::vector<container_testing::PartSource> parts_of(const std::string& file) {
  const std::string bytes = file_bytes(file);
  const auto parsed = dxil::parse_container({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()});
  EXPECT_TRUE(parsed) << parsed.error().to_string();
  std::vector<container_testing::PartSource> parts;
  for (const dxil::Part& part : parsed->parts) {
    parts.push_back({std::string(dxil::fourcc_name(part.name)), {part.data.begin(), part.data.end()}});
  }
  return parts;
}

TEST_F(Containers, DxilIsPreferredToOlderBytecode) {
  const std::string plain = shader("control_flow/break_continue_mixed").string();
  auto parts = parts_of(plain);
  parts.insert(parts.begin(), {"SHEX", {0x50, 0, 5, 0, 2, 0, 0, 0}});
  parts.push_back({"STAT", std::vector<uint8_t>(148)});  // An STAT part, as in older shader models.
  write("both.dxil", bytes_text(container_testing::make_container(parts)));
  ASSERT_EQ(trellis({plain, "-o", path("plain.spv")}).exit_code, 0);
  const RunResult run = trellis({path("both.dxil"), "-o", path("both.spv")});
  ASSERT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_EQ(run.errors, "");
  EXPECT_EQ(read("both.spv"), read("plain.spv"));
}

TEST_F(Containers, OlderBytecodeWithoutDxilIsRefusedByName) {
  for (const char* name : {"SHEX", "SHDR"}) {
    write("old.dxil", bytes_text(container_testing::make_container({{name, std::vector<uint8_t>(16)}})));
    const RunResult run = trellis({path("old.dxil"), "-o", path("out.spv")});
    EXPECT_EQ(run.exit_code, 3);
    EXPECT_TRUE(is_one_line(run.errors, "trellis: ", "shader model 5 or older bytecode"));
    EXPECT_TRUE(has(run.errors, name)) << run.errors;
  }
}

TEST_F(Containers, BitcodeNeedsNoContainer) {
  const std::string plain = shader("control_flow/break_continue_mixed").string();
  const std::string bytes = file_bytes(plain);
  const auto parsed = dxil::parse_container({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()});
  ASSERT_TRUE(parsed);
  const auto& bitcode = parsed->dxil->bitcode;
  write("raw.bc", std::string(bitcode.begin(), bitcode.end()));
  container_testing::Bytes wrapped;
  wrapped.u32s({0x0b17c0de, 0, 20, static_cast<uint32_t>(bitcode.size()), 0}).append(bitcode);
  wrapped.data.resize((wrapped.data.size() + 15) / 16 * 16);
  write("wrapped.bc", bytes_text(wrapped.data));
  ASSERT_EQ(trellis({plain, "-o", path("plain.spv")}).exit_code, 0);
  for (const char* name : {"raw", "wrapped"}) {
    const RunResult run = trellis({path(std::string(name) + ".bc"), "-o", path(std::string(name) + ".spv")});
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    EXPECT_EQ(read(std::string(name) + ".spv"), read("plain.spv")) << name;
  }
}

TEST_F(Containers, DamagedReflectionIsAWarning) {
  auto parts = parts_of(reflection_);
  for (auto& part : parts) {
    if (part.name == "STAT") part.data.resize(100);
  }
  write("in.dxil", bytes_text(container_testing::make_container(parts)));
  const RunResult run = trellis({path("in.dxil"), "-o", path("out.spv")});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_TRUE(is_one_line(
      run.errors, "trellis: " + path("in.dxil") + ": warning: ", "the reflection data (names) is ignored: "));
  EXPECT_TRUE(exists("out.spv"));
}

}  // namespace
}  // namespace trellis::tools_test
