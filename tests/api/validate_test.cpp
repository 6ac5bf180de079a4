// The validator and the disassembler on words that are not a module, and on a minimal module.
#include "api/modules/validate.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "api/modules/single_entry_points.hpp"
#include "api/translator.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"

namespace trellis {
namespace {

// Returns the words of a compute shader that does nothing.
std::vector<uint32_t> smallest_module() {
  constexpr uint32_t kMain = 0x6E69616D;  // "main"
  return {0x07230203,
          0x00010300,
          0,
          5,
          0,
          (2u << 16) | 17,
          1,  // OpCapability Shader
          (3u << 16) | 14,
          0,
          1,  // OpMemoryModel Logical GLSL450
          (5u << 16) | 15,
          5,
          3,
          kMain,
          0,  // OpEntryPoint GLCompute %3 "main"
          (6u << 16) | 16,
          3,
          17,
          1,
          1,
          1,  // OpExecutionMode %3 LocalSize 1 1 1
          (2u << 16) | 19,
          1,  // %1 = OpTypeVoid
          (3u << 16) | 33,
          2,
          1,  // %2 = OpTypeFunction %1
          (5u << 16) | 54,
          1,
          3,
          0,
          2,  // %3 = OpFunction %1 None %2
          (2u << 16) | 248,
          4,  // %4 = OpLabel
          (1u << 16) | 253,
          (1u << 16) | 56};  // OpReturn, OpFunctionEnd
}

TEST(Validate, SmallestModuleIsValid) {
  const auto valid = validate_module(smallest_module(), Target::kVulkan1_3);
  EXPECT_TRUE(valid) << valid.error().to_string();
}

TEST(Validate, FaultsAreNamedInOneLine) {
  std::vector<uint32_t> module = smallest_module();
  module.resize(7);  // Removes OpMemoryModel and everything after it.
  const auto valid = validate_module(module, Target::kVulkan1_3);
  ASSERT_FALSE(valid);
  EXPECT_EQ(valid.error().code, ErrorCode::kInternalCheck);
  EXPECT_NE(valid.error().message.find("OpMemoryModel"), std::string::npos) << valid.error().message;
  EXPECT_EQ(valid.error().message.find('\n'), std::string::npos);
}

TEST(Validate, VersionMustFitTheTarget) {
  std::vector<uint32_t> module = smallest_module();
  module[1] = 0x00010600;
  EXPECT_FALSE(validate_module(module, Target::kVulkan1_1));
  EXPECT_TRUE(validate_module(module, Target::kVulkan1_3));
}

TEST(Validate, InvalidModules) {
  for (const size_t size : {0, 1, 4, 5}) {
    const std::vector<uint32_t> words(size, 0xDEADBEEF);
    EXPECT_FALSE(validate_module(words, Target::kVulkan1_3));
    EXPECT_FALSE(assembly_text(words));
  }
}

TEST(Validate, AssemblyIsText) {
  const auto text = assembly_text(smallest_module());
  ASSERT_TRUE(text);
  EXPECT_NE(text->find("OpMemoryModel Logical GLSL450"), std::string::npos);
}

TEST(Validate, SaysItsVersion) {
  const String version = validator_version();
  EXPECT_TRUE(version.starts_with("SPIRV-Tools v20")) << version;
#ifndef TRELLIS_OLD_SPIRV_TOOLS
  EXPECT_GE(version, "SPIRV-Tools v2025.1");
#endif
}

/// Translates all entry points of a library of the corpus into one module.
Result<Translation> library_module(const std::string& name, bool validate) {
  const auto bytes = test_support::read_binary_file(test_support::corpus_root() / (name + ".dxil"));
  if (!bytes) return bytes.error();
  Translator translator;
  const auto program = translator.read(*bytes);
  if (!program) return program.error();
  TranslateOptions options;
  options.all_entries = true;
  options.validate = validate;
  return translator.translate(*program, options);
}

/// Returns the index of the first word of the first instruction with this opcode and these first two
/// operands, or 0 if there is none.
size_t find_instruction(const Vector<uint32_t>& words, uint16_t opcode, uint32_t first, uint32_t second) {
  for (size_t at = 5; at + 2 < words.size() && words[at] >> 16 != 0; at += words[at] >> 16) {
    if ((words[at] & 0xFFFF) == opcode && words[at + 1] == first && words[at + 2] == second) return at;
  }
  return 0;
}

// Mesh shaders with different output topologies and primitive counts.
TEST(Validate, RulesOfPrimitivesAreThoseOfEachEntryPoint) {
  const auto library = library_module("faults/lib_meshes", true);
  ASSERT_TRUE(library) << library.error().to_string();
  EXPECT_EQ(library->entry_points.size(), 4u);
}

TEST(Validate, BrokenRulesOfPrimitivesAreFoundInLibraries) {
  constexpr uint16_t kExecutionMode = 16;
  constexpr uint32_t kTriangles = 5298, kLines = 5269;  // OutputTrianglesEXT, OutputLinesEXT
  const auto library = library_module("faults/lib_meshes", false);
  ASSERT_TRUE(library) << library.error().to_string();
  size_t changed = 0;
  for (uint32_t id = 1; id < library->spirv[3]; ++id) {
    Vector<uint32_t> words = library->spirv;
    const size_t at = find_instruction(words, kExecutionMode, id, kTriangles);
    if (at == 0) continue;
    ++changed;
    words[at + 2] = kLines;
    const auto valid = validate_module(words, Target::kVulkan1_3);
    ASSERT_FALSE(valid);
    EXPECT_NE(valid.error().message.find("PrimitiveTriangleIndicesEXT"), std::string::npos)
        << valid.error().message;
  }
  EXPECT_EQ(changed, 1u);
}

TEST(SingleEntryPoints, EachIsAModuleOfItsOwn) {
  EXPECT_TRUE(single_entry_points(smallest_module()).empty());
  const auto library = library_module("faults/lib_meshes", false);
  ASSERT_TRUE(library) << library.error().to_string();
  const Vector<Vector<uint32_t>> modules = single_entry_points(library->spirv);
  ASSERT_EQ(modules.size(), 4u);
  for (const Vector<uint32_t>& module : modules) {
    size_t entry_points = 0;
    for (size_t at = 5; at < module.size() && module[at] >> 16 != 0; at += module[at] >> 16) {
      entry_points += (module[at] & 0xFFFF) == 15 ? 1 : 0;  // OpEntryPoint
    }
    EXPECT_EQ(entry_points, 1u);
    const auto valid = validate_module(module, Target::kVulkan1_3);
    EXPECT_TRUE(valid) << valid.error().to_string();
  }
}

TEST(SingleEntryPoints, NamesAreNotPartOfTheInterface) {
  constexpr uint32_t kName = 0x6e69;  // "in"
  const Vector<uint32_t> both = {
      0x07230203, 0x00010600, 0,  kName + 1, 0,
      0x5000f,    0,          1,  kName,     2,      // OpEntryPoint Vertex %1 "in" %2
      0x5000f,    0,          3,  'b',       kName,  // OpEntryPoint Vertex %3 "b" %28265
      0x40047,    2,          11, 0,                 // OpDecorate %2 BuiltIn Position
      0x40047,    kName,      11, 1};                // OpDecorate %28265 BuiltIn PointSize
  const Vector<Vector<uint32_t>> modules = single_entry_points(both);
  ASSERT_EQ(modules.size(), 2u);
  EXPECT_EQ(modules[0], Vector<uint32_t>({0x07230203, 0x00010600, 0, kName + 1, 0,  //
                                          0x5000f, 0, 1, kName, 2, 0x40047, 2, 11, 0}));
  EXPECT_EQ(modules[1], Vector<uint32_t>({0x07230203, 0x00010600, 0, kName + 1, 0,  //
                                          0x5000f, 0, 3, 'b', kName, 0x40047, kName, 11, 1}));
}

}  // namespace
}  // namespace trellis
