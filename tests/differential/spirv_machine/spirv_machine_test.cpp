// Runs Trellis' modules in an adversary: votes and barriers must be correct under only what SPIR-V itself
// guarantees.
#include <gtest/gtest.h>

#include <filesystem>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "api/translator.hpp"
#include "tests/differential/spirv_machine/spirv_dispatch.hpp"
#include "tests/support/buffers.hpp"
#include "tests/support/case_header.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"

namespace trellis::differential {
namespace {

namespace fs = std::filesystem;
using test_support::RegisterClass;

constexpr uint32_t kBindingsPerClass = 1000;

std::pair<uint32_t, uint32_t> place_of(RegisterClass register_class, uint32_t index, uint32_t space) {
  return {space, index + kBindingsPerClass * static_cast<uint32_t>(register_class)};
}

struct ShaderRun {
  std::string error;
  SpirvBuffers buffers;
};

ShaderRun run_shader(const fs::path& hlsl, const fs::path& dxil, uint32_t subgroup_size, Promise promise) {
  ShaderRun run;
  const auto header = test_support::read_case_header(hlsl);
  const auto bytes = test_support::read_binary_file(dxil);
  if (!header || !bytes) return {"the shader cannot be read", {}};
  TranslateOptions options;
  options.maximal_reconvergence = promise == Promise::kMaximal;
  Translator translator;
  const auto translation = translator.translate(*bytes, options);
  if (!translation) return {std::string(translation.error().to_string()), {}};
  const auto code = read_spirv(translation->spirv);
  if (!code) return {std::string(code.error().to_string()), {}};
  for (const test_support::RegisterLine& line : header->registers) {
    run.buffers[place_of(line.register_class, line.index, line.space)] = test_support::fill_buffer(line);
  }
  run.error = run_spirv(
      {.code = &*code, .subgroup_size = subgroup_size, .groups = header->dispatch, .promise = promise},
      run.buffers);
  return run;
}

/// Returns how the buffers differ from the shader's expected ones; empty if they do not.
std::string find_difference(const test_support::CorpusShader& shader, uint32_t subgroup_size,
                            Promise promise) {
  ShaderRun run = run_shader(shader.hlsl, shader.dxil, subgroup_size, promise);
  if (!run.error.empty()) return run.error;
  const auto expected = test_support::load_expected(shader.hlsl, subgroup_size);
  if (!expected) return std::string(expected.error().to_string());
  std::string differences;
  for (const test_support::ExpectedBuffer& buffer : *expected) {
    const auto& received = run.buffers[place_of(RegisterClass::kUnorderedAccess, buffer.index, buffer.space)];
    differences += test_support::describe_difference(buffer.name(), buffer.contents, received, 1);
  }
  return differences;
}

struct Votes {
  std::string_view folder;
  uint32_t subgroup_size;
  Promise promise;
};

/// GoogleTest prints parameters with this instead of as bytes.
void PrintTo(const Votes& votes, std::ostream* stream) {
  *stream << votes.folder << ", " << votes.subgroup_size;
}

class VotingShaders : public testing::TestWithParam<Votes> {};

TEST_P(VotingShaders, GiveTheVotesOfTheirSource) {
  const std::string_view folder = GetParam().folder;
  const auto shaders = test_support::list_corpus(test_support::corpus_root(), {&folder, 1});
  ASSERT_TRUE(shaders) << shaders.error().to_string();
  ASSERT_GT(shaders->size(), 90u);
  uint32_t failed = 0;
  std::string first;
  for (const auto& shader : *shaders) {
    const std::string difference = find_difference(shader, GetParam().subgroup_size, GetParam().promise);
    if (difference.empty()) continue;
    if (failed++ == 0) first = shader.label() + ": " + difference;
  }
  EXPECT_EQ(failed, 0u) << first;
}

std::vector<Votes> all_votes() {
  std::vector<Votes> all;
  for (const Promise promise : {Promise::kDeclared, Promise::kMaximal}) {
    for (const uint32_t size : {8u, 32u, 64u}) all.push_back({"reconvergence", size, promise});
    for (const uint32_t size : {8u, 16u, 32u, 64u}) all.push_back({"breaks", size, promise});
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Folders, VotingShaders, testing::ValuesIn(all_votes()), [](const auto& parameter) {
  const Votes& votes = parameter.param;
  return std::string(votes.folder) + "_" + std::to_string(votes.subgroup_size) +
         (votes.promise == Promise::kMaximal ? "_maximal" : "_declared");
});

// The classic bug: lanes that do not add must reach the next iteration's barrier together with those that do.
TEST(TreeReduction, AllInvocationsReachEveryBarrier) {
  const fs::path data = test_support::source_path("tests/differential/spirv_machine/data");
  for (const char* dxil : {"tree_reduction.dxil", "tree_reduction_Od.dxil"}) {
    for (const uint32_t subgroup_size : {4u, 8u, 16u, 32u}) {
      ShaderRun run =
          run_shader(data / "tree_reduction.hlsl", data / dxil, subgroup_size, Promise::kDeclared);
      EXPECT_EQ(run.error, "") << dxil;
      const auto& sums = run.buffers[place_of(RegisterClass::kUnorderedAccess, 0, 0)];
      ASSERT_GE(sums.size(), 4u);
      EXPECT_EQ(sums[0] | sums[1] << 8, 64 * 63 / 2) << dxil;
    }
  }
}

}  // namespace
}  // namespace trellis::differential
