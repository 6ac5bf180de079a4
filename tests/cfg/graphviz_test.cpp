#include "cfg/graphviz.hpp"

#include <gtest/gtest.h>

namespace trellis::cfg::test {
namespace {

/// Returns the line that starts (after blanks) with the given words; empty if there is none.
std::string line_of(const std::string& text, const std::string& start) {
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = text.find('\n', begin);
    const std::string line = text.substr(begin, end - begin);
    const size_t blanks = line.find_first_not_of(' ');
    if (blanks != std::string::npos && line.compare(blanks, start.size(), start) == 0) {
      return line.substr(blanks);
    }
    begin = end + 1;
  }
  return {};
}

std::string node_line(const DotNode& style) {
  DotWriter writer("");
  writer.node(1, style);
  return line_of(writer.finish(), "n1 ");
}

std::string edge_line(const DotEdge& style) {
  DotWriter writer("");
  writer.edge(1, 2, style);
  return line_of(writer.finish(), "n1 -> n2");
}

TEST(DotWriter, WritesPlainNodesAndEdges) {
  EXPECT_EQ(node_line({}), "n1 [label=\"1\", shape=box, style=\"solid\"];");
  EXPECT_EQ(edge_line({}), "n1 -> n2 [style=solid];");
}

TEST(DotWriter, DressesNodes) {
  EXPECT_EQ(node_line({.lines = {"header", "x < 3"},
                       .shape = DotShape::kRoundedBox,
                       .outline = DotLine::kDashed,
                       .fill = "#ffeedd",
                       .colour = "navy",
                       .tooltip = "one\ntwo"}),
            "n1 [label=\"header\\lx < 3\\l\", shape=box, style=\"dashed,rounded,filled\", "
            "fillcolor=\"#ffeedd\", color=\"navy\", tooltip=\"one\\ntwo\"];");
  EXPECT_EQ(node_line({.shape = DotShape::kHexagon}), "n1 [label=\"1\", shape=hexagon, style=\"solid\"];");
}

TEST(DotWriter, DressesEdges) {
  EXPECT_EQ(
      edge_line({.label = "back",
                 .style = DotLine::kBold,
                 .colour = "blue",
                 .tooltip = "latch",
                 .constrains = false}),
      "n1 -> n2 [style=bold, label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"5\" "
      "cellpadding=\"1\"><tr>"
      "<td bgcolor=\"white\">back</td></tr></table>>, color=\"blue\", fontcolor=\"blue\", tooltip=\"latch\", "
      "labeltooltip=\"latch\", constraint=false];");
}

TEST(DotWriter, EscapesWhatGraphvizWouldExpand) {
  EXPECT_EQ(line_of(
                [] {
                  DotWriter writer("\"\\G\" & \n <x>");
                  return writer.finish();
                }(),
                "graph [labelloc"),
            "graph [labelloc=t, labeljust=l, fontname=\"Helvetica\", fontsize=14, nodesep=0.35, ranksep=0.4, "
            "label=\"\\\"\\\\G\\\" &amp; \\n <x>\", tooltip=\" \"];");
  EXPECT_EQ(node_line({.lines = {"\\N \"q\" &lt; \t|", "two\nlines"}}),
            "n1 [label=\"\\\\N \\\"q\\\" &amp;lt;   |\\ltwo\\llines\\l\", shape=box, style=\"solid\"];");
}

TEST(DotWriter, KeepsUtf8AndSpellsOutOtherBytes) {
  EXPECT_EQ(node_line({.lines = {"\xC3\xA4 \xE2\x82\xAC \xF0\x9F\x8D\x8E"}}),
            "n1 [label=\"\xC3\xA4 \xE2\x82\xAC \xF0\x9F\x8D\x8E\\l\", shape=box, style=\"solid\"];");
  // Control bytes, a continuation byte on its own, an overlong form, a surrogate, and a truncated sequence.
  EXPECT_EQ(
      node_line({.lines = {std::string("\x00\x1b\x7f", 3), "\x80", "\xC0\xAF", "\xED\xA0\x80", "\xE2\x82"}}),
      "n1 [label=\"\\\\x00\\\\x1b\\\\x7f\\l\\\\x80\\l\\\\xc0\\\\xaf\\l\\\\xed\\\\xa0\\\\x80\\l"
      "\\\\xe2\\\\x82\\l\", shape=box, style=\"solid\"];");
}

TEST(DotWriter, NestsClusters) {
  DotWriter writer("t");
  writer.begin_cluster("outer", "red");
  writer.begin_cluster("inner");
  writer.node(1);
  writer.end_cluster();
  writer.end_cluster();
  writer.end_cluster();  // Does nothing, because no cluster is open.
  writer.node(2);
  const std::string text = writer.finish();
  EXPECT_EQ(text.substr(text.find("  subgraph")),
            "  subgraph cluster_0 {\n"
            "    graph [style=\"rounded\", fontsize=10, tooltip=\" \", label=\"outer\", color=\"red\", "
            "fontcolor=\"red\"];\n"
            "    subgraph cluster_1 {\n"
            "      graph [style=\"rounded\", fontsize=10, tooltip=\" \", label=\"inner\", color=\"black\", "
            "fontcolor=\"black\"];\n"
            "      n1 [label=\"1\", shape=box, style=\"solid\"];\n"
            "    }\n"
            "  }\n"
            "  n2 [label=\"2\", shape=box, style=\"solid\"];\n"
            "}\n");
}

TEST(DotWriter, EndsOpenClustersAndIsEmptyAfterwards) {
  DotWriter writer("t");
  writer.begin_cluster("a");
  writer.begin_cluster("b");
  const std::string text = writer.finish();
  EXPECT_TRUE(text.ends_with("    }\n  }\n}\n"));
  EXPECT_EQ(writer.finish(), "");
}

TEST(DotWriter, DeepClustersStayLinear) {
  DotWriter writer("t");
  for (int i = 0; i < 10000; ++i) writer.begin_cluster("c");
  EXPECT_LT(writer.finish().size(), 10000u * 256);
}

TEST(Graphviz, LegendsAreInColumnsBelowTheTitle) {
  DotWriter writer("a < \\N & \"b\"");
  writer.node(1);
  const DotLegendEntry entries[] = {
      {"first & <it>", "white"}, {"second", "#ffd5d5", "red", DotLine::kBold}, {"third", {}, "blue"}};
  writer.legend(entries, 2);
  const std::string dot = writer.finish();
  const size_t at = dot.find(DotWriter::kLegendLine);
  ASSERT_NE(at, std::string::npos) << dot;
  const std::string line = dot.substr(at, dot.find('\n', at) - at);
  for (const char* part : {"colspan=\"4\">a &lt; \\N &amp; &quot;b&quot;<", "first &amp; &lt;it&gt;",
                           "bgcolor=\"#ffd5d5\" border=\"2\" color=\"red\"", "color=\"blue\""}) {
    EXPECT_NE(line.find(part), std::string::npos) << part << " is not in " << line;
  }
  EXPECT_LT(line.find("third"), line.find("second")) << "columns are filled one after the other";
}

}  // namespace
}  // namespace trellis::cfg::test
