// Decoding functions from their records gives the same result as decoding LLVM's instructions.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "dxil_frontend/read_shader.hpp"
#include "tests/dxil_frontend/readers/assembly.hpp"
#include "tests/dxil_frontend/readers/both_ways.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"

namespace trellis::dxil::test {
namespace {

std::vector<std::filesystem::path> whole_corpus() {
  std::vector<std::filesystem::path> paths;
  for (const auto& file : std::filesystem::recursive_directory_iterator(test_support::corpus_root())) {
    const auto extension = file.path().extension();
    if (extension == ".dxil" || extension == ".pdb") paths.push_back(file.path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

TEST(Records, OfTheCorpusDecodeLikeLlvms) {
  uint32_t modules = 0;
  for (const std::filesystem::path& path : whole_corpus()) {
    const auto bytes = test_support::read_binary_file(path);
    ASSERT_TRUE(bytes.ok()) << path;
    const auto bitcode = find_bitcode(*bytes, {});
    if (!bitcode) continue;
    const BothWays both = decode_both_ways(*bitcode, DebugDepth::kPositions);
    EXPECT_EQ(both.difference, "") << path;
    EXPECT_TRUE(both.is_recorded) << path;
    modules += 1;
  }
  EXPECT_GT(modules, 1500u);
}

// Compares types, scopes, inlined calls, variables and their values, names, positions and files.
TEST(Records, OfDebugInformationReadLikeLlvms) {
  uint32_t modules = 0;
  for (const std::filesystem::path& path : whole_corpus()) {
    const auto bytes = test_support::read_binary_file(path);
    ASSERT_TRUE(bytes.ok()) << path;
    ReadOptions reading;
    reading.debug_info = true;
    const auto bitcode = find_bitcode(*bytes, reading);
    if (!bitcode) continue;
    const BothWays both = decode_both_ways(*bitcode);
    EXPECT_EQ(both.difference, "") << path;
    EXPECT_TRUE(both.is_recorded) << path;
    modules += both.has_debug_info ? 1 : 0;
  }
  EXPECT_GT(modules, 80u);
}

BothWays of_text(std::string_view body, std::string_view globals = "") {
  const std::string text =
      std::string(globals) + "define void @main() {\n" + std::string(body) + "}\n" + compute_metadata();
  const auto bitcode = assemble(text);
  if (!bitcode) return {std::string(bitcode.error().to_string())};
  return decode_both_ways(*bitcode);
}

struct Case {
  const char* name;
  const char* body;
  const char* globals = "";
  bool is_recorded = true;
};

// Code that dxc writes seldom or never.
constexpr Case kCases[] = {
    {"AddressesOfGlobals", R"(
  %v = load float, ptr addrspace(3) getelementptr inbounds ([4 x float], ptr addrspace(3) @g, i32 0, i32 2)
  store float %v, ptr addrspace(3) getelementptr ([4 x float], ptr addrspace(3) @g, i32 0, i32 3), align 4
  ret void
)",
     "@g = internal addrspace(3) global [4 x float] undef\n"},
    {"FlagsOneByOne", R"(
  %a = fadd reassoc nnan ninf nsz arcp contract afn float 1.0, 2.0
  %b = fadd nnan float %a, 2.0
  %c = fcmp fast olt float %a, %b
  %d = fneg fast float %b
  ret void
)"},
    {"ConstantsOfAllKinds", R"(
  %s = alloca { [2 x i32], <2 x half> }
  store { [2 x i32], <2 x half> } { [2 x i32] [i32 1, i32 2], <2 x half> <half 1.0, half 2.0> }, ptr %s
  store { [2 x i32], <2 x half> } zeroinitializer, ptr %s
  store { [2 x i32], <2 x half> } undef, ptr %s
  store { [2 x i32], <2 x half> } { [2 x i32] undef, <2 x half> zeroinitializer }, ptr %s
  ret void
)"},
    {"ALargeConstant", R"(
  %s = alloca [70 x i32]
  store [70 x i32] [i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14,
    i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14,
    i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14,
    i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14,
    i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14], ptr %s
  ret void
)"},
    {"PathsIntoAggregates", R"(
  %s = alloca { { i32, [2 x float] }, i1 }
  %v = load { { i32, [2 x float] }, i1 }, ptr %s
  %x = extractvalue { { i32, [2 x float] }, i1 } %v, 0, 1, 1
  %w = insertvalue { { i32, [2 x float] }, i1 } %v, float %x, 0, 1, 0
  store { { i32, [2 x float] }, i1 } %w, ptr %s
  ret void
)"},
    {"BlocksNeverReached", R"(
  br label %end
lost:
  %x = add i32 %y, 1
  %y = add i32 %x, 1
  br label %end
end:
  %p = phi i32 [ 1, %0 ], [ %x, %lost ]
  ret void
)"},
    {"BlocksOutOfOrder", R"(
  br label %late
early:
  %sum = add i32 %value, 1
  ret void
late:
  %value = add i32 2, 3
  br label %early
)"},
    {"SeveralEdgesFromOneBlock", R"(
  %s = alloca i32
  %x = load i32, ptr %s
  switch i32 %x, label %end [ i32 1, label %end
    i32 -1, label %end ]
end:
  %p = phi i32 [ 5, %0 ], [ 5, %0 ], [ 5, %0 ]
  ret void
)"},
    {"AtomicsAndVectors", R"(
  %old = atomicrmw umax ptr addrspace(3) @n, i32 3 seq_cst
  %pair = cmpxchg ptr addrspace(3) @n, i32 1, i32 %old seq_cst seq_cst
  %first = extractvalue { i32, i1 } %pair, 0
  %v = insertelement <4 x i32> undef, i32 %first, i32 1
  %w = shufflevector <4 x i32> %v, <4 x i32> %v, <3 x i32> <i32 1, i32 undef, i32 7>
  %e = extractelement <3 x i32> %w, i32 %old
  %f = freeze i32 %e
  fence seq_cst
  store volatile i32 %f, ptr addrspace(3) @n, align 4
  ret void
)",
     "@n = internal addrspace(3) global i32 undef\n"},
    {"LifetimeMarkers", R"(
  %s = alloca [4 x i32]
  call void @llvm.lifetime.start.p0(i64 16, ptr %s)
  store [4 x i32] zeroinitializer, ptr %s
  call void @llvm.lifetime.end.p0(i64 16, ptr %s)
  ret void
)",
     "declare void @llvm.lifetime.start.p0(i64, ptr)\ndeclare void @llvm.lifetime.end.p0(i64, ptr)\n"},
    {"UnrollHints", R"(
  br label %loop
loop:
  br i1 true, label %loop, label %end, !llvm.loop !20, !dx.controlflow.hints !22
end:
  ret void
)",
     "!20 = distinct !{!20, !21}\n!21 = !{!\"llvm.loop.unroll.disable\"}\n!22 = !{!22, "
     "!\"dx.controlflow.hints\", i32 1}\n"},
};

class Records : public testing::TestWithParam<Case> {};

TEST_P(Records, SayWhatLlvmSays) {
  const BothWays both = of_text(GetParam().body, GetParam().globals);
  EXPECT_EQ(both.difference, "");
  EXPECT_EQ(both.is_recorded, GetParam().is_recorded);
}

INSTANTIATE_TEST_SUITE_P(Cases, Records, testing::ValuesIn(kCases),
                         [](const auto& parameter) { return std::string(parameter.param.name); });

TEST(RecordsOfText, AreEnoughForCommonCode) {
  EXPECT_TRUE(of_text("  %a = add i32 1, 2\n  ret void\n").is_recorded);
}

BothWays with_metadata(std::string_view metadata) { return of_text("  ret void\n", metadata); }

TEST(RecordsOfMetadata, AreEnoughForPlainValues) {
  const BothWays both = with_metadata(R"(
@g = external addrspace(3) global [4 x i32]
!some = !{!10, !11, !10}
!10 = !{i1 true, half 1.0, double 2.0, [2 x i32] [i32 1, i32 2], { i32, i8 } { i32 0, i8 3 }, float undef, ptr null, ptr addrspace(3) @g}
!11 = distinct !{!11, null, !"", !"text"}
!llvm.module.flags = !{!12}
!12 = !{i32 1, !"flag", i32 2}
)");
  EXPECT_EQ(both.difference, "");
  EXPECT_TRUE(both.is_recorded);
}

TEST(RecordsOfMetadata, LeaveConstantsToComputeToLlvm) {
  const BothWays both = with_metadata(R"(
@g = external addrspace(3) global [4 x i32]
!some = !{!10}
!10 = !{ptr addrspace(3) getelementptr ([4 x i32], ptr addrspace(3) @g, i32 0, i32 2)}
)");
  EXPECT_EQ(both.difference, "");
  EXPECT_FALSE(both.is_recorded);
  EXPECT_FALSE(with_metadata("!some = !{!10}\n!10 = !{{ i32, float } { i32 1, float undef }}\n").is_recorded);
}

TEST(RecordsOfMetadata, AreEnoughForDebugInformation) {
  const BothWays both = with_metadata("!some = !{!10}\n!10 = !DIFile(filename: \"a\", directory: \"b\")\n");
  EXPECT_EQ(both.difference, "");
  EXPECT_TRUE(both.is_recorded);
}

// A table with more constants than are recorded.
std::string large_table() {
  std::string table = "@large = internal constant [70 x i32] [i32 0";
  for (int i = 1; i < 70; ++i) table += ", i32 " + std::to_string(i);
  return table + "]\n";
}

TEST(RecordsOfFrames, DecodeLikeLlvms) {
  const std::string layout =
      "target datalayout = "
      "\"e-m:e-p:32:32-i1:32-i8:8-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64\"\n";
  for (const std::string& globals : {
           layout + "@g = internal addrspace(3) global { i8, double } undef\n",
           std::string("@table = internal unnamed_addr constant [2 x float] [float 1.0, float 2.0]\n"
                       "@c = constant <{ i8, i32 }> <{ i8 1, i32 2 }>\n@e = external constant i32\n"),
           large_table(),
           std::string("%X = type { i32 }\n%X.1 = type { %X, float }\n%empty = type {}\n"
                       "@x = external addrspace(3) global %X.1\n@y = external addrspace(3) global %empty\n"),
           std::string("declare void @llvm.lifetime.start.p0(i64, ptr)\n"
                       "declare i32 @helper(<4 x i32>, ptr addrspace(1))\n"),
           std::string("declare void @attributed() \"fp32-denorm-mode\"=\"ftz\"\n"),
       }) {
    EXPECT_EQ(with_metadata(globals).difference, "") << globals;
  }
}

}  // namespace
}  // namespace trellis::dxil::test
