// Valid DXIL that is refused, as listed in docs/operations.md: dxc and its validator accept each example, and
// the error message is the one on that page. Skipped where dxc is not installed.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "api/operations.hpp"
#include "api/translator.hpp"
#include "tests/support/dxc.hpp"
#include "tests/support/files.hpp"

namespace trellis {
namespace {

namespace fs = std::filesystem;

struct Example {
  const char* message;  ///< Message in the page's row.
  const char* profile;
  const char* source;
};

constexpr Example kExamples[] = {
    {"node shaders are not translated yet", "lib_6_8",
     "struct R { uint3 g : SV_DispatchGrid; };\n"
     "RWByteAddressBuffer u;\n"
     "[Shader(\"node\")] [NodeLaunch(\"broadcasting\")] [NodeMaxDispatchGrid(4, 1, 1)] [NumThreads(8, 1, "
     "1)]\n"
     "void work(DispatchNodeInputRecord<R> r) { u.Store(0, r.Get().g.x); }\n"},
    {"none of them an entry point", "lib_6_3", "export float twice(float x) { return x * 2; }\n"},
    {"patches as the input of a geometry shader", "gs_6_0",
     "struct P { float4 p : SV_Position; };\n"
     "[maxvertexcount(3)] void main(InputPatch<P, 3> i, inout PointStream<P> o) { o.Append(i[0]); }\n"},
    {"a comparing gather can only gather the first channel", "ps_6_0",
     "Texture2D<float4> t; SamplerComparisonState s;\n"
     "float4 main(float2 p : P) : SV_Target { return t.GatherCmpGreen(s, p, 0.5); }\n"},
    {"evaluating a system value at another position", "ps_6_0",
     "float4 main(float2 c : SV_ClipDistance) : SV_Target { return EvaluateAttributeSnapped(c, int2(1, "
     "1)).xyxy; }\n"},
};

class RefusedPrograms : public testing::Test {
 protected:
  void SetUp() override {
    if (!test_support::installed_dxc()) GTEST_SKIP() << test_support::kNoDxc;
    folder_ = fs::path(testing::TempDir()) / "trellis-refused-programs";
    fs::create_directories(folder_);
  }
  void TearDown() override {
    std::error_code error;
    if (!folder_.empty()) fs::remove_all(folder_, error);
  }
  std::string dxil_of(size_t n) const { return (folder_ / (std::to_string(n) + ".dxil")).string(); }

  fs::path folder_;
};

TEST_F(RefusedPrograms, AreValidAndHaveTheMessageOfThePage) {
  std::vector<std::vector<std::string>> commands;
  std::vector<std::string> containers;
  for (size_t n = 0; n < std::size(kExamples); ++n) {
    const std::string source = (folder_ / (std::to_string(n) + ".hlsl")).string();
    std::ofstream(source) << kExamples[n].source;
    // dxc's default entry point is main.
    commands.push_back({source, "-T", kExamples[n].profile, "-Fo", dxil_of(n)});
    containers.push_back(dxil_of(n));
  }
  const auto compiled = test_support::compile_all(commands, 120);
  ASSERT_TRUE(compiled) << compiled.error().to_string();
  const auto validated = test_support::validate_all(containers, 120);
  ASSERT_TRUE(validated) << validated.error().to_string();
  Translator translator;
  for (size_t n = 0; n < std::size(kExamples); ++n) {
    EXPECT_TRUE((*compiled)[n].done) << (*compiled)[n].messages;
    EXPECT_TRUE((*validated)[n].done) << (*validated)[n].messages;
    const auto dxil = test_support::read_binary_file(dxil_of(n));
    ASSERT_TRUE(dxil) << dxil.error().to_string();
    const auto translation = translator.translate(*dxil);
    ASSERT_FALSE(translation) << kExamples[n].message;
    EXPECT_EQ(translation.error().code, ErrorCode::kUnsupported) << translation.error().to_string();
    EXPECT_NE(translation.error().to_string().find(kExamples[n].message), std::string::npos)
        << translation.error().to_string();
  }
}

TEST(RefusedProgramList, HasAnExampleForEach) {
  const auto programs = refused_programs();
  ASSERT_EQ(programs.size(), std::size(kExamples));
  for (size_t n = 0; n < programs.size(); ++n) EXPECT_STREQ(programs[n].message, kExamples[n].message);
}

}  // namespace
}  // namespace trellis
