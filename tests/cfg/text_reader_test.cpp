#include "cfg/text_reader.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "cfg/graphviz.hpp"
#include "graphs.hpp"

namespace trellis::cfg::test {
namespace {

/// Returns "a: b c / b: /", the names and successors of each block, or the error.
std::string show(const Result<NamedGraph>& read) {
  if (!read.ok()) return read.error().to_string();
  std::ostringstream text;
  const Graph& graph = read->graph;
  for (BlockId block = 0; block < graph.block_count(); ++block) {
    text << (block == 0 ? "" : " / ") << read->names[block] << ":";
    for (BlockId successor : graph.successors(block)) text << " " << read->names[successor];
  }
  return text.str();
}

std::string lines(std::string_view text) { return show(read_graph_text(text)); }
std::string branches(std::string_view text) { return show(read_branch_text(text)); }

TEST(TextReader, ReadsLines) {
  EXPECT_EQ(lines("a -> b c\nb -> c\nc ->\n"), "a: b c / b: c / c:");
  EXPECT_EQ(lines("a -> b, c\nb->c"), "a: b c / b: c / c:");
  EXPECT_EQ(lines("a"), "a:");
  EXPECT_EQ(lines("a -> b; b -> a ; c"), "a: b / b: a / c:");
  EXPECT_EQ(lines("\n# why\n\n  a -> b # because\r\nb -> a\r\n"), "a: b / b: a");
  EXPECT_EQ(lines("if.then-1 -> for.body:2 $x%y@z?'\n"),
            "if.then-1: for.body:2 $x%y@z?' / for.body:2: / $x%y@z?':");
  EXPECT_EQ(lines("a--> b-\n"), "a-: b- / b-:");
  EXPECT_EQ(lines("\xEF\xBB\xBF\xC3\xA4 -> b"), "\xC3\xA4: b / b:");
}

TEST(TextReader, NumbersBlocksAsTheyAreNamed) {
  const Result<NamedGraph> read = read_graph_text("start -> right left\nleft -> start\n");
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->names, (std::vector<std::string>{"start", "right", "left"}));
  EXPECT_EQ(read->graph.entry(), 0u);
}

TEST(TextReader, KeepsRepeatedEdgesAndLines) {
  EXPECT_EQ(lines("a -> b b\na -> c b"), "a: b b c b / b: / c:");
}

TEST(TextReader, ReadsQuotedNames) {
  EXPECT_EQ(lines(R"("a b" -> "x\"y" "c\\" "" "a b")"), "a b: x\"y c\\  a b / x\"y: / c\\: / :");
  EXPECT_EQ(lines("\"a\" -> a"), "a: a");
}

TEST(TextReader, SaysWhatIsWrongWithLines) {
  EXPECT_EQ(lines(""), "line 1, column 1: expected a block, found the end of the text");
  EXPECT_EQ(lines("# only\n\n"), "line 3, column 1: expected a block, found the end of the text");
  EXPECT_EQ(lines("a b"), "line 1, column 3: expected '->' or the end of the line, found 'b'");
  EXPECT_EQ(lines("a -> b\n  -> c"), "line 2, column 3: expected a block, found '->'");
  EXPECT_EQ(lines("a -> b,"), "line 1, column 8: expected a block, found the end of the text");
  EXPECT_EQ(lines("a -> b,\nc"), "line 1, column 8: expected a block, found the end of the line");
  EXPECT_EQ(lines("a -> , b"), "line 1, column 6: expected a block or the end of the line, found ','");
  EXPECT_EQ(lines("a -> b -> c"),
            "line 1, column 8: expected ',', a block or the end of the line, found '->'");
  EXPECT_EQ(lines("a -> b }"), "line 1, column 8: expected ',', a block or the end of the line, found '}'");
  EXPECT_EQ(lines("a -> \"b\n"),
            "line 1, column 6: expected a closing '\"', found the end of the text or line");
  EXPECT_EQ(lines("\"b\\"), "line 1, column 1: expected a closing '\"', found the end of the text or line");
  EXPECT_EQ(lines(std::string_view("\0a", 2)), "line 1, column 1: expected a block, found '?'");
  EXPECT_EQ(read_graph_text("a b").error().code, ErrorCode::kBadInput);
}

TEST(TextReader, LimitsNames) {
  const std::string longest(kMaxTextNameLength, 'x');
  EXPECT_EQ(lines(longest), longest + ":");
  EXPECT_EQ(
      lines("a -> " + longest + "x"),
      "line 1, column 6: expected a name of at most 256 bytes, found '" + std::string(40, 'x') + "...'");
}

TEST(TextReader, LimitsBlocks) {
  std::string text;
  for (uint32_t block = 0; block <= kMaxTextBlocks; ++block) text += std::to_string(block) + "\n";
  EXPECT_EQ(lines(text), "line 2097153, column 1: expected at most 2097152 blocks, found '2097152'");
}

TEST(TextReader, ReadsDot) {
  EXPECT_EQ(lines("digraph x { a -> b; a -> c [color=red]; }"), "a: b c / b: / c:");
  EXPECT_EQ(lines("digraph{a->b->c->a}"), "a: b / b: c / c: a");
  EXPECT_EQ(lines("DiGraph \"my graph\" {\n  node [shape=box]; edge [x=1] graph [y=2, z=\"]\"]\n"
                  "  rankdir = LR\n  a [label=<<b>x</b> ]>];\n  \"b b\" [width=-1.5][height=.2]\n"
                  "  a:n -> \"b b\":port:s [label=\"->\"] // comment -> x\n  /* c -> d\n */ # e -> f\n"
                  "  a -> \"b b\"\n}\n"),
            "a: b b b b / b b:");
  EXPECT_EQ(lines("digraph { subgraph cluster_1 { label=x; a; { b } } a -> b subgraph { c } }"),
            "a: b / b: / c:");
  EXPECT_EQ(lines("digraph -> graph\ngraph -> strict"), "digraph: graph / graph: strict / strict:");
}

TEST(TextReader, SaysWhatIsWrongWithDot) {
  EXPECT_EQ(lines("digraph {\n}"), "line 2, column 2: expected a block, found the end of the text");
  EXPECT_EQ(lines("digraph { a -> b"), "line 1, column 17: expected '}', found the end of the text");
  EXPECT_EQ(lines("digraph { a -> b } c"), "line 1, column 20: expected the end of the text, found 'c'");
  EXPECT_EQ(lines("digraph { a ->\n ; }"), "line 2, column 2: expected a block, found ';'");
  EXPECT_EQ(lines("digraph { a -> {b c} }"), "line 1, column 16: expected a block, found '{'");
  EXPECT_EQ(lines("digraph { a -- b }"), "line 1, column 13: expected '->', '[', ';' or '}', found '-'");
  EXPECT_EQ(lines("graph { a }"),
            "line 1, column 1: expected 'digraph' (control flow is directed), found 'graph'");
  EXPECT_EQ(lines("strict digraph x { a }"),
            "line 1, column 1: expected 'digraph' ('strict' would merge edges that are slots of their own), "
            "found 'strict'");
  EXPECT_EQ(lines("digraph { a [x=1 }"), "line 1, column 18: expected ']', found '}'");
  EXPECT_EQ(lines("digraph { a [x=\"1 }"),
            "line 1, column 16: expected the end of a string or comment, found the end of the text or line");
  EXPECT_EQ(lines("digraph { a\n/* b }"),
            "line 2, column 1: expected the end of a string or comment, found the end of the text or line");
  EXPECT_EQ(lines("digraph { x = ; a }"), "line 1, column 15: expected a value, found ';'");
  EXPECT_EQ(lines("digraph { a: -> b }"), "line 1, column 14: expected a port, found '->'");
  EXPECT_EQ(lines("digraph { node -> b }"), "line 1, column 16: expected '[', found '->'");
  EXPECT_EQ(lines("digraph { /*\n\n */ -> }"),
            "line 3, column 5: expected a block, an attribute or '}', found '->'");
  EXPECT_EQ(lines("digraph { a [x=\"\n\", y=<\n<\n>>] ->"),
            "line 4, column 5: expected a block, an attribute or '}', found '->'");
  EXPECT_EQ(lines("digraph { subgraph x a }"), "line 1, column 22: expected '{', found 'a'");
}

TEST(TextReader, ReadsBranches) {
  EXPECT_EQ(branches("b e h; b h i; c i j h; c j ret i"), "e: h / h: i / i: j h / j: ret i / ret:");
  EXPECT_EQ(branches("c b b c\nb c b\n"), "b: b c / c: b");
  EXPECT_EQ(branches("b e n1; c n1 n2 n2"), "e: n1 / n1: n2 n2 / n2:");
}

TEST(TextReader, SaysWhatIsWrongWithBranches) {
  EXPECT_EQ(branches("b e h; d h e"), "line 1, column 8: expected 'b' or 'c', found 'd'");
  EXPECT_EQ(branches("c e h"), "line 1, column 6: expected a block to branch to, found the end of the text");
  EXPECT_EQ(branches("b e h i"), "line 1, column 7: expected ';' or the end of the line, found 'i'");
  EXPECT_EQ(branches("b"), "line 1, column 2: expected the block that branches, found the end of the text");
  EXPECT_EQ(branches("b e h;\nc e h i"),
            "line 2, column 3: expected a block that does not branch yet, found 'e'");
  EXPECT_EQ(branches(";;"), "line 1, column 3: expected a block, found the end of the text");
}

TEST(TextReader, ReadsAMillionLines) {
  std::string text;
  for (uint32_t block = 0; block < 1000000; ++block) {
    text += "block" + std::to_string(block) + " -> block" + std::to_string(block + 1) + ", block0\n";
  }
  const Stopwatch time;
  const Result<NamedGraph> read = read_graph_text(text);
  EXPECT_LT(time.seconds(), 5.0);
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->graph.block_count(), 1000001u);
  EXPECT_EQ(read->graph.edge_count(), 2000000u);
  EXPECT_EQ(read->names[654321], "block654321");
}

TEST(TextReader, NestedBracesNeedNoStack) {
  std::string text = "digraph {" + std::string(1000000, '{') + "a" + std::string(1000000, '}') + "}";
  EXPECT_EQ(lines(text), "a:");
  text.pop_back();
  EXPECT_EQ(lines(text), "line 1, column 2000011: expected '}', found the end of the text");
}

std::vector<std::string> sorted_lines(const std::string& text) {
  std::vector<std::string> result;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) result.push_back(line);
  std::sort(result.begin(), result.end());
  return result;
}

// Any bytes yield a graph or an error, and a graph that was written and read again is unchanged.
TEST(TextReader, ToleratesAnyText) {
  // The first 13 words are valid somewhere, so most of a text consists of them.
  const std::vector<std::string> words = {
      "a", "b", " -> ", "c", "\n", ";",  " ", "\"a \\\" b\"", "-> a", "b ", "->", "\n", "a;",   "{",    "}",
      "[", "]", "=",    ":", "\\", "\"", "#", "//",           "/*",   "*/", "<",  ">",  "\xC3", "\x01", ","};
  std::mt19937 random(1);
  uint32_t read_well = 0;
  for (uint32_t round = 0; round < 20000; ++round) {
    const bool dot = random() % 2 == 0;
    std::string text = dot ? "digraph {" : "";
    const uint32_t length = static_cast<uint32_t>(random() % 12);
    for (uint32_t i = 0; i < length; ++i) text += words[random() % (random() % 8 == 0 ? words.size() : 13)];
    if (dot && random() % 8 != 0) text += "}";
    const Result<NamedGraph> read = read_graph_text(text);
    const Result<NamedGraph> short_form = read_branch_text(text);
    ASSERT_TRUE(short_form.ok() || short_form.error().message.starts_with("line "));
    if (!read.ok()) {
      ASSERT_TRUE(read.error().message.starts_with("line ")) << text;
      continue;
    }
    ++read_well;
    const std::string written = write_graph_text(read->graph, read->names);
    const Result<NamedGraph> again = read_graph_text(written);
    ASSERT_TRUE(again.ok()) << text << "\nwritten as\n" << written;
    ASSERT_EQ(again->names[0], read->names[0]);
    const std::string rewritten = write_graph_text(again->graph, again->names);
    ASSERT_EQ(sorted_lines(rewritten), sorted_lines(written)) << text;
  }
  EXPECT_GT(read_well, 1000u);
}

TEST(TextReader, ReadsWhatItWrites) {
  EXPECT_EQ(write_graph_text(Graph::from_lists({{0}, {0, 0}}, 1)), "b1 -> b0 b0\nb0 -> b0\n");
  EXPECT_EQ(write_graph_text(Graph()), "");
  for (uint32_t seed = 0; seed < 300; ++seed) {
    const Graph graph = random_graph(seed + 110000, 12);
    SCOPED_TRACE("seed " + std::to_string(seed + 110000) + ", " + to_text(graph));
    const std::string text = write_graph_text(graph);
    const Result<NamedGraph> read = read_graph_text(text);
    ASSERT_TRUE(read.ok());
    ASSERT_EQ(read->graph.block_count(), graph.block_count());
    for (BlockId block = 0; block < graph.block_count(); ++block) {
      const BlockId original = static_cast<BlockId>(std::stoul(read->names[block].substr(1)));
      const auto successors = graph.successors(original);
      ASSERT_EQ(read->graph.successors(block).size(), successors.size());
      for (size_t slot = 0; slot < successors.size(); ++slot) {
        ASSERT_EQ(read->names[read->graph.successors(block)[slot]],
                  std::string("b").append(std::to_string(successors[slot])));
      }
    }
  }
}

TEST(TextReader, ReadsGraphvizDumpsBack) {
  DotWriter writer("a title with -> and \"quotes\" }");
  writer.node(7, {.lines = {"x -> y;", "}"}, .fill = "#ff0000", .tooltip = "a\n-> b \\"});
  writer.begin_cluster("loop -> {", "red");
  writer.node(3);
  writer.end_cluster();
  writer.edge(7, 3, {.label = "if \\ [", .constrains = false});
  writer.edge(7, 3);
  writer.edge(3, 9);
  EXPECT_EQ(lines(writer.finish()), "n7: n3 n3 / n3: n9 / n9:");
}

}  // namespace
}  // namespace trellis::cfg::test
