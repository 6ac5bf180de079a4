// DXIL of a second producer: shaders of the corpus that Mesa's SPIR-V-to-DXIL compiler made from their
// modules. All of them must translate to valid modules; some are run and must leave the same buffers as their
// originals.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "api/translator.hpp"
#include "tests/support/case_header.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"
#include "tests/vulkan/cases/case_runner.hpp"
#include "tests/vulkan/modules/spirv_tools.hpp"
#include "tests/vulkan/runner.hpp"

namespace trellis {
namespace {

namespace fs = std::filesystem;

/// A line of the list: NAME FOLDER-OF-THE-ORIGINAL, and a mark if Mesa did not preserve the original's votes.
struct MesaShader {
  std::string name, folder;
  bool keeps_votes = true;

  fs::path dxil() const { return test_support::corpus_root() / "mesa" / (name + ".dxil"); }
  fs::path original() const { return test_support::corpus_root() / folder / (name + ".hlsl"); }
};

std::vector<MesaShader> list_shaders() {
  std::vector<MesaShader> shaders;
  std::ifstream list(test_support::corpus_root() / "mesa" / "index.txt");
  for (std::string line; std::getline(list, line);) {
    std::istringstream words(line);
    MesaShader shader;
    std::string mark;
    if (!(words >> shader.name >> shader.folder)) continue;
    shader.keeps_votes = !(words >> mark);
    shaders.push_back(shader);
  }
  return shaders;
}

/// Registers have the numbers of the bindings in the SPIR-V that Mesa read, regardless of their class, so no
/// class gets a shift.
TranslateOptions options_of(const Program& program) {
  TranslateOptions options;
  std::set<uint32_t> spaces;
  for (const dxil::Resource& resource : program.shader.resources) spaces.insert(resource.space);
  for (const uint32_t space : spaces) {
    for (const auto resource_class : {dxil::ResourceClass::kCbv, dxil::ResourceClass::kSrv,
                                      dxil::ResourceClass::kUav, dxil::ResourceClass::kSampler}) {
      options.register_shifts.push_back({resource_class, space, 0});
    }
  }
  return options;
}

Result<Vector<uint32_t>> translate(const MesaShader& shader) {
  const auto bytes = test_support::read_binary_file(shader.dxil());
  if (!bytes) return bytes.error();
  Translator translator;
  const auto program = translator.read(*bytes);
  if (!program) return program.error();
  auto translation = translator.translate(*program, options_of(*program));
  if (!translation) return translation.error();
  return std::move(translation->spirv);
}

/// In these shaders, Mesa calls the functions of 32-bit atomics with 64-bit values.
bool calls_atomics_on_64_bits(const MesaShader& shader) {
  return shader.name == "uav_atomics_64bit_raw_structured" || shader.name == "uav_raw_int64_atomics";
}

TEST(Mesa, EveryShaderGivesAValidModule) {
  const std::vector<MesaShader> shaders = list_shaders();
  EXPECT_EQ(shaders.size(), 510u);
  for (const MesaShader& shader : shaders) {
    const auto words = translate(shader);
    if (!words) {
      ADD_FAILURE() << shader.name << ": " << words.error().to_string();
      continue;
    }
    const auto valid = vulkan::validate(*words);
    EXPECT_TRUE(valid) << shader.name << ": " << valid.error().to_string();
  }
}

// Runs every fifth candidate, which takes the driver's compiler a minute.
TEST(Mesa, ModulesLeaveTheBuffersOfTheOriginals) {
  auto runner = vulkan::Runner::create();
  ASSERT_TRUE(runner) << "this test needs a Vulkan device: " << runner.error().to_string();
  uint32_t candidates = 0, run = 0;
  for (const MesaShader& shader : list_shaders()) {
    // Mesa dropped an unused constant buffer of this shader, which the header still fills.
    if (!shader.keeps_votes || shader.name == "uav_globallycoherent_last_group") continue;
    const auto source = test_support::read_text_file(shader.original());
    ASSERT_TRUE(source) << source.error().to_string();
    const auto header = test_support::parse_case_header(*source);
    ASSERT_TRUE(header) << shader.name << ": " << header.error().to_string();
    if (header->execution != test_support::Execution::kYes) continue;
    if (candidates++ % 5 != 0 && !calls_atomics_on_64_bits(shader)) continue;
    const auto words = translate(shader);
    ASSERT_TRUE(words) << shader.name << ": " << words.error().to_string();
    const auto verdict = vulkan::run_case(**runner, shader.original(), *words);
    EXPECT_TRUE(verdict.passed) << shader.name << ": " << verdict.text;
    ++run;
  }
  EXPECT_GE(run, 60u);
}

}  // namespace
}  // namespace trellis
