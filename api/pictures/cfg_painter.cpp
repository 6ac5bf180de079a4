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

cfg::DotLegendEntry entry_of(Sign sign) {
  switch (sign) {
    case kSignBlock:
      return {"block of the program", "white"};
    case kSignSelection:
      return {"house: selection header", "white"};
    case kSignLoop:
      return {"hexagon: loop header", "white"};
    case kSignMerge:
      return {"merge block", kMergeFill};
    case kSignContinue:
      return {"continue block", kContinueFill};
    case kSignLadder:
      return {"ladder: branches to where control was headed", kLadderFill};
    case kSignDispatch:
      return {"dispatch: the single entry of an irreducible region", kDispatchFill};
    case kSignBreakable:
      return {"added: a construct to break out of from any depth", kOursFill};
    case kSignOurs:
      return {"added: only branches", kOursFill};
    case kSignUnreachable:
      return {"unreachable", kOursFill, {}, DotLine::kDashed};
    case kSignConvergent:
      return {"barrier, derivative, wave or quad operation", "white", kConvergentColour, DotLine::kBold};
    case kSignDivergent:
      return {"divergent: some lanes of a wave may not reach it", kDivergentFill};
    case kSignGroupDivergent:
      return {"divergent: some waves of a group may not reach it", kGroupDivergentFill};
    case kSignCount:
      break;
  }
  return {};
}

/// Returns the number of columns for a legend no wider than most graphs of that many nodes.
uint32_t legend_columns(size_t nodes) { return nodes < 16 ? 1 : nodes < 64 ? 2 : 3; }

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

// Works without recursion by opening loops in pre-order of their nesting.
void CfgPainter::write_nodes(const Vector<PictureNode>& nodes, const Frames& frames) {
  node_count_ = nodes.size();
  const uint32_t loop_count = static_cast<uint32_t>(frames.parent.size());
  Vector<Vector<uint32_t>> children(loop_count + 1);  // The last list holds the loops that are in no other.
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

String CfgPainter::finish() {
  Vector<cfg::DotLegendEntry> entries;
  for (uint8_t sign = 0; sign < kSignCount; ++sign) {
    if (used_[sign]) entries.push_back(entry_of(static_cast<Sign>(sign)));
  }
  if (back_edges_) entries.push_back({"back edge", {}, kBackEdgeColour, DotLine::kBold});
  if (declarations_)
    entries.push_back({"declared merge or continue, no branch", {}, kMergeColour, DotLine::kDotted});
  if (!entries.empty()) writer_.legend(entries, legend_columns(node_count_));
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
