// Complete containers and PDB files: whatever other parts they have and whichever tool wrote them, the module
// equals that of the bare program except for names.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "api/translator.hpp"
#include "dxil_frontend/container/container.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"

namespace trellis {
namespace {

namespace fs = std::filesystem;

struct Listed {
  std::string name, folder;
};

std::vector<Listed> list_shaders() {
  std::vector<Listed> shaders;
  std::ifstream list(test_support::corpus_root() / "containers" / "index.txt");
  for (Listed shader; list >> shader.name >> shader.folder;) shaders.push_back(shader);
  return shaders;
}

std::vector<uint8_t> bytes_of(const fs::path& file) {
  auto bytes = test_support::read_binary_file(file);
  EXPECT_TRUE(bytes) << file;
  return bytes ? std::move(*bytes) : std::vector<uint8_t>();
}

std::vector<uint8_t> original_of(const Listed& shader) {
  return bytes_of(test_support::corpus_root() / shader.folder / (shader.name + ".dxil"));
}

std::vector<uint8_t> variant_of(const Listed& shader, const std::string& ending) {
  return bytes_of(test_support::corpus_root() / "containers" / (shader.name + ending));
}

/// Returns the module without its names. If the translation fails, returns a single word, the error code.
Vector<uint32_t> module_of(std::span<const uint8_t> bytes, Vector<String>* warnings = nullptr) {
  constexpr uint32_t kName = 5, kMemberName = 6, kHeaderWords = 5;
  Translator translator;
  const auto program = translator.read(bytes);
  EXPECT_TRUE(program) << program.error().to_string();
  if (!program) return {};
  TranslateOptions options;
  options.all_entries = program->shader.entry_points.size() > 1;
  const auto translation = translator.translate(*program, options);
  if (!translation) return {static_cast<uint32_t>(translation.error().code)};
  if (warnings != nullptr) *warnings = translation->warnings;
  const auto& words = translation->spirv;
  Vector<uint32_t> plain(words.begin(), words.begin() + kHeaderWords);
  for (size_t at = kHeaderWords; at < words.size(); at += words[at] >> 16) {
    const uint32_t opcode = words[at] & 0xffff;
    if (opcode == kName || opcode == kMemberName) continue;
    plain.insert(plain.end(), words.begin() + static_cast<std::ptrdiff_t>(at),
                 words.begin() + static_cast<std::ptrdiff_t>(at + (words[at] >> 16)));
  }
  return plain;
}

constexpr const char* kContainers[] = {".reflection.dxil", ".embedded_debug.dxil", ".slim.dxil", ".full.dxil",
                                       ".private.dxil"};

TEST(WholeContainers, GiveTheModuleOfTheBareProgram) {
  const std::vector<Listed> shaders = list_shaders();
  EXPECT_EQ(shaders.size(), 46u);
  size_t translated = 0;
  for (const Listed& shader : shaders) {
    const Vector<uint32_t> expected = module_of(original_of(shader));
    translated += expected.size() > 1 ? 1 : 0;
    for (const std::string ending : {".reflection.dxil", ".embedded_debug.dxil", ".slim.dxil", ".full.dxil",
                                     ".private.dxil", ".full.pdb"}) {
      Vector<String> warnings;
      EXPECT_EQ(module_of(variant_of(shader, ending), &warnings), expected) << shader.name << ending;
      EXPECT_TRUE(warnings.empty()) << shader.name << ending << ": " << warnings[0];
    }
  }
  EXPECT_GE(translated, 40u);
}

TEST(WholeContainers, HaveDigestsThatAreVerified) {
  for (const Listed& shader : list_shaders()) {
    for (const std::string ending : kContainers) {
      std::vector<uint8_t> bytes = variant_of(shader, ending);
      const auto container = dxil::parse_container(bytes);
      ASSERT_TRUE(container) << shader.name << ending << ": " << container.error().to_string();
      EXPECT_EQ(container->digest, dxil::DigestState::kVerified) << shader.name << ending;
      bytes[bytes.size() - 1] ^= 1;
      EXPECT_FALSE(dxil::parse_container(bytes)) << shader.name << ending;
    }
  }
}

TEST(WholeContainers, WithoutADigestAreTheSame) {
  for (const Listed& shader : list_shaders()) {
    std::vector<uint8_t> bytes = variant_of(shader, ".reflection.dxil");
    const Vector<uint32_t> expected = module_of(bytes);
    std::fill(bytes.begin() + 4, bytes.begin() + 20, uint8_t{0});
    EXPECT_EQ(module_of(bytes), expected) << shader.name;
  }
}

TEST(WholeContainers, HaveNamesForEveryResource) {
  size_t resources = 0, structs = 0;
  for (const Listed& shader : list_shaders()) {
    for (const std::string ending : kContainers) {
      const auto program = Translator().read(variant_of(shader, ending));
      ASSERT_TRUE(program) << program.error().to_string();
      EXPECT_TRUE(program->shader.left_out.empty()) << shader.name << ending;
      for (const dxil::Resource& resource : program->shader.resources) {
        EXPECT_FALSE(resource.name.empty()) << shader.name << ending;
        ++resources;
        const bool is_constants = resource.kind == dxil::ResourceKind::kCBuffer;
        if (!is_constants) continue;
        ASSERT_LT(resource.struct_index, program->shader.structs.size())
            << shader.name << ending << ": " << resource.name;
        EXPECT_FALSE(program->shader.structs[resource.struct_index].members.empty());
        ++structs;
      }
    }
  }
  EXPECT_GT(resources, 400u);
  EXPECT_GT(structs, 50u);
}

TEST(WholeContainers, SlimPdbFilesHaveNoProgram) {
  for (const Listed& shader : list_shaders()) {
    const auto program = Translator().read(variant_of(shader, ".pdb"));
    ASSERT_FALSE(program) << shader.name;
    EXPECT_EQ(program.error().code, ErrorCode::kBadInput);
    EXPECT_NE(program.error().message.find("contains no program"), String::npos) << program.error().message;
  }
}

}  // namespace
}  // namespace trellis
