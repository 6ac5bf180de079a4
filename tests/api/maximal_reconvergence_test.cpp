// --maximal-reconvergence: the module declares the mode where the guarantee holds; otherwise the translation
// is refused with a reason.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "api/modules/validate.hpp"
#include "api/translator.hpp"
#include "tests/dxil_frontend/readers/assembly.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"

namespace trellis {
namespace {

constexpr uint32_t kExtension = 10, kExecutionMode = 16, kLabel = 248, kBranch = 249,
                   kBranchConditional = 250, kSwitch = 251, kLoopMerge = 246, kSelectionMerge = 247,
                   kMaximallyReconverges = 6023;

struct Instruction {
  uint32_t opcode = 0;
  std::vector<uint32_t> operands;
};

std::vector<Instruction> instructions_of(const std::vector<uint32_t>& module) {
  std::vector<Instruction> list;
  for (size_t at = 5; at < module.size(); at += module[at] >> 16) {
    const auto first = module.begin() + static_cast<ptrdiff_t>(at);
    list.push_back({module[at] & 0xFFFF, std::vector<uint32_t>(first + 1, first + (module[at] >> 16))});
  }
  return list;
}

bool is_extension(const Instruction& i) {
  const std::string_view name = "SPV_KHR_maximal_reconvergence";
  return i.opcode == kExtension && std::string_view(reinterpret_cast<const char*>(i.operands.data())) == name;
}

bool is_mode(const Instruction& i) {
  return i.opcode == kExecutionMode && i.operands[1] == kMaximallyReconverges;
}

/// Returns the module without the two instructions that validators of 2023 do not know, or empty if one of
/// them is missing.
std::vector<uint32_t> without_declaration(const std::vector<uint32_t>& module) {
  std::vector<uint32_t> result(module.begin(), module.begin() + 5);
  uint32_t removed = 0;
  for (const Instruction& i : instructions_of(module)) {
    if (is_extension(i) || is_mode(i)) {
      ++removed;
      continue;
    }
    result.push_back(static_cast<uint32_t>((i.operands.size() + 1) << 16) | i.opcode);
    result.insert(result.end(), i.operands.begin(), i.operands.end());
  }
  return removed == 2 ? result : std::vector<uint32_t>();
}

/// Returns which rule of the extension the module's blocks break, or empty. Validators of 2023 do not check
/// these rules: the targets of a conditional branch differ; a block with several predecessors is a loop
/// header, a declared merge block or continue target, or a target of a switch. With `keeps_together`, also
/// checks what Trellis guarantees beyond that: no two cases of a switch share a block.
std::string broken_rule(const std::vector<uint32_t>& module, bool keeps_together) {
  std::map<uint32_t, std::set<uint32_t>> predecessors;
  std::set<uint32_t> may_have_several;
  uint32_t block = 0;
  for (const Instruction& i : instructions_of(module)) {
    const std::vector<uint32_t>& o = i.operands;
    if (i.opcode == kLabel) block = o[0];
    if (i.opcode == kSelectionMerge) may_have_several.insert(o[0]);
    if (i.opcode == kLoopMerge) may_have_several.insert({block, o[0], o[1]});
    if (i.opcode == kBranch) predecessors[o[0]].insert(block);
    if (i.opcode == kBranchConditional) {
      if (o[1] == o[2]) return "a branch with equal ways";
      predecessors[o[1]].insert(block);
      predecessors[o[2]].insert(block);
    }
    if (i.opcode == kSwitch) {
      std::set<uint32_t> targets;
      for (size_t n = 1; n < o.size(); n += 2) {
        if (!targets.insert(o[n]).second && keeps_together) return "a switch with two cases for one block";
        predecessors[o[n]].insert(block);
        may_have_several.insert(o[n]);
      }
    }
  }
  for (const auto& [target, sources] : predecessors) {
    if (sources.size() > 1 && !may_have_several.contains(target)) {
      return "block %" + std::to_string(target) + " has several predecessors";
    }
  }
  return {};
}

Result<Translation> translate(const std::string& assembly, bool maximal) {
  Result<std::vector<uint8_t>> bitcode = dxil::test::assemble(assembly);
  if (!bitcode) return bitcode.error();
  TranslateOptions options;
  options.maximal_reconvergence = maximal;
  ReadOptions reading;
  reading.debug_info = true;
  return Translator().translate(*bitcode, options, reading);
}

constexpr std::string_view kFolders[] = {"control_flow",  "large",     "ops",        "programs",
                                         "reconvergence", "resources", "uniformity", "variants"};

TEST(MaximalReconvergence, TheCorpusKeepsThePromise) {
  const auto shaders = test_support::list_corpus(test_support::corpus_root(), kFolders);
  ASSERT_TRUE(shaders) << shaders.error().to_string();
  Translator translator;
  uint32_t kept = 0;
  for (const test_support::CorpusShader& shader : *shaders) {
    const auto bytes = test_support::read_binary_file(shader.dxil);
    ASSERT_TRUE(bytes) << shader.label();
    const auto program = translator.read(*bytes);
    ASSERT_TRUE(program) << shader.label();
    TranslateOptions options;
    const auto plain = translator.translate(*program, options);
    options.maximal_reconvergence = true;
    const auto maximal = translator.translate(*program, options);
    ASSERT_EQ(plain.ok(), maximal.ok()) << shader.label() << ": " << maximal.error().to_string();
    if (!plain) continue;
    EXPECT_TRUE(without_declaration(plain->spirv).empty()) << shader.label();
    const std::vector<uint32_t> known = without_declaration(maximal->spirv);
    ASSERT_FALSE(known.empty()) << shader.label();
    const auto valid = validate_module(known, Target::kVulkan1_3);
    EXPECT_TRUE(valid) << shader.label() << ": " << valid.error().to_string();
    // The shaders in "reconvergence" are full of votes: each of their switches precedes one.
    EXPECT_EQ(broken_rule(maximal->spirv, shader.folder == "reconvergence"), "") << shader.label();
    ++kept;
  }
  EXPECT_GE(kept, 500u);
}

/// The entry points of a module, and which of them reach an instruction after which the implementation may
/// regroup invocations.
struct Repacking {
  std::map<uint32_t, bool> entries;  ///< By id: whether it reaches such an instruction.
  std::set<uint32_t> declared;       ///< Ids of those that declare the execution mode.
};

Repacking repacking_of(const std::vector<uint32_t>& module) {
  constexpr uint32_t kEntryPoint = 15, kFunction = 54, kFunctionCall = 57, kTraceRay = 4445,
                     kExecuteCallable = 4446, kReportIntersection = 5334;
  Repacking result;
  std::map<uint32_t, std::set<uint32_t>> calls;
  std::set<uint32_t> repacks;
  uint32_t function = 0;
  for (const Instruction& i : instructions_of(module)) {
    if (i.opcode == kEntryPoint) result.entries[i.operands[1]] = false;
    if (is_mode(i)) result.declared.insert(i.operands[0]);
    if (i.opcode == kFunction) function = i.operands[1];
    if (i.opcode == kFunctionCall) calls[function].insert(i.operands[2]);
    if (i.opcode == kTraceRay || i.opcode == kExecuteCallable || i.opcode == kReportIntersection)
      repacks.insert(function);
  }
  for (auto& [entry, does] : result.entries) {
    std::set<uint32_t> seen = {entry};
    std::vector<uint32_t> work = {entry};
    while (!work.empty()) {
      const uint32_t now = work.back();
      work.pop_back();
      does |= repacks.contains(now);
      for (const uint32_t callee : calls[now]) {
        if (seen.insert(callee).second) work.push_back(callee);
      }
    }
  }
  return result;
}

TEST(MaximalReconvergence, EntryPointsThatRepackDoNotDeclareIt) {
  constexpr std::string_view kRays[] = {"raytracing"};
  const auto shaders = test_support::list_corpus(test_support::corpus_root(), kRays);
  ASSERT_TRUE(shaders) << shaders.error().to_string();
  Translator translator;
  uint32_t with = 0, without = 0;
  for (const test_support::CorpusShader& shader : *shaders) {
    SCOPED_TRACE(shader.label());
    const auto bytes = test_support::read_binary_file(shader.dxil);
    ASSERT_TRUE(bytes);
    TranslateOptions options;
    options.all_entries = true;
    if (!translator.translate(*bytes, options)) continue;  // Work graphs are not translated.
    options.maximal_reconvergence = true;
    const auto maximal = translator.translate(*bytes, options);
    if (!maximal) {
      EXPECT_NE(std::string_view(maximal.error().message).find("cannot be guaranteed"),
                std::string_view::npos);
      continue;
    }
    uint32_t repacking = 0;
    const Repacking found = repacking_of(maximal->spirv);
    for (const auto& [entry, does] : found.entries) {
      EXPECT_NE(does, found.declared.contains(entry)) << entry;
      ++(does ? without : with);
      repacking += does ? 1 : 0;
    }
    const auto warnings =
        std::count_if(maximal->warnings.begin(), maximal->warnings.end(), [](const String& line) {
          return std::string_view(line).find(
                     " does not declare MaximallyReconvergesKHR, because it uses dx.op.") !=
                 std::string_view::npos;
        });
    EXPECT_EQ(warnings, repacking);
  }
  EXPECT_GE(with, 20u);
  EXPECT_GE(without, 15u);
}

// An irreducible loop with two entries: the specification does not say which invocations execute it together.
const char* const kTwoEntries = R"(
declare i32 @dx.op.threadId.i32(i32, i32)
declare i1 @dx.op.waveAnyTrue(i32, i1)
define void @main() !dbg !3 {
  %id = call i32 @dx.op.threadId.i32(i32 93, i32 0)
  %a = icmp ult i32 %id, 3
  br i1 %a, label %one, label %two
one:
  br label %three
two:
  %b = icmp ugt i32 %id, 9
  br i1 %b, label %three, label %one
three:
  %any = call i1 @dx.op.waveAnyTrue(i32 113, i1 %a), !dbg !4
  br i1 %any, label %end, label %two
end:
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!5}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.hlsl", directory: "")
!2 = !DISubroutineType(types: !{})
!3 = distinct !DISubprogram(name: "main", file: !1, line: 3, type: !2, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DILocation(line: 42, column: 7, scope: !3)
!5 = !{i32 2, !"Debug Info Version", i32 3}
)";

TEST(MaximalReconvergence, RefusesWhatItCannotPromise) {
  const std::string program = kTwoEntries + dxil::test::compute_metadata();
  const auto plain = translate(program, false);
  ASSERT_TRUE(plain) << plain.error().to_string();
  ASSERT_EQ(plain->convergence.size(), 1u);
  const ConvergenceNote& note = plain->convergence[0];
  EXPECT_EQ(note.function, "main");
  ASSERT_EQ(note.operations.size(), 1u);
  EXPECT_EQ(note.operations[0].name, "WaveAnyTrue (waveAnyTrue)");
  EXPECT_EQ(note.operations[0].line, 42u);
  EXPECT_EQ(note.loss.grade, structurizer::Grade::kNone);
  ASSERT_EQ(plain->warnings.size(), 1u);  // A warning reports the lost guarantee even without the option.
  EXPECT_EQ(plain->warnings[0], note.to_string());
  EXPECT_EQ(
      note.to_string(),
      "WaveAnyTrue (waveAnyTrue) at a.hlsl:42:7, in block 3 of function main, may run in smaller "
      "groups than in the program: the branches of block 0 reconverge at block 3 in the program, and later "
      "in the module");

  const auto maximal = translate(program, true);
  ASSERT_FALSE(maximal);
  EXPECT_EQ(maximal.error().code, ErrorCode::kUnsupported);
  EXPECT_EQ(maximal.error().message, "maximal reconvergence cannot be guaranteed: " + note.to_string());
  EXPECT_EQ(maximal.error().where.function, "main");
}

TEST(SubgroupUniformControlFlow, IsDeclaredWhereWaveOperationsAreUsed) {
  constexpr uint32_t kMode = 4421;
  for (const auto& [name, uses_waves] : {std::pair{"control_flow/wave_waterfall_with_remaining_mask", true},
                                         std::pair{"uniformity/figure_1a_tree_reduction", false}}) {
    const auto bytes =
        test_support::read_binary_file(test_support::corpus_root() / (std::string(name) + ".dxil"));
    ASSERT_TRUE(bytes) << name;
    for (const bool asked : {false, true}) {
      TranslateOptions options;
      options.validate = true;
      options.device.subgroup_uniform_control_flow = asked;
      const auto translation = Translator().translate(*bytes, options);
      ASSERT_TRUE(translation) << translation.error().to_string();
      const auto instructions = instructions_of({translation->spirv.begin(), translation->spirv.end()});
      const auto modes = std::count_if(instructions.begin(), instructions.end(), [&](const Instruction& i) {
        return i.opcode == kExecutionMode && i.operands[1] == kMode;
      });
      EXPECT_EQ(modes, asked && uses_waves ? 1 : 0) << name;
    }
  }
}

/// Counts the instructions with this opcode whose operand at index `at` is `operand`.
size_t count_with(const std::vector<Instruction>& instructions, uint32_t opcode, size_t at,
                  uint32_t operand) {
  return static_cast<size_t>(
      std::count_if(instructions.begin(), instructions.end(), [&](const Instruction& i) {
        return i.opcode == opcode && at < i.operands.size() && i.operands[at] == operand;
      }));
}

std::vector<Instruction> with_quad_control(const std::string& name, bool quad_control) {
  const auto bytes = test_support::read_binary_file(test_support::corpus_root() / (name + ".dxil"));
  EXPECT_TRUE(bytes) << name;
  TranslateOptions options;
  options.validate = true;
  options.device.quad_control = quad_control;
  const auto translation = Translator().translate(*bytes, options);
  EXPECT_TRUE(translation) << translation.error().to_string();
  return instructions_of({translation->spirv.begin(), translation->spirv.end()});
}

TEST(QuadControl, PixelShadersDeclareWhatTheyUse) {
  constexpr uint32_t kQuadDerivatives = 5088, kRequireFullQuads = 5089;
  struct Case {
    const char* name;
    size_t derivatives, full_quads;
  };
  for (const Case& c : {Case{"stages/ps_quad_ops", 1, 1}, Case{"stages/ps_derivative_in_uniform_loop", 1, 0},
                        Case{"ops/wave_quad_any_all", 0, 0}}) {
    for (const bool asked : {false, true}) {
      const auto instructions = with_quad_control(c.name, asked);
      EXPECT_EQ(count_with(instructions, kExecutionMode, 1, kQuadDerivatives), asked ? c.derivatives : 0)
          << c.name;
      EXPECT_EQ(count_with(instructions, kExecutionMode, 1, kRequireFullQuads), asked ? c.full_quads : 0)
          << c.name;
    }
  }
}

TEST(QuadControl, VotesAreSingleInstructions) {
  constexpr uint32_t kQuadAll = 5110, kQuadAny = 5111, kQuadBroadcast = 365;
  const auto count = [](const std::vector<Instruction>& instructions, uint32_t opcode) {
    return std::count_if(instructions.begin(), instructions.end(),
                         [&](const Instruction& i) { return i.opcode == opcode; });
  };
  const auto plain = with_quad_control("ops/wave_quad_any_all", false);
  const auto asked = with_quad_control("ops/wave_quad_any_all", true);
  EXPECT_EQ(count(plain, kQuadAll) + count(plain, kQuadAny), 0);
  EXPECT_GT(count(asked, kQuadAll), 0);
  EXPECT_GT(count(asked, kQuadAny), 0);
  EXPECT_LT(count(asked, kQuadBroadcast), count(plain, kQuadBroadcast));
}

}  // namespace
}  // namespace trellis
