#include <utility>

#include "api/pictures/cfg_painter.hpp"
#include "api/pictures/cfg_picture.hpp"
#include "api/pictures/structured_texts.hpp"
#include "cfg/dominators.hpp"
#include "cfg/post_visit_order.hpp"
#include "support/containers.hpp"

namespace trellis {
namespace {

using cfg::BlockId;
using cfg::DotLine;
using cfg::DotNode;
using cfg::DotShape;
using cfg::kNone;
using structurizer::Block;
using structurizer::Exit;
using structurizer::MergeKind;
using structurizer::Role;
using structurizer::Structured;

class StructuredPicture {
 public:
  StructuredPicture(std::string_view title, const Structured& function, const structurizer::Flow& flow,
                    const BlockTexts& texts)
      : painter_(title),
        function_(function),
        flow_(flow),
        texts_(texts),
        words_(function, texts),
        block_count_(function.blocks.size()) {}

  String draw() {
    find_targets();
    if (function_.order.empty()) return painter_.finish();
    build_graph();
    Vector<PictureNode> nodes;
    nodes.reserve(function_.order.size());
    for (const BlockId block : function_.order) nodes.push_back(make_node(block));
    painter_.write_nodes(nodes, find_frames());
    for (const BlockId block : function_.order) write_edges(block);
    return painter_.finish();
  }

 private:
  void find_targets() {
    is_merge_.assign(block_count_, false);
    is_continue_.assign(block_count_, false);
    for (const BlockId block : function_.order) {
      const Block& header = function_.blocks[block];
      if (header.merge == MergeKind::kNone) continue;
      if (header.merge_block != kNone) is_merge_[header.merge_block] = true;
      if (header.merge == MergeKind::kLoop && header.continue_block != kNone)
        is_continue_[header.continue_block] = true;
    }
  }

  /// Declared merge blocks and continue targets count as successors, as in SPIR-V's structural dominance.
  void build_graph() {
    CompressedRows<BlockId> rows;
    Vector<bool> live(block_count_, false);
    for (const BlockId block : function_.order) live[block] = true;
    for (BlockId block = 0; block < block_count_; ++block) {
      if (live[block]) {
        const auto successors = function_.successors_of(block);
        rows.entries.insert(rows.entries.end(), successors.begin(), successors.end());
        const Block& header = function_.blocks[block];
        if (header.merge != MergeKind::kNone && header.merge_block != kNone)
          rows.entries.push_back(header.merge_block);
        if (header.merge == MergeKind::kLoop && header.continue_block != kNone) {
          rows.entries.push_back(header.continue_block);
        }
      }
      rows.end_row();
    }
    graph_ = cfg::Graph(std::move(rows), function_.order.front());
    const cfg::PostVisitOrder order(graph_);
    dominators_ = cfg::build_dominators(graph_, order);
    reverse_post_order_.assign(order.reverse_post_order().begin(), order.reverse_post_order().end());
  }

  /// Finds the loop of each block: the innermost one whose header dominates the block and whose merge block
  /// does not. Dominators are visited first, so a block starts with its immediate dominator's loop and leaves
  /// the loops whose merge block dominates it.
  Frames find_frames() const {
    Frames frames;
    frames.loop_of.assign(block_count_, kNone);
    Vector<BlockId> merge_of;
    for (const BlockId block : reverse_post_order_) {
      const BlockId parent = dominators_.parent(block);
      uint32_t loop = parent == kNone ? kNone : frames.loop_of[parent];
      while (loop != kNone && dominators_.dominates(merge_of[loop], block)) loop = frames.parent[loop];
      const Block& header = function_.blocks[block];
      if (header.merge == MergeKind::kLoop) {
        frames.parent.push_back(loop);
        frames.title.push_back(loop_title(block));
        merge_of.push_back(header.merge_block);
        loop = static_cast<uint32_t>(merge_of.size()) - 1;
      }
      frames.loop_of[block] = loop;
    }
    return frames;
  }

  /// Returns a title with the first program block of the loop: the header itself, or what an inserted header
  /// branches to.
  String loop_title(BlockId header) const {
    constexpr int kMaxSteps = 4;
    BlockId block = header;
    for (int step = 0;
         step < kMaxSteps && function_.blocks[block].role != Role::kPayload &&
         function_.successors_of(block).size() == 1 && function_.successors_of(block)[0] != header;
         ++step) {
      block = function_.successors_of(block)[0];
    }
    if (function_.blocks[block].role != Role::kPayload) return "loop";
    return "loop of " + words_.node_name(function_.blocks[block].payload);
  }

  PictureNode make_node(BlockId id) {
    const Block& block = function_.blocks[id];
    PictureNode node;
    node.block = id;
    DotNode& style = node.style;
    if (block.role == Role::kPayload) {
      style.lines = texts_.labels[block.payload];
      style.tooltip = texts_.contents[block.payload];
      style.fill = "white";
      painter_.use(kSignBlock);
      if (flow_.has_flag(block.payload, structurizer::kConvergent)) painter_.mark_convergent(style);
    } else {
      dress_ours(id, style);
    }
    const Role kind = structurizer::kind_of(block);
    if (block.merge == MergeKind::kSelection && kind != Role::kLadder && kind != Role::kDispatch) {
      style.shape = DotShape::kHouse;
      painter_.use(kSignSelection);
    } else if (block.merge == MergeKind::kLoop) {
      style.shape = DotShape::kHexagon;
      painter_.use(kSignLoop);
    }
    if (is_merge_[id] && kind != Role::kLadder && kind != Role::kDispatch) {
      style.fill = kMergeFill;
      painter_.use(kSignMerge);
    }
    if (is_continue_[id]) {
      style.fill = kContinueFill;
      painter_.use(kSignContinue);
    }
    if (block.role == Role::kPayload && !texts_.divergence.empty()) {
      painter_.mark_divergent(style, texts_.divergence[block.payload]);
    }
    add_phis(id, style);
    return node;
  }

  void dress_ours(BlockId id, DotNode& style) {
    const Block& block = function_.blocks[id];
    style.lines = {words_.own_name(id)};
    style.shape = DotShape::kRoundedBox;
    style.fill = kOursFill;
    const Role kind = structurizer::kind_of(block);
    switch (kind) {
      case Role::kPayload:
      case Role::kHeader:
      case Role::kContinue:
      case Role::kMerge:
      case Role::kEdge:
        break;
      case Role::kBreakable:
        painter_.use(kSignBreakable);
        break;
      case Role::kLadder:
        style.lines.push_back(words_.test_text(block));
        style.shape = DotShape::kOctagon;
        style.fill = kLadderFill;
        painter_.use(kSignLadder);
        break;
      case Role::kDispatch:
        style.lines.push_back(words_.test_text(block));
        style.shape = DotShape::kDoubleOctagon;
        style.fill = kDispatchFill;
        painter_.use(kSignDispatch);
        break;
    }
    if (block.exit == Exit::kUnreachable) {
      style.outline = DotLine::kDashed;
      style.lines.push_back("(unreachable)");
      painter_.use(kSignUnreachable);
    } else if (kind != Role::kLadder && kind != Role::kDispatch && kind != Role::kBreakable) {
      painter_.use(kSignOurs);
    }
  }

  /// Adds all phis to the tooltip. The box of an inserted block also shows selectors with few operands.
  void add_phis(BlockId id, DotNode& style) {
    if (function_.phis.empty()) return;
    for (String& line : words_.selector_lines(id)) style.lines.push_back(std::move(line));
    const String text = words_.phi_text(id);
    if (!text.empty()) style.tooltip = text + style.tooltip;
  }

  void write_edges(BlockId id) {
    const Block& block = function_.blocks[id];
    const Vector<String> own_slots = words_.slots_of(block);
    const Vector<String>* slots = block.role == Role::kPayload && block.exit == Exit::kPayload
                                      ? &texts_.slots[block.payload]
                                      : &own_slots;
    bool reaches_merge = false;
    for (auto& [target, label] : labelled_targets(function_.successors_of(id), slots)) {
      reaches_merge = reaches_merge || target == block.merge_block;
      if (dominators_.dominates(target, id)) {
        painter_.back_edge(id, target, std::move(label));
        continue;
      }
      painter_.edge(id, target, std::move(label));
    }
    if (block.merge == MergeKind::kNone) return;
    if (block.merge_block != kNone && !reaches_merge) painter_.declaration(id, block.merge_block, false);
    if (block.merge == MergeKind::kLoop && block.continue_block != kNone && block.continue_block != id) {
      painter_.declaration(id, block.continue_block, true);
    }
  }

  CfgPainter painter_;
  const Structured& function_;
  const structurizer::Flow& flow_;
  const BlockTexts& texts_;
  StructuredTexts words_;
  size_t block_count_;
  Vector<bool> is_merge_, is_continue_;
  cfg::Graph graph_;
  cfg::DominatorTree dominators_;
  Vector<BlockId> reverse_post_order_;
};

}  // namespace

String picture_of(std::string_view title, const Structured& function, const structurizer::Flow& flow,
                  const BlockTexts& texts) {
  return StructuredPicture(title, function, flow, texts).draw();
}

}  // namespace trellis
