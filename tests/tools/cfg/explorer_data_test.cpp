// Tests the pages of `trellis cfg` and their data. tests/explorer tests what a page does with the data.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "structurizer/structurize.hpp"
#include "tests/tools/program.hpp"
#include "tools/cfg/cfg_report.hpp"
#include "tools/cfg/page/json_text.hpp"

namespace trellis::tools_test {
namespace {

using nlohmann::json;

class ExplorerData : public InFolder {
 protected:
  RunResult cfg(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "cfg");
    return trellis(arguments);
  }
  json data_of(std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"-o", path("d.json")});
    const RunResult result = cfg(std::move(arguments));
    EXPECT_EQ(result.exit_code, 0) << result.errors;
    return json::parse(read("d.json"));
  }
};

TEST_F(ExplorerData, APageNeedsNothingElse) {
  ASSERT_EQ(cfg({shader("control_flow/tokenizer_state_machine"), "-o", path("p.html")}).exit_code, 0);
  const std::string page = read("p.html");
  EXPECT_TRUE(page.starts_with("<!DOCTYPE html>"));
  for (const char* request : {"src=", "<link", "@import", "url(", "fetch(", "import("}) {
    EXPECT_FALSE(has_text(page, request)) << request;
  }
  // The page contains the same data as the JSON form.
  const std::string begin = "<script type=\"application/json\" id=\"data\">";
  const size_t at = page.find(begin);
  ASSERT_NE(at, std::string::npos);
  const std::string data = page.substr(at + begin.size(), page.find("</script>", at) - at - begin.size());
  EXPECT_EQ(json::parse(data), data_of({shader("control_flow/tokenizer_state_machine")}));
}

TEST_F(ExplorerData, TextCannotEndTheScriptElement) {
  write("g.txt", "\"</script><b>\" -> \"a\\\"b\"\n");
  ASSERT_EQ(cfg({path("g.txt"), "-o", path("p.html")}).exit_code, 0);
  EXPECT_FALSE(has_text(read("p.html"), "</script><b>"));
  EXPECT_EQ(data_of({path("g.txt")})["program"][0]["name"], "</script><b>");
}

TEST(JsonText, IsJsonForAnyBytes) {
  for (const std::string text : {"plain", "\xC3\xA4 \xE2\x82\xAC \xF0\x9F\x98\x80", "a\tb\"\\\n\x7F<"}) {
    EXPECT_EQ(json::parse(tools::json_string(text)), text);
  }
  const std::string replacement = "\xEF\xBF\xBD";
  EXPECT_EQ(json::parse(tools::json_string("a\xFFz")), "a" + replacement + "z");
  EXPECT_EQ(json::parse(tools::json_string("\xC3")), replacement);
  // Overlong forms, a surrogate, and a value beyond Unicode: each byte is replaced.
  for (const std::string text : {"\xE0\x80\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xC0\x80"}) {
    std::string wanted;
    for (size_t i = 0; i < text.size(); ++i) wanted += replacement;
    EXPECT_EQ(json::parse(tools::json_string(text)), wanted);
  }
  std::string all;
  for (int byte = 0; byte < 256; ++byte) all += static_cast<char>(byte);
  EXPECT_TRUE(json::accept(tools::json_string(all)));
  EXPECT_EQ(tools::json_string("</script>").find('<'), std::string::npos);
}

TEST_F(ExplorerData, HasAllPassesAndWhatTheyChanged) {
  write("g.txt", "a -> h\nh -> b x\nb -> c d\nc -> e\nd -> e\ne -> h\n");
  const json data = data_of({path("g.txt")});
  ASSERT_EQ(data["passes"].size(), 13u);
  const json& input = data["passes"][0];
  EXPECT_EQ(input["name"], "input");
  EXPECT_EQ(input["blocks"].size(), 7u);
  EXPECT_EQ(input["blocks"][2]["e"], json::parse(R"([[4,""],[5,""]])"));
  // An unchanged graph is recorded without blocks.
  EXPECT_EQ(data["passes"][1],
            json::parse(R"({"name":"reducible","entry":0,"changed":[],"removed":[],"blocks":[]})"));
  const json& constructs = data["passes"][2];
  EXPECT_EQ(constructs["changed"], json::parse("[0,1,2,4,5,6]")) << "c and d meet in a merge block before e";
  EXPECT_EQ(data["passes"][8]["removed"], json::parse("[7]")) << "fold-headers removes the inserted header";
  for (const json& check : data["checks"]) EXPECT_EQ(check["ok"], true);
}

TEST_F(ExplorerData, LargeGraphsHaveAllPasses) {
  const json data = data_of({"--random", "7", "3000"});
  EXPECT_EQ(data["passes"].size(), 13u);
  EXPECT_EQ(data["program"].size(), 3000u);
}

TEST_F(ExplorerData, EveryBlockOfAShaderHasItsSpirv) {
  for (const char* name : {"control_flow/tokenizer_state_machine", "reconvergence/votes_01005",
                           "breaks/votes_61001", "reconvergence/votes_07035"}) {
    const json data = data_of({shader(name)});
    EXPECT_EQ(data["spirv"].size(), data["order"].size()) << name;
    for (const auto& [key, text] : data["spirv"].items()) {
      EXPECT_TRUE(has_text(text.get<std::string>(), "= OpLabel")) << name << ", block " << key;
    }
  }
}

TEST_F(ExplorerData, LinesOfTheSourceAndDivergence) {
  const json data = data_of({shader("variants/json_tokenizer_depth.debug")});
  ASSERT_FALSE(data["files"].empty());
  EXPECT_TRUE(has_text(data["files"][0]["text"].get<std::string>(), "if (i >= LEN)"));
  EXPECT_EQ(data["program"][1]["source"], json::parse("[[0,29]]"));
  EXPECT_EQ(data["program"][1]["divergence"], 2);
  EXPECT_TRUE(data["program"][1]["test"].get<std::string>().starts_with("icmp "))
      << data["program"][1]["test"];
  EXPECT_FALSE(data_of({"--random", "7", "5"})["program"][1].contains("divergence"));
}

TEST_F(ExplorerData, InsertedBlocksHaveTheirDivergence) {
  const json data = data_of({shader("variants/json_tokenizer_depth.debug")});
  uint32_t divergent = 0, uniform = 0;
  for (const json& pass : data["passes"]) {
    for (const json& block : pass["blocks"]) {
      const bool is_programs = !block.contains("r") && !block.contains("o");
      EXPECT_FALSE(is_programs && block.contains("d")) << block;
      if (!is_programs) ++(block.contains("d") ? divergent : uniform);
    }
  }
  EXPECT_GT(divergent, 0u);
  EXPECT_GT(uniform, 0u);
}

TEST(ExplorerVerdict, SaysWhichEdgeIsWrong) {
  structurizer::Flow flow;
  flow.graph = cfg::Graph::from_lists(Vector<Vector<cfg::BlockId>>{{1, 2}, {3}, {3}, {}});
  structurizer::Structured function = structurizer::structurize(flow);
  EXPECT_TRUE(tools::check_all(flow, function).sound);
  // Swap the targets of block 0's branch.
  const cfg::BlockId first = function.block_of_payload[0];
  std::swap(function.successors[function.blocks[first].first_successor],
            function.successors[function.blocks[first].first_successor + 1]);
  const tools::Verdict verdict = tools::check_all(flow, function);
  EXPECT_FALSE(verdict.sound);
  ASSERT_EQ(verdict.checks.size(), 3u);
  EXPECT_EQ(verdict.checks[0].name, "paths");
  EXPECT_FALSE(verdict.checks[0].ok);
  EXPECT_EQ(verdict.checks[0].edge_from, 0u) << verdict.text;
  EXPECT_EQ(verdict.checks[0].edge_slot, 0u);
}

}  // namespace
}  // namespace trellis::tools_test
