// The analysis over the reference shaders: the verdicts that the annotated ones expect, and no trouble with
// any other.
#include "tests/support/corpus.hpp"

#include <gtest/gtest.h>

#include <array>
#include <set>
#include <string>

#include "dxil_frontend/read_shader.hpp"
#include "tests/support/case_header.hpp"
#include "tests/support/files.hpp"
#include "uniformity/analysis.hpp"

namespace trellis::uniformity {
namespace {

using namespace std::string_view_literals;
using test_support::CorpusShader;

std::vector<CorpusShader> shaders_of(std::span<const std::string_view> folders) {
  auto list = test_support::list_corpus(test_support::corpus_root(), folders);
  EXPECT_TRUE(list.ok()) << (list ? "" : list.error().to_string());
  return list ? *list : std::vector<CorpusShader>{};
}

Result<dxil::Shader> read(dxil::ShaderReader& reader, const CorpusShader& shader) {
  auto bytes = test_support::read_binary_file(shader.dxil);
  if (!bytes) return bytes.error();
  return reader.read(*bytes);
}

std::string list(const std::vector<Finding>& findings) {
  std::string text;
  for (const Finding& finding : findings) {
    text += std::string(rule_of(finding.kind)) + ": " + finding.what + " [" + finding.where.function +
            " block " + std::to_string(finding.where.block) + " instruction " +
            std::to_string(finding.where.instruction) + " " + finding.operation + "]\n";
    for (const Step& step : finding.why) text += "    " + step.text + "\n";
  }
  return text;
}

TEST(UniformityCorpus, AnnotatedShadersGetTheirVerdicts) {
  dxil::ShaderReader reader;
  constexpr std::array kFolders = {"uniformity"sv};
  uint32_t checked = 0;
  for (const CorpusShader& entry : shaders_of(kFolders)) {
    SCOPED_TRACE(entry.label());
    auto header = test_support::read_case_header(entry.hlsl);
    ASSERT_TRUE(header.ok());
    ASSERT_FALSE(header->expect.empty());
    auto shader = read(reader, entry);
    ASSERT_TRUE(shader.ok()) << shader.error().to_string();
    auto analysis = analyse(*shader);
    ASSERT_TRUE(analysis.ok()) << analysis.error().to_string();
    std::set<std::string> rules;
    for (const Finding& finding : analysis->findings) rules.insert(rule_of(finding.kind));
    std::set<std::string> expected;
    if (header->expect != "uniform") expected.insert(header->expect);
    EXPECT_EQ(rules, expected) << list(analysis->findings);
    ++checked;
  }
  EXPECT_GE(checked, 37u);
}

TEST(UniformityCorpus, EveryShaderIsAnalysed) {
  dxil::ShaderReader reader;
  constexpr std::array kFolders = {"control_flow"sv, "programs"sv,   "ops"sv,           "resources"sv,
                                   "stages"sv,       "raytracing"sv, "reconvergence"sv, "variants"sv};
  for (const CorpusShader& entry : shaders_of(kFolders)) {
    SCOPED_TRACE(entry.label());
    auto shader = read(reader, entry);
    if (!shader) continue;
    auto analysis = analyse(*shader);
    EXPECT_TRUE(analysis.ok()) << analysis.error().to_string();
  }
}

}  // namespace
}  // namespace trellis::uniformity
