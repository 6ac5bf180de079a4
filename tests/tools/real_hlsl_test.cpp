// Tests HLSL input with the real dxc. Skipped unless scripts/get-dxc has installed it.
#include <algorithm>
#include <cstdlib>

#include "support/run_program.hpp"
#include "tests/support/dxc.hpp"
#include "tests/tools/program.hpp"

namespace trellis::tools_test {
namespace {

constexpr const char* kPixel = "float4 main(float4 c : COLOR) : SV_Target { return c * 2; }\n";
constexpr const char* kWithWarning = "float4 main(float4 c : COLOR) : SV_Target\n{\n  float2 x = c;\n  return x.xyxy;\n}\n";

class RealHlsl : public InFolder {
 protected:
  void SetUp() override {
    InFolder::SetUp();
    path_before_ = ::getenv("PATH");
    // There is no dxc on this PATH, so it has to be found in the cache.
    ::setenv("PATH", "/usr/bin:/bin", 1);
    if (!test_support::installed_dxc()) GTEST_SKIP() << test_support::kNoDxc;
  }
  void TearDown() override {
    ::setenv("PATH", path_before_.c_str(), 1);
    InFolder::TearDown();
  }

  /// Runs dxc itself.
  RunResult dxc(const std::vector<std::string>& arguments) const {
    Vector<String> command = {*test_support::installed_dxc()};
    for (const std::string& argument : arguments) command.push_back(argument);
    const auto ran = run_program(command, {}, 60);
    if (!ran || !ran->found) return {};
    return {ran->exit_status, ran->output, ran->errors};
  }

  /// Translates a source file and returns the module's assembly. The program must succeed and print no
  /// messages.
  std::string assembly(const std::string& file, const std::vector<std::string>& arguments) const {
    std::vector<std::string> command = {path(file), "--validate", "--emit", "spvasm"};
    command.insert(command.end(), arguments.begin(), arguments.end());
    const RunResult run = trellis(command);
    EXPECT_EQ(run.exit_code, 0) << run.errors;
    EXPECT_EQ(run.errors, "");
    return run.output;
  }

  std::string path_before_;
};

bool says(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST_F(RealHlsl, TheModuleIsThatOfTheContainer) {
  write("a.hlsl", kPixel);
  RunResult run = trellis({path("a.hlsl"), "-T", "ps_6_6", "-E", "main", "-o", path("a.spv"), "--validate"});
  ASSERT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_EQ(run.errors, "");
  ASSERT_EQ(dxc({path("a.hlsl"), "-T", "ps_6_6", "-E", "main", "-Fo", path("b.dxil")}).exit_code, 0);
  ASSERT_EQ(trellis({path("b.dxil"), "-o", path("b.spv")}).exit_code, 0);
  EXPECT_EQ(read("a.spv"), read("b.spv"));
  // The source may also come from standard input.
  run = trellis({"-", "-T", "ps_6_6", "-E", "main", "-o", path("c.spv")}, kPixel);
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_EQ(read("a.spv"), read("c.spv"));
}

TEST_F(RealHlsl, PagesOfGraphsShowTheSource) {
  write("a.hlsl", kPixel);
  const RunResult run = trellis({"cfg", path("a.hlsl"), "-T", "ps_6_6", "-o", path("a.json")});
  ASSERT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_TRUE(says(read("a.json"), "return c * 2;"));
}

TEST_F(RealHlsl, AllStagesCompile) {
  struct Stage {
    const char *profile, *source, *in_module;
  };
  const char* const control = "struct P { float4 p : SV_Position; };\n";
  const Stage stages[] = {
      {"vs_6_0", "float4 main(uint i : SV_VertexID) : SV_Position { return i; }", "OpEntryPoint Vertex"},
      {"ps_6_0", "float4 main() : SV_Target { return 1; }", "OpEntryPoint Fragment"},
      {"cs_6_0", "RWByteAddressBuffer u; [numthreads(8, 8, 1)] void main(uint3 i : SV_DispatchThreadID) { u.Store(i.x * 4, i.y); }",
       "OpEntryPoint GLCompute"},
      {"gs_6_0", "[maxvertexcount(1)] void main(point P i[1], inout PointStream<P> o) { o.Append(i[0]); }",
       "OpEntryPoint Geometry"},
      {"hs_6_0",
       "struct C { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; };\n"
       "C constants() { C c; c.e[0] = c.e[1] = c.e[2] = c.i = 2; return c; }\n"
       "[domain(\"tri\")] [partitioning(\"integer\")] [outputtopology(\"triangle_cw\")] [outputcontrolpoints(3)]\n"
       "[patchconstantfunc(\"constants\")] P main(InputPatch<P, 3> i, uint n : SV_OutputControlPointID) { return i[n]; }",
       "OpEntryPoint TessellationControl"},
      {"ds_6_0",
       "struct C { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; };\n"
       "[domain(\"tri\")] P main(C c, float3 u : SV_DomainLocation, const OutputPatch<P, 3> i) { return i[0]; }",
       "OpEntryPoint TessellationEvaluation"},
      {"as_6_5",
       "struct J { uint n; }; groupshared J j;\n"
       "[numthreads(1, 1, 1)] void main(uint i : SV_GroupID) { j.n = i; DispatchMesh(1, 1, 1, j); }",
       "OpEntryPoint TaskEXT"},
      {"ms_6_5",
       "[outputtopology(\"triangle\")] [numthreads(3, 1, 1)]\n"
       "void main(uint i : SV_GroupThreadID, out vertices P v[3], out indices uint3 t[1])\n"
       "{ SetMeshOutputCounts(3, 1); v[i].p = i; if (i == 0) t[0] = uint3(0, 1, 2); }",
       "OpEntryPoint MeshEXT"},
      {"lib_6_3", "RWByteAddressBuffer u; [shader(\"raygeneration\")] void main() { u.Store(0, DispatchRaysIndex().x); }",
       "OpEntryPoint RayGeneration"},
  };
  for (const Stage& stage : stages) {
    write("a.hlsl", control + std::string(stage.source) + "\n");
    for (const char* level : {"-O3", "-Od"}) {
      const std::string text = assembly("a.hlsl", {"-T", stage.profile, "-E", "main", "--", level});
      EXPECT_TRUE(says(text, stage.in_module)) << stage.profile << " " << level << "\n" << text;
    }
  }
}

TEST_F(RealHlsl, FoldersAndDefinesAndTheLanguageArePassedOn) {
  write("headers/one/scale.hlsli", "#include \"two/more.hlsli\"\n");
  write("headers/two more/two/more.hlsli", "static const float kScale = SCALE;\n");
  write("a.hlsl",
        "#include \"scale.hlsli\"\n"
        "float4 main(float4 c : COLOR) : SV_Target { return (c > 0) && (c < 4) ? c * kScale : 0; }\n");
  const std::vector<std::string> folders = {"-I", path("headers/one"), "-I" + path("headers/two more")};
  std::vector<std::string> arguments = {"-T", "ps_6_0", "--", "-HV", "2018", "-D", "SCALE=7.5"};
  arguments.insert(arguments.end(), folders.begin(), folders.end());
  EXPECT_TRUE(says(assembly("a.hlsl", arguments), "7.5"));
  arguments[4] = "2021";  // In HLSL 2021, && needs scalars.
  arguments.insert(arguments.begin(), {path("a.hlsl"), "-o", path("a.spv")});
  const RunResult run = trellis(arguments);
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_TRUE(says(run.errors, "a.hlsl:2:60: error: ")) << run.errors;
}

TEST_F(RealHlsl, WarningsAreThoseOfDxcOnce) {
  write("a.hlsl", kWithWarning);
  const std::string said = dxc({path("a.hlsl"), "-T", "ps_6_0", "-E", "main", "-Fo", path("b.dxil")}).errors;
  ASSERT_TRUE(says(said, "a.hlsl:3:10: warning: implicit truncation of vector type [-Wconversion]\n  float2 x = c;\n"))
      << said;
  RunResult run = trellis({path("a.hlsl"), "-T", "ps_6_0", "-o", path("a.spv"), "--depfile", path("a.d")});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.errors, said);
  run = trellis({path("a.hlsl"), "-T", "ps_6_0", "-o", path("a.spv"), "--quiet"});
  EXPECT_EQ(run.errors, "");
  // The messages are not lost if the translation fails.
  run = trellis({path("a.hlsl"), "-T", "ps_6_0", "-E", "main", "-o", path("a.spv"), "--entry-name", "", "--root-signature", "embedded"});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_TRUE(run.errors.starts_with(said)) << run.errors;
}

TEST_F(RealHlsl, ErrorsAreThoseOfDxcAndNoFileIsTouched) {
  write("a.hlsl", "float4 main() : SV_Target { float2 unused = float4(1, 2, 3, 4); return nothing; }\n");
  write("a.spv", "as it was");
  const std::string said = dxc({path("a.hlsl"), "-T", "ps_6_0", "-E", "main", "-Fo", path("b.dxil")}).errors;
  ASSERT_TRUE(says(said, "error: use of undeclared identifier 'nothing'") && says(said, "warning: ")) << said;
  const std::vector<std::string> before = files();
  RunResult run = trellis({path("a.hlsl"), "-T", "ps_6_0", "-o", path("a.spv"), "--depfile", path("a.d"), "--", "-Zi", "-Fd",
                           path("a.pdb")});
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_EQ(run.errors, said + "trellis: " + path("a.hlsl") + ": error: dxc failed to compile the shader\n");
  EXPECT_EQ(read("a.spv"), "as it was");
  EXPECT_EQ(files(), before);
  // In JSON and SARIF, each message is an object with its location.
  run = trellis({path("a.hlsl"), "-T", "ps_6_0", "-o", path("a.spv"), "--error-format", "json"});
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_TRUE(says(run.errors, "\"kind\":\"compiler-error\",\"message\":\"use of undeclared identifier 'nothing'\"")) << run.errors;
  EXPECT_TRUE(says(run.errors, "\"line\":1,\"column\":72}")) << run.errors;
  EXPECT_EQ(std::count(run.errors.begin(), run.errors.end(), '\n'), 2) << run.errors;
  run = trellis({path("a.hlsl"), "-T", "ps_6_0", "-o", path("a.spv"), "--error-format", "sarif"});
  EXPECT_TRUE(says(run.errors, "\"region\":{\"startLine\":1,\"startColumn\":72}")) << run.errors;
}

// A comparing gather is not supported. The shader has no debug information until the error needs it.
TEST_F(RealHlsl, ErrorsOfTheTranslationNameTheLine) {
  write("a.hlsl",
        "Texture2D<float4> shadows;\nSamplerComparisonState s;\n"
        "float4 main(float2 at : AT) : SV_Target {\n"
        "  return shadows.GatherCmpGreen(s, at, 0.5);\n}\n");
  const std::string start = path("a.hlsl") + ":4:10: error: a comparing gather";
  RunResult run = trellis({path("a.hlsl"), "-T", "ps_6_6", "-o", path("a.spv")});
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_TRUE(run.errors.starts_with(start)) << run.errors;
  run = trellis({path("a.hlsl"), "-T", "ps_6_6", "-o", path("a.spv"), "--error-format", "json"});
  EXPECT_TRUE(says(run.errors, "\"line\":4,\"column\":10")) << run.errors;
  // For a compiled container, the line is only known if it has debug information.
  ASSERT_EQ(dxc({path("a.hlsl"), "-T", "ps_6_6", "-E", "main", "-Zi", "-Qembed_debug", "-Fo", path("b.dxil")}).exit_code, 0);
  run = trellis({path("b.dxil"), "-o", path("a.spv")});
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_TRUE(run.errors.starts_with(start)) << run.errors;
  EXPECT_TRUE(says(run.errors, ", in " + path("b.dxil"))) << run.errors;
  ASSERT_EQ(dxc({path("a.hlsl"), "-T", "ps_6_6", "-E", "main", "-Fo", path("c.dxil")}).exit_code, 0);
  run = trellis({path("c.dxil"), "-o", path("a.spv")});
  EXPECT_TRUE(run.errors.starts_with("trellis: " + path("c.dxil") + ": error: a comparing gather")) << run.errors;
}

TEST_F(RealHlsl, WarningsOfEntryPointsLeftOutNameTheLine) {
  write("lib.hlsl",
        "RWBuffer<float> result : register(u0);\nfloat elsewhere(float x);\n"
        "[shader(\"raygeneration\")] void first() { result[0] = 1; }\n"
        "[shader(\"raygeneration\")] void second() { result[1] = elsewhere(result[2]); }\n");
  for (const char* option : {"--each-entry", "--all-entries"}) {
    const RunResult text = trellis({path("lib.hlsl"), "-T", "lib_6_3", option, "-o", path("lib.spv")});
    EXPECT_EQ(text.exit_code, 3);
    EXPECT_TRUE(text.errors.starts_with(path("lib.hlsl") + ":4:55: warning: entry point second is left out: ")) << text.errors;
    const RunResult json =
        trellis({path("lib.hlsl"), "-T", "lib_6_3", option, "-o", path("lib.spv"), "--error-format", "json"});
    EXPECT_TRUE(says(json.errors, "\"severity\":\"warning\"")) << json.errors;
    EXPECT_TRUE(says(json.errors, "\"line\":4,\"column\":55")) << json.errors;
  }
}

TEST_F(RealHlsl, StagesHaveOneLayout) {
  write("a.vert.hlsl",
        "struct Frame { float4 scale; }; ConstantBuffer<Frame> frame : register(b0, space1);\n"
        "float4 main(float3 at : POSITION, uint2 id : ID) : SV_Position { return float4(at, id.x) * frame.scale; }\n");
  write("a.frag.hlsl",
        "struct Frame { float4 scale; }; ConstantBuffer<Frame> frame : register(b0, space1);\n"
        "Texture2D<float4> pictures[3] : register(t2, space2); RWStructuredBuffer<uint> hits : register(u0, space3);\n"
        "float4 main(float4 at : SV_Position) : SV_Target {\n"
        "  hits[0] = 1; return pictures[uint(at.y) % 3].Load(int3(at.xy, 0)) * frame.scale;\n}\n");
  write("b.frag.hlsl",
        "StructuredBuffer<float4> frame : register(t0, space1);\nfloat4 main() : SV_Target { return frame[0]; }\n");
  RunResult run = trellis({path("a.vert.hlsl"), path("a.frag.hlsl"), "-T", "6_6", "--layout", "-"});
  ASSERT_EQ(run.exit_code, 0) << run.errors;
  for (const char* part :
       {"\"VK_SHADER_STAGE_VERTEX_BIT\",\n            \"VK_SHADER_STAGE_FRAGMENT_BIT\"", "\"type\": \"VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER\"",
        "\"type\": \"VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE\",\n          \"count\": 3", "\"type\": \"VK_DESCRIPTOR_TYPE_STORAGE_BUFFER\"",
        "\"name\": \"frame\"", "\"format\": \"VK_FORMAT_R32G32B32_SFLOAT\"", "\"format\": \"VK_FORMAT_R32G32_UINT\""}) {
    EXPECT_TRUE(says(run.output, part)) << part << "\n" << run.output;
  }
  EXPECT_EQ(files().size(), 3u) << "no modules";
  // These modules cannot share a set.
  run = trellis({path("a.vert.hlsl"), path("b.frag.hlsl"), "-T", "6_6", "--layout", path("l.json"), "--t-shift", "0", "1"});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_TRUE(says(run.errors, "set 1, binding 0 is VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER (frame) and ")) << run.errors;
  EXPECT_FALSE(exists("l.json"));
}

TEST_F(RealHlsl, DxcsOptionsNeedNoSeparator) {
  write("headers/scale.hlsli", "static const float kScale = SCALE;\n");
  write("a.hlsl", "#include \"scale.hlsli\"\nfloat4 main(float4 c : COLOR) : SV_Target { return c * kScale; }\n");
  EXPECT_TRUE(says(assembly("a.hlsl", {"-I", path("headers"), "-DSCALE=7.5", "-T", "ps_6_0", "-Od"}), "7.5"));
}

TEST_F(RealHlsl, FoldersOfSourcesAreCompiled) {
  write("in/sky.ps.hlsl", kPixel);
  write("in/deep/blur.comp.hlsl", "[numthreads(1, 1, 1)] void main() {}\n");
  write("in/common.hlsl", "float half_of(float x) { return x / 2; }\n");
  RunResult run = trellis({path("in"), "-T", "6_6", "-o", path("out"), "--validate"});
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_TRUE(exists("out/sky.ps.spv") && exists("out/deep/blur.comp.spv") && !exists("out/common.spv"));
  run = trellis({path("in/common.hlsl"), "-T", "6_6", "-o", path("out/common.spv")});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_TRUE(says(run.errors, "NAME.ps.hlsl")) << run.errors;
  // A full profile applies to every source.
  run = trellis({path("in"), "-T", "cs_6_6", "-o", path("other")});
  EXPECT_EQ(run.exit_code, 3) << run.errors;
  EXPECT_TRUE(exists("other/deep/blur.comp.spv"));
}

TEST_F(RealHlsl, AnInvalidProfileOrAMissingIncludeIsDxcsError) {
  write("a.hlsl", kPixel);
  EXPECT_EQ(trellis({path("a.hlsl"), "-T", "ps_9_9", "-o", path("a.spv")}).exit_code, 3);
  write("b.hlsl", "#include \"nowhere.hlsli\"\n");
  const RunResult run = trellis({path("b.hlsl"), "-T", "ps_6_0", "-o", path("a.spv"), "--depfile", path("a.d")});
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_TRUE(says(run.errors, "fatal error: 'nowhere.hlsli' file not found")) << run.errors;
  EXPECT_FALSE(exists("a.spv"));
}

TEST_F(RealHlsl, IncludesAreInTheDepfile) {
  write("part/one.hlsli", "#include \"two words.hlsli\"\n#define UNUSED 1\n");
  write("part/two words.hlsli", "#define TWO 2\n");
  write("system/three.hlsli", "#define THREE 3\n");
  write("a.hlsl", "#include \"part/one.hlsli\"\n#include <three.hlsli>\nfloat4 main() : SV_Target { return TWO + THREE; }\n");
  const RunResult run = trellis({path("a.hlsl"), "-T", "ps_6_0", "-o", path("a.spv"), "--depfile", path("a.d"), "--", "-I",
                                 path("system")});
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  const std::string folder = path("");
  EXPECT_EQ(read("a.d"), path("a.spv") + ": \\\n  " + path("a.hlsl") + " \\\n  " + path("part/one.hlsli") + " \\\n  " +
                             path("part") + "/two\\ words.hlsli \\\n  " + path("system/three.hlsli") + "\n");
}

TEST_F(RealHlsl, DebugInformationIsInTheContainerOrThePdb) {
  write("a.hlsl", "float4 main(float4 colour : COLOR) : SV_Target { float4 doubled = colour * 2; return doubled; }\n");
  const std::string text = assembly("a.hlsl", {"-T", "ps_6_0", "--debug-info=full"});
  EXPECT_TRUE(says(text, "DebugLocalVariable") && says(text, "\"doubled\"") && says(text, "float4 doubled = colour * 2")) << text;
  EXPECT_TRUE(says(assembly("a.hlsl", {"-T", "ps_6_0", "--", "-Zi", "-Qembed_debug"}), "OpEntryPoint"));
  // The PDB that dxc writes beside the module also has debug information, with the text of each file in a
  // separate part.
  write("b.hlsl", "#include \"two.hlsli\"\nfloat4 main(float4 c : COLOR) : SV_Target { float4 doubled = twice(c); return doubled; }\n");
  write("two.hlsli", "float4 twice(float4 x) { return x * 2; } // Of each component.\n");
  assembly("b.hlsl", {"-T", "ps_6_0", "--", "-Zi", "-Fd", path("b.pdb")});
  ASSERT_TRUE(exists("b.pdb"));
  const RunResult run = trellis({path("b.pdb"), "--debug-info=full", "--emit", "spvasm", "--validate"});
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_EQ(run.errors, "");
  EXPECT_TRUE(says(run.output, "DebugLocalVariable") && says(run.output, "\"doubled\"")) << run.output;
  EXPECT_TRUE(says(run.output, "float4 doubled = twice(c)") && says(run.output, "// Of each component.")) << run.output;
}

TEST_F(RealHlsl, RootSignaturesOfTheSourceAreFollowed) {
  write("a.hlsl",
        "#define Layout \"RootConstants(num32BitConstants=4, b0), DescriptorTable(SRV(t3))\"\n"
        "float4 constants : register(b0); cbuffer C : register(b0) { float4 k; }\n"
        "Texture2D<float4> t : register(t3);\n"
        "[RootSignature(Layout)] float4 main(float4 p : SV_Position) : SV_Target { return k + t.Load(int3(p.xyz)); }\n");
  RunResult run = trellis({path("a.hlsl"), "-T", "ps_6_0", "-E", "main", "-o", path("a.spv"), "--validate", "--root-signature",
                           "embedded", "--layout", path("embedded.json")});
  ASSERT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_TRUE(says(read("embedded.json"), "push_constant") || says(read("embedded.json"), "pushConstant")) << read("embedded.json");
  // A root signature that is compiled separately.
  ASSERT_EQ(dxc({path("a.hlsl"), "-T", "rootsig_1_1", "-E", "Layout", "-Fo", path("layout.dxil")}).exit_code, 0);
  run = trellis({path("a.hlsl"), "-T", "ps_6_0", "-E", "main", "-o", path("b.spv"), "--root-signature", path("layout.dxil"),
                 "--layout", path("file.json")});
  ASSERT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_EQ(read("a.spv"), read("b.spv"));
  EXPECT_EQ(read("embedded.json"), read("file.json"));
  // A root signature is not a shader.
  run = trellis({path("a.hlsl"), "-T", "rootsig_1_1", "-E", "Layout", "-o", path("c.spv")});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_FALSE(exists("c.spv"));
}

TEST_F(RealHlsl, LibrariesHaveAModuleForEachEntryPoint) {
  write("a.hlsl",
        "RaytracingAccelerationStructure scene; RWTexture2D<float4> image;\n"
        "struct [raypayload] P { float4 c : read(caller) : write(caller, miss); };\n"
        "[shader(\"raygeneration\")] void camera() { P p = {float4(0, 0, 0, 0)}; RayDesc r = {float3(0, 0, 0), 0, float3(0, 0, 1), 9};\n"
        "  TraceRay(scene, 0, ~0, 0, 0, 0, r, p); image[DispatchRaysIndex().xy] = p.c; }\n"
        "[shader(\"miss\")] void sky(inout P p) { p.c = 1; }\n");
  const RunResult run =
      trellis({path("a.hlsl"), "-T", "lib_6_7", "--each-entry", "-o", path("scene.spv"), "--validate"});
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_TRUE(exists("scene.camera.spv") && exists("scene.sky.spv"));
  EXPECT_TRUE(says(assembly("a.hlsl", {"-T", "lib_6_7", "-E", "sky"}), "OpEntryPoint Miss"));
  EXPECT_TRUE(says(assembly("a.hlsl", {"-T", "lib_6_7", "--all-entries", "--", "-Od"}), "OpEntryPoint RayGeneration"));
}

TEST_F(RealHlsl, OneThatFailsDoesNotStopTheOthers) {
  write("good.hlsl", kPixel);
  write("bad.hlsl", "float4 main() : SV_Target { return }\n");
  const RunResult run = trellis({path("good.hlsl"), path("bad.hlsl"), "-T", "ps_6_0", "-o", path("out/")});
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_TRUE(exists("out/good.spv"));
  EXPECT_FALSE(exists("out/bad.spv"));
  EXPECT_TRUE(says(run.errors, "trellis: 1 of 2 done, 1 failed (1 not compiled);")) << run.errors;
}

}  // namespace
}  // namespace trellis::tools_test
