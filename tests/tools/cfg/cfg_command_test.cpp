// Tests `trellis cfg`: its input graphs, verdicts, counts, reduced graphs and pictures.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>

#include "support/run_program.hpp"
#include "tests/support/files.hpp"
#include "tests/tools/program.hpp"

namespace trellis::tools_test {
namespace {

using CfgCommand = InFolder;

RunResult cfg(std::vector<std::string> arguments, const std::string& input = {}) {
  arguments.insert(arguments.begin(), "cfg");
  return trellis(arguments, input);
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

size_t line_count(const std::string& text) {
  return static_cast<size_t>(std::count(text.begin(), text.end(), '\n'));
}

/// Returns "a0 -> a1", "a1 -> a2" and so on, one line per edge.
std::string chain_of(int edges) {
  std::string text;
  for (int i = 0; i < edges; ++i) text += "a" + std::to_string(i) + " -> a" + std::to_string(i + 1) + "\n";
  return text;
}

TEST_F(CfgCommand, StructurizesTextFromAFile) {
  write("g.txt", "a -> b c\nb -> d\nc -> d\n");
  const RunResult run = cfg({path("g.txt")});
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_EQ(run.output, "a -> b c  # selection, merge d\nb -> d\nc -> d\nd\n");
}

TEST_F(CfgCommand, WhatIsWrittenReadsBack) {
  const RunResult first = cfg({"-"}, "a -> b c\nb -> c\nc -> b d\n\"d e\" -> a\nd -> \"d e\"\n");
  ASSERT_EQ(first.exit_code, 0) << first.errors;
  const RunResult again = cfg({"-", "--check"}, first.output);
  EXPECT_EQ(again.exit_code, 0) << again.errors;
  EXPECT_EQ(again.output, "paths:       ok\nstructure:   ok\nconvergence: ok\n");
}

TEST_F(CfgCommand, ReadsDotAndBranches) {
  const RunResult dot = cfg({"-", "--pass", "input"}, "digraph g { a -> b; a -> c; }");
  EXPECT_EQ(dot.exit_code, 0) << dot.errors;
  EXPECT_TRUE(contains(dot.output, "a -> b c")) << dot.output;
  const RunResult branches = cfg({"--branches", "-", "--emit", "dot"}, "c a b d; b b d");
  EXPECT_EQ(branches.exit_code, 0) << branches.errors;
  EXPECT_TRUE(contains(branches.output, "digraph") && contains(branches.output, "\"true\""))
      << branches.output;
}

TEST_F(CfgCommand, ErrorsHaveLineAndColumn) {
  write("g.txt", "a -> b\nb -> -> c\n");
  const RunResult run = cfg({path("g.txt")});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_TRUE(is_one_line(run.errors, "trellis: " + path("g.txt") + ": error: ", "line 2, column 6"));
  EXPECT_EQ(run.output, "");
}

TEST_F(CfgCommand, EmptyAndMissingInputs) {
  EXPECT_EQ(cfg({"-"}, "").exit_code, 1);
  EXPECT_EQ(cfg({path("none")}).exit_code, 1);
  EXPECT_EQ(cfg({}).exit_code, 2);
  EXPECT_EQ(cfg({"-", "--random", "1", "5"}).exit_code, 2);
  EXPECT_EQ(cfg({"--random", "1", "0"}).exit_code, 2);
  EXPECT_EQ(cfg({"-", "--no-such-option"}, "a").exit_code, 2);
  EXPECT_EQ(cfg({"-", "--emit", "dot", "--pass", "no-such-pass"}, "a").exit_code, 2);
}

TEST_F(CfgCommand, AFunctionOfAShader) {
  const RunResult run = cfg({shader("control_flow/tokenizer_state_machine"), "--check", "--stats"});
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  for (const char* part : {"paths:       ok", "structure:   ok", "convergence: ok", "natural loops",
                           "ladders", "added: merge", "time: "}) {
    EXPECT_TRUE(contains(run.output, part)) << part << "\n" << run.output;
  }
  const RunResult no_entry = cfg({shader("control_flow/tokenizer_state_machine"), "--entry", "nobody"});
  EXPECT_EQ(no_entry.exit_code, 1) << no_entry.errors;
}

/// Returns the number in a line of the statistics, or the rest of the line if it is not a number.
std::string figure(const std::string& text, const std::string& name) {
  const size_t line = text.find("  " + name + " ");
  if (line == std::string::npos) return "no line";
  const std::string rest =
      text.substr(line + name.size() + 2, text.find('\n', line) - line - name.size() - 2);
  return rest.substr(rest.find_first_not_of(' '));
}

// tests/explorer/words_test.mjs expects the same numbers of the explorer's page.
TEST_F(CfgCommand, LaddersThatAreMergeBlocksAreCountedAsLadders) {
  const RunResult run = cfg({shader("control_flow/exits_rejoin_at_different_points"), "--stats"});
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_EQ(figure(run.output, "  added: merge"), "1");
  EXPECT_EQ(figure(run.output, "  added: ladder"), "2");
  EXPECT_EQ(figure(run.output, "ladders"), "2");
  EXPECT_EQ(figure(run.output, "  also merge blocks"), "2");
}

// Includes programs that are rewritten before they are structurized, such as those with votes in loops.
TEST_F(CfgCommand, EveryShaderOfAFolder) {
  size_t count = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(shader("control_flow/nested_breaks").parent_path())) {
    if (entry.path().extension() != ".dxil") continue;
    ++count;
    const RunResult run = trellis({"cfg", entry.path().string()});
    EXPECT_EQ(run.exit_code, 0) << entry.path() << run.errors;
    EXPECT_NE(run.output, "") << entry.path();
  }
  EXPECT_GT(count, 50u);
}

TEST_F(CfgCommand, StatisticsOfFrontiersAndPaths) {
  // A loop that contains an if/else; u is unreachable.
  const RunResult run = cfg({"-", "--stats"}, "a -> h\nh -> b x\nb -> c d\nc -> e\nd -> e\ne -> h\nu -> x\n");
  ASSERT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_EQ(figure(run.output, "dominance frontiers"),
            "5");  // h is in those of h, b and e; e in those of c and d.
  EXPECT_EQ(figure(run.output, "control dependences"), "5");  // h, b, e depend on h; c, d on b.
  EXPECT_EQ(figure(run.output, "  per block, at most"), "1");
  EXPECT_EQ(figure(run.output, "pairs joined by a path"),
            "31");  // From a to 6 others, and from each of the loop's 5 blocks to 5.
  EXPECT_EQ(figure(run.output, "  from one block, at most"), "6");
}

TEST_F(CfgCommand, StatisticsLeaveOutWhatIsTooLarge) {
  const RunResult chain = cfg({"-", "--stats"}, chain_of(17000));
  EXPECT_EQ(figure(chain.output, "dominance frontiers"), "0");
  EXPECT_EQ(figure(chain.output, "pairs joined by a path"), "omitted: more than 16384 components");
  std::string loops = chain_of(5900) + "a5900 ->";
  for (int header = 1; header < 5900; ++header) loops += " a" + std::to_string(header);
  const RunResult deep = cfg({"-", "--stats"}, loops + "\n");
  EXPECT_EQ(figure(deep.output, "dominance frontiers"), "omitted: more than 16777216 entries");
  EXPECT_EQ(figure(deep.output, "pairs joined by a path"), std::to_string(5901 * 5900 - 5900));
}

TEST_F(CfgCommand, RandomGraphsAreTheSameEverywhere) {
  const RunResult small = cfg({"--random", "1", "6", "--pass", "input"});
  EXPECT_EQ(small.output, "b0 -> b1 b2\nb1 -> b2 b3\nb2 -> b4 b5\nb3 -> b5\nb4 -> b5\nb5\n");
  for (const char* seed : {"2", "3", "4"}) {
    const RunResult run = cfg({"--random", seed, "300", "--check"});
    EXPECT_EQ(run.exit_code, 0) << run.output;
    const RunResult text = cfg({"--random", seed, "300", "--pass", "input"});
    EXPECT_EQ(line_count(text.output), 300u);
  }
}

TEST_F(CfgCommand, AMillionLines) {
  const RunResult run = cfg({"-", "--check"}, chain_of(1000000));
  EXPECT_EQ(run.exit_code, 0) << run.errors;
}

/// Runs `trellis cfg - --check` with a limited address space.
RunResult check_within(const std::string& text, unsigned mebibytes) {
  const auto ran = run_program({"sh", "-c",
                                "ulimit -v " + std::to_string(mebibytes * 1024) + "; exec '" +
                                    std::string(TRELLIS_PROGRAM) + "' cfg - --check"},
                               text, 120);
  if (!ran || !ran->finished) return {};
  return {ran->exit_status, ran->output, ran->errors};
}

TEST_F(CfgCommand, AMillionLinesOfAnyKindTakeBoundedMemory) {
#ifdef TRELLIS_ADDRESS_SANITIZER
  GTEST_SKIP() << "the address sanitizer's shadow memory leaves no room for a limit";
#endif
  constexpr unsigned kMebibytes = 3072;
  constexpr int kLines = 1000000;
  std::string repeated, turning, crossing;
  for (int i = 0; i < kLines; ++i) {
    const std::string number = std::to_string(i), next = std::to_string(i + 1);
    repeated += "a -> b\n";
    turning += "a" + number + " -> a" + number + " a" + next + "\n";
    // Every second pair of blocks has two entries, so the whole graph is irreducible.
    crossing += "a" + number + " -> a" + next + " a" + std::to_string(i % 2 == 0 ? i + 2 : i - 1) + "\n";
  }
  for (const std::string* text : {&repeated, &turning, &crossing}) {
    const RunResult run = check_within(*text, kMebibytes);
    EXPECT_EQ(run.exit_code, 0) << run.errors << text->substr(0, 40);
  }
  const RunResult damaged = check_within(turning + "a -> -> b\n", kMebibytes);
  EXPECT_EQ(damaged.exit_code, 1);
  EXPECT_TRUE(contains(damaged.errors, "line 1000001, column 6: expected a block")) << damaged.errors;
}

TEST_F(CfgCommand, OddGraphs) {
  const auto text_of = [](const std::string& graph) {
    const RunResult run = cfg({"-"}, graph);
    EXPECT_EQ(run.exit_code, 0) << graph << run.errors;
    return run.output;
  };
  // A block without a line of its own returns.
  EXPECT_EQ(text_of("a -> nowhere\n"), "a -> nowhere\nnowhere\n");
  // Two edges to one block are two slots.
  EXPECT_EQ(text_of("a -> b b\n"), "a -> b b\nb\n");
  EXPECT_EQ(text_of("a -> b\na -> b\n"), "a -> b b\nb\n");
  // A one-block loop that is endless, and one that can be left.
  EXPECT_TRUE(contains(text_of("a -> a\n"), "a -> a  # loop, "));
  EXPECT_TRUE(contains(text_of("e -> a\na -> a b\n"), "# loop, merge b, continue a"));
  // Unreachable blocks are left out.
  EXPECT_EQ(text_of("a -> b\nc -> b\n"), "a -> b\nb\n");
  // Without blocks there is no entry.
  for (const char* empty : {"", "\n\n", "# nothing\n", "digraph {}"}) {
    const RunResult run = cfg({"-"}, empty);
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_TRUE(contains(run.errors, "expected a block, found the end of the text")) << run.errors;
  }
}

TEST_F(CfgCommand, ReducesToWhatStillFails) {
  // The command fails if b5 -> b3 is among the edges on b5's line.
  const std::string text = "b1 -> b2 b4\nb2 -> b1 b5\nb4 -> b5 b6\nb5 -> b3 b7\nb7 -> b8 b1\nb8 -> b6\n";
  const RunResult run = cfg({"-", "--reduce-if", "! grep -q 'b5 -> .*b3' {}"}, text);
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_EQ(run.output, "b1 -> b5\nb5 -> b3\nb3\n");
  EXPECT_TRUE(is_one_line(run.errors, "trellis: reduced from 8 blocks to 3", "tests"));
  EXPECT_EQ(files().size(), 0u);
}

TEST_F(CfgCommand, ReduceRefusesWhatDoesNotFail) {
  EXPECT_EQ(cfg({"-", "--reduce"}, "a -> b").exit_code, 1);
  const RunResult missing = cfg({"-", "--reduce-if", "no-such-command-here {}"}, "a -> b");
  EXPECT_EQ(missing.exit_code, 1);
  EXPECT_TRUE(contains(missing.errors, "cannot run the command")) << missing.errors;
  EXPECT_EQ(cfg({"-", "--reduce-if", "false"}, "a -> b").exit_code, 2);
  const RunResult bounded = cfg({"--random", "5", "100", "--reduce-if", "false {}", "--reduce-tests", "2"});
  EXPECT_TRUE(contains(bounded.errors, "in 2 tests; it may be reducible further")) << bounded.errors;
}

TEST_F(CfgCommand, DamagedGraphsAreNotReadAsShaders) {
  const RunResult run = cfg({"-"}, "SV_a -> b\nSV_b -> ((\n");
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_TRUE(contains(run.errors, "line 2")) << run.errors;
  EXPECT_FALSE(contains(run.errors, "HLSL")) << run.errors;
  EXPECT_TRUE(contains(cfg({"-"}, "float4 main() : SV_Target { return 1; }").errors, "HLSL source"));
}

TEST_F(CfgCommand, DrawsPictures) {
  write("g.txt", "a -> b c\nb -> a\n");
  EXPECT_EQ(cfg({path("g.txt"), "-o", path("g.svg")}).exit_code, 0);
  EXPECT_TRUE(contains(read("g.svg"), "<svg"));
  EXPECT_EQ(cfg({path("g.txt"), "-o", path("g.dot"), "--pass", "constructs"}).exit_code, 0);
  EXPECT_TRUE(contains(read("g.dot"), "loop header"));
  const std::string path_before = std::getenv("PATH");
  ::setenv("PATH", folder_.c_str(), 1);
  const RunResult without = cfg({path("g.txt"), "-o", path("none.svg")});
  ::setenv("PATH", path_before.c_str(), 1);
  EXPECT_EQ(without.exit_code, 2);
  EXPECT_TRUE(is_one_line(without.errors, "trellis: error: ", "dot, which is not installed"));
  EXPECT_FALSE(exists("none.svg"));
}

double number_after(const std::string& text, const std::string& part) {
  const size_t at = text.find(part);
  return at == std::string::npos ? -1 : std::strtod(text.c_str() + at + part.size(), nullptr);
}

double width_of(const std::string& svg) { return number_after(svg, "<svg width=\""); }

TEST_F(CfgCommand, TheLegendIsAboveTheGraph) {
  for (const char* blocks : {"5", "68"}) {
    ASSERT_EQ(cfg({"--random", "7", blocks, "-o", path("with.svg")}).exit_code, 0);
    ASSERT_EQ(cfg({"--random", "7", blocks, "--no-legend", "-o", path("without.svg")}).exit_code, 0);
    EXPECT_TRUE(contains(read("with.svg"), ">merge block"));
    EXPECT_FALSE(contains(read("without.svg"), ">merge block"));
    EXPECT_TRUE(contains(read("without.svg"), "random graph, seed 7")) << "the title stays";
    EXPECT_GT(width_of(read("without.svg")), 0);
    EXPECT_LE(width_of(read("with.svg")), std::max(width_of(read("without.svg")), 260.0)) << blocks;
  }
}

/// Approximates the rule that no line may cross the words of a picture: every label with its background and
/// every title of a frame comes after the last line.
void expect_labels_on_top(const std::string& svg, size_t labels, size_t frames) {
  const size_t last_line = svg.rfind("<path ");
  size_t found = 0;
  for (size_t at = svg.find("<g class=\"label\">"); at != std::string::npos;
       at = svg.find("<g class=\"label\">", at + 1)) {
    EXPECT_GT(at, last_line);
    const std::string part = svg.substr(at, svg.find("</g>", at) - at);
    const size_t ground = part.find("<polygon fill=\"white\""), text = part.find("<text ");
    ASSERT_TRUE(ground != std::string::npos && text != std::string::npos && ground < text) << part;
    // The background starts just before the text.
    const double left = number_after(part, "points=\""), start = number_after(part, " x=\"");
    EXPECT_TRUE(left < start && left > start - 4) << part;
    ++found;
  }
  EXPECT_EQ(found, labels);
  found = 0;
  for (size_t at = svg.find("class=\"frame\""); at != std::string::npos;
       at = svg.find("class=\"frame\"", at + 1)) {
    EXPECT_GT(at, last_line);
    ++found;
  }
  EXPECT_EQ(found, frames);
}

TEST_F(CfgCommand, NoLineRunsAcrossALabel) {
  write("g.txt", "b a b; c b c d; c c e b; b d e");  // A loop of b and c, with d and e after it.
  ASSERT_EQ(cfg({path("g.txt"), "--branches", "--pass", "input", "-o", path("g.svg")}).exit_code, 0);
  expect_labels_on_top(read("g.svg"), 4, 1);
}

TEST_F(CfgCommand, BlocksHaveTheirLinesOfTheSource) {
  const RunResult run = cfg({shader("variants/json_tokenizer_depth.debug"), "--emit", "dot"});
  EXPECT_TRUE(contains(run.output, "block 1\\l29: if (i >= LEN)\\llanes diverge\\l\""))
      << run.output.substr(0, 3000);
  EXPECT_TRUE(contains(run.output, "31: return CHARS[(src.Load(base + (i & ~3u)) >> ((i ...") ||
              contains(run.output, "31: return CHARS[(src.Load(base + (i &amp; ~3u)) >> ((i ..."));
  EXPECT_FALSE(
      contains(cfg({shader("control_flow/tokenizer_state_machine"), "--emit", "dot"}).output, "line "));
}

TEST_F(CfgCommand, DivergenceIsColouredAndExplained) {
  const std::string dot =
      cfg({shader("control_flow/exits_rejoin_at_different_points"), "--emit", "dot"}).output;
  EXPECT_TRUE(contains(dot, "#ffd5d5"));
  EXPECT_TRUE(contains(dot, "divergent: some lanes of a wave may not reach it"));
  EXPECT_FALSE(contains(cfg({"--random", "7", "5", "--emit", "dot"}).output, "divergent"));
}

// The pictures of docs/internals/structurizer.md. scripts/draw-docs redraws them.
TEST_F(CfgCommand, PicturesOfTheDocsAreCurrent) {
  const std::filesystem::path folder = test_support::source_path("docs/images/structurizer");
  const auto version_of = [](const std::string& svg) {
    const size_t at = svg.find("Generated by graphviz version");
    return at == std::string::npos ? std::string() : svg.substr(at, svg.find('\n', at) - at);
  };
  size_t pictures = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".svg") continue;
    const std::string pass = entry.path().stem().string(), drawn = file_bytes(entry.path());
    const RunResult run =
        cfg({(folder / "example.txt").string(), "--no-legend", "--pass", pass, "-o", path(pass + ".svg")});
    ASSERT_EQ(run.exit_code, 0) << run.errors;
    const std::string now = read(pass + ".svg");
    if (version_of(now) != version_of(drawn)) GTEST_SKIP() << "drawn by another Graphviz";
    EXPECT_TRUE(now == drawn) << pass << " is out of date: run scripts/draw-docs";
    ++pictures;
  }
  EXPECT_GE(pictures, 5u);
}

}  // namespace
}  // namespace trellis::tools_test
