#include "api/pictures/svg_labels.hpp"

#include <algorithm>

namespace trellis {
namespace {

constexpr size_t kNowhere = std::string_view::npos;
constexpr std::string_view kGround = "<polygon fill=\"white\"", kText = "<text ", kTextEnd = "</text>\n";

/// Where a group's own text begins and ends; kNowhere if it has none.
struct Piece {
  size_t begin = kNowhere, end = kNowhere;
};

/// Returns the text of the group that begins at `at`. With `ground`, includes the polygon behind the text.
Piece text_in(std::string_view svg, size_t at, bool ground) {
  const size_t next_group = svg.find(" class=\"", at + 1);
  const size_t begin = svg.find(ground ? kGround : kText, at);
  if (begin == kNowhere || begin > next_group) return {};
  const size_t end = svg.find(kTextEnd, begin);
  if (end == kNowhere || end > next_group) return {};
  return {begin, end + kTextEnd.size()};
}

}  // namespace

String with_labels_on_top(std::string_view svg) {
  const size_t last = svg.rfind("</g>");
  if (last == kNowhere) return String(svg);
  String result, titles, labels;
  size_t done = 0;
  for (size_t at = svg.find(" class=\""); at != kNowhere && at < last; at = svg.find(" class=\"", at + 1)) {
    const bool is_frame = svg.substr(at).starts_with(" class=\"cluster\"");
    if (!is_frame && !svg.substr(at).starts_with(" class=\"edge\"")) continue;
    const Piece piece = text_in(svg, at, !is_frame);
    if (piece.begin == kNowhere) continue;
    result.append(svg.substr(done, piece.begin - done));
    done = piece.end;
    const std::string_view text = svg.substr(piece.begin, piece.end - piece.begin);
    if (is_frame) {
      titles += "<text class=\"frame\" style=\"paint-order:stroke\" stroke=\"white\" stroke-width=\"4\" ";
      titles.append(text.substr(kText.size()));
    } else {
      labels += "<g class=\"label\">\n";
      labels.append(text);
      labels += "</g>\n";
    }
  }
  result.append(svg.substr(done, last - done));
  result += titles;
  result += labels;
  result.append(svg.substr(last));
  return result;
}

}  // namespace trellis
