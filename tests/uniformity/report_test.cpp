// The findings as people and programs get them: the page for shader authors shows what the program prints,
// JSON and SARIF have their structure.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "api/check_uniformity.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"

namespace trellis {
namespace {

using Json = nlohmann::json;
using uniformity::Finding;

Vector<Finding> findings_of(const std::string& name) {
  const auto bytes =
      test_support::read_binary_file(test_support::corpus_root() / "uniformity" / (name + ".dxil"));
  EXPECT_TRUE(bytes.ok()) << name;
  if (!bytes) return {};
  Translator translator;
  const auto program = translator.read(*bytes);
  EXPECT_TRUE(program.ok()) << name;
  if (!program) return {};
  auto findings = check_uniformity(*program);
  EXPECT_TRUE(findings.ok()) << name;
  return findings ? std::move(*findings) : Vector<Finding>{};
}

/// In docs/uniformity.md, the blocks that open with ```text NAME.
TEST(UniformityReport, ThePageShowsWhatTheProgramPrints) {
  const auto page = test_support::read_text_file(std::string(TRELLIS_SOURCE_DIR) + "/docs/uniformity.md");
  ASSERT_TRUE(page.ok());
  const std::string fence = "```text ";
  size_t shown = 0;
  for (size_t at = page->find(fence); at != std::string::npos; at = page->find(fence, at + 1), ++shown) {
    const size_t name_begin = at + fence.size(), name_end = page->find('\n', name_begin);
    const std::string name = page->substr(name_begin, name_end - name_begin);
    const size_t end = page->find("\n```", name_end);
    ASSERT_NE(end, std::string::npos);
    const std::string text = findings_as_text(name + ".dxil", findings_of(name));
    EXPECT_EQ(page->substr(name_end + 1, end - name_end) + "\n", text) << name;
  }
  EXPECT_GE(shown, 4u);
}

TEST(UniformityReport, Json) {
  const Vector<Finding> findings = findings_of("compute_derivative_divergent");
  ASSERT_FALSE(findings.empty());
  const Vector<String> inputs = {findings_as_json("a \"quoted\".dxil", findings),
                                 findings_as_json("b.dxil", {})};
  const Json document = Json::parse(json_document(inputs));
  EXPECT_EQ(document["check"], "uniformity");
  ASSERT_EQ(document["inputs"].size(), 2u);
  EXPECT_EQ(document["inputs"][0]["file"], "a \"quoted\".dxil");
  EXPECT_TRUE(document["inputs"][1]["findings"].empty());
  const Json& finding = document["inputs"][0]["findings"][0];
  EXPECT_EQ(finding["rule"], "nonuniform-derivative");
  EXPECT_EQ(finding["scope"], "quad");
  EXPECT_EQ(finding["where"]["function"], "main");
  EXPECT_EQ(finding["also"].size(), 3u) << "a derivative of four components";
  EXPECT_GE(finding["why"].size(), 3u);
  EXPECT_TRUE(finding["why"].back()["text"].is_string());
  EXPECT_FALSE(finding["advice"].get<std::string>().empty());
}

TEST(UniformityReport, NamesThatAreNoUtf8) {
  Vector<Finding> findings = findings_of("barrier_condition_uav_load");
  ASSERT_EQ(findings.size(), 1u);
  findings[0].where.function = "a\xFFz";
  const Vector<String> inputs = {findings_as_json("x", findings)};
  EXPECT_TRUE(Json::accept(json_document(inputs)));
}

TEST(UniformityReport, Sarif) {
  const Vector<Finding> barrier = findings_of("barrier_condition_uav_load"),
                        index = findings_of("resource_index_phi_of_constants");
  ASSERT_EQ(barrier.size(), 1u);
  ASSERT_EQ(index.size(), 1u);
  const Vector<String> inputs = {findings_as_sarif("a.dxil", barrier), findings_as_sarif("b.dxil", {}),
                                 findings_as_sarif("c.dxil", index)};
  const Json log = Json::parse(sarif_document(inputs));
  EXPECT_EQ(log["version"], "2.1.0");
  ASSERT_EQ(log["runs"].size(), 1u);
  const Json& run = log["runs"][0];
  EXPECT_EQ(run["tool"]["driver"]["name"], "trellis");
  ASSERT_EQ(run["results"].size(), 2u);
  for (const Json& result : run["results"]) {
    // Every result is of a rule that the tool declares, says something, and is somewhere.
    bool is_declared = false;
    for (const Json& rule : run["tool"]["driver"]["rules"]) is_declared |= rule["id"] == result["ruleId"];
    EXPECT_TRUE(is_declared) << result["ruleId"];
    EXPECT_EQ(result["level"], "warning");
    EXPECT_FALSE(result["message"]["text"].get<std::string>().empty());
    ASSERT_EQ(result["locations"].size(), 1u);
    EXPECT_TRUE(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].is_string());
    const Json& steps = result["codeFlows"][0]["threadFlows"][0]["locations"];
    ASSERT_GE(steps.size(), 2u);
    for (const Json& step : steps)
      EXPECT_FALSE(step["location"]["message"]["text"].get<std::string>().empty());
  }
  EXPECT_EQ(run["results"][0]["ruleId"], "barrier-divergence");
  EXPECT_EQ(run["results"][1]["ruleId"], "nonuniform-resource-index");
}

}  // namespace
}  // namespace trellis
