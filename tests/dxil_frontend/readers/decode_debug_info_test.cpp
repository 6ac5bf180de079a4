// Decoding of source positions, names, and the source text.
#include <gtest/gtest.h>

#include <string>

#include "tests/dxil_frontend/readers/assembly.hpp"

namespace trellis::dxil::test {
namespace {

// A function with another one inlined into it, and two files, of which one has its text.
const char* const kCode = R"(
declare void @llvm.dbg.value(metadata, metadata, metadata)
define i32 @f(i32 %count) !dbg !3 {
  %1 = add i32 %count, 1
  %total = mul i32 %1, 3, !dbg !4
  call void @llvm.dbg.value(metadata i32 %1, metadata !20, metadata !DIExpression(DW_OP_LLVM_fragment, 32, 32)), !dbg !4
  call void @llvm.dbg.value(metadata i32 %total, metadata !22, metadata !DIExpression(DW_OP_LLVM_fragment, 64, 32)), !dbg !4
  %.i0 = add i32 %total, %1, !dbg !10
  ret i32 %.i0, !dbg !4
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!5}
!dx.source.contents = !{!30}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.hlsl", directory: "C:\\shaders")
!2 = !DISubroutineType(types: !{})
!3 = distinct !DISubprogram(name: "f", file: !1, line: 3, type: !2, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DILocation(line: 42, column: 7, scope: !3)
!5 = !{i32 2, !"Debug Info Version", i32 3}
!6 = !DIFile(filename: "/lib/b.hlsli", directory: "ignored")
!7 = distinct !DISubprogram(name: "g", file: !6, line: 1, type: !2, unit: !0, spFlags: DISPFlagDefinition)
!8 = !DILexicalBlock(scope: !7, file: !6, line: 2, column: 1)
!10 = !DILocation(line: 2, column: 3, scope: !8, inlinedAt: !4)
!20 = !DILocalVariable(name: "pos", scope: !3, file: !1, line: 4, type: !21)
!21 = !DICompositeType(tag: DW_TAG_class_type, name: "vector<uint, 2>", file: !1, size: 64)
!22 = !DILocalVariable(name: "items", scope: !3, file: !1, line: 4, type: !23)
!23 = !DICompositeType(tag: DW_TAG_structure_type, name: "Items", file: !1, size: 128)
!30 = !{!"C:/shaders\\a.hlsl", !"uint f() { }"}
)";

std::string without_debug_info() {
  return R"(
define i32 @f(i32 %count) {
  %1 = add i32 %count, 1
  ret i32 %1
}
)";
}

TEST(DecodeDebugInfo, EveryInstructionHasItsPlace) {
  const Result<Module> module = decode_text(kCode);
  ASSERT_TRUE(module.ok()) << module.error().to_string();
  const std::vector<SourcePosition> expected = {{0, 0, 0}, {42, 7, 0}, {2, 3, 1}, {42, 7, 0}};
  EXPECT_EQ(module->functions[0].positions, expected);
  ASSERT_EQ(module->source_files.size(), 2u);
  EXPECT_EQ(module->source_files[0].name, "C:\\shaders/a.hlsl");
  // Inlined code has the position at which it was written.
  EXPECT_EQ(module->source_files[1].name, "/lib/b.hlsli");
}

TEST(DecodeDebugInfo, NamesAndTextsAreReadOnRequest) {
  const Result<Module> plain = decode_text(kCode);
  ASSERT_TRUE(plain.ok()) << plain.error().to_string();
  EXPECT_TRUE(plain->functions[0].names.empty());
  EXPECT_EQ(plain->source_files[0].text, "");

  const Result<Module> module = decode_text_with_names(kCode);
  ASSERT_TRUE(module.ok()) << module.error().to_string();
  const Function& function = module->functions[0];
  std::string names;
  for (const ValueName& name : function.names) {
    names += std::to_string(name.value - function.first_local) + " " + name.name + "; ";
  }
  // Names of the source take precedence over LLVM's. Names that start with a dot are dropped.
  EXPECT_EQ(names, "1 pos.y; 2 items[2]; 0 count; ");
  EXPECT_EQ(module->source_files[0].text, "uint f() { }");
  EXPECT_EQ(module->source_files[1].text, "");
}

TEST(DecodeDebugInfo, ProgramsWithoutItHaveNone) {
  const Result<Module> module = decode_text_with_names(without_debug_info());
  ASSERT_TRUE(module.ok()) << module.error().to_string();
  EXPECT_TRUE(module->functions[0].positions.empty());
  EXPECT_TRUE(module->source_files.empty());
  EXPECT_EQ(module->functions[0].position_of(module->functions[0].instructions[0]).line, 0u);
}

}  // namespace
}  // namespace trellis::dxil::test
