// Every shader of the corpus is read, and the result satisfies the invariants of ir.hpp.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "dxil_frontend/program/reflection/reflection.hpp"
#include "dxil_frontend/program/text/ir_text.hpp"
#include "dxil_frontend/read_shader.hpp"
#include "tests/dxil_frontend/readers/assembly.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"

namespace trellis::dxil::test {
namespace {

constexpr std::array<std::string_view, 11> kFolders = {
    "control_flow", "programs",   "uniformity", "reconvergence", "ops", "resources",
    "stages",       "raytracing", "large",      "variants",      "wild"};

std::vector<std::filesystem::path> all_shaders() {
  std::vector<std::filesystem::path> paths;
  for (const std::string_view folder : kFolders) {
    for (const auto& file : std::filesystem::directory_iterator(test_support::corpus_root() / folder)) {
      if (file.path().extension() == ".dxil") paths.push_back(file.path());
    }
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

// Returns the first invariant of ir.hpp that does not hold; empty if all do.
std::string broken_promise(const Module& module, const Function& function) {
  if (function.blocks.empty()) return "";
  if (function.graph.block_count() != function.blocks.size()) return "graph and blocks differ";
  uint32_t next = 0;
  for (BlockId block = 0; block < function.blocks.size(); ++block) {
    const BasicBlock& b = function.blocks[block];
    if (b.first_instruction != next || b.instruction_count == 0) return "blocks do not follow one another";
    next += b.instruction_count;
    bool phis_are_over = false;
    const std::span<const Instruction> instructions = function.instructions_of(block);
    for (const Instruction& i : instructions) {
      const bool is_terminator = i.opcode <= Opcode::kUnreachable;
      if (is_terminator != (&i == &instructions.back())) return "terminator not last";
      if (i.opcode == Opcode::kPhi && phis_are_over) return "phi after other instructions";
      phis_are_over |= i.opcode != Opcode::kPhi;
      if (i.opcode == Opcode::kPhi && i.operand_count != function.graph.in_edges(block).size())
        return "phi operands";
      const TypeKind kind = module.types[i.type].kind;
      if ((i.result == kNone) != (kind == TypeKind::kVoid)) return "result and type disagree";
      if (i.opcode == Opcode::kPhi && kind == TypeKind::kPointer) return "phi of pointers";
      for (const ValueId operand : function.operands_of(i)) {
        if (operand >= function.first_local + function.local_types.size()) return "operand out of range";
      }
    }
    const size_t successors = function.graph.successors(block).size();
    const Opcode last = instructions.back().opcode;
    if (last == Opcode::kBranch && successors != 1) return "branch";
    if (last == Opcode::kCondBranch && successors != 2) return "conditional branch";
    if ((last == Opcode::kReturn || last == Opcode::kUnreachable) && successors != 0) return "return";
  }
  if (next != function.instructions.size()) return "instructions outside blocks";
  if (!function.positions.empty() && function.positions.size() != function.instructions.size()) {
    return "positions";
  }
  return "";
}

TEST(Corpus, EveryShaderIsReadAndKeepsItsPromises) {
  const std::vector<std::filesystem::path> paths = all_shaders();
  ASSERT_GE(paths.size(), 761u);
  for (const std::filesystem::path& path : paths) {
    const auto bytes = test_support::read_binary_file(path);
    ASSERT_TRUE(bytes.ok()) << path;
    const Result<Shader> shader = read_shader(*bytes);
    ASSERT_TRUE(shader.ok()) << path << ": " << shader.error().to_string();
    EXPECT_FALSE(shader->entry_points.empty() && shader->kind != ShaderKind::kLibrary) << path;
    for (const Function& function : shader->module.functions) {
      EXPECT_EQ(broken_promise(shader->module, function), "") << path << ", function " << function.name;
    }
  }
}

TEST(Corpus, DebugVariantsHaveLines) {
  ReadOptions options;
  options.debug_info = true;
  int count = 0;
  for (const std::filesystem::path& path : all_shaders()) {
    if (path.string().find(".debug.dxil") == std::string::npos) continue;
    ++count;
    const auto bytes = test_support::read_binary_file(path);
    ASSERT_TRUE(bytes.ok()) << path;
    const Result<Shader> debug = read_shader(*bytes, options);
    ASSERT_TRUE(debug.ok()) << path << ": " << debug.error().to_string();
    const Function& main = debug->module.functions[debug->entry_points[0].function];
    ASSERT_EQ(main.positions.size(), main.instructions.size()) << path;
    EXPECT_TRUE(std::any_of(main.positions.begin(), main.positions.end(), [](const SourcePosition& p) {
      return p.line != 0 && p.column != 0 && p.file == 0;
    })) << path;
    ASSERT_FALSE(debug->module.source_files.empty()) << path;
    EXPECT_NE(debug->module.source_files[0].text.find("main("), std::string::npos) << path;
    EXPECT_FALSE(main.names.empty()) << path;
    EXPECT_EQ(broken_promise(debug->module, main), "") << path;
    // The program without debug information differs only in positions and names.
    const Result<Shader> plain = read_shader(*bytes);
    ASSERT_TRUE(plain.ok()) << path;
    const Function& plain_main = plain->module.functions[plain->entry_points[0].function];
    EXPECT_TRUE(plain_main.positions.empty() && plain_main.names.empty()) << path;
    EXPECT_EQ(function_text(debug->module, main), function_text(plain->module, plain_main)) << path;
  }
  EXPECT_GE(count, 10);
}

}  // namespace
}  // namespace trellis::dxil::test
