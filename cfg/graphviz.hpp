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

/// The appearance of a node. Texts may contain any bytes: valid UTF-8 is shown unchanged, other bytes as
/// \xNN. Colours are Graphviz's: "#rrggbb" or a name; empty for the default.
struct DotNode {
  Vector<String> lines = {};  ///< The label, one string per left-aligned line. Empty: the node's number.
  DotShape shape = DotShape::kBox;
  DotLine outline = DotLine::kSolid;
  String fill = {};
  String colour = {};   ///< Colour of the outline.
  String tooltip = {};  ///< Shown when the pointer rests on the node (in SVG); may have several lines.
};

/// The appearance of an edge.
struct DotEdge {
  String label = {};
  DotLine style = DotLine::kSolid;
  String colour = {};  ///< Colour of the line and the label.
  String tooltip = {};
  bool constrains = true;  ///< If false, the edge does not force its target below its source.
};

/// An entry of a legend: a swatch, drawn as a small node without text or as a stroke, and its meaning.
struct DotLegendEntry {
  String text = {};
  String fill = {};    ///< Fill colour of the swatch; empty for a stroke.
  String colour = {};  ///< Colour of the swatch's outline, or of the stroke.
  DotLine line = DotLine::kSolid;
};

/// Writes one directed graph. The text depends only on the sequence of calls. Nodes are numbers, written n0,
/// n1, ... An edge may be written before its nodes, but a node belongs to the innermost cluster that is open
/// when it is first mentioned. So write a cluster's nodes first and the edges last.
class DotWriter {
 public:
  explicit DotWriter(std::string_view title);

  void node(uint32_t id, const DotNode& style = {});
  void edge(uint32_t from, uint32_t to, const DotEdge& style = {});

  /// Begins a frame around the nodes written until the matching end_cluster(). Clusters nest.
  void begin_cluster(std::string_view title, std::string_view colour = {});
  /// Ends the innermost open cluster. Does nothing if there is none.
  void end_cluster();

  /// Puts a legend with the given number of columns below the title, above the graph, where it does not widen
  /// the picture. The legend is one line of the text, the only one that begins with kLegendLine.
  void legend(std::span<const DotLegendEntry> entries, uint32_t columns);
  static constexpr std::string_view kLegendLine = "  graph [label=<";

  /// Ends open clusters and the graph, and returns the text. The writer is empty afterwards.
  String finish();

 private:
  void indent();

  String title_, text_;
  uint32_t depth_ = 0, cluster_count_ = 0;
};

}  // namespace trellis::cfg
