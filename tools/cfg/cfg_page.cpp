#include "tools/cfg/cfg_page.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace trellis::tools {
namespace {

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '<') {
      result += "&lt;";
    } else if (c == '&') {
      result += "&amp;";
    } else {
      result += c;
    }
  }
  return result;
}

/// A JSON string that may stand inside a script element.
std::string json(std::string_view text) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string result = "\"";
  for (const char c : text) {
    const auto byte = static_cast<uint8_t>(c);
    if (byte < 0x20 || c == '"' || c == '\\' || c == '<' || byte == 0x7F) {
      result += "\\u00";
      result += kDigits[byte >> 4];
      result += kDigits[byte & 15];
    } else {
      result += c;
    }
  }
  return result + '"';
}

std::string number(uint32_t value) { return value == cfg::kNone ? "-1" : std::to_string(value); }

/// A list of numbers, or 0 if it was left out.
std::string frontier_of(const std::optional<cfg::Frontiers>& frontiers, cfg::BlockId block) {
  if (!frontiers) return "0";
  std::string text = "[";
  for (const cfg::BlockId other : frontiers->of(block)) text += std::to_string(other) + ",";
  return text + "]";
}

/// Which blocks the block reaches, as hexadecimal digits of four blocks each, the first the lowest bit; 0 if
/// it was left out.
std::string reached_from(const std::optional<cfg::Reachability>& reachability, cfg::BlockId block,
                         size_t blocks) {
  if (!reachability) return "0";
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text = "\"";
  for (cfg::BlockId first = 0; first < blocks; first += 4) {
    unsigned digit = 0;
    for (cfg::BlockId other = first; other < std::min<size_t>(first + 4, blocks); ++other) {
      if (reachability->reaches_by_edges(block, other)) digit |= 1u << (other - first);
    }
    text += kDigits[digit];
  }
  return text + "\"";
}

std::string data_of(const PassView& view, size_t picture) {
  std::string text = "{name:" + json(view.name) + ",picture:" + std::to_string(picture) +
                     ",entry:" + number(view.entry) + ",removed:" + std::to_string(view.removed) + ",loops:[";
  for (const PassLoop& loop : view.loops) {
    text += "[" + number(loop.header) + "," + number(loop.parent) + "," + number(loop.depth) + "," +
            json(loop.name) + "],";
  }
  text += "],nodes:{";
  for (size_t i = 0; i < view.nodes.size(); ++i) {
    const PassNode& node = view.nodes[i];
    if (!node.shown) continue;
    const auto block = static_cast<cfg::BlockId>(i);
    text += std::to_string(i) + ":[" + number(node.key) + "," + json(node.name) + "," +
            std::to_string(static_cast<int>(node.change)) + "," + number(node.dominator) + "," +
            number(node.loop) + "," + frontier_of(view.relations.dominance_frontier, block) + "," +
            frontier_of(view.relations.control_dependence, block) + "," +
            reached_from(view.relations.reachability, block, view.nodes.size()) + "],";
  }
  return text + "}},\n";
}

}  // namespace

Result<std::string> page_of(std::string_view title, const std::vector<PassView>& views) {
  std::vector<std::string> dots;
  std::string pictures, data;
  size_t largest = 0;
  for (const PassView& view : views) largest = std::max(largest, view.nodes.size());
  for (const PassView& view : views) {
    const bool is_end = &view == &views.front() || &view == &views.back();
    if (!is_end && largest > kMaxNeatNodes) continue;
    if (view.nodes.size() > kMaxDrawnNodes) {
      return bad_input(std::to_string(view.nodes.size()) + " nodes are too many for a page: use --emit dot");
    }
    size_t picture = 0;
    while (picture < dots.size() && dots[picture] != view.dot) ++picture;
    data += data_of(view, picture);
    if (picture < dots.size()) continue;
    dots.push_back(view.dot);
    auto svg = svg_of(without_legend(view.dot), largest);
    if (!svg) return svg.error();
    const size_t start = svg->find("<svg");
    if (start == std::string::npos) return bad_input("dot drew no picture");
    pictures +=
        "<template id=\"picture" + std::to_string(picture) + "\">" + svg->substr(start) + "</template>\n";
  }
  const std::string name = escaped(title);
  std::string page = "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>" + name +
                     "</title>\n<style>" + kPageStyle + "</style></head>\n<body>\n<header><h1>" + name +
                     "</h1>" + kPageBody + pictures +
                     "<script>\nconst limits = {entries: " + std::to_string(kMaxPageFrontierEntries) +
                     ", blocks: " + std::to_string(kMaxPageReachabilityBlocks) + "};\nconst passes = [\n" +
                     data + "];\n" + kPageScript + "</script>\n</body></html>\n";
  return page;
}

}  // namespace trellis::tools
