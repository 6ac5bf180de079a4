#include "api/cfg_picture.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "cfg/dominators.hpp"
#include "cfg/graphviz.hpp"
#include "cfg/loop_forest.hpp"
#include "cfg/post_visit_order.hpp"
#include "dxil_frontend/ir_text.hpp"

namespace trellis {
namespace {

using cfg::BlockId;
using cfg::DotEdge;
using cfg::DotLine;
using cfg::DotNode;
using cfg::DotShape;
using cfg::kNone;
using structurizer::Block;
using structurizer::Exit;
using structurizer::MergeKind;
using structurizer::Operand;
using structurizer::Role;
using structurizer::Structured;

constexpr const char* kMergeFill = "#cdeac0";
constexpr const char* kContinueFill = "#bfe3f5";
constexpr const char* kLadderFill = "#f3c6e5";
constexpr const char* kDispatchFill = "#f6b6b0";
constexpr const char* kOursFill = "#eeeeee";
constexpr const char* kConvergentColour = "#e67700";
constexpr const char* kBackEdgeColour = "#c92a2a";
constexpr const char* kMergeColour = "#2b8a3e";
constexpr const char* kContinueColour = "#1971c2";
constexpr const char* kFrameColour = "#868e96";

/// The signs a picture may use, in the order of the legend.
enum Sign : uint8_t {
  kSignBlock,
  kSignSelection,
  kSignLoop,
  kSignMerge,
  kSignContinue,
  kSignLadder,
  kSignDispatch,
  kSignOurs,
  kSignUnreachable,
  kSignConvergent,
  kSignCount,
};

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
    case kSignOurs:
      return {DotShape::kRoundedBox, kOursFill, "ours: only branches on"};
    case kSignUnreachable:
      return {DotShape::kRoundedBox, kOursFill, "control never comes here"};
    case kSignConvergent:
      return {DotShape::kBox, "white", "involves other lanes"};
    case kSignCount:
      break;
  }
  return {DotShape::kBox, "white", ""};
}

/// A node and the signs it shows, for the legend.
struct Node {
  BlockId block = kNone;
  DotNode style;
};

/// Writes nodes (inside the frames of their loops), edges, and the legend.
class Painter {
 public:
  explicit Painter(std::string_view title) : writer_(title) {}

  void use(Sign sign) { used_[sign] = true; }
  cfg::DotWriter& writer() { return writer_; }

  void mark_convergent(DotNode& node) {
    node.colour = kConvergentColour;
    node.outline = DotLine::kBold;
    use(kSignConvergent);
  }

  void back_edge(BlockId from, BlockId to, std::string label) {
    DotEdge edge;
    edge.label = std::move(label);
    edge.style = DotLine::kBold;
    edge.colour = kBackEdgeColour;
    edge.tooltip = "back edge";
    edge.constrains = false;
    writer_.edge(from, to, edge);
    back_edges_ = true;
  }

  void declaration(BlockId header, BlockId block, bool is_continue) {
    DotEdge edge;
    edge.label = is_continue ? "continue" : "merge";
    edge.style = DotLine::kDotted;
    edge.colour = is_continue ? kContinueColour : kMergeColour;
    edge.tooltip = is_continue ? "declared continue block, no branch" : "declared merge block, no branch";
    edge.constrains = !is_continue;
    writer_.edge(header, block, edge);
    declarations_ = true;
  }

  /// Nodes past `first_free` are the legend's.
  std::string finish(uint32_t first_free) {
    writer_.begin_cluster("legend", kFrameColour);
    uint32_t node = first_free;
    const auto add = [&](DotNode style) { writer_.node(node++, style); };
    for (uint8_t sign = 0; sign < kSignCount; ++sign) {
      if (!used_[sign]) continue;
      const SignText text = text_of(static_cast<Sign>(sign));
      DotNode style;
      style.shape = text.shape;
      style.fill = text.fill;
      style.lines = {text.text};
      if (sign == kSignConvergent) {
        style.colour = kConvergentColour;
        style.outline = DotLine::kBold;
      }
      add(std::move(style));
    }
    if (back_edges_) add(text_node("bold red edge: back edge", kBackEdgeColour));
    if (declarations_) add(text_node("dotted edge: declared, not taken", kMergeColour));
    writer_.end_cluster();
    DotEdge invisible;
    invisible.colour = "transparent";
    for (uint32_t i = first_free; i + 1 < node; ++i) writer_.edge(i, i + 1, invisible);
    return writer_.finish();
  }

 private:
  static DotNode text_node(const char* text, const char*) {
    DotNode style;
    style.shape = DotShape::kPlain;
    style.lines = {text};
    return style;
  }

  cfg::DotWriter writer_;
  bool used_[kSignCount] = {};
  bool back_edges_ = false, declarations_ = false;
};

/// Which loop a node is in, and each loop's parent: what frames are drawn from. Loops come before the loops
/// inside them.
struct Frames {
  std::vector<uint32_t> parent;
  std::vector<std::string> title;
  std::vector<uint32_t> loop_of;  ///< By node; kNone: in none.
};

/// Writes the nodes in the frames of their loops, without recursion: loops are opened in pre-order of their
/// nesting.
void write_nodes(Painter& painter, const std::vector<Node>& nodes, const Frames& frames) {
  const uint32_t loop_count = static_cast<uint32_t>(frames.parent.size());
  std::vector<std::vector<uint32_t>> children(loop_count + 1);  // The last: loops in no other.
  std::vector<std::vector<const Node*>> members(loop_count + 1);
  for (uint32_t loop = 0; loop < loop_count; ++loop) {
    children[frames.parent[loop] == kNone ? loop_count : frames.parent[loop]].push_back(loop);
  }
  for (const Node& node : nodes) {
    const uint32_t loop = frames.loop_of[node.block];
    members[loop == kNone ? loop_count : loop].push_back(&node);
  }
  struct Open {
    uint32_t loop;
    size_t next_child;
  };
  std::vector<Open> open = {{loop_count, 0}};
  while (!open.empty()) {
    Open& top = open.back();
    if (top.next_child == 0) {
      for (const Node* node : members[top.loop]) painter.writer().node(node->block, node->style);
    }
    if (top.next_child < children[top.loop].size()) {
      const uint32_t child = children[top.loop][top.next_child++];
      painter.writer().begin_cluster(frames.title[child], kFrameColour);
      open.push_back({child, 0});
      continue;
    }
    const bool is_frame = top.loop != loop_count;
    open.pop_back();
    if (is_frame) painter.writer().end_cluster();
  }
}

// ---- A plain graph ----

Frames frames_of(const cfg::Graph& graph, const cfg::PostVisitOrder& order,
                 const cfg::DominatorTree& dominators) {
  Frames frames;
  const cfg::LoopForest loops(graph, order, dominators);
  for (cfg::LoopId loop = 0; loop < loops.loop_count(); ++loop) {
    frames.parent.push_back(loops.loop(loop).parent);
    frames.title.push_back("loop of block " + std::to_string(loops.loop(loop).header));
  }
  for (BlockId block = 0; block < graph.block_count(); ++block)
    frames.loop_of.push_back(loops.innermost(block));
  return frames;
}

Node plain_node(Painter& painter, BlockId block, const structurizer::Flow& flow, const BlockTexts& texts,
                bool reached) {
  Node node;
  node.block = block;
  if (block >= texts.labels.size()) {
    node.style.lines = {"node " + std::to_string(block)};
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
  painter.use(kSignBlock);
  return node;
}

/// Labels of the edges from a block, several slots to one target together: "0, 3".
std::vector<std::pair<BlockId, std::string>> labelled_targets(std::span<const BlockId> successors,
                                                              const std::vector<std::string>* slots) {
  std::vector<std::pair<BlockId, std::string>> targets;
  std::map<BlockId, size_t> index;
  for (size_t slot = 0; slot < successors.size(); ++slot) {
    const auto [found, is_new] = index.emplace(successors[slot], targets.size());
    if (is_new) targets.emplace_back(successors[slot], std::string());
    std::string& label = targets[found->second].second;
    if (slots == nullptr || slot >= slots->size()) continue;
    if (!label.empty()) label += ", ";
    label += (*slots)[slot];
  }
  return targets;
}

// ---- The structured function ----

std::string operand_text(const Operand& operand, const BlockTexts& texts) {
  switch (operand.kind) {
    case Operand::Kind::kUndef:
      return "undef";
    case Operand::Kind::kValue:
      return dxil::to_text(*texts.module, *texts.function, operand.index);
    case Operand::Kind::kPhi:
      return "phi " + std::to_string(operand.index);
    case Operand::Kind::kConstant:
      return std::to_string(operand.index);
  }
  return {};
}

class StructuredPicture {
 public:
  StructuredPicture(std::string_view title, const Structured& function, const structurizer::Flow& flow,
                    const BlockTexts& texts)
      : painter_(title),
        function_(function),
        flow_(flow),
        texts_(texts),
        block_count_(function.blocks.size()) {}

  std::string draw() {
    find_targets();
    if (function_.order.empty()) return painter_.finish(0);
    build_graph();
    std::vector<Node> nodes;
    nodes.reserve(function_.order.size());
    for (const BlockId block : function_.order) nodes.push_back(make_node(block));
    write_nodes(painter_, nodes, find_frames());
    for (const BlockId block : function_.order) write_edges(block);
    return painter_.finish(static_cast<uint32_t>(block_count_));
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

  /// Declared merge and continue blocks count as successors, as in SPIR-V's structural dominance.
  void build_graph() {
    std::vector<uint32_t> first = {0};
    std::vector<BlockId> targets;
    std::vector<bool> live(block_count_, false);
    for (const BlockId block : function_.order) live[block] = true;
    for (BlockId block = 0; block < block_count_; ++block) {
      if (live[block]) {
        const auto successors = function_.successors_of(block);
        targets.insert(targets.end(), successors.begin(), successors.end());
        const Block& header = function_.blocks[block];
        if (header.merge != MergeKind::kNone && header.merge_block != kNone)
          targets.push_back(header.merge_block);
        if (header.merge == MergeKind::kLoop && header.continue_block != kNone) {
          targets.push_back(header.continue_block);
        }
      }
      first.push_back(static_cast<uint32_t>(targets.size()));
    }
    graph_ = cfg::Graph(std::move(first), std::move(targets), function_.order.front());
    const cfg::PostVisitOrder order(graph_);
    dominators_ = cfg::build_dominators(graph_, order);
    reverse_post_order_.assign(order.reverse_post_order().begin(), order.reverse_post_order().end());
  }

  /// A block is in the innermost loop whose header dominates it and whose merge block does not. Blocks are
  /// met dominators first, so a block starts from its immediate dominator's loop and leaves loops whose merge
  /// block it is.
  Frames find_frames() const {
    Frames frames;
    frames.loop_of.assign(block_count_, kNone);
    std::vector<BlockId> merge_of;
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

  /// Named after the first block of the program in it: the header itself, or what our header branches to.
  std::string loop_title(BlockId header) const {
    constexpr int kMostSteps = 4;
    BlockId block = header;
    for (int step = 0;
         step < kMostSteps && function_.blocks[block].role != Role::kPayload &&
         function_.successors_of(block).size() == 1 && function_.successors_of(block)[0] != header;
         ++step) {
      block = function_.successors_of(block)[0];
    }
    if (function_.blocks[block].role != Role::kPayload) return "loop";
    return "loop of block " + std::to_string(function_.blocks[block].payload);
  }

  std::string test_text(const Block& block) const {
    return "where to? " + operand_text(block.selector, texts_);
  }

  Node make_node(BlockId id) {
    const Block& block = function_.blocks[id];
    Node node;
    node.block = id;
    DotNode& style = node.style;
    if (block.role == Role::kPayload) {
      style.lines = texts_.labels[block.payload];
      style.tooltip = texts_.contents[block.payload];
      style.fill = "white";
      painter_.use(kSignBlock);
      if (flow_.has_flag(block.payload, structurizer::kConvergent)) painter_.mark_convergent(style);
    } else {
      dress_ours(block, style);
    }
    if (block.merge == MergeKind::kSelection && block.role != Role::kLadder &&
        block.role != Role::kDispatch) {
      style.shape = DotShape::kHouse;
      painter_.use(kSignSelection);
    } else if (block.merge == MergeKind::kLoop) {
      style.shape = DotShape::kHexagon;
      painter_.use(kSignLoop);
    }
    if (is_merge_[id] && block.role != Role::kLadder && block.role != Role::kDispatch) {
      style.fill = kMergeFill;
      painter_.use(kSignMerge);
    }
    if (is_continue_[id]) {
      style.fill = kContinueFill;
      painter_.use(kSignContinue);
    }
    add_phis(id, style);
    return node;
  }

  void dress_ours(const Block& block, DotNode& style) {
    style.shape = DotShape::kRoundedBox;
    style.fill = kOursFill;
    switch (block.role) {
      case Role::kPayload:
        break;
      case Role::kHeader:
        style.lines = {"header"};
        break;
      case Role::kContinue:
        style.lines = {"continue"};
        break;
      case Role::kMerge:
        style.lines = {"merge"};
        if (block.exit == Exit::kIf || block.exit == Exit::kSwitch) style.lines.push_back(test_text(block));
        break;
      case Role::kEdge:
        style.lines = {"edge"};
        break;
      case Role::kBreakable:
        style.lines = {"breakable"};
        break;
      case Role::kLadder:
        style.lines = {"ladder", test_text(block)};
        style.shape = DotShape::kOctagon;
        style.fill = kLadderFill;
        painter_.use(kSignLadder);
        break;
      case Role::kDispatch:
        style.lines = {"dispatch", test_text(block)};
        style.shape = DotShape::kDoubleOctagon;
        style.fill = kDispatchFill;
        painter_.use(kSignDispatch);
        break;
    }
    if (block.exit == Exit::kUnreachable) {
      style.outline = DotLine::kDashed;
      style.lines.push_back("(unreachable)");
      painter_.use(kSignUnreachable);
    } else if (block.role != Role::kLadder && block.role != Role::kDispatch) {
      painter_.use(kSignOurs);
    }
  }

  void add_phis(BlockId id, DotNode& style) {
    if (function_.phis.empty()) return;
    std::string text;
    const Block& block = function_.blocks[id];
    for (uint32_t i = 0; i < block.phi_count; ++i) {
      const structurizer::NewPhi& phi = function_.phis[block.first_phi + i];
      text += "phi " + std::to_string(block.first_phi + i);
      text += phi.stands_for == kNone ? " (selector)"
                                      : " for " + operand_text(Operand::value(phi.stands_for), texts_);
      text += " = ";
      const auto predecessors = function_.predecessors_of(id);
      const auto incoming = function_.incoming_of(phi);
      for (size_t k = 0; k < incoming.size(); ++k) {
        if (k != 0) text += ", ";
        text += operand_text(incoming[k], texts_) + " from " + block_name(predecessors[k]);
      }
      text += '\n';
    }
    if (text.empty()) return;
    style.tooltip = text + style.tooltip;
  }

  std::string block_name(BlockId id) const {
    const Block& block = function_.blocks[id];
    return block.role == Role::kPayload ? "block " + std::to_string(block.payload)
                                        : "our " + std::to_string(id);
  }

  void write_edges(BlockId id) {
    const Block& block = function_.blocks[id];
    const std::vector<std::string> own_slots = slots_of(block);
    const std::vector<std::string>* slots = block.role == Role::kPayload && block.exit == Exit::kPayload
                                                ? &texts_.slots[block.payload]
                                                : &own_slots;
    bool reaches_merge = false;
    for (auto& [target, label] : labelled_targets(function_.successors_of(id), slots)) {
      reaches_merge = reaches_merge || target == block.merge_block;
      if (dominators_.dominates(target, id)) {
        painter_.back_edge(id, target, std::move(label));
        continue;
      }
      DotEdge edge;
      edge.label = std::move(label);
      painter_.writer().edge(id, target, edge);
    }
    if (block.merge == MergeKind::kNone) return;
    if (block.merge_block != kNone && !reaches_merge) painter_.declaration(id, block.merge_block, false);
    if (block.merge == MergeKind::kLoop && block.continue_block != kNone && block.continue_block != id) {
      painter_.declaration(id, block.continue_block, true);
    }
  }

  std::vector<std::string> slots_of(const Block& block) const {
    if (block.exit == Exit::kIf) {
      const bool is_bool = block.selector.kind == Operand::Kind::kPhi &&
                           block.selector.index < function_.phis.size() &&
                           function_.phis[block.selector.index].is_bool;
      if (is_bool || block.first_case >= function_.cases.size()) return {"true", "false"};
      return {"= " + std::to_string(function_.cases[block.first_case]), "other"};
    }
    std::vector<std::string> slots;
    if (block.exit != Exit::kSwitch) return slots;
    slots.push_back("default");
    for (uint32_t i = 0; i + 1 < block.successor_count; ++i) {
      slots.push_back(std::to_string(function_.cases[block.first_case + i]));
    }
    return slots;
  }

  Painter painter_;
  const Structured& function_;
  const structurizer::Flow& flow_;
  const BlockTexts& texts_;
  size_t block_count_;
  std::vector<bool> is_merge_, is_continue_;
  cfg::Graph graph_;
  cfg::DominatorTree dominators_;
  std::vector<BlockId> reverse_post_order_;
};

}  // namespace

std::string picture_of(std::string_view title, const cfg::Graph& graph, const structurizer::Flow& flow,
                       const BlockTexts& texts) {
  Painter painter(title);
  const cfg::PostVisitOrder order(graph);
  const cfg::DominatorTree dominators = cfg::build_dominators(graph, order);
  std::vector<Node> nodes;
  nodes.reserve(graph.block_count());
  for (BlockId block = 0; block < graph.block_count(); ++block) {
    const bool is_program = block < texts.labels.size();
    if (!is_program && !order.reached(block)) continue;
    nodes.push_back(plain_node(painter, block, flow, texts, order.reached(block)));
  }
  write_nodes(painter, nodes, frames_of(graph, order, dominators));
  for (const Node& node : nodes) {
    const auto* slots = node.block < texts.slots.size() ? &texts.slots[node.block] : nullptr;
    for (auto& [target, label] : labelled_targets(graph.successors(node.block), slots)) {
      if (dominators.dominates(target, node.block)) {
        painter.back_edge(node.block, target, std::move(label));
      } else {
        DotEdge edge;
        edge.label = std::move(label);
        painter.writer().edge(node.block, target, edge);
      }
    }
  }
  return painter.finish(graph.block_count());
}

std::string picture_of(std::string_view title, const Structured& function, const structurizer::Flow& flow,
                       const BlockTexts& texts) {
  return StructuredPicture(title, function, flow, texts).draw();
}

}  // namespace trellis
