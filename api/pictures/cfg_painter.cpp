#include "api/pictures/cfg_painter.hpp"

#include "support/containers.hpp"

namespace trellis {
namespace {

using cfg::BlockId;
using cfg::DotEdge;
using cfg::DotLine;
using cfg::DotNode;
using cfg::DotShape;
using cfg::kNone;

struct SignText {
  DotShape shape;
  const char* fill;
  const char* text;
};

SignText text_of(Sign sign) {
  switch (sign) {
    case kSignBlock:
      return {DotShape::kBox, "white", "block of the program"};
    case kSignSelection:
      return {DotShape::kHouse, "white", "opens a selection"};
    case kSignLoop:
      return {DotShape::kHexagon, "white", "opens a loop"};
    case kSignMerge:
      return {DotShape::kBox, kMergeFill, "merge block"};
    case kSignContinue:
      return {DotShape::kBox, kContinueFill, "continue block"};
    case kSignLadder:
      return {DotShape::kOctagon, kLadderFill, "ladder: tests where control was headed"};
    case kSignDispatch:
      return {DotShape::kDoubleOctagon, kDispatchFill, "dispatch: entry of an irreducible region"};
    case kSignBreakable:
      return {DotShape::kHouse, kOursFill, "ours: may be left from any depth"};
    case kSignOurs:
      return {DotShape::kRoundedBox, kOursFill, "ours: only branches on"};
    case kSignUnreachable:
      return {DotShape::kRoundedBox, kOursFill, "control never comes here"};
    case kSignConvergent:
      return {DotShape::kBox, "white", "involves other lanes"};
    case kSignDivergent:
      return {DotShape::kBox, kDivergentFill, "some lanes of a wave may run it, and others not"};
    case kSignGroupDivergent:
      return {DotShape::kBox, kGroupDivergentFill, "some waves of a group may run it, and others not"};
    case kSignCount:
      break;
  }
  return {DotShape::kBox, "white", ""};
}

DotNode text_node(const char* text) {
  DotNode style;
  style.shape = DotShape::kPlain;
  style.lines = {text};
  return style;
}

}  // namespace

void CfgPainter::mark_convergent(DotNode& node) {
  node.colour = kConvergentColour;
  node.outline = DotLine::kBold;
  use(kSignConvergent);
}

void CfgPainter::mark_divergent(DotNode& node, uniformity::Scopes scopes) {
  if (scopes == uniformity::kNoScope || std::string_view(node.fill) != "white") return;
  const bool in_wave = (scopes & bit(uniformity::Scope::kSubgroup)) != 0;
  node.fill = in_wave ? kDivergentFill : kGroupDivergentFill;
  use(in_wave ? kSignDivergent : kSignGroupDivergent);
}

// Without recursion: loops are opened in pre-order of their nesting.
void CfgPainter::write_nodes(const Vector<PictureNode>& nodes, const Frames& frames) {
  const uint32_t loop_count = static_cast<uint32_t>(frames.parent.size());
  Vector<Vector<uint32_t>> children(loop_count + 1);  // The last: loops in no other.
  Vector<Vector<const PictureNode*>> members(loop_count + 1);
  for (uint32_t loop = 0; loop < loop_count; ++loop) {
    children[frames.parent[loop] == kNone ? loop_count : frames.parent[loop]].push_back(loop);
  }
  for (const PictureNode& node : nodes) {
    const uint32_t loop = frames.loop_of[node.block];
    members[loop == kNone ? loop_count : loop].push_back(&node);
  }
  struct Open {
    uint32_t loop;
    size_t next_child;
  };
  Vector<Open> open = {{loop_count, 0}};
  while (!open.empty()) {
    Open& top = open.back();
    if (top.next_child == 0) {
      for (const PictureNode* node : members[top.loop]) writer_.node(node->block, node->style);
    }
    if (top.next_child < children[top.loop].size()) {
      const uint32_t child = children[top.loop][top.next_child++];
      writer_.begin_cluster(frames.title[child], kFrameColour);
      open.push_back({child, 0});
      continue;
    }
    const bool is_frame = top.loop != loop_count;
    open.pop_back();
    if (is_frame) writer_.end_cluster();
  }
}

void CfgPainter::edge(BlockId from, BlockId to, String label) {
  DotEdge style;
  style.label = std::move(label);
  writer_.edge(from, to, style);
}

void CfgPainter::back_edge(BlockId from, BlockId to, String label) {
  DotEdge style;
  style.label = std::move(label);
  style.style = DotLine::kBold;
  style.colour = kBackEdgeColour;
  style.tooltip = "back edge";
  style.constrains = false;
  writer_.edge(from, to, style);
  back_edges_ = true;
}

void CfgPainter::declaration(BlockId header, BlockId block, bool is_continue) {
  DotEdge style;
  style.label = is_continue ? "continue" : "merge";
  style.style = DotLine::kDotted;
  style.colour = is_continue ? kContinueColour : kMergeColour;
  style.tooltip = is_continue ? "declared continue block, no branch" : "declared merge block, no branch";
  style.constrains = !is_continue;
  writer_.edge(header, block, style);
  declarations_ = true;
}

String CfgPainter::finish(uint32_t first_free) {
  writer_.begin_cluster("legend", kFrameColour);
  uint32_t node = first_free;
  for (uint8_t sign = 0; sign < kSignCount; ++sign) {
    if (!used_[sign]) continue;
    const SignText text = text_of(static_cast<Sign>(sign));
    DotNode style;
    style.shape = text.shape;
    style.fill = text.fill;
    style.lines = {text.text};
    if (sign == kSignConvergent) mark_convergent(style);
    writer_.node(node++, style);
  }
  if (back_edges_) writer_.node(node++, text_node("bold red edge: back edge"));
  if (declarations_) writer_.node(node++, text_node("dotted edge: declared, not taken"));
  writer_.end_cluster();
  // Invisible edges keep the legend in one column.
  DotEdge invisible;
  invisible.colour = "transparent";
  for (uint32_t i = first_free; i + 1 < node; ++i) writer_.edge(i, i + 1, invisible);
  return writer_.finish();
}

Vector<std::pair<BlockId, String>> labelled_targets(std::span<const BlockId> successors,
                                                    const Vector<String>* slots) {
  Vector<std::pair<BlockId, String>> targets;
  Map<BlockId, size_t> index;
  for (size_t slot = 0; slot < successors.size(); ++slot) {
    const auto [found, is_new] = index.emplace(successors[slot], targets.size());
    if (is_new) targets.emplace_back(successors[slot], String());
    String& label = targets[found->second].second;
    if (slots == nullptr || slot >= slots->size()) continue;
    if (!label.empty()) label += ", ";
    label += (*slots)[slot];
  }
  return targets;
}

}  // namespace trellis
