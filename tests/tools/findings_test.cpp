// Tests the forms of findings: the page for shader authors shows what the program prints, and JSON and SARIF
// have their structure.
#include "api/findings/findings.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>
#include <string>

#include "api/check_uniformity.hpp"
#include "tests/support/corpus.hpp"
#include "tests/support/files.hpp"
#include "api/findings/sarif.hpp"

namespace trellis::tools {
namespace {

using Json = nlohmann::json;
using Findings = std::vector<CheckFinding>;

constexpr Checks kUniformityOnly = {true, false};

Findings findings_of(const std::string& name) {
  const auto bytes =
      test_support::read_binary_file(test_support::corpus_root() / "uniformity" / (name + ".dxil"));
  EXPECT_TRUE(bytes.ok()) << name;
  if (!bytes) return {};
  Translator translator;
  const auto program = translator.read(*bytes);
  EXPECT_TRUE(program.ok()) << name;
  if (!program) return {};
  const auto found = check_uniformity(*program);
  EXPECT_TRUE(found.ok()) << name;
  Findings findings;
  if (!found) return findings;
  for (const uniformity::Finding& finding : *found) findings.push_back(finding_of(finding));
  return findings;
}

Json sarif_of(const std::string& file, const Findings& findings) {
  const Vector<String> parts = {report_part(file, findings, ReportFormat::kSarif)};
  return Json::parse(report_document(parts, kUniformityOnly, ReportFormat::kSarif))["runs"][0];
}

/// Compares the blocks of docs/uniformity.md that open with ```text NAME.
TEST(Findings, ThePageShowsWhatTheProgramPrints) {
  const auto page = test_support::read_text_file(test_support::source_path("docs/uniformity.md"));
  ASSERT_TRUE(page.ok());
  const std::string fence = "```text ";
  size_t shown = 0;
  for (size_t at = page->find(fence); at != std::string::npos; at = page->find(fence, at + 1), ++shown) {
    const size_t name_begin = at + fence.size(), name_end = page->find('\n', name_begin);
    const std::string name = page->substr(name_begin, name_end - name_begin);
    const size_t end = page->find("\n```", name_end);
    ASSERT_NE(end, std::string::npos);
    const std::string text = report_part(name + ".dxil", findings_of(name), ReportFormat::kText);
    EXPECT_EQ(page->substr(name_end + 1, end - name_end) + "\n", text) << name;
  }
  EXPECT_GE(shown, 4u);
}

TEST(Findings, Json) {
  const Findings findings = findings_of("compute_derivative_divergent");
  ASSERT_FALSE(findings.empty());
  const Vector<String> parts = {report_part("a \"quoted\".dxil", findings, ReportFormat::kJson),
                                          report_part("-", {}, ReportFormat::kJson)};
  const Json document = Json::parse(report_document(parts, kUniformityOnly, ReportFormat::kJson));
  EXPECT_EQ(document["checks"], Json::array({"uniformity"}));
  ASSERT_EQ(document["inputs"].size(), 2u);
  EXPECT_EQ(document["inputs"][0]["file"], "a \"quoted\".dxil");
  EXPECT_EQ(document["inputs"][1]["file"], "<stdin>");
  EXPECT_TRUE(document["inputs"][1]["findings"].empty());
  const Json& finding = document["inputs"][0]["findings"][0];
  EXPECT_EQ(finding["check"], "uniformity");
  EXPECT_EQ(finding["rule"], "nonuniform-derivative");
  EXPECT_EQ(finding["scope"], "quad");
  EXPECT_EQ(finding["where"]["function"], "main");
  EXPECT_EQ(finding["also"].size(), 3u) << "a derivative of four components";
  EXPECT_GE(finding["why"].size(), 3u);
  EXPECT_TRUE(finding["why"].back()["text"].is_string());
  EXPECT_FALSE(finding["advice"].get<std::string>().empty());
}

TEST(Findings, NamesNeedNotBeUtf8) {
  Findings findings = findings_of("barrier_condition_uav_load");
  ASSERT_EQ(findings.size(), 1u);
  findings[0].where.function = "a\xFFz";
  for (const ReportFormat format : {ReportFormat::kJson, ReportFormat::kSarif}) {
    const Vector<String> parts = {report_part("b\xFF", findings, format)};
    EXPECT_TRUE(Json::accept(report_document(parts, kUniformityOnly, format)));
  }
}

TEST(Sarif, ResultsHaveARuleAndALocation) {
  const Findings barrier = findings_of("barrier_condition_uav_load"),
                 index = findings_of("resource_index_phi_of_constants");
  ASSERT_EQ(barrier.size(), 1u);
  ASSERT_EQ(index.size(), 1u);
  const Vector<String> parts = {report_part("a.dxil", barrier, ReportFormat::kSarif),
                                          report_part("b.dxil", {}, ReportFormat::kSarif),
                                          report_part("c.dxil", index, ReportFormat::kSarif)};
  const Json log = Json::parse(report_document(parts, kUniformityOnly, ReportFormat::kSarif));
  EXPECT_EQ(log["version"], "2.1.0");
  ASSERT_EQ(log["runs"].size(), 1u);
  const Json& run = log["runs"][0];
  const Json& driver = run["tool"]["driver"];
  EXPECT_EQ(driver["name"], "trellis");
  ASSERT_EQ(run["results"].size(), 2u);
  for (const Json& result : run["results"]) {
    ASSERT_TRUE(result["ruleIndex"].is_number_unsigned());
    EXPECT_EQ(driver["rules"][result["ruleIndex"].get<size_t>()]["id"], result["ruleId"]);
    EXPECT_EQ(result["level"], "warning");
    EXPECT_FALSE(result["message"]["text"].get<std::string>().empty());
    ASSERT_EQ(result["locations"].size(), 1u);
    const Json& steps = result["codeFlows"][0]["threadFlows"][0]["locations"];
    ASSERT_GE(steps.size(), 2u);
    for (const Json& step : steps)
      EXPECT_FALSE(step["location"]["message"]["text"].get<std::string>().empty());
  }
  EXPECT_EQ(run["results"][0]["ruleId"], "barrier-divergence");
  EXPECT_EQ(run["results"][1]["ruleId"], "nonuniform-resource-index");
}

TEST(Sarif, LocationsWithoutDebugInformationAreTheInputsFirstLine) {
  Findings findings = findings_of("barrier_condition_uav_load");
  ASSERT_EQ(findings.size(), 1u);
  Json place = sarif_of("a b/c.dxil", findings)["results"][0]["locations"][0]["physicalLocation"];
  EXPECT_EQ(place["artifactLocation"]["uri"], "a%20b/c.dxil");
  EXPECT_EQ(place["region"]["startLine"], 1);
  findings[0].where.line = 12;
  findings[0].where.file = "C:\\my shaders\\a.hlsl";
  place = sarif_of("a b/c.dxil", findings)["results"][0]["locations"][0]["physicalLocation"];
  EXPECT_EQ(place["artifactLocation"]["uri"], "file:///C:/my%20shaders/a.hlsl");
  EXPECT_EQ(place["region"]["startLine"], 12);
}

TEST(Sarif, UrisAreEncoded) {
  EXPECT_EQ(uri_of("shaders/a-b_c.1~.dxil"), "shaders/a-b_c.1~.dxil");
  EXPECT_EQ(uri_of("/tmp/50% #1?.dxil"), "file:///tmp/50%25%20%231%3F.dxil");
  EXPECT_EQ(uri_of("a:b\xC3\xA4.dxil"), "a%3Ab%C3%A4.dxil");
  EXPECT_EQ(uri_of("a\\b.dxil"), "a%5Cb.dxil");
  EXPECT_EQ(uri_of("-"), "stdin");
  EXPECT_EQ(uri_of_source("include\\a b.hlsl"), "include/a%20b.hlsl");
  EXPECT_EQ(uri_of_source("/src/a.hlsl"), "file:///src/a.hlsl");
}

TEST(Sarif, FingerprintsIgnoreLinesAndDistinguishFindings) {
  Findings findings = findings_of("barrier_condition_uav_load");
  ASSERT_EQ(findings.size(), 1u);
  findings.push_back(findings[0]);
  const auto fingerprints = [&](const std::string& file) {
    std::vector<std::string> texts;
    const Json run = sarif_of(file, findings);
    for (const Json& result : run["results"]) {
      texts.push_back(result["partialFingerprints"]["trellisFinding/v1"]);
    }
    return texts;
  };
  const auto before = fingerprints("a.dxil");
  ASSERT_EQ(before.size(), 2u);
  EXPECT_NE(before[0], before[1]);
  findings[0].where.line += 10;
  findings[0].where.block += 1;
  EXPECT_EQ(fingerprints("a.dxil"), before);
  EXPECT_NE(fingerprints("b.dxil")[0], before[0]);
}

/// Returns the anchor of a Markdown heading.
std::string anchor_of(std::string heading) {
  std::string anchor;
  for (const char letter : heading) {
    const unsigned char code = static_cast<unsigned char>(letter);
    if (std::isalnum(code) != 0 || letter == '-') anchor += static_cast<char>(std::tolower(code));
    if (letter == ' ') anchor += '-';
  }
  return anchor;
}

TEST(Sarif, RulesLinkToExistingPages) {
  const Json driver = sarif_of("a", {})["tool"]["driver"];
  EXPECT_TRUE(driver["informationUri"].get<std::string>().find("://") != std::string::npos);
  ASSERT_EQ(driver["rules"].size(), rules().size());
  for (size_t n = 0; n < rules().size(); ++n) {
    const std::string link = rules()[n].page;
    EXPECT_TRUE(driver["rules"][n]["helpUri"].get<std::string>().ends_with("/" + link));
    EXPECT_FALSE(driver["rules"][n]["shortDescription"]["text"].get<std::string>().empty());
    const size_t hash = link.find('#');
    ASSERT_NE(hash, std::string::npos);
    const auto page =
        test_support::read_text_file(test_support::source_path(std::string("docs/") + link.substr(0, hash)));
    ASSERT_TRUE(page.ok()) << link;
    bool is_there = false;
    for (size_t at = 0; at < page->size(); at = std::min(page->find('\n', at), page->size()) + 1) {
      if ((*page)[at] != '#') continue;
      const size_t begin = page->find_first_not_of("# ", at);
      is_there |= anchor_of(page->substr(begin, page->find('\n', begin) - begin)) == link.substr(hash + 1);
    }
    EXPECT_TRUE(is_there) << link;
  }
}

}  // namespace
}  // namespace trellis::tools
