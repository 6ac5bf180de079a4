// Analyses the reference shaders: the annotated ones get the expected verdicts, and all others are analysed
// without errors.
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

Result<dxil::Shader> read(const CorpusShader& shader) {
  auto bytes = test_support::read_binary_file(shader.dxil);
  if (!bytes) return bytes.error();
  return dxil::read_shader(*bytes);
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
  constexpr std::array kFolders = {"uniformity"sv};
  uint32_t checked = 0;
  for (const CorpusShader& entry : shaders_of(kFolders)) {
    SCOPED_TRACE(entry.label());
    auto header = test_support::read_case_header(entry.hlsl);
    ASSERT_TRUE(header.ok());
    ASSERT_FALSE(header->expect.empty());
    auto shader = read(entry);
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

/// Selects every seventh value of each function, starting with value n.
Vector<Vector<uint8_t>> every_seventh(const dxil::Module& module, uint32_t n) {
  Vector<Vector<uint8_t>> wanted;
  for (const dxil::Function& function : module.functions) {
    Vector<uint8_t>& values = wanted.emplace_back(function.local_types.size(), uint8_t{0});
    for (size_t local = n; local < values.size(); local += 7) values[local] = 1;
  }
  return wanted;
}

TEST(UniformityCorpus, RequestsForFewValuesGetTheMarksOfAll) {
  constexpr std::array kFolders = {"control_flow"sv, "programs"sv, "ops"sv, "stages"sv, "uniformity"sv};
  uint32_t compared = 0, differing = 0;
  for (const CorpusShader& entry : shaders_of(kFolders)) {
    SCOPED_TRACE(entry.label());
    auto shader = read(entry);
    if (!shader || shader->entry_points.empty()) continue;
    AnalysisRequest request;
    request.entry = &shader->entry_points[0];
    request.want_findings = false;
    const auto all = analyse(*shader, request);
    ASSERT_TRUE(all.ok()) << all.error().to_string();
    const auto wanted = every_seventh(shader->module, compared % 7);
    request.wanted = wanted;
    const auto few = analyse(*shader, request);
    ASSERT_TRUE(few.ok()) << few.error().to_string();
    for (size_t f = 0; f < all->functions.size(); ++f) {
      const FunctionMarks& expected = all->functions[f];
      for (size_t local = 0; local < expected.values.size(); ++local) {
        if (wanted[f][local] == 0) continue;
        ASSERT_EQ(few->functions[f].values[local], expected.values[local]) << f << " " << local;
        ASSERT_EQ(few->functions[f].values_where_read[local], expected.values_where_read[local])
            << f << " " << local;
        ++compared;
        differing += expected.values_where_read[local] != kNoScope ? 1 : 0;
      }
    }
  }
  EXPECT_GE(compared, 5000u);
  EXPECT_GE(differing, 1000u);
  EXPECT_GE(compared - differing, 1000u);
}

TEST(UniformityCorpus, EveryShaderIsAnalysed) {
  constexpr std::array kFolders = {"control_flow"sv, "programs"sv,   "ops"sv,           "resources"sv,
                                   "stages"sv,       "raytracing"sv, "reconvergence"sv, "variants"sv};
  for (const CorpusShader& entry : shaders_of(kFolders)) {
    SCOPED_TRACE(entry.label());
    auto shader = read(entry);
    if (!shader) continue;
    auto analysis = analyse(*shader);
    EXPECT_TRUE(analysis.ok()) << analysis.error().to_string();
  }
}

}  // namespace
}  // namespace trellis::uniformity
