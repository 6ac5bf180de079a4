#include "structurizer/regions.hpp"

#include <algorithm>

namespace trellis::structurizer {

namespace {

/// Returns true if a construct around these edges, which some of them leave from any depth, is worth its
/// cost.
bool is_breakable_worth_it(uint32_t edges, size_t phis) {
  // Savings, in words of the output: a label and a branch for each merge block, an OpPhi of three operands
  // for each phi. The construct itself costs 16 words (a label, a merge instruction, a switch). But compilers
  // in which only loops can be left from any depth (Mesa's) turn it into a loop, which usually costs more
  // than the ladders (docs/internals/output-quality.md), so it is for functions that would be very large.
  constexpr size_t kMergeWords = 4, kPhiWords = 7, kCost = 4000;
  const size_t levels = edges > 2 ? edges - 2 : 0;
  return levels * (kMergeWords + kPhiWords * phis) > kCost;
}

}  // namespace

Regions::Regions(const Flow& flow, const ReducibleGraph& reducible, bool copy_returns, bool declare_joins)
    : flow_(flow),
      reducible_(reducible),
      graph_(reducible.graph),
      order_(reducible.order),
      dominators_(reducible.dominators),
      loops_(reducible.loops) {
  find_returns(copy_returns);
  joins_.assign(loops_.loop_count(), 0);
  if (declare_joins) find_joins();
  find_latches();
  classify_edges();
  if (!flow.flags.empty()) count_convergent();
}

void Regions::find_returns(bool copy_returns) {
  copied_.assign(graph_.block_count(), 0);
  for (BlockId node = 0; node < reducible_.payload_count; ++node) {
    if (!order_.reached(node) || !flow_.has_flag(node, kBareReturn)) continue;
    if (!graph_.successors(node).empty() || graph_.in_edges(node).size() < 2) continue;
    has_shared_returns_ = true;
    copied_[node] = copy_returns ? 1 : 0;
  }
}

void Regions::find_joins() {
  for (BlockId node = 0; node < reducible_.payload_count; ++node) {
    const LoopId loop = order_.reached(node) ? loops_.innermost(node) : LoopId{kNone};
    if (loop != kNone && is_convergent(node)) joins_[loop] = 1;
  }
  join_parent_.assign(loops_.loop_count(), kNone);
  for (LoopId loop = loops_.loop_count(); loop-- > 0;) {
    const Vector<BlockId> latches = reducible_.latches(loop);
    const LoopId parent = loops_.loop(loop).parent;
    if (joins_[loop] != 0 && parent != kNone) joins_[parent] = 1;
    if (joins_[loop] == 0 && !join_cheaply(latches, loops_.loop(loop).header)) continue;
    joins_[loop] = 1;
    join_parent_[loop] = reducible_.common_dominator(latches);
  }
}

bool Regions::join_cheaply(const Vector<BlockId>& latches, BlockId header) const {
  return latches.size() > 1 && !reducible_.is_dispatch(header) &&
         !is_breakable_worth_it(static_cast<uint32_t>(latches.size()), flow_.phis_of(header).size());
}

void Regions::find_latches() {
  latch_.assign(loops_.loop_count(), kNone);
  for (LoopId loop = 0; loop < loops_.loop_count(); ++loop) {
    if (joins_[loop] != 0) continue;
    const BlockId header = loops_.loop(loop).header;
    BlockId source = kNone;
    bool is_single = true;
    for (cfg::EdgeId edge : graph_.in_edges(header)) {
      const BlockId from = graph_.source(edge);
      if (!order_.reached(from) || !loops_.contains(loop, from)) continue;
      is_single = is_single && (source == kNone || source == from);
      source = from;
    }
    if (!is_single || source == header || !reducible_.is_payload(source)) continue;
    if (loops_.innermost(source) != loop || flow_.has_flag(source, kSwitch)) continue;
    const auto leaves = [&](BlockId target) { return target == header || !loops_.contains(loop, target); };
    const auto targets = graph_.successors(source);
    if (targets.size() > 2 || !std::all_of(targets.begin(), targets.end(), leaves)) continue;
    // A copied return does not leave the loop: it would be part of the continue construct.
    if (std::any_of(targets.begin(), targets.end(), [&](BlockId t) { return copied_[t] != 0; })) continue;
    if (joins_paths_cheaply(source)) continue;
    // A loop with several entries may continue at any of them, by back edges that must stay distinct.
    if (reducible_.is_dispatch(header) && std::count(targets.begin(), targets.end(), header) > 1) continue;
    latch_[loop] = source;
  }
}

bool Regions::joins_paths_cheaply(BlockId node) const {
  Vector<BlockId> sources;
  for (cfg::EdgeId edge : graph_.in_edges(node)) {
    if (order_.reached(graph_.source(edge))) sources.push_back(graph_.source(edge));
  }
  return sources.size() > 1 &&
         !is_breakable_worth_it(static_cast<uint32_t>(sources.size()), flow_.phis_of(node).size()) &&
         !is_switch_left_from_within(dominators_.parent(node), sources);
}

bool Regions::is_switch_left_from_within(BlockId switch_node, Vector<BlockId>& sources) const {
  if (!reducible_.is_payload(switch_node) || !flow_.has_flag(switch_node, kSwitch)) return false;
  const auto children = dominators_.children(switch_node);
  const auto is_join = [&](BlockId child) { return graph_.in_edges(child).size() > 1; };
  if (std::count_if(children.begin(), children.end(), is_join) > 1) return true;
  std::erase(sources, switch_node);
  // In pre-order, the sources in a case are neighbours.
  std::sort(sources.begin(), sources.end(),
            [&](BlockId a, BlockId b) { return dominators_.enter(a) < dominators_.enter(b); });
  for (size_t i = 1; i < sources.size(); ++i) {
    if (dominators_.nearest_common(sources[i - 1], sources[i]) != switch_node) return true;
  }
  return false;
}

void Regions::classify_edges() {
  exits_.resize(loops_.loop_count());
  outermost_target_.assign(loops_.loop_count(), kNone - 1);
  only_source_.assign(graph_.block_count(), kNone);
  forward_in_edges_.assign(graph_.block_count(), 0);
  back_edges_.assign(loops_.loop_count(), 0);
  is_merge_item_.assign(graph_.block_count(), 0);
  for (BlockId node : order_.reverse_post_order()) {
    for (BlockId target : graph_.successors(node)) {
      if (copied_[target] == 0) classify_edge(node, target);
    }
  }
  // An edge leaves every loop that is deeper than its target; for all of these but the outermost it is a
  // break.
  for (LoopId loop = loops_.loop_count(); loop-- > 0;) {
    const LoopId parent = loops_.loop(loop).parent;
    exits_[loop].breaks = outermost_target_[loop] + 1 < loops_.depth(loop);
    if (parent != kNone)
      outermost_target_[parent] = std::min(outermost_target_[parent], outermost_target_[loop]);
  }
  for (LoopExits& exits : exits_) {
    std::sort(exits.items.begin(), exits.items.end(),
              [&](BlockId a, BlockId b) { return order_.position(a) < order_.position(b); });
    exits.items.erase(std::unique(exits.items.begin(), exits.items.end()), exits.items.end());
  }
}

void Regions::classify_edge(BlockId node, BlockId target) {
  const LoopId headed = loops_.headed_by(target);
  const bool is_back_edge = headed != kNone && loops_.contains(headed, node);
  const LoopId region = is_back_edge ? headed : region_of(target);
  const LoopId inner = loops_.innermost(node);
  uint32_t source = node;  // The item of that region that the edge leaves.
  if (inner != region) {
    const uint32_t depth = loops_.depth(region);
    const LoopId left = loops_.ancestor_at(inner, depth + 1);
    source = graph_.block_count() + left;
    outermost_target_[inner] = std::min(outermost_target_[inner], depth);
    if (region != kNone && end_of_iteration(region) == target) {
      exits_[left].continues = true;
    } else {
      exits_[left].items.push_back(target);
    }
  }
  if (is_back_edge) {
    ++back_edges_[headed];
    return;
  }
  ++forward_in_edges_[target];
  if (only_source_[target] == kNone) only_source_[target] = source;
  // Edges from one block to a dispatch node may be meant for different entries, so they must not count as
  // one.
  if (only_source_[target] != source || reducible_.is_dispatch(target)) is_merge_item_[target] = 1;
}

void Regions::count_convergent() {
  convergent_before_.assign(graph_.block_count() + 2, 0);
  for (BlockId node = 0; node < reducible_.payload_count; ++node) {
    if (!order_.reached(node)) continue;
    convergent_before_[dominators_.enter(node) + 1] = is_convergent(node) ? 1 : 0;
  }
  for (size_t i = 1; i < convergent_before_.size(); ++i) convergent_before_[i] += convergent_before_[i - 1];
}

bool Regions::holds_convergent(BlockId node) const {
  if (convergent_before_.empty()) return false;
  return convergent_before_[dominators_.leave(node) + 1] != convergent_before_[dominators_.enter(node)];
}

BlockId Regions::break_target(BlockId switch_node) const {
  const LoopId region = loops_.innermost(switch_node);
  if (joins(region) && join_parent_[region] == switch_node && back_edges_[region] > 1) {
    return loops_.loop(region).header;
  }
  BlockId last = kNone;
  for (BlockId child : dominators_.children(switch_node)) {
    if (!is_merge_item(child) || edge_kind(region, child) != EdgeKind::kItem) continue;
    if (last == kNone || order_.position(child) > order_.position(last)) last = child;
  }
  return last;
}

BlockId Regions::breakable_target(BlockId branch, BlockId around) const {
  const BlockId target = break_target(branch);
  if (target == kNone || !reducible_.is_payload(target)) return kNone;
  const LoopId region = loops_.innermost(branch);
  const bool ends_iteration = edge_kind(region, target) == EdgeKind::kJoin;
  const uint32_t edges = ends_iteration ? back_edges_[region] : forward_in_edges_[target];
  if (!is_breakable_worth_it(edges, flow_.phis_of(target).size())) return kNone;
  if (around == kNone) return target;
  for (cfg::EdgeId edge : graph_.in_edges(around)) {
    const BlockId source = graph_.source(edge);
    const bool is_after_target = !ends_iteration && dominators_.dominates(target, source);
    if (dominators_.dominates(branch, source) && !is_after_target) return kNone;
  }
  return target;
}

bool Regions::may_fall_through(BlockId switch_node, BlockId before, BlockId target) const {
  if (dominators_.parent(target) != switch_node || reducible_.is_dispatch(target) ||
      holds_convergent(target)) {
    return false;
  }
  // Lanes that are apart in the case would enter the next iteration apart.
  const LoopId region = loops_.innermost(switch_node);
  if (joins(region) && dominators_.dominates(target, join_parent_[region])) return false;
  const auto edges = graph_.in_edges(target);
  return std::all_of(edges.begin(), edges.end(), [&](cfg::EdgeId edge) {
    const BlockId source = graph_.source(edge);
    return source == switch_node || !order_.reached(source) || dominators_.dominates(before, source) ||
           dominators_.dominates(target, source);
  });
}

}  // namespace trellis::structurizer
