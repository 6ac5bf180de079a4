// Tests how the code of a lowering pass is compared with that before it, and the lowering passes in the data
// of pages.
#include "tools/cfg/lowering_record.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "tests/tools/program.hpp"

namespace trellis::tools_test {
namespace {

using nlohmann::json;
using tools::CodeChange;
using tools::compare_code;
using Removed = std::vector<std::pair<uint32_t, std::string>>;

TEST(CompareCode, NewNumbersAreNotAChange) {
  const Vector<String> before = {"%1:i32 = add %0, 1\n%2:i32 = mul %1, %1\n", "store %2, @x\n"};
  const Vector<String> after = {"%7:i32 = add %0, 1\n%5:i32 = mul %7, %7\n", "store %5, @x\n"};
  for (const CodeChange& change : compare_code(before, after)) EXPECT_TRUE(change.is_empty());
}

TEST(CompareCode, AnotherOperandIsAChange) {
  const Vector<String> before = {"%1:i32 = add %0, 1\n%2:i32 = add %0, 2\n", "store %2, @x\nret\n"};
  const Vector<String> after = {"%1:i32 = add %0, 1\n%2:i32 = add %0, 2\n", "store %1, @x\nret\n"};
  const std::vector<CodeChange> changes = compare_code(before, after);
  ASSERT_EQ(changes.size(), 2u);
  EXPECT_TRUE(changes[0].is_empty());
  EXPECT_EQ(changes[1].added, std::vector<uint32_t>{0});
  EXPECT_EQ(changes[1].removed, (Removed{{0, "store %2, @x"}}));
}

TEST(CompareCode, TheUseOfAChangedValueIsNotAChange) {
  const Vector<String> before = {"%1:i32 = phi %0, %0, %3\n%2:i32 = add %1, 1\n"};
  const Vector<String> after = {"%1:i32 = phi %0, %3\n%2:i32 = add %1, 1\n"};
  const std::vector<CodeChange> changes = compare_code(before, after);
  EXPECT_EQ(changes[0].added, std::vector<uint32_t>{0});
  EXPECT_EQ(changes[0].removed.size(), 1u);
}

TEST(CompareCode, LinesInTheMiddle) {
  const Vector<String> before = {"a\nb\nc\nd\n"};
  const Vector<String> after = {"a\nx\nc\ny\nd\n"};
  const std::vector<CodeChange> changes = compare_code(before, after);
  EXPECT_EQ(changes[0].added, (std::vector<uint32_t>{1, 3}));
  EXPECT_EQ(changes[0].removed, (Removed{{1, "b"}}));
}

TEST(CompareCode, ABlockThatIsAppended) {
  const std::vector<CodeChange> changes = compare_code({"br\n"}, {"br\n", "%1:i1 = icmp eq %0, 3\nret\n"});
  ASSERT_EQ(changes.size(), 2u);
  EXPECT_TRUE(changes[0].is_empty());
  EXPECT_EQ(changes[1].added, (std::vector<uint32_t>{0, 1}));
}

class LoweringData : public InFolder {
 protected:
  json lowering_of(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "cfg");
    arguments.insert(arguments.end(), {"-o", path("d.json")});
    const RunResult result = trellis(arguments);
    EXPECT_EQ(result.exit_code, 0) << result.errors;
    data = json::parse(read("d.json"));
    return data["lowering"];
  }
  /// Returns the pass of that name.
  static json pass_of(const json& lowering, const std::string& name) {
    for (const json& pass : lowering) {
      if (pass["name"] == name) return pass;
    }
    return {};
  }
  json data;
};

TEST_F(LoweringData, HasAllPassesWithTheirSentences) {
  const json lowering = lowering_of({shader("control_flow/tokenizer_state_machine")});
  ASSERT_EQ(lowering.size(), lower::passes().size() + 1);
  EXPECT_EQ(lowering[0]["name"], "program");
  EXPECT_EQ(lowering[0]["blocks"].size(), data["program"].size());
  for (size_t i = 1; i < lowering.size(); ++i) {
    EXPECT_EQ(lowering[i]["name"], lower::passes()[i - 1].name);
    EXPECT_EQ(lowering[i]["summary"], lower::passes()[i - 1].summary);
    EXPECT_TRUE(lowering[i]["blocks"].empty()) << lowering[i];
  }
  // The code of an unchanged program is written once.
  for (const json& block : lowering[0]["blocks"]) EXPECT_FALSE(block.contains("code"));
}

TEST_F(LoweringData, GraphsHaveNone) { EXPECT_EQ(lowering_of({"--random", "7", "5"}), json::array()); }

TEST_F(LoweringData, BranchesThatABreakMarkRemoves) {
  const json lowering = lowering_of({shader("breaks/votes_62047")});
  const json marks = pass_of(lowering, "break-marks");
  EXPECT_EQ(marks["changed"], json::parse("[0, 41, 46]"));
  uint32_t jumps = 0;
  for (const json& block : marks["blocks"]) {
    const json& before = lowering[0]["blocks"][block["k"].get<size_t>()];
    ASSERT_EQ(before["k"], block["k"]) << "blocks keep their keys";
    if (before["e"].size() == 2 && block["e"].size() == 1) {
      ++jumps;
      EXPECT_FALSE(block["gone"].empty());
      EXPECT_TRUE(has_text(before["code"].get<std::string>(), "\nbr %")) << before["code"];
    }
  }
  EXPECT_GT(jumps, 0u);
  // After the last pass, the program is the one that is structurized.
  for (const json& block : data["passes"][0]["blocks"]) {
    const size_t key = block["k"].get<size_t>();
    json last = lowering[0]["blocks"][key]["e"];
    for (const json& changed : marks["blocks"]) {
      if (changed["k"] == key) last = changed["e"];
    }
    EXPECT_EQ(last, block["e"]) << key;
  }
}

TEST_F(LoweringData, ALoopOfLongVectors) {
  const json vectors = pass_of(lowering_of({shader("sm69/lv_loop_carried")}), "long-vectors");
  // All values have other numbers, but two blocks compute no vectors.
  EXPECT_EQ(vectors["blocks"].size(), 8u);
  EXPECT_EQ(vectors["changed"].size(), 6u) << vectors["changed"];
}

TEST_F(LoweringData, OtherFunctionsThatAPassChanges) {
  const json vectors = pass_of(lowering_of({shader("sm69/lv_noinline_functions")}), "long-vectors");
  EXPECT_EQ(vectors["others"].size(), 2u);
}

}  // namespace
}  // namespace trellis::tools_test
