#include "cfg/graphviz.hpp"

#include <utility>

#include "support/containers.hpp"

namespace trellis::cfg {

namespace {

// In levels; deeper indentation would make the text quadratic in the nesting.
constexpr uint32_t kMaxIndent = 16;

const char* shape_name(DotShape shape) {
  switch (shape) {
    case DotShape::kBox:
    case DotShape::kRoundedBox:
      return "box";
    case DotShape::kOval:
      return "oval";
    case DotShape::kDiamond:
      return "diamond";
    case DotShape::kHexagon:
      return "hexagon";
    case DotShape::kOctagon:
      return "octagon";
    case DotShape::kDoubleOctagon:
      return "doubleoctagon";
    case DotShape::kHouse:
      return "house";
    case DotShape::kInvertedHouse:
      return "invhouse";
    case DotShape::kTrapezium:
      return "trapezium";
    case DotShape::kInvertedTrapezium:
      return "invtrapezium";
    case DotShape::kComponent:
      return "component";
    case DotShape::kNote:
      return "note";
    case DotShape::kPlain:
      return "plaintext";
  }
  return "box";
}

const char* line_name(DotLine line) {
  switch (line) {
    case DotLine::kSolid:
      return "solid";
    case DotLine::kDashed:
      return "dashed";
    case DotLine::kDotted:
      return "dotted";
    case DotLine::kBold:
      return "bold";
  }
  return "solid";
}

/// Returns the length in bytes of the UTF-8 sequence at the start of the text, or 0 if it is invalid.
size_t utf8_length(std::string_view text) {
  auto byte = [text](size_t i) { return i < text.size() ? static_cast<uint8_t>(text[i]) : uint8_t{0}; };
  auto continues = [&byte](size_t i) { return (byte(i) & 0xC0) == 0x80; };
  const uint8_t first = byte(0);
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return continues(1) ? 2 : 0;
  if (first >= 0xE0 && first <= 0xEF) {
    const bool overlong = first == 0xE0 && byte(1) < 0xA0;
    const bool surrogate = first == 0xED && byte(1) >= 0xA0;
    return continues(1) && continues(2) && !overlong && !surrogate ? 3 : 0;
  }
  if (first >= 0xF0 && first <= 0xF4) {
    const bool overlong = first == 0xF0 && byte(1) < 0x90;
    const bool too_large = first == 0xF4 && byte(1) >= 0x90;
    return continues(1) && continues(2) && continues(3) && !overlong && !too_large ? 4 : 0;
  }
  return 0;
}

/// How a kind of text represents the characters that it must escape.
struct Escapes {
  const char* newline;
  const char* backslash;
  const char* quote;
  const char* less;
  const char* greater;
};
constexpr Escapes kInNodeLabel = {"\\l", "\\\\", "\\\"", "<", ">"};
constexpr Escapes kInLabel = {"\\n", "\\\\", "\\\"", "<", ">"};
// Graphviz 2 expands escapes in tooltips twice. Versions that do not will show two backslashes, which is
// better than turning "\\N" into a node's name.
constexpr Escapes kInTooltip = {"\\n", "\\\\\\\\", "\\\"", "<", ">"};
// HTML-like labels interpret entities but no escapes.
constexpr Escapes kInHtml = {"<br align=\"left\"/>", "\\", "&quot;", "&lt;", "&gt;"};

void append_character(String& out, char c, const Escapes& escapes) {
  switch (c) {
    case '\n':
      out += escapes.newline;
      break;
    case '\t':
      out += "  ";
      break;
    case '"':
      out += escapes.quote;
      break;
    case '\\':
      out += escapes.backslash;
      break;
    case '<':
      out += escapes.less;
      break;
    case '>':
      out += escapes.greater;
      break;
    case '&':
      out += "&amp;";
      break;
    default:
      out += c;
  }
}

/// Appends text such that Graphviz interprets nothing in it as an escape or entity. A byte that is not part
/// of valid UTF-8 is written as \x and two hexadecimal digits.
void append_escaped(String& out, std::string_view text, const Escapes& escapes) {
  static constexpr char kDigits[] = "0123456789abcdef";
  for (size_t i = 0; i < text.size();) {
    const size_t length = utf8_length(text.substr(i));
    const auto byte = static_cast<uint8_t>(text[i]);
    const bool is_control = (byte < 0x20 && byte != '\n' && byte != '\t') || byte == 0x7F;
    if (length > 1) {
      out.append(text.substr(i, length));
    } else if (length == 0 || is_control) {
      out += escapes.backslash;
      out += 'x';
      out += kDigits[byte >> 4];
      out += kDigits[byte & 15];
    } else {
      append_character(out, text[i], escapes);
    }
    i += length == 0 ? 1 : length;
  }
}

/// Graphviz places a label's side directly at the line, and flat lines run through their labels. The spacing
/// keeps the text clear of a line next to it; the white background covers a line that runs through it.
void append_edge_label(String& out, std::string_view text) {
  if (text.empty()) return;
  out +=
      ", label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"5\" cellpadding=\"1\"><tr><td "
      "bgcolor=\"white\">";
  append_escaped(out, text, kInHtml);
  out += "</td></tr></table>>";
}

void append_swatch(String& out, const DotLegendEntry& entry) {
  if (!entry.fill.empty()) {
    out += "<td fixedsize=\"true\" width=\"24\" height=\"13\" bgcolor=\"";
    out += entry.fill;
    out += entry.line == DotLine::kBold ? "\" border=\"2\" color=\"" : "\" border=\"1\" color=\"";
    out += entry.colour.empty() ? String("black") : entry.colour;
    out += entry.line == DotLine::kDashed ? "\" style=\"dashed\"></td>" : "\"></td>";
    return;
  }
  out += "<td width=\"24\"><font color=\"";
  out += entry.colour;
  out += entry.line == DotLine::kDotted ? "\">&#183;&#183;&#183;&#183;</font></td>"
                                        : "\"><b>&#8212;</b></font></td>";
}

void append_attribute(String& out, const char* name, std::string_view value,
                      const Escapes& escapes = kInLabel) {
  if (value.empty()) return;
  out += ", ";
  out += name;
  out += "=\"";
  append_escaped(out, value, escapes);
  out += '"';
}

void append_name(String& out, uint32_t id) {
  out += 'n';
  out += decimal(id);
}

}  // namespace

DotWriter::DotWriter(std::string_view title) : title_(title) {
  text_ = "digraph cfg {\n";
  ++depth_;
  indent();
  text_ += "graph [labelloc=t, labeljust=l, fontname=\"Helvetica\", fontsize=14, nodesep=0.35, ranksep=0.4";
  append_attribute(text_, "label", title);
  // A graph without a tooltip shows its name, "cfg", under the pointer.
  text_ += ", tooltip=\" \"];\n";
  indent();
  text_ += "node [fontname=\"Courier\", fontsize=10, margin=\"0.12,0.06\", height=0.3];\n";
  indent();
  text_ += "edge [fontname=\"Helvetica\", fontsize=9, arrowsize=0.7];\n";
}

void DotWriter::indent() { text_.append(2 * (depth_ < kMaxIndent ? depth_ : kMaxIndent), ' '); }

void DotWriter::node(uint32_t id, const DotNode& style) {
  indent();
  append_name(text_, id);
  text_ += " [label=\"";
  if (style.lines.empty()) text_ += decimal(id);
  for (const String& line : style.lines) {
    append_escaped(text_, line, kInNodeLabel);
    text_ += "\\l";  // Ends the line and aligns it to the left.
  }
  text_ += "\", shape=";
  text_ += shape_name(style.shape);
  text_ += ", style=\"";
  text_ += line_name(style.outline);
  if (style.shape == DotShape::kRoundedBox) text_ += ",rounded";
  if (!style.fill.empty()) text_ += ",filled";
  text_ += '"';
  append_attribute(text_, "fillcolor", style.fill);
  append_attribute(text_, "color", style.colour);
  append_attribute(text_, "tooltip", style.tooltip, kInTooltip);
  text_ += "];\n";
}

void DotWriter::edge(uint32_t from, uint32_t to, const DotEdge& style) {
  indent();
  append_name(text_, from);
  text_ += " -> ";
  append_name(text_, to);
  text_ += " [style=";
  text_ += line_name(style.style);
  append_edge_label(text_, style.label);
  append_attribute(text_, "color", style.colour);
  append_attribute(text_, "fontcolor", style.colour);
  append_attribute(text_, "tooltip", style.tooltip, kInTooltip);
  append_attribute(text_, "labeltooltip", style.tooltip, kInTooltip);
  if (!style.constrains) text_ += ", constraint=false";
  text_ += "];\n";
}

void DotWriter::begin_cluster(std::string_view title, std::string_view colour) {
  indent();
  text_ += "subgraph cluster_";
  text_ += decimal(cluster_count_++);
  text_ += " {\n";
  ++depth_;
  indent();
  // Sets every attribute, including empty labels and default colours, since a cluster inherits what it does
  // not set.
  text_ += "graph [style=\"rounded\", fontsize=10, tooltip=\" \", label=\"";
  append_escaped(text_, title, kInLabel);
  text_ += '"';
  if (colour.empty()) colour = "black";
  append_attribute(text_, "color", colour);
  append_attribute(text_, "fontcolor", colour);
  text_ += "];\n";
}

void DotWriter::end_cluster() {
  if (depth_ <= 1) return;
  --depth_;
  indent();
  text_ += "}\n";
}

void DotWriter::legend(std::span<const DotLegendEntry> entries, uint32_t columns) {
  while (depth_ > 1) end_cluster();
  const size_t rows = (entries.size() + columns - 1) / columns;
  text_ += kLegendLine;
  text_ +=
      "<table border=\"0\" cellborder=\"0\" cellspacing=\"2\" cellpadding=\"1\"><tr><td align=\"left\" "
      "colspan=\"";
  text_ += decimal(2 * columns);
  text_ += "\">";
  append_escaped(text_, title_, kInHtml);
  text_ += "</td></tr>";
  for (size_t row = 0; row < rows; ++row) {
    text_ += "<tr>";
    for (size_t i = row; i < entries.size(); i += rows) {
      append_swatch(text_, entries[i]);
      text_ += "<td align=\"left\"><font point-size=\"9\">";
      append_escaped(text_, entries[i].text, kInHtml);
      text_ += "   </font></td>";
    }
    text_ += "</tr>";
  }
  text_ += "</table>>];\n";
}

String DotWriter::finish() {
  while (depth_ > 1) end_cluster();
  if (depth_ == 1) text_ += "}\n";
  depth_ = 0;
  return std::exchange(text_, {});
}

}  // namespace trellis::cfg
