#include "api/pictures/cfg_picture.hpp"

#include <utility>

#include "api/pictures/cfg_painter.hpp"
#include "cfg/dominators.hpp"
#include "cfg/loop_forest.hpp"
#include "cfg/post_visit_order.hpp"
#include "support/containers.hpp"

namespace trellis {
namespace {

using cfg::BlockId;
using cfg::DotLine;
using cfg::DotShape;

Frames frames_of(const cfg::Graph& graph, const cfg::PostVisitOrder& order,
                 const cfg::DominatorTree& dominators, const BlockTexts& texts) {
  Frames frames;
  const cfg::LoopForest loops(graph, order, dominators);
  for (cfg::LoopId loop = 0; loop < loops.loop_count(); ++loop) {
    frames.parent.push_back(loops.loop(loop).parent);
    const BlockId header = loops.loop(loop).header;
    const bool is_named = header < texts.labels.size() && !texts.labels[header].empty();
    frames.title.push_back("loop of " +
                           (is_named ? texts.labels[header].front() : "block " + decimal(header)));
  }
  for (BlockId block = 0; block < graph.block_count(); ++block)
    frames.loop_of.push_back(loops.innermost(block));
  return frames;
}

PictureNode plain_node(CfgPainter& painter, const cfg::Graph& graph, BlockId block,
                       const structurizer::Flow& flow, const BlockTexts& texts, bool reached) {
  PictureNode node;
  node.block = block;
  if (block >= texts.labels.size() && graph.successors(block).size() < 2) {
    node.style.lines = {"entry"};
    node.style.shape = DotShape::kRoundedBox;
    node.style.fill = kOursFill;
    painter.use(kSignOurs);
    return node;
  }
  if (block >= texts.labels.size()) {
    node.style.lines = {"dispatch"};
    node.style.shape = DotShape::kDoubleOctagon;
    node.style.fill = kDispatchFill;
    painter.use(kSignDispatch);
    return node;
  }
  node.style.lines = texts.labels[block];
  node.style.tooltip = texts.contents[block];
  node.style.fill = "white";
  if (!reached) {
    node.style.fill = kOursFill;
    node.style.outline = DotLine::kDashed;
    node.style.lines.push_back("(not reached)");
  }
  if (flow.has_flag(block, structurizer::kConvergent)) painter.mark_convergent(node.style);
  if (!texts.divergence.empty()) painter.mark_divergent(node.style, texts.divergence[block]);
  painter.use(kSignBlock);
  return node;
}

}  // namespace

String picture_of(std::string_view title, const cfg::Graph& graph, const structurizer::Flow& flow,
                  const BlockTexts& texts) {
  CfgPainter painter(title);
  const cfg::PostVisitOrder order(graph);
  const cfg::DominatorTree dominators = cfg::build_dominators(graph, order);
  Vector<PictureNode> nodes;
  nodes.reserve(graph.block_count());
  for (BlockId block = 0; block < graph.block_count(); ++block) {
    const bool is_program = block < texts.labels.size();
    if (!is_program && !order.reached(block)) continue;
    nodes.push_back(plain_node(painter, graph, block, flow, texts, order.reached(block)));
  }
  painter.write_nodes(nodes, frames_of(graph, order, dominators, texts));
  for (const PictureNode& node : nodes) {
    const auto* slots = node.block < texts.slots.size() ? &texts.slots[node.block] : nullptr;
    for (auto& [target, label] : labelled_targets(graph.successors(node.block), slots)) {
      if (dominators.dominates(target, node.block)) {
        painter.back_edge(node.block, target, std::move(label));
      } else {
        painter.edge(node.block, target, std::move(label));
      }
    }
  }
  return painter.finish();
}

}  // namespace trellis
