// --debug-info: the module contains the source text, the source locations of instructions and the names of
// values.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "api/modules/validate.hpp"
#include "api/translator.hpp"
#include "tests/dxil_frontend/readers/assembly.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"

namespace trellis {
namespace {

Result<String> translate(const std::vector<uint8_t>& bytes, spirv::DebugInfoLevel level) {
  TranslateOptions options;
  options.debug_info = level;
  options.validate = true;
  auto translation = Translator().translate(bytes, options);
  if (!translation) return translation.error();
  return assembly_text(translation->spirv, false);
}

constexpr auto kNone = spirv::DebugInfoLevel::kNone, kLines = spirv::DebugInfoLevel::kLines;

// Two blocks with a constant, a memory object and a value without a source location.
const char* const kProgram = R"(
declare void @llvm.dbg.value(metadata, metadata, metadata)
declare i32 @dx.op.threadId.i32(i32, i32)
declare i32 @dx.op.unaryBits.i32(i32, i32)
define void @main() !dbg !3 {
entry:
  %local = alloca i32
  %id = call i32 @dx.op.threadId.i32(i32 93, i32 0), !dbg !10
  %sum = add i32 %id, 40, !dbg !11
  %more = mul i32 %sum, 3, !dbg !11
  store i32 %more, ptr %local, !dbg !12
  %plain = xor i32 %more, 5
  call void @llvm.dbg.value(metadata i32 %plain, metadata !20, metadata !DIExpression()), !dbg !12
  %bits = call i32 @dx.op.unaryBits.i32(i32 31, i32 %plain)
  %c = icmp eq i32 %plain, 9, !dbg !12
  br i1 %c, label %then, label %end, !dbg !12
then:
  store i32 %plain, ptr %local, !dbg !12
  br label %end
end:
  ret void, !dbg !13
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!5}
!dx.source.contents = !{!30}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.hlsl", directory: "")
!2 = !DISubroutineType(types: !{})
!3 = distinct !DISubprogram(name: "main", file: !1, line: 3, type: !2, unit: !0, spFlags: DISPFlagDefinition)
!5 = !{i32 2, !"Debug Info Version", i32 3}
!10 = !DILocation(line: 10, column: 1, scope: !3)
!11 = !DILocation(line: 11, column: 2, scope: !3)
!12 = !DILocation(line: 12, column: 3, scope: !3)
!13 = !DILocation(line: 13, column: 4, scope: !3)
!20 = !DILocalVariable(name: "mixed", scope: !3, file: !1, line: 4)
!30 = !{!"a.hlsl", !"void main() {}"}
)";

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    std::string line = text.substr(begin, end - begin);
    line.erase(0, line.find_first_not_of(' '));
    lines.push_back(std::move(line));
    begin = end + 1;
  }
  return lines;
}

/// Returns the opcodes from the first label on, each OpLine with its line and column numbers.
std::string outline_of(const std::string& assembly) {
  std::string outline;
  bool is_code = false;
  for (const std::string& line : lines_of(assembly)) {
    const size_t opcode = line.find("Op");
    if (opcode == std::string::npos) continue;
    std::string name = line.substr(opcode, line.find(' ', opcode) - opcode);
    is_code |= name == "OpLabel";
    if (name == "OpLine") name = line.substr(line.find(' ', line.find('%')) + 1);
    if (is_code) outline += (outline.empty() ? "" : "; ") + name;
  }
  return outline;
}

TEST(DebugInfo, PlacesChangeWhereTheSourceDoes) {
  const auto bitcode = dxil::test::assemble(kProgram + dxil::test::compute_metadata());
  ASSERT_TRUE(bitcode) << bitcode.error().to_string();
  const auto text = translate(*bitcode, kLines);
  ASSERT_TRUE(text) << text.error().to_string();
  EXPECT_EQ(outline_of(*text),
            "OpLabel; OpVariable; OpLoad; OpCompositeExtract; 11 2; OpIAdd; OpIMul; 12 3; OpStore; OpNoLine; "
            "OpBitwiseXor; OpBitCount; 12 3; OpIEqual; OpSelectionMerge; OpBranchConditional; "
            "OpLabel; 12 3; OpStore; OpNoLine; OpBranch; OpLabel; 13 4; OpReturn; OpFunctionEnd")
      << *text;
  const auto has = [&](const std::string& part) {
    EXPECT_NE(text->find(part), std::string::npos) << part << "\n" << *text;
  };
  has("OpString \"a.hlsl\"");
  has("OpSource HLSL 660 ");
  has("\"void main() {}\"");
  for (const char* name : {"\"sum\"", "\"more\"", "\"mixed\"", "\"local\"", "\"bits\""}) has(name);
}

TEST(DebugInfo, InstrumentsNameFilesAndLines) {
  const auto bitcode = dxil::test::assemble(kProgram + dxil::test::compute_metadata());
  ASSERT_TRUE(bitcode) << bitcode.error().to_string();
  TranslateOptions options;
  options.instrumentation.count_instructions = true;
  ReadOptions reading;
  reading.debug_info = true;
  const auto translation = Translator().translate(*bitcode, options, reading);
  ASSERT_TRUE(translation) << translation.error().to_string();
  const auto& blocks = translation->instruments.blocks;
  ASSERT_EQ(blocks.size(), 3u);
  const uint32_t lines[] = {10, 12, 13};
  for (uint32_t n = 0; n < 3; ++n) {
    EXPECT_EQ(blocks[n].place.line, lines[n]) << n;
    EXPECT_EQ(blocks[n].place.column, lines[n] - 9) << n;
    EXPECT_EQ(blocks[n].place.file, "a.hlsl");
    EXPECT_EQ(blocks[n].place.where.block, decimal(n));
  }
  EXPECT_EQ(blocks[0].operations, 2u);
  EXPECT_EQ(blocks[1].instructions, 2u);
  EXPECT_EQ(blocks[2].instructions, 1u);
}

TEST(DebugInfo, NothingIsEmittedByDefault) {
  const auto bitcode = dxil::test::assemble(kProgram + dxil::test::compute_metadata());
  ASSERT_TRUE(bitcode) << bitcode.error().to_string();
  const auto text = translate(*bitcode, kNone);
  ASSERT_TRUE(text) << text.error().to_string();
  for (const char* part : {"OpLine", "OpNoLine", "OpString", "OpSource", "mixed"}) {
    EXPECT_EQ(text->find(part), std::string::npos) << part;
  }
}

TEST(DebugInfo, EveryDebugVariantOfTheCorpusIsCarriedOver) {
  uint32_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(test_support::corpus_root() / "variants")) {
    if (entry.path().string().find(".debug.dxil") == std::string::npos) continue;
    const auto bytes = test_support::read_binary_file(entry.path());
    ASSERT_TRUE(bytes) << entry.path();
    const auto text = translate(*bytes, kLines);
    if (!text) {
      EXPECT_EQ(text.error().code, ErrorCode::kUnsupported) << entry.path() << text.error().to_string();
      continue;
    }
    ++count;
    EXPECT_NE(text->find("OpLine "), std::string::npos) << entry.path();
    EXPECT_NE(text->find("main("), std::string::npos) << entry.path();
    const auto again = translate(*bytes, kLines);
    ASSERT_TRUE(again);
    EXPECT_EQ(*text, *again) << entry.path();
  }
  EXPECT_GE(count, 8u);
}

TEST(DebugInfo, LongSourcesAreContinued) {
  std::string program = kProgram;
  const std::string text = "void main() {}", wide = "\xE2\x82\xAC";
  std::string source = "x";
  while (source.size() < 600000) source += wide;
  program.replace(program.find(text), text.size(), source);
  const auto bitcode = dxil::test::assemble(program + dxil::test::compute_metadata());
  ASSERT_TRUE(bitcode) << bitcode.error().to_string();
  const auto module = translate(*bitcode, kLines);
  ASSERT_TRUE(module) << module.error().to_string();
  std::string joined;
  for (const std::string& line : lines_of(*module)) {
    if (!line.starts_with("OpSource")) continue;
    const std::string part = line.substr(line.find('"') + 1, line.rfind('"') - line.find('"') - 1);
    EXPECT_LE(part.size(), 0xFFFFu * 4);
    EXPECT_NE(part[0] & 0xC0, 0x80);  // No continuation may split a UTF-8 sequence.
    joined += part;
  }
  EXPECT_EQ(joined, source);
}

}  // namespace
}  // namespace trellis
