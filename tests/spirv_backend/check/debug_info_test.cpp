// Modules with NonSemantic.Shader.DebugInfo.100: kinds of operands, source locations, parts of variables.
#include <gtest/gtest.h>

#include "tests/spirv_backend/check/good_modules.hpp"

namespace trellis::module_check_testing {
namespace {

// The source text is split into two strings. Line 4 starts in the first one and ends in the second one, which
// also has the last line.
constexpr std::string_view kDebugText = R"(
OpCapability Shader
OpExtension "SPV_KHR_non_semantic_info"
%set = OpExtInstImport "NonSemantic.Shader.DebugInfo.100"
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main" %buffer
OpExecutionMode %main LocalSize 8 1 1
%file = OpString "a.hlsl"
%text = OpString "// One.
RWByteAddressBuffer b;

void ma"
%rest = OpString "in() {}
// The last line."
%other_file = OpString "none.hlsl"
%name = OpString "x"
%empty = OpString ""
OpDecorate %words ArrayStride 4
OpMemberDecorate %block 0 Offset 0
OpDecorate %block Block
OpDecorate %buffer DescriptorSet 0
OpDecorate %buffer Binding 0
%void = OpTypeVoid
%bool = OpTypeBool
%u32 = OpTypeInt 32 0
%i32 = OpTypeInt 32 1
%f32 = OpTypeFloat 32
%u0 = OpConstant %u32 0
%u1 = OpConstant %u32 1
%u2 = OpConstant %u32 2
%u3 = OpConstant %u32 3
%u4 = OpConstant %u32 4
%u5 = OpConstant %u32 5
%u6 = OpConstant %u32 6
%u15 = OpConstant %u32 15
%u16 = OpConstant %u32 16
%u17 = OpConstant %u32 17
%u18 = OpConstant %u32 18
%u32bits = OpConstant %u32 32
%i1 = OpConstant %i32 1
%f1 = OpConstant %f32 1
%false = OpConstantFalse %bool
%words = OpTypeRuntimeArray %u32
%block = OpTypeStruct %words
%to_block = OpTypePointer StorageBuffer %block
%to_local = OpTypePointer Function %u32
%main_type = OpTypeFunction %void
%buffer = OpVariable %to_block StorageBuffer
%source = OpExtInst %void %set DebugSource %file %text
%more = OpExtInst %void %set DebugSourceContinued %rest
%other = OpExtInst %void %set DebugSource %other_file
%unit = OpExtInst %void %set DebugCompilationUnit %u1 %u4 %source %u5
%none = OpExtInst %void %set DebugInfoNone
%uint = OpExtInst %void %set DebugTypeBasic %name %u32bits %u6 %u0
%vector = OpExtInst %void %set DebugTypeVector %uint %u3
%matrix = OpExtInst %void %set DebugTypeMatrix %vector %u2 %false
%array = OpExtInst %void %set DebugTypeArray %matrix %u5
%member = OpExtInst %void %set DebugTypeMember %name %array %source %u2 %u1 %u0 %u32bits %u0
%struct = OpExtInst %void %set DebugTypeComposite %name %u1 %source %u2 %u0 %unit %empty %u32bits %u0 %member
%signature = OpExtInst %void %set DebugTypeFunction %u0 %void %uint
%function = OpExtInst %void %set DebugFunction %name %signature %source %u4 %u1 %unit %empty %u0 %u4
%inner = OpExtInst %void %set DebugLexicalBlock %source %u4 %u15 %function
%call = OpExtInst %void %set DebugInlinedAt %u4 %function
%outer_call = OpExtInst %void %set DebugInlinedAt %u4 %function %call
%local = OpExtInst %void %set DebugLocalVariable %name %struct %source %u4 %u2 %inner %u4
%argument = OpExtInst %void %set DebugLocalVariable %name %uint %source %u4 %u2 %function %u4 %u1
%global = OpExtInst %void %set DebugGlobalVariable %name %struct %source %u2 %u0 %unit %empty %buffer %u0
%lost = OpExtInst %void %set DebugGlobalVariable %name %struct %other %u32bits %u18 %unit %empty %none %u0
%expression = OpExtInst %void %set DebugExpression
%entry_point = OpExtInst %void %set DebugEntryPoint %function %unit %name %empty
%main = OpFunction %void None %main_type
%entry = OpLabel
%memory = OpVariable %to_local Function
%definition = OpExtInst %void %set DebugFunctionDefinition %function %main
%scope = OpExtInst %void %set DebugScope %inner %outer_call
%declared = OpExtInst %void %set DebugDeclare %argument %memory %expression
%line = OpExtInst %void %set DebugLine %source %u4 %u5 %u1 %u18
%bound = OpExtInst %void %set DebugValue %local %u1 %expression %u0 %u4 %u1 %u2
%sum = OpIAdd %u32 %u1 %u2
%no_line = OpExtInst %void %set DebugNoLine
%no_scope = OpExtInst %void %set DebugNoScope
OpBranch %next
%next = OpLabel
OpReturn
OpFunctionEnd
)";

TEST(ModuleCheckDebugInfo, GoodModuleIsAccepted) {
  EXPECT_EQ(complaint(words_of(std::string(kDebugText))), "");
}

TEST(ModuleCheckDebugInfo, KindsOfOperands) {
  constexpr std::string_view kKind = "is not of the kind it has to be";
  expect_refused(kDebugText,
                 {{"DebugSource %file %text", "DebugSource %file %u1", kKind},
                  {"DebugSource %other_file", "DebugSource %u32", kKind},
                  {"DebugCompilationUnit %u1 %u4 %source", "DebugCompilationUnit %u1 %u4 %file", kKind},
                  {"DebugCompilationUnit %u1", "DebugCompilationUnit %i1", kKind},
                  {"DebugTypeBasic %name %u32bits", "DebugTypeBasic %name %f1", kKind},
                  {"DebugTypeVector %uint", "DebugTypeVector %none", kKind},
                  {"DebugTypeMatrix %vector", "DebugTypeMatrix %uint", kKind},
                  {"DebugTypeMatrix %vector %u2 %false", "DebugTypeMatrix %vector %u2 %u1", kKind},
                  {"DebugTypeArray %matrix", "DebugTypeArray %source", kKind},
                  {"DebugTypeMember %name %array", "DebugTypeMember %name %unit", kKind},
                  {"%u32bits %u0 %member", "%u32bits %u0 %uint", kKind},
                  {"DebugTypeFunction %u0 %void", "DebugTypeFunction %u0 %u32", kKind},
                  {"DebugFunction %name %signature", "DebugFunction %name %struct", kKind},
                  {"%u4 %u1 %unit %empty %u0 %u4", "%u4 %u1 %source %empty %u0 %u4", kKind},
                  {"DebugLexicalBlock %source %u4 %u15 %function",
                   "DebugLexicalBlock %source %u4 %u15 %signature", kKind},
                  {"DebugInlinedAt %u4 %function %call", "DebugInlinedAt %u4 %function %inner", kKind},
                  {"DebugLocalVariable %name %struct", "DebugLocalVariable %name %member", kKind},
                  {"%empty %buffer %u0", "%empty %uint %u0", kKind},
                  {"DebugEntryPoint %function", "DebugEntryPoint %inner", kKind},
                  {"DebugFunctionDefinition %function", "DebugFunctionDefinition %inner", kKind},
                  {"DebugScope %inner %outer_call", "DebugScope %uint %outer_call", kKind},
                  {"DebugScope %inner %outer_call", "DebugScope %inner %inner", kKind},
                  {"DebugDeclare %argument %memory", "DebugDeclare %argument %u1", kKind},
                  {"DebugDeclare %argument", "DebugDeclare %global", kKind},
                  {"DebugValue %local %u1", "DebugValue %local %uint", kKind},
                  {"DebugValue %local %u1 %expression", "DebugValue %local %u1 %none", kKind},
                  {"%expression %u0 %u4 %u1 %u2", "%expression %u0 %u4 %u1 %f1", kKind},
                  {"DebugLine %source", "DebugLine %unit", kKind},
                  {"%none = OpExtInst %void", "%none = OpExtInst %u32", "is not void"},
                  {"DebugNoScope", "DebugBuildIdentifier %name %u0", "is not one that Trellis emits"}});
}

TEST(ModuleCheckDebugInfo, NumbersOfOperands) {
  constexpr uint32_t kExtInst = 12, kNumber = 4, kNoScope = 24, kLine = 103;
  const std::vector<uint32_t> words = words_of(std::string(kDebugText));
  uint32_t tried = 0;
  for (size_t at = 5; at < words.size(); at += words[at] >> 16) {
    if ((words[at] & 0xFFFF) != kExtInst) continue;
    std::vector<uint32_t> damaged = words;
    const auto end = [&](size_t n) {
      return damaged.begin() + static_cast<ptrdiff_t>(at + (words[at] >> 16) + n);
    };
    if (words[at + kNumber] == kLine) {
      damaged.erase(end(0) - 1);
      damaged[at] -= 1u << 16;
      EXPECT_NE(complaint(damaged).find("DebugLine: has too few operands"), std::string::npos)
          << complaint(damaged);
      ++tried;
    } else if (words[at + kNumber] == kNoScope) {
      damaged.insert(end(0), words[at + 1]);
      damaged[at] += 1u << 16;
      EXPECT_NE(complaint(damaged).find("DebugNoScope: has too many operands"), std::string::npos);
      ++tried;
    }
  }
  EXPECT_EQ(tried, 2u);
}

TEST(ModuleCheckDebugInfo, Places) {
  expect_refused(
      kDebugText,
      {{"DebugTypeComposite %name %u1 %source %u2", "DebugTypeComposite %name %u1 %source %u6",
        "line 6 is after the last of 5 lines"},
       {"DebugTypeMember %name %array %source %u2", "DebugTypeMember %name %array %source %u16", "line 16"},
       {"DebugFunction %name %signature %source %u4", "DebugFunction %name %signature %source %u6", "line 6"},
       {"DebugLexicalBlock %source %u4 %u15", "DebugLexicalBlock %source %u4 %u16", "column 16"},
       {"DebugLexicalBlock %source %u4", "DebugLexicalBlock %source %u6", "line 6"},
       {"DebugLocalVariable %name %struct %source %u4", "DebugLocalVariable %name %struct %source %u6",
        "line 6"},
       {"DebugGlobalVariable %name %struct %source %u2", "DebugGlobalVariable %name %struct %source %u6",
        "line 6"},
       {"DebugLine %source %u4 %u5 %u1 %u18", "DebugLine %source %u4 %u6 %u1 %u18", "line 6"},
       {"DebugLine %source %u4 %u5 %u1 %u18", "DebugLine %source %u4 %u5 %u1 %u32bits", "column 32"},
       {"DebugLine %source %u4 %u5 %u1 %u18", "DebugLine %source %u3 %u5 %u2 %u18", "column 2 is past"},
       {"DebugLine %source %u4 %u5 %u1 %u18", "DebugLine %source %u0 %u5 %u1 %u18", "has line 0"},
       {"DebugLine %source %u4 %u5 %u1 %u18", "DebugLine %source %u5 %u4 %u1 %u1", "ends before it begins"},
       {"DebugLine %source %u4 %u5 %u1 %u18", "DebugLine %source %u4 %u4 %u2 %u1", "ends before it begins"},
       {"%more = OpExtInst", "%more_none = OpExtInst %void %set DebugInfoNone\n%more = OpExtInst",
        "does not follow a DebugSource"}});
  // A line of 0 is allowed where no line is known, and a file without text has every line.
  EXPECT_EQ(complaint(words_of(damaged(kDebugText, "DebugLine %source %u4 %u5", "DebugLine %other %u4 %u6"))),
            "");
  EXPECT_EQ(complaint(words_of(damaged(kDebugText, "DebugTypeComposite %name %u1 %source %u2",
                                       "DebugTypeComposite %name %u1 %source %u0"))),
            "");
}

TEST(ModuleCheckDebugInfo, PartsAndCounts) {
  expect_refused(kDebugText,
                 {{"DebugTypeVector %uint %u3", "DebugTypeVector %uint %u5", "has 5 parts"},
                  {"DebugTypeVector %uint %u3", "DebugTypeVector %uint %u0", "has 0 parts"},
                  {"DebugTypeMatrix %vector %u2", "DebugTypeMatrix %vector %u6", "has 6 parts"},
                  {"%expression %u0 %u4 %u1 %u2", "%expression %u1 %u4 %u1 %u2", "leads to no part"},
                  {"%expression %u0 %u4 %u1 %u2", "%expression %u0 %u5 %u1 %u2", "leads to no part"},
                  {"%expression %u0 %u4 %u1 %u2", "%expression %u0 %u4 %u2 %u2", "leads to no part"},
                  {"%expression %u0 %u4 %u1 %u2", "%expression %u0 %u4 %u1 %u3", "leads to no part"},
                  {"%expression %u0 %u4 %u1 %u2", "%expression %u0 %u4 %u1 %u2 %u0", "leads to no part"},
                  {"%memory %expression", "%memory %expression %u0", "leads to no part"}});
}

TEST(ModuleCheckDebugInfo, Blocks) {
  expect_refused(
      kDebugText,
      {{"%expression = OpExtInst", "%early = OpExtInst %void %set DebugNoLine\n%expression = OpExtInst",
        "is outside all blocks"},
       {"%no_line = OpExtInst", "%late = OpExtInst %void %set DebugExpression\n%no_line = OpExtInst",
        "is in a block"},
       {"OpReturn", "%again = OpExtInst %void %set DebugFunctionDefinition %function %main\nOpReturn",
        "is not in the first block"}});
}

}  // namespace
}  // namespace trellis::module_check_testing
