// Writes graphs in Graphviz's DOT language, in the style of control-flow graphs.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "support/containers.hpp"

namespace trellis::cfg {

enum class DotShape : uint8_t {
  kBox,
  kRoundedBox,
  kOval,
  kDiamond,
  kHexagon,
  kOctagon,
  kDoubleOctagon,
  kHouse,
  kInvertedHouse,
  kTrapezium,
  kInvertedTrapezium,
  kComponent,
  kNote,
  kPlain,  ///< Text without an outline.
};

enum class DotLine : uint8_t { kSolid, kDashed, kDotted, kBold };

/// How a node looks. Texts are any bytes: they come out as themselves, what is not text as \xNN.
/// Colours are Graphviz's: "#rrggbb", or a name; empty for the default.
struct DotNode {
  Vector<String> lines = {};  ///< Label, one line each, left-aligned. Empty: the node's number.
  DotShape shape = DotShape::kBox;
  DotLine outline = DotLine::kSolid;
  String fill = {};
  String colour = {};   ///< Of the outline.
  String tooltip = {};  ///< Shown when the pointer rests on the node (SVG); may have several lines.
};

/// How an edge looks.
struct DotEdge {
  String label = {};
  DotLine style = DotLine::kSolid;
  String colour = {};  ///< Of line and label.
  String tooltip = {};
  bool constrains = true;  ///< False: the edge does not pull its target below its source.
};

/// A line of a legend: a swatch, drawn as a small node without text or as a stroke, and what it means.
struct DotLegendEntry {
  String text = {};
  String fill = {};    ///< Of the swatch; empty for a stroke.
  String colour = {};  ///< Of the swatch's outline, or of the stroke.
  DotLine line = DotLine::kSolid;
};

/// Writes one directed graph. What is written depends on the calls alone, in their order. Nodes are numbers,
/// written n0, n1, ..; an edge may come before its nodes, but a node belongs to the innermost cluster that is
/// open when it is first mentioned, so write a cluster's nodes first and edges last.
class DotWriter {
 public:
  explicit DotWriter(std::string_view title);

  void node(uint32_t id, const DotNode& style = {});
  void edge(uint32_t from, uint32_t to, const DotEdge& style = {});

  /// A frame around the nodes written until its end_cluster(). Clusters nest.
  void begin_cluster(std::string_view title, std::string_view colour = {});
  /// Does nothing if no cluster is open.
  void end_cluster();

  /// Puts a legend below the title, in so many columns: above the graph, where it takes no width from it. It
  /// is one line of the text, the only one that begins with kLegendLine.
  void legend(std::span<const DotLegendEntry> entries, uint32_t columns);
  static constexpr std::string_view kLegendLine = "  graph [label=<";

  /// Ends open clusters and the graph, and hands over the text; the writer is empty afterwards.
  String finish();

 private:
  void indent();

  String title_, text_;
  uint32_t depth_ = 0, cluster_count_ = 0;
};

}  // namespace trellis::cfg
